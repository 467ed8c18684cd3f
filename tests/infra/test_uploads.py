"""The bucket of uploads: who may do what there, what is kept, and who is told."""

import pytest

from infra.config import FUNCTION_NAMES
from tests.infra.synthesis import Resource, Template, render


def bucket(template: Template) -> Resource:
    (found,) = template.all("AWS::S3::Bucket")
    return found


def queue(template: Template) -> Resource:
    return template.one("AWS::SQS::Queue", "QueuesUploadQueue")


def queue_policy(template: Template) -> Resource:
    (found,) = [
        each
        for each in template.all("AWS::SQS::QueuePolicy")
        if each.properties["Queues"] == [{"Ref": queue(template).name}]
    ]
    return found


def test_nobody_else_reads_it_and_nothing_in_it_is_in_clear(template: Template) -> None:
    properties = bucket(template).properties
    assert set(properties["PublicAccessBlockConfiguration"].values()) == {True}
    assert len(properties["PublicAccessBlockConfiguration"]) == 4
    assert properties["OwnershipControls"] == {
        "Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]
    }
    (rule,) = properties["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    assert rule == {"ServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}
    (policy,) = template.all("AWS::S3::BucketPolicy")
    statements = policy.properties["PolicyDocument"]["Statement"]
    assert {statement["Effect"] for statement in statements} == {"Deny"}
    assert {"Bool": {"aws:SecureTransport": "false"}} in [s["Condition"] for s in statements]


@pytest.mark.law(6)
def test_nothing_stays_in_it_for_longer_than_a_day_and_nothing_is_copied(
    template: Template,
) -> None:
    properties = bucket(template).properties
    (rule,) = properties["LifecycleConfiguration"]["Rules"]
    assert rule == {
        "Status": "Enabled",
        "ExpirationInDays": 1,
        "NoncurrentVersionExpiration": {"NoncurrentDays": 1},
        "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 1},
    }
    for copying in (
        "VersioningConfiguration", "ReplicationConfiguration", "LoggingConfiguration",
        "InventoryConfigurations", "ObjectLockConfiguration",
    ):  # fmt: skip
        assert copying not in properties


def test_what_arrives_is_told_to_the_queue_by_this_account_alone(template: Template) -> None:
    (told,) = bucket(template).properties["NotificationConfiguration"].values()
    arn = {"Fn::GetAtt": [queue(template).name, "Arn"]}
    assert told == [{"Event": "s3:ObjectCreated:*", "Queue": arn}]
    policy = queue_policy(template)
    (allowed,) = [
        each
        for each in policy.properties["PolicyDocument"]["Statement"]
        if each["Effect"] == "Allow"
    ]
    assert (allowed["Action"], allowed["Resource"]) == ("sqs:SendMessage", arn)
    assert allowed["Principal"] == {"Service": "s3.amazonaws.com"}
    assert set(allowed["Condition"]["StringEquals"]) == {"aws:SourceAccount"}
    # S3 tries the queue when the bucket is made.
    assert policy.name in bucket(template).entry["DependsOn"]


def test_a_function_does_to_documents_just_what_it_has_to(template: Template) -> None:
    name = f"<{bucket(template).name}.Arn>"
    allowed = {
        function: {
            (action, resource.replace(name, "bucket"))
            for statement in template.statements(function)
            for action in statement.actions
            if action.startswith("s3:")
            for resource in statement.resources
        }
        for function in FUNCTION_NAMES
    }
    assert {function: pairs for function, pairs in allowed.items() if pairs} == {
        "write": {("s3:PutObject", "bucket/*")},
        "upload": {
            ("s3:GetObject", "bucket/*"), ("s3:DeleteObject", "bucket/*"),
            ("s3:ListBucket", "bucket"),
        },
        "delete": {("s3:DeleteObject", "bucket/*"), ("s3:ListBucket", "bucket")},
    }  # fmt: skip


def test_functions_know_the_bucket_by_its_name(template: Template) -> None:
    for function in ("write", "upload", "delete"):
        known = template.environment(function)["MUNIMENT_UPLOAD_BUCKET"]
        assert render(known) == f"<{bucket(template).name}>"


def test_it_goes_with_the_stack(template: Template) -> None:
    """Whatever was accepted is in the tables; the rest is nobody's for longer than a day."""
    assert bucket(template).entry["DeletionPolicy"] == "Delete"

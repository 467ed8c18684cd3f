"""Queues, stream and clock: what wakes the functions, and what becomes of work that fails."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from infra.config import STAGES
from infra.sources import FOLLOWED_KEYS
from muniment.adapters.dynamodb import keys
from muniment.adapters.dynamodb.stream import touched
from muniment.domain.scope import Scope
from tests.infra.synthesis import Resource, Template

CONSUMERS = {
    "Extraction": "extract", "Erasure": "delete", "Consolidation": "consolidate",
    "Upload": "upload",
}  # fmt: skip
OWNER = keys.partition(Scope("acme", "a" * 26))


def queue(template: Template, name: str) -> Resource:
    return template.one("AWS::SQS::Queue", f"Queues{name}Queue")


def source(template: Template, function: str, *, attribute: str) -> Mapping[str, Any]:
    """The one event source of a function that reads the resource with this attribute."""
    (found,) = [
        each.properties
        for each in template.all("AWS::Lambda::EventSourceMapping")
        if template.function_named(each.properties["FunctionName"]["Ref"]) == function
        and each.properties["EventSourceArn"]["Fn::GetAtt"][1] == attribute
    ]
    return found


@pytest.mark.parametrize(("name", "consumer"), CONSUMERS.items())
def test_a_queue_fits_its_consumer(template: Template, name: str, consumer: str) -> None:
    work = queue(template, name)
    timeout = template.functions()[consumer].properties["Timeout"]
    times = 1 if template.stage == "local" else 6
    assert work.properties["VisibilityTimeout"] >= times * timeout
    mapping = source(template, consumer, attribute="Arn")
    assert mapping["EventSourceArn"] == {"Fn::GetAtt": [work.name, "Arn"]}
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["ScalingConfig"]["MaximumConcurrency"] >= 2
    assert 1 <= mapping["BatchSize"] <= 10


@pytest.mark.parametrize("name", CONSUMERS)
def test_what_fails_for_good_is_kept_for_two_weeks(template: Template, name: str) -> None:
    redrive = queue(template, name).properties["RedrivePolicy"]
    assert redrive["maxReceiveCount"] == 5
    dead = template.one("AWS::SQS::Queue", f"Queues{name}DeadLetters")
    assert redrive["deadLetterTargetArn"] == {"Fn::GetAtt": [dead.name, "Arn"]}
    assert dead.properties["MessageRetentionPeriod"] == 14 * 24 * 3600


def test_every_queue_is_encrypted_and_refuses_plain_http(template: Template) -> None:
    queues = template.all("AWS::SQS::Queue")
    assert len(queues) == 2 * len(CONSUMERS) + 1
    guarded = {
        policy.properties["Queues"][0]["Ref"]
        for policy in template.all("AWS::SQS::QueuePolicy")
        for statement in policy.properties["PolicyDocument"]["Statement"]
        if statement["Effect"] == "Deny"
        and statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    }
    assert guarded == {each.name for each in queues}
    assert all(each.properties["SqsManagedSseEnabled"] is True for each in queues)


def test_the_stream_is_retried_in_parts_and_its_failures_are_kept(template: Template) -> None:
    mapping = source(template, "index", attribute="StreamArn")
    limits = STAGES[template.stage].stream
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["BisectBatchOnFunctionError"] is True
    assert mapping["StartingPosition"] == "TRIM_HORIZON"
    assert mapping["MaximumRetryAttempts"] == limits.retries
    assert mapping["MaximumRecordAgeInSeconds"] == limits.max_age
    dead = template.one("AWS::SQS::Queue", "QueuesIndexDeadLetters")
    assert mapping["DestinationConfig"]["OnFailure"]["Destination"] == {
        "Fn::GetAtt": [dead.name, "Arn"]
    }


def test_the_stream_wakes_the_indexer_for_the_filtered_keys_only(template: Template) -> None:
    mapping = source(template, "index", attribute="StreamArn")
    (pattern,) = mapping["FilterCriteria"]["Filters"]
    assert json.loads(pattern["Pattern"]) == {
        "dynamodb": {"Keys": {"sk": {"S": [{"prefix": each} for each in FOLLOWED_KEYS]}}}
    }


@pytest.mark.law(1)
def test_the_filter_lets_through_just_what_the_product_follows() -> None:
    """Were the filter narrower, changes would reach neither the index nor who listens."""
    written = [
        keys.OWNER,
        keys.COUNTS,
        keys.fact("f_1"),
        keys.assertion("f_1", "a_1"),
        keys.episode("e_1"),
        keys.session(1, "s"),
        keys.place(1, "s", "0", "e_1"),
        keys.review("v_1"),
        keys.vector("model", "e_1"),
        keys.event(1, "event"),
        keys.extraction(1, "event"),
        keys.edge(1, "event", "e_1", None),
        keys.idempotency("key"),
        keys.operation("o_1"),
        keys.trace("c_1"),
    ]
    projected = {sk for sk in written if touched(OWNER, sk) is not None}
    assert projected == {sk for sk in written if sk.startswith(FOLLOWED_KEYS)}
    assert len(projected) == len(FOLLOWED_KEYS)


def test_two_schedules_ask_for_their_jobs(template: Template) -> None:
    asked = {
        rule.properties["ScheduleExpression"]: rule.properties["Targets"][0]
        for rule in template.all("AWS::Events::Rule")
    }
    minutes = STAGES[template.stage].requeue_minutes
    often = f"rate({minutes} minute{'s' if minutes > 1 else ''})"
    assert set(asked) == {"cron(17 3 * * ? *)", often}
    assert json.loads(asked["cron(17 3 * * ? *)"]["Input"]) == {"job": "nightly"}
    assert json.loads(asked[often]["Input"]) == {"job": "requeue"}
    for target in asked.values():
        assert template.function_named(target["Arn"]["Fn::GetAtt"][0]) == "consolidate"

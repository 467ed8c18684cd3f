"""Where documents lie that were sent by themselves, until they are events: for a day at most."""

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_s3 as s3
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra import permissions
from infra.config import FunctionName
from infra.function import Function
from infra.queues import WorkQueue

KEPT = Duration.days(1)
"""S3's shortest. What is accepted or refused is removed at once; this is for what is neither."""
ARRIVED = "s3:ObjectCreated:*"


class Uploads(Construct):
    """A bucket that tells a queue what arrives.

    No versions, no replica, no inventory and no access log: a copy would be out of reach of an
    erasure, and a log would hold keys for longer than the documents are kept. It goes with the
    stack in every stage, since nothing in it is the only copy of what was accepted.
    """

    def __init__(self, scope: Construct, construct_id: str, *, work: WorkQueue) -> None:
        super().__init__(scope, construct_id)
        self.bucket = s3.Bucket(
            self,
            "Bucket",
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            encryption=s3.BucketEncryption.S3_MANAGED,
            enforce_ssl=True,
            minimum_tls_version=1.2,
            versioned=False,
            lifecycle_rules=[
                s3.LifecycleRule(
                    expiration=KEPT,
                    noncurrent_version_expiration=KEPT,
                    abort_incomplete_multipart_upload_after=KEPT,
                )
            ],
            removal_policy=RemovalPolicy.DESTROY,
        )
        self._tell(work.queue)

    @property
    def finding(self) -> str:
        """Return what the checks call a role that reaches every document."""
        resource = Stack.of(self).get_logical_id(self._resource)
        return f"AwsSolutions-IAM5[Resource::<{resource}.Arn>/*]"

    @property
    def _resource(self) -> s3.CfnBucket:
        resource = self.bucket.node.default_child
        if not isinstance(resource, s3.CfnBucket):
            raise TypeError("a Bucket is made of one CfnBucket")
        return resource

    def admit(self, function: Function, name: FunctionName) -> None:
        """Let a function do to documents what it has to."""
        function.may("Uploads", permissions.UPLOADS[name], self.bucket.arn_for_objects("*"))
        if name in permissions.LISTING:
            function.may("ListUploads", permissions.LISTING[name], self.bucket.bucket_arn)

    def _tell(self, queue: sqs.Queue) -> None:
        """Let S3 tell the queue.

        As a property of the bucket: CDK's own way is a custom resource with a function whose role
        may change the notifications of every bucket. S3 tries the queue when the bucket is made,
        so the queue's policy comes first, and may not name the bucket.
        """
        queue.add_to_resource_policy(
            iam.PolicyStatement(
                sid="Arrivals",
                actions=["sqs:SendMessage"],
                principals=[iam.ServicePrincipal("s3.amazonaws.com")],
                resources=[queue.queue_arn],
                conditions={"StringEquals": {"aws:SourceAccount": Stack.of(self).account}},
            )
        )
        self._resource.notification_configuration = s3.CfnBucket.NotificationConfigurationProperty(
            queue_configurations=[
                s3.CfnBucket.QueueConfigurationProperty(event=ARRIVED, queue=queue.queue_arn)
            ]
        )
        self._resource.node.add_dependency(queue.node.find_child("Policy"))

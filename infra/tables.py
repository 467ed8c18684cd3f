"""The two tables. What lies under which key is the product's affair; here is how it is kept."""

from aws_cdk import RemovalPolicy
from aws_cdk import aws_dynamodb as dynamodb
from constructs import Construct

from infra.config import Stage


class Tables(Construct):
    """`records`: the memories. `ledger`: what must outlive them, such as tombstones and epochs.

    The ledger has no time to live: a tombstone that expires lets an erased value come back. Its
    own table also lets a restored `records` be corrected from it before anyone reads.
    """

    def __init__(self, scope: Construct, construct_id: str, *, stage: Stage) -> None:
        super().__init__(scope, construct_id)
        self.records = self._table(
            "Records",
            stage,
            time_to_live_attribute="ttl",
            # Keys only: the indexer reads the store again, and no text lies in the stream for a
            # day after it was erased.
            stream=dynamodb.StreamViewType.KEYS_ONLY,
        )
        self.ledger = self._table("Ledger", stage)

    def _table(
        self,
        name: str,
        stage: Stage,
        *,
        time_to_live_attribute: str | None = None,
        stream: dynamodb.StreamViewType | None = None,
    ) -> dynamodb.Table:
        return dynamodb.Table(
            self,
            name,
            partition_key=dynamodb.Attribute(name="pk", type=dynamodb.AttributeType.STRING),
            sort_key=dynamodb.Attribute(name="sk", type=dynamodb.AttributeType.STRING),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            encryption=dynamodb.TableEncryption.AWS_MANAGED,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True
            ),
            time_to_live_attribute=time_to_live_attribute,
            stream=stream,
            deletion_protection=stage.keep_data,
            removal_policy=RemovalPolicy.RETAIN if stage.keep_data else RemovalPolicy.DESTROY,
        )

"""The key that wraps the tenants' digest keys."""

from aws_cdk import RemovalPolicy
from aws_cdk import aws_kms as kms
from constructs import Construct

from infra.config import Stage


class DigestKey(Construct):
    """One KMS key; each tenant's digest key is a data key of it, bound to the tenant.

    Without it no handle, record id or tombstone can be made or found again, so it outlives the
    stack wherever the data do.
    """

    def __init__(self, scope: Construct, construct_id: str, *, stage: Stage) -> None:
        super().__init__(scope, construct_id)
        self.key = kms.Key(
            self,
            "Key",
            description=f"Muniment {stage.name}: wraps the tenants' digest keys",
            enable_key_rotation=True,
            removal_policy=RemovalPolicy.RETAIN if stage.keep_data else RemovalPolicy.DESTROY,
        )

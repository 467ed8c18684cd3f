"""The key that wraps the tenants' digest keys."""

from collections.abc import Sequence

from aws_cdk import RemovalPolicy
from aws_cdk import aws_kms as kms
from constructs import Construct

from infra.config import Stage
from infra.function import Function

CONTEXT = "tenant"
"""The encryption context that binds a wrapped key to its tenant."""


class DigestKey(Construct):
    """One KMS key; each tenant's digest key is a data key of it, bound to the tenant.

    Without it no handle, record id or tombstone can be made or found again, so it outlives the
    stack wherever the data do.
    """

    def __init__(self, scope: Construct, construct_id: str, *, stage: Stage) -> None:
        super().__init__(scope, construct_id)
        self._stage = stage
        self.key = kms.Key(
            self,
            "Key",
            description=f"Muniment {stage.name}: wraps the tenants' digest keys",
            enable_key_rotation=True,
            removal_policy=RemovalPolicy.RETAIN if stage.keep_data else RemovalPolicy.DESTROY,
        )

    def admit(self, function: Function, actions: Sequence[str]) -> None:
        """Let a function wrap or unwrap keys of tenants, and nothing without a tenant."""
        conditions = {
            "Null": {f"kms:EncryptionContext:{CONTEXT}": "false"},
            "ForAllValues:StringEquals": {"kms:EncryptionContextKeys": [CONTEXT]},
        }
        function.may(
            "DigestKeys",
            actions,
            self.key.key_arn,
            # The emulator's policies do not see a request's encryption context.
            conditions=None if self._stage.on_this_machine else conditions,
        )

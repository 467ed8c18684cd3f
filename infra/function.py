"""One function with a role and a log group of its own."""

from collections.abc import Mapping, Sequence

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.config import FUNCTIONS, Architecture, FunctionSize, Stage
from infra.layers import ARCHITECTURES, RUNTIME

RETENTION = {
    1: logs.RetentionDays.ONE_DAY,
    14: logs.RetentionDays.TWO_WEEKS,
    90: logs.RetentionDays.THREE_MONTHS,
}


def log_group(scope: Construct, construct_id: str, stage: Stage) -> logs.LogGroup:
    """Make a log group that forgets after the stage's number of days, and goes with the stack."""
    return logs.LogGroup(
        scope,
        construct_id,
        retention=RETENTION[stage.log_days],
        removal_policy=RemovalPolicy.DESTROY,
    )


class Function(Construct):
    """A handler directory as a Lambda function. Its role starts with its own log streams only."""

    def __init__(  # noqa: PLR0913 - keyword-only, as constructs are written
        self,
        scope: Construct,
        construct_id: str,
        *,
        name: str,
        size: FunctionSize,
        stage: Stage,
        architecture: Architecture,
        layers: Sequence[lambda_.ILayerVersion],
        environment: Mapping[str, str],
        calls_itself: bool = False,
    ) -> None:
        super().__init__(scope, construct_id)
        self.name = name
        self.log_group = log_group(self, "Logs", stage)
        self.role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
        self.may("WriteLogs", ("logs:CreateLogStream", "logs:PutLogEvents"), self.log_group_arn)
        self.function = lambda_.Function(
            self,
            "Function",
            description=f"Muniment {stage.name}: {name}",
            runtime=RUNTIME,
            architecture=ARCHITECTURES[architecture],
            handler="handler.handler",
            code=lambda_.Code.from_asset(str(FUNCTIONS / name), exclude=["__pycache__"]),
            layers=list(layers),
            memory_size=size.memory,
            timeout=Duration.seconds(size.timeout),
            log_group=self.log_group,
            role=self.role,
            environment=dict(environment),
            # A job that goes on by a message to its own queue looks to Lambda like a loop, and
            # Lambda would stop it after 16 rounds.
            recursive_loop=lambda_.RecursiveLoop.ALLOW if calls_itself else None,
        )

    @property
    def log_group_arn(self) -> str:
        """Return the ARN of the group's streams."""
        return self.log_group.log_group_arn

    def may(
        self,
        sid: str,
        actions: Sequence[str],
        *resources: str,
        conditions: Mapping[str, object] | None = None,
    ) -> None:
        """Allow exactly these actions on exactly these resources."""
        self.role.add_to_policy(
            iam.PolicyStatement(
                sid=sid,
                actions=list(actions),
                resources=list(resources),
                conditions=conditions,
            )
        )

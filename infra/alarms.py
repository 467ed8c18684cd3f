"""What an engineer must be told of: lost work, a lagging index, errors, throttles."""

from collections.abc import Sequence

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_sns as sns
from constructs import Construct

from infra.api import Api
from infra.function import Function
from infra.queues import Queues

STREAM_AGE_LIMIT = Duration.minutes(5)
"""A recall reads facts from the store, so a lag hides new episodes only; an erasure's probes wait
for the index, and five minutes is what their retries bridge."""


class Alarms(Construct):
    """All alarms; missing data is good, because an idle function has none."""

    def __init__(  # noqa: PLR0913 - keyword-only, as constructs are written
        self,
        scope: Construct,
        construct_id: str,
        *,
        queues: Queues,
        functions: Sequence[Function],
        indexer: Function,
        api: Api,
        topic_arn: str | None,
    ) -> None:
        super().__init__(scope, construct_id)
        topic = sns.Topic.from_topic_arn(self, "Topic", topic_arn) if topic_arn else None
        self._action = actions.SnsAction(topic) if topic else None
        for name, queue in queues.all_dead_letters.items():
            self._alarm(
                f"{name.capitalize()}DeadLetters",
                queue.metric_approximate_number_of_messages_visible(
                    period=Duration.minutes(1), statistic="Maximum"
                ),
                threshold=0,
                says=f"Work of the {name} path failed for good and waits for an engineer.",
            )
        for function in functions:
            self._watch(function)
        self._alarm(
            "StreamAge",
            indexer.function.metric("IteratorAge", period=Duration.minutes(1), statistic="Maximum"),
            threshold=STREAM_AGE_LIMIT.to_milliseconds(),
            periods=3,
            says="The index or the events lag behind the store: new episodes are not found yet.",
        )
        self._alarm(
            "ApiErrors",
            api.api.metric_server_error(period=Duration.minutes(5), statistic="Sum"),
            threshold=0,
            says="The API answered 5xx.",
        )

    def _watch(self, function: Function) -> None:
        name = function.name
        title = "".join(part.capitalize() for part in name.split("_"))
        five = Duration.minutes(5)
        self._alarm(
            f"{title}Errors",
            function.function.metric_errors(period=five),
            threshold=0,
            says=f"The function {name} raised: a bug or a dependency that is down.",
        )
        self._alarm(
            f"{title}Throttles",
            function.function.metric_throttles(period=five),
            threshold=0,
            periods=2,
            says=f"The function {name} is throttled: the account's concurrency is used up.",
        )

    def _alarm(
        self,
        name: str,
        metric: cloudwatch.Metric,
        *,
        threshold: float,
        says: str,
        periods: int = 1,
    ) -> None:
        alarm = cloudwatch.Alarm(
            self,
            name,
            metric=metric,
            threshold=threshold,
            evaluation_periods=periods,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
            alarm_description=says,
        )
        if self._action:
            alarm.add_alarm_action(self._action)

"""What wakes the functions behind the API: queues, the records' stream, the clock."""

from typing import Final

from aws_cdk import Duration
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_lambda_event_sources as sources
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.config import Stage, StreamLimits
from infra.function import Function
from infra.queues import WorkQueue

FOLLOWED_KEYS: Final = ("1F#", "3E#", "4Q#")
"""Beginnings of the sort keys whose change the indexer projects or announces: facts, episodes and
reviews. All others (vectors, events, traces, the work list that it writes itself) would wake it for
nothing."""
NIGHTLY: Final = events.Schedule.cron(hour="3", minute="17")
"""UTC; off the full hour, when everyone else's nightly work starts."""


def work_off(function: Function, work: WorkQueue) -> None:
    """Let the function work a queue off, message by message, with a bound on its concurrency."""
    function.function.add_event_source(
        sources.SqsEventSource(
            work.queue,
            batch_size=work.limits.batch_size,
            max_concurrency=work.limits.concurrency,
            report_batch_item_failures=True,
        )
    )


def follow(
    function: Function,
    table: dynamodb.Table,
    *,
    limits: StreamLimits,
    dead_letters: sqs.Queue,
) -> None:
    """Let the function follow the keys that change in a table.

    A failed record is retried alone (partial failures, bisection), long enough to outlast an
    outage of the index; then its place in the stream goes to the dead letters.
    """
    sort_keys = [{"prefix": prefix} for prefix in FOLLOWED_KEYS]
    function.function.add_event_source(
        sources.DynamoEventSource(
            table,
            starting_position=lambda_.StartingPosition.TRIM_HORIZON,
            batch_size=limits.batch_size,
            parallelization_factor=limits.parallel_batches,
            retry_attempts=limits.retries,
            max_record_age=Duration.seconds(limits.max_age),
            bisect_batch_on_error=True,
            report_batch_item_failures=True,
            on_failure=sources.SqsDlq(dead_letters),
            filters=[
                lambda_.FilterCriteria.filter({"dynamodb": {"Keys": {"sk": {"S": sort_keys}}}})
            ],
        )
    )


class Clock(Construct):
    """Two schedules that hand a function a constant input."""

    def __init__(
        self, scope: Construct, construct_id: str, *, stage: Stage, function: Function
    ) -> None:
        super().__init__(scope, construct_id)
        often = Duration.minutes(stage.requeue_minutes)
        self._rule("Nightly", NIGHTLY, function, job="nightly", max_age=Duration.hours(1))
        self._rule("Requeue", events.Schedule.rate(often), function, job="requeue", max_age=often)

    def _rule(
        self,
        name: str,
        schedule: events.Schedule,
        function: Function,
        *,
        job: str,
        max_age: Duration,
    ) -> None:
        target = targets.LambdaFunction(
            function.function,
            event=events.RuleTargetInput.from_object({"job": job}),
            retry_attempts=2,
            max_event_age=max_age,
        )
        events.Rule(self, name, schedule=schedule, targets=[target])

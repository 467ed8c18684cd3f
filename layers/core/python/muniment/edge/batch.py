"""Queues and streams: which records of a batch failed, so that only they come again.

Failures are logged by class and place alone. The whole batch may fail without an exception of its
own: Lambda would print the messages of the exceptions it is made of, and those could quote memory.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    process_partial_response,
)
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from muniment.edge.errors import origin
from muniment.edge.telemetry import lag

type LambdaEvent = dict[str, Any]  # as the runtime hands it over
type Key = tuple[str, str]  # partition and sort key


class JobFailedError(Exception):
    """A scheduled job failed; says the class of the reason, not its message."""


def work_queue(
    event: LambdaEvent, context: LambdaContext, work: Callable[[SQSRecord], None]
) -> PartialItemFailureResponse:
    """Do `work` on each message; those for which it raises are received again."""

    def handle(record: SQSRecord) -> None:  # the processor passes it by this name
        lag("QueueLag", float(record.attributes.sent_timestamp))
        work(record)

    processor = _QuietProcessor(EventType.SQS, raise_on_entire_batch_failure=False)
    return process_partial_response(
        event=event, record_handler=handle, processor=processor, context=context
    )


def last_try(message: SQSRecord, max_receives: int) -> bool:
    """Whether the message goes to the dead letters if it fails once more."""
    return int(message.attributes.approximate_receive_count) >= max_receives


def half_of(context: LambdaContext) -> Callable[[], bool]:
    """Return what says whether less than half of the time is spent that a function has left now.

    Who begins a step in the first half has the other one to end it, also where it is throttled.
    """
    most = context.get_remaining_time_in_millis()
    return lambda: context.get_remaining_time_in_millis() > most / 2


def work_stream(
    event: LambdaEvent, project: Callable[[Sequence[Key]], None]
) -> PartialItemFailureResponse:
    """Project every changed item of a keys-only stream, together if that succeeds.

    If it does not, one by one, so that the stream is resumed at the record that fails and not
    before it. What comes after that record is delivered again anyway.
    """
    records: list[Mapping[str, Any]] = [record["dynamodb"] for record in event["Records"]]
    keys = dict.fromkeys(_key(record) for record in records)
    if records:
        lag("IndexLag", min(r["ApproximateCreationDateTime"] for r in records) * 1000)
    if _succeeds(project, list(keys)):
        return {"batchItemFailures": []}
    for record in records:
        if not _succeeds(project, [_key(record)]):
            return {"batchItemFailures": [{"itemIdentifier": record["SequenceNumber"]}]}
    return {"batchItemFailures": []}


def work_job(
    event: LambdaEvent, jobs: Mapping[str, Callable[[], Callable[[], int]]]
) -> dict[str, str | int]:
    """Do the job that the event names; return how many messages or entries it wrote.

    Raises JobFailedError if it fails.
    """
    name = str(event["job"])
    try:
        return {"job": name, "written": jobs[name]()()}
    except Exception as error:  # noqa: BLE001 - raised again, without its message
        _log(error)
        raise JobFailedError(f"{name}: {type(error).__name__}") from None


def _key(record: Mapping[str, Any]) -> Key:
    return record["Keys"]["pk"]["S"], record["Keys"]["sk"]["S"]


def _succeeds(project: Callable[[Sequence[Key]], None], keys: Sequence[Key]) -> bool:
    try:
        project(keys)
    except Exception as error:  # noqa: BLE001 - whatever it was, the record comes again
        _log(error)
        return False
    return True


def _log(error: BaseException | None) -> None:
    if isinstance(error, Exception):
        Logger().error("record failed", error=type(error).__name__, origin=origin(error))


class _QuietProcessor(BatchProcessor):
    """Reports failures without the messages of their exceptions."""

    def failure_handler(self, record: Any, exception: Any) -> Any:
        """Log the class and place of what went wrong, and remember the record as failed."""
        _log(sys.exc_info()[1])
        return super().failure_handler(record, exception)

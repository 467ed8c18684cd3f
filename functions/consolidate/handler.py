"""The nightly work, one owner a message; what was stored and never queued; a new index."""

from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from muniment.bootstrap import consolidating
from muniment.edge.batch import half_of, work_job, work_queue
from muniment.edge.messages import ConsolidationMessage

JOBS: Mapping[str, Callable[[], Callable[[], int]]] = {
    "nightly": consolidating.nightly,
    "requeue": consolidating.requeue,
    "reindex": consolidating.reindex,
}


def handler(event: dict[str, Any], context: LambdaContext) -> object:
    """Do the job that a schedule or an operator names, or work off owners from the queue."""
    if "Records" in event:
        time_left = half_of(context)
        return work_queue(event, context, lambda message: consolidate(message, time_left))
    return work_job(event, JOBS)


def consolidate(message: SQSRecord, time_left: Callable[[], bool]) -> None:
    """Consolidate the owner of one message, and leave to another what there is no time for."""
    job = ConsolidationMessage.model_validate_json(message.body).work()
    consolidating.consolidate_owner()(job, time_left)

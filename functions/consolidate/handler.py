"""The nightly work, one owner a message; what was stored and never queued; a new index."""

from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from muniment.bootstrap import consolidating
from muniment.edge.batch import work_job, work_queue
from muniment.edge.messages import ConsolidationMessage

JOBS: Mapping[str, Callable[[], Callable[[], int]]] = {
    "nightly": consolidating.nightly,
    "requeue": consolidating.requeue,
    "reindex": consolidating.reindex,
}


def handler(event: dict[str, Any], context: LambdaContext) -> object:
    """Do the job that a schedule or an operator names, or work off owners from the queue."""
    if "Records" in event:
        return work_queue(event, context, consolidate)
    return work_job(event, JOBS)


def consolidate(message: SQSRecord) -> None:
    """Consolidate the owner of one message."""
    consolidating.consolidate_owner()(ConsolidationMessage.model_validate_json(message.body).work())

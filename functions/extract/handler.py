"""Extracts memory from queued events."""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from muniment.bootstrap import extracting, parts
from muniment.edge.batch import last_try, work_queue
from muniment.edge.messages import ExtractionMessage


def handler(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Extract each event; those that fail are received again."""
    return work_queue(event, context, extract)


def extract(message: SQSRecord) -> None:
    """Extract the event of one message."""
    job = ExtractionMessage.model_validate_json(message.body).work()
    extracting.extract_event()(job, last_try=last_try(message, parts.max_receives()))

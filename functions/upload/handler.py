"""Takes documents in that were sent by themselves, and leaves nothing of them lying."""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from muniment.bootstrap import parts, uploading
from muniment.edge.batch import last_try, work_queue
from muniment.edge.telemetry import count_upload


def handler(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Look at each upload that a message is about; those that fail are received again."""
    return work_queue(event, context, accept)


def accept(message: SQSRecord) -> None:
    """Take in what S3 says has arrived, or what the schedule asks for."""
    is_last = last_try(message, parts.max_receives())
    for job in uploading.jobs(message.body):
        became = uploading.accept_upload()(job, last_try=is_last) if job else "foreign"
        count_upload(became)

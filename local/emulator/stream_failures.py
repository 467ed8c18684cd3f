"""Delivers stream records again that a function reports as failed.

AWS goes on from the first failed record of a batch (`ReportBatchItemFailures`). The emulator reads
such reports of queues only, takes a stream's batch as done, and the record is lost. Here the whole
batch comes again, which is allowed: a stream delivers at least once.
"""

import json
from collections.abc import Mapping
from typing import Any

from ministack.services import lambda_svc


def install() -> None:
    """Take a report of failed stream records for a failed call, which is tried again."""
    built_in = lambda_svc._execute_function  # noqa: SLF001

    def execute(record: Any, event: Any, *args: Any, **named: Any) -> Any:
        result = built_in(record, event, *args, **named)
        if _is_stream(event) and not result.get("error") and _failures(result.get("body")):
            body = {"errorType": "PartialFailure", "errorMessage": "records are to come again"}
            return {**result, "error": True, "body": body}
        return result

    lambda_svc._execute_function = execute  # noqa: SLF001


def _is_stream(event: object) -> bool:
    records = event.get("Records") if isinstance(event, Mapping) else None
    return bool(records and records[0].get("eventSource") == "aws:dynamodb")


def _failures(body: object) -> bool:
    answer = json.loads(body) if isinstance(body, str) and body.startswith("{") else body
    return isinstance(answer, Mapping) and bool(answer.get("batchItemFailures"))

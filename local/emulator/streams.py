"""Delivers a table's stream as Lambda's event sources promise: what fails comes again.

The emulator takes a partial failure (`batchItemFailures`) for a success, so that the failed records
would be lost; it repeats a batch that failed as a whole for ever and at an even pace. Here a batch
that failed anywhere comes again after a growing pause; a record that used up its retries goes to
the mapping's dead letters, found by halving the batch as `BisectBatchOnFunctionError` does.

AWS would begin at the first failed record, here the batch begins anew: handlers are idempotent.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ministack.services import lambda_svc

from local.emulator.delivery import AGAIN, UNLIMITED, Delivery, Record


def install() -> None:
    """Deliver stream records by this module; everything else stays with the emulator."""
    built_in = lambda_svc._execute_function  # noqa: SLF001
    deliveries: defaultdict[tuple[str, str], Delivery] = defaultdict(Delivery)

    def execute(function: Any, event: Any) -> Any:
        records = event.get("Records") if isinstance(event, dict) else None
        if not records or records[0].get("eventSource") != "aws:dynamodb":
            return built_in(function, event)
        stream = records[0]["eventSourceARN"]
        name = function["config"]["FunctionName"]
        mapping = _mapping(stream, name)

        def invoke(part: Sequence[Record]) -> Any:
            return built_in(function, {"Records": list(part)})

        def bury(record: Record) -> None:
            lambda_svc._send_ddb_stream_failure_record(  # noqa: SLF001
                mapping, function, [record], stream, AGAIN, "RetryAttemptsExhausted"
            )

        retries = mapping.get("MaximumRetryAttempts")
        limit = UNLIMITED if retries is None else int(retries)
        return deliveries[stream, name].deliver(records, invoke, limit, bury)

    lambda_svc._execute_function = execute  # noqa: SLF001


def _mapping(stream: str, function: str) -> Mapping[str, Any]:
    for _, _, mapping in lambda_svc._iter_all_esms():  # noqa: SLF001
        if mapping["EventSourceArn"] == stream and mapping["FunctionName"] == function:
            return dict(mapping)
    return {}

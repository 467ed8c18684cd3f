"""How the records of a stream are delivered until each succeeded or used up its retries.

Pure but for the clock, so that it is tested without the emulator.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

type Record = Mapping[str, Any]
type Invoke = Callable[[Sequence[Record]], Mapping[str, Any]]

FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 60.0
UNLIMITED: Final = -1
"""AWS's default for MaximumRetryAttempts."""

_SUCCESS: Final[Mapping[str, Any]] = {"body": {"batchItemFailures": []}}
AGAIN: Final = {
    "error": True,
    "body": {"errorType": "BatchItemFailures", "errorMessage": "records failed and come again"},
}


class Delivery:
    """What one function still owes to one stream."""

    def __init__(self) -> None:
        self._attempts: defaultdict[str, int] = defaultdict(int)
        self._dead: set[str] = set()
        self._not_before = 0.0

    def deliver(
        self,
        records: Sequence[Record],
        invoke: Invoke,
        retries: int,
        bury: Callable[[Record], None],
    ) -> Mapping[str, Any]:
        """Hand the records over; return a failure where some of them must come again."""
        if time.monotonic() < self._not_before:
            return AGAIN
        alive = [record for record in records if sequence_number(record) not in self._dead]
        failed = first_failure(alive, invoke)
        if failed is None:
            self._attempts.clear()
            self._dead.clear()
            return _SUCCESS
        number = sequence_number(alive[failed])
        self._attempts[number] += 1
        if retries != UNLIMITED and self._attempts[number] > retries:
            self._dead.add(number)
            bury(alive[failed])
            return AGAIN  # at once, without that record
        pause = FIRST_PAUSE_SECONDS * 2 ** (self._attempts[number] - 1)
        self._not_before = time.monotonic() + min(pause, LONGEST_PAUSE_SECONDS)
        return AGAIN


def first_failure(records: Sequence[Record], invoke: Invoke) -> int | None:
    """Return the position of the first record that fails, or None where all succeed."""
    if not records:
        return None
    result = invoke(records)
    if not result.get("error"):
        return _first_named(records, result.get("body"))
    if len(records) == 1:
        return 0
    half = len(records) // 2
    before = first_failure(records[:half], invoke)
    if before is not None:
        return before
    after = first_failure(records[half:], invoke)
    return None if after is None else half + after


def sequence_number(record: Record) -> str:
    """Return the record's place in the stream."""
    return str(record["dynamodb"]["SequenceNumber"])


def _first_named(records: Sequence[Record], body: object) -> int | None:
    """Find the first of the records that a partial failure names."""
    failures = body.get("batchItemFailures") if isinstance(body, dict) else None
    named = {str(failure["itemIdentifier"]) for failure in failures or []}
    return next((at for at, each in enumerate(records) if sequence_number(each) in named), None)

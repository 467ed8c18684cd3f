"""Times as the index adapters keep them: whole microseconds, compared without rounding."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(instant: datetime) -> int:
    """Return the microseconds from 1970 to the aware `instant`."""
    return (instant - _EPOCH) // _MICROSECOND

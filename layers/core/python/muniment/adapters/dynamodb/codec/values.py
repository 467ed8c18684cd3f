"""Values that items hold in a form of their own: times and spans."""

from datetime import UTC, datetime, timedelta, timezone

from muniment.domain.events import Span


def time(value: datetime | None) -> str | None:
    """Return a time as text that sorts: UTC, microseconds."""
    return None if value is None else value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def epoch_seconds(value: datetime | None) -> int | None:
    """Return a time in the form of a TTL attribute."""
    return None if value is None else int(value.timestamp())


def offset(value: datetime) -> int | None:
    """Return the offset of a time's zone from UTC in seconds, or `None` if there is none."""
    ahead = value.utcoffset()
    return int(ahead.total_seconds()) if ahead else None


def at(value: str, ahead: int | None = None) -> datetime:
    """Return the time that a text holds, in the zone that is `ahead` of UTC by seconds."""
    moment = datetime.fromisoformat(value)
    return moment.astimezone(timezone(timedelta(seconds=int(ahead)))) if ahead else moment


def maybe_at(value: str | None) -> datetime | None:
    """Return the time that a text holds, if there is one."""
    return None if value is None else at(value)


def span(value: Span | None) -> tuple[str, int, int] | None:
    """Return a span as a list of its parts."""
    return None if value is None else (value.event, value.start, value.end)


def to_span(value: list[str | int] | None) -> Span | None:
    """Return the span that a list holds."""
    return None if value is None else Span(str(value[0]), int(value[1]), int(value[2]))

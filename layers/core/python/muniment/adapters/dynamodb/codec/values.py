"""Values that items hold in a form of their own: times and spans."""

from datetime import UTC, datetime

from muniment.domain.events import Span


def time(value: datetime | None) -> str | None:
    """Return a time as text that sorts: UTC, microseconds."""
    return None if value is None else value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def epoch_seconds(value: datetime | None) -> int | None:
    """Return a time in the form of a TTL attribute."""
    return None if value is None else int(value.timestamp())


def at(value: str) -> datetime:
    """Return the time that a text holds."""
    return datetime.fromisoformat(value)


def maybe_at(value: str | None) -> datetime | None:
    """Return the time that a text holds, if there is one."""
    return None if value is None else at(value)


def span(value: Span | None) -> tuple[str, int, int] | None:
    """Return a span as a list of its parts."""
    return None if value is None else (value.event, value.start, value.end)


def to_span(value: list[str | int] | None) -> Span | None:
    """Return the span that a list holds."""
    return None if value is None else Span(str(value[0]), int(value[1]), int(value[2]))

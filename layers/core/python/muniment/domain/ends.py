"""What is left of a statement at its end.

Everything that reads assertions reads an ended one as this, so that nothing changes when a night
puts it in its place: what is current depends on what was said and on the time alone.
"""

from collections.abc import Iterable
from datetime import datetime

from muniment.domain.records import Assertion, Effect

_SAYS = (Effect.ASSERT, Effect.RETRACT)
"""What ends: an operator's mark and what an erasure leaves do not."""


def make_end(ended: Assertion) -> Assertion:
    """Return the boundary that a statement leaves: time, class and end, neither value nor quote.

    By its end it is told from what an erasure leaves: the owner has no word there, none against it.
    """
    return Assertion(
        id=ended.id, fact=ended.fact, effect=Effect.BOUNDARY, provenance=ended.provenance,
        valid_from=ended.valid_from, observed_at=ended.observed_at, source="end", speaker="",
        expires_at=ended.expires_at, handling=ended.handling.bare, told=ended.told,
    )  # fmt: skip


def has_ended(record_end: datetime | None, now: datetime) -> bool:
    """Whether an end, if there is one, has come."""
    return record_end is not None and record_end <= now


def to_end(assertions: Iterable[Assertion], now: datetime) -> list[Assertion]:
    """Return those assertions that have ended and still hold what they said."""
    return [a for a in assertions if a.effect in _SAYS and has_ended(a.expires_at, now)]


def as_ended(assertions: Iterable[Assertion], now: datetime) -> list[Assertion]:
    """Return the assertions, each that has ended as what is left of it."""
    return [
        make_end(a) if a.effect in _SAYS and has_ended(a.expires_at, now) else a for a in assertions
    ]


def next_end(assertions: Iterable[Assertion]) -> datetime | None:
    """Return when the first of the assertions ends; `None` if none that says something does."""
    ends = (a.expires_at for a in assertions if a.effect in _SAYS)
    return min(filter(None, ends), default=None)

"""What was current at another time: the same fold, over what had been said and heard by then.

Two axes: when something held, and when memory heard of it. Whoever may not see something now does
not see it in the past either: an operator's mark and an erasure count whenever they were made.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from muniment.domain.ends import as_ended
from muniment.domain.fold import MARKS, Folded, fold
from muniment.domain.records import Assertion, Effect, Episode


@dataclass(frozen=True, slots=True)
class AsOf:
    """A moment on each axis, aware; `None`: without a bound."""

    valid_at: datetime | None = None
    """What held then."""
    known_at: datetime | None = None
    """As far as memory had heard by then."""

    @property
    def is_now(self) -> bool:
        """Whether it is about what is current, as always."""
        return self.valid_at is None and self.known_at is None

    def covers(self, record: Assertion | Episode) -> bool:
        """Whether it had been said and heard; what waited for a decision only from that on."""
        since = record.valid_from if isinstance(record, Assertion) else record.occurred_at
        resolved = record.admission.resolved
        heard = record.observed_at if resolved is None else max(record.observed_at, resolved.at)
        return (self.valid_at is None or since <= self.valid_at) and (
            self.known_at is None or heard <= self.known_at
        )


NOW = AsOf()
"""Without bounds: what is current."""


def fold_as_of(assertions: Iterable[Assertion], as_of: AsOf, now: datetime) -> Folded | None:
    """Fold what `as_of` covers; `None` if nothing of it was there.

    What an erasure closed stays closed at every time, with all that had been heard before it. What
    has expired by now is not shown as of a time at which it had not.
    """
    given = list({a.id: a for a in as_ended(assertions, now)}.values())
    erased = (a for a in given if a.effect is Effect.BOUNDARY and a.expires_at is None)
    closed = max((a.observed_at for a in erased), default=None)
    covered = [
        a
        for a in given
        if a.effect in MARKS or (as_of.covers(a) and (closed is None or a.observed_at > closed))
    ]
    return fold(covered, now)

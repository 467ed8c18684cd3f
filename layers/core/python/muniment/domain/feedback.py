"""What callers say of records that were recalled, and how far it may move their rank.

The last word of each caller counts. A record's words belong to what it says: once it says
something else, they are of no account any more.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

DOUBT: Final = 2
"""Words that are added as undecided ones: a single word moves a record by a third of what may be.
Rule of succession (Laplace), as for any share that few observations tell."""
MOST_CALLERS: Final = 16
"""Callers whose words a record keeps, the latest ones: they are read with every recall."""


class Flag(StrEnum):
    """What may be said of a record that was recalled, or was not; part of the API."""

    HELPFUL = "helpful"
    WRONG = "wrong"
    STALE = "stale"
    MISSING = "missing"
    """It was not recalled, and should have been."""

    @property
    def asks(self) -> bool:
        """Whether somebody is to look at the record."""
        return self in (Flag.WRONG, Flag.STALE)

    @property
    def sign(self) -> int:
        """Whether it raises or lowers."""
        return -1 if self.asks else 1


@dataclass(frozen=True, slots=True)
class Feedback:
    """The last word of each caller on one record, the latest last."""

    said: tuple[tuple[str, Flag], ...] = ()
    revision: int = 0
    """How often it was written."""

    def by(self, caller: str) -> Flag | None:
        """Return the caller's last word."""
        return dict(self.said).get(caller)

    def saying(self, caller: str, flag: Flag) -> "Feedback":
        """Return it with the caller's word, which takes the place of an earlier one."""
        others = tuple(each for each in self.said if each[0] != caller)
        said = (*others, (caller, flag))[-MOST_CALLERS:]
        return replace(self, said=said, revision=self.revision + 1)

    @property
    def leaning(self) -> float:
        """How it leans: above -1, where all is against it, and below 1; 0 if nothing is said."""
        if not self.said:  # of most records
            return 0.0
        return sum(flag.sign for _, flag in self.said) / (len(self.said) + DOUBT)


UNSAID: Final = Feedback()
"""Of what nobody has said anything of."""


class Effect(StrEnum):
    """What a word did; part of the API."""

    COUNTED = "counted"
    REPEATED = "repeated"
    """It was the caller's last word before."""
    SHARED = "shared"
    """The record is of a memory that many read: one user's word moves nothing there."""
    GONE = "gone"
    """There is no such record any more, or none that the caller may use."""


@dataclass(frozen=True, slots=True)
class Word:
    """What is said of one record; only `missing` may name none."""

    flag: Flag
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of a word."""

    word: Word
    effect: Effect
    review: str | None = None
    """Where somebody decides about the record."""


@dataclass(frozen=True, slots=True)
class HeardFeedback:
    """What became of the words on one recall."""

    recall: str
    items: tuple[Heard, ...]

"""What a record is worth beside how well it fits a query, and which kinds a query asks for.

All of it is known of facts; a turn of a conversation is neither important nor doubtful by itself.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muniment.domain.handling import Category
from muniment.domain.records import Fact, Status

MIDDLE: Final = 0.5
"""The importance of what nothing is known of."""

_ASKED: Final = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), category)
    for category, words in (
        (Category.PREFERENCE, r"prefer\w*|favou?rites?|likes?|loves?|enjoys?|tastes?|hates?"),
        (Category.CONSTRAINT, r"allerg\w+|diet\w*|must|never|avoid|intoleran\w+|rules?|allowed"),
        (Category.DECISION, r"decid\w+|decisions?|agreed?|chosen?|choose|settled"),
        (Category.PLAN, r"plans?|planning|going to|upcoming|next|intend\w*|will"),
        (Category.RELATIONSHIP, r"who(?:se)?|wife|husband|partner|friends?|famil\w+|colleagues?"),
        (Category.PROCEDURE, r"how (?:do|to|should|can)|steps?|procedures?|instructions?|way to"),
    )
)


@dataclass(frozen=True, slots=True)
class Worth:
    """Shares are 0..1. `recency`: the later, the more, among what is ranked along."""

    recency: float = 0.0
    importance: float = MIDDLE
    confidence: float = 1.0
    category: Category | None = None
    contested: bool = False


UNKNOWN: Final = Worth()
"""Of what nothing is known."""


def worth_of(fact: Fact, recency: float) -> Worth:
    """Return what a fact is worth."""
    importance = MIDDLE if fact.importance is None else fact.importance
    contested = fact.status is Status.CONTESTED
    return Worth(recency, importance, fact.confidence, fact.category, contested)


def categories_asked(query: str) -> frozenset[Category]:
    """Return the kinds of record that a query asks for; none if it does not say."""
    return frozenset(category for words, category in _ASKED if words.search(query))


def recencies(times: Iterable[datetime]) -> Mapping[datetime, float]:
    """Return the place of each time among all of them: 0 is the earliest, 1 the latest.

    Places, not days: how far apart two conversations lie says nothing of what they are about.
    """
    ordered = sorted(set(times))
    return {at: place / max(1, len(ordered) - 1) for place, at in enumerate(ordered)}

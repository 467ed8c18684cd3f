"""How what was found is ordered: named recipes of weighted parts, each part kept as a reason.

A recipe is data. What an item scores is the sum of its parts, so every place in an answer can be
explained, and a part is taken away by setting its weight to 0. Nothing here depends on another
owner's records. The measurements behind every weight: docs/decisions/0038; of feedback 0042.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final

from muniment.domain.handling import Category
from muniment.domain.traits import MOST_NAMES, NONE, Traits
from muniment.domain.voices import is_same
from muniment.domain.worth import MIDDLE, UNKNOWN, Worth

FEEDBACK: Final = 0.10
"""What all that callers said may add or take off: as much as names, a fifth of the cut. So it
decides between records that fit about as well, and neither buries nor lifts one that does not."""

STALE: Final = 0.50
"""What a later word may take off an earlier one: as much as the cut, so that it decides between all
that is shown."""

LONG_QUERY: Final = 32
"""Word pieces from which a query is a message rather than a question."""

_OF_TIME = re.compile(
    r"\b(?:when|how long|(?:what|which) (?:date|day|month|year|time)|since (?:when|which))\b",
    re.IGNORECASE,
)


_JUST: Final = 0.001


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a token's match in a neighbouring turn counts, 1 being a match in the turn itself."""

    before: tuple[float, ...] = (0.80, 0.75)
    """In the turn before, and in the one before that."""
    after: tuple[float, ...] = (0.75, 0.70)
    answering: float = 0.90
    """In the turn before if that ends with a question, to which this turn is the answer."""
    session: float = 0.60
    """Anywhere among the session's ranked turns."""


NO_SURROUNDINGS: Final = Surroundings((), (), 0.0, 0.0)
"""Every passage by itself."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part of a score counts.

    What a weight multiplies lies between 0 and 1, for feedback between -1 and 1.

    `late`: late interaction in its surroundings. `session`: how much of the query the passage's
    session holds altogether. `speaker`: being said by the one person whom the query names. `time`:
    an expression of time, if the query asks for one. `names`: names. `asks`: taken off for the
    share that only asks. `lexical`, `dense`: the scores of the searches. `feedback`: how far what
    callers said of the record may raise or lower it, at most. `stale`: what is taken at most off a
    record that a later word changed, see `below`. `recency`: being said later, if the query does
    not ask for the past. `importance`: of facts, added or taken off. `task`: being of a kind that
    the query asks for. Taken off: `confidence`, for what is missing of it, and `contested`.
    `within`: being of the time that the query asks about. `exact`: holding its identifiers and
    numbers.
    """

    late: float = 1.0
    session: float = 0.0
    speaker: float = 0.0
    time: float = 0.0
    names: float = 0.0
    asks: float = 0.0
    lexical: float = 0.0
    dense: float = 0.0
    feedback: float = 0.0
    stale: float = 0.0
    recency: float = 0.0
    importance: float = 0.0
    confidence: float = 0.0
    task: float = 0.0
    contested: float = 0.0
    within: float = 0.0
    exact: float = 0.0


PARTS: Final = tuple(field.name for field in fields(Weights))


@dataclass(frozen=True, slots=True)
class Recipe:
    """Weights with a name and a version, and what goes with them."""

    name: str
    version: int
    weights: Weights
    surroundings: Surroundings = field(default_factory=Surroundings)
    pool: int = 30
    """Candidates of each search; a wider pool gained nothing where this is narrow."""
    cut: float = 0.50
    """What scores further below the best is dropped: 1.5 of 10 items, for .6 points of evidence."""
    spread: float = 0.20
    """Over how much late interaction spreads at least before it is scaled. Of a usual memory, 95 %
    of questions spread it further; among few candidates it spreads less, and is not stretched: the
    worse of two that answer is not far below the better one."""

    @property
    def label(self) -> str:
        """Name and version, as an answer carries it."""
        return f"{self.name}/{self.version}"

    def without(self, part: str) -> "Recipe":
        """Return the recipe without one of `PARTS` or the "surroundings", named so."""
        name = f"{self.name}-{part}"
        if part == "surroundings":
            return replace(self, name=name, surroundings=NO_SURROUNDINGS)
        if part not in PARTS:
            raise ValueError(f"no part of a recipe: {part}")
        return replace(self, name=name, weights=replace(self.weights, **{part: 0.0}))


QUESTION: Final = Recipe(
    "question",
    6,
    Weights(
        session=0.15, speaker=0.15, time=0.15, names=0.10, asks=0.10, feedback=FEEDBACK,
        stale=STALE, recency=0.01, importance=0.02, confidence=0.04, task=0.05, contested=0.02,
        within=0.20, exact=0.20,
    ),
)  # fmt: skip
"""For a question of usual length. Lexical and dense scores in the sum lower it."""

MESSAGE: Final = Recipe(
    "message", 4,
    Weights(
        session=0.20, lexical=0.40, dense=0.60, feedback=FEEDBACK,
        stale=STALE, importance=0.02, confidence=0.04, contested=0.02,
        within=0.20, exact=0.20,
    ),
    Surroundings(answering=0.80), pool=40, cut=math.inf, spread=0.0,
)  # fmt: skip
"""For a query that is a message itself: its words are many, so which of them match says less. A cut
cost 2 points of the sessions that such queries need; without one nothing is far below."""


@dataclass(frozen=True, slots=True)
class Recipes:
    """Which recipe is used for which kind of query."""

    question: Recipe = QUESTION
    message: Recipe = MESSAGE

    def of(self, pieces: int) -> Recipe:
        """Return the recipe for a query of so many word pieces."""
        return self.message if pieces >= LONG_QUERY else self.question


RECIPES: Final = Recipes()


@dataclass(frozen=True, slots=True)
class Asked:
    """What ranking knows of a query beside its encoding."""

    recipe: Recipe = QUESTION
    named: str | None = None
    """The one speaker whom it names."""
    of_time: bool = False
    """Whether it asks when something was."""
    of_past: bool = False
    """Whether it asks for what was rather than for what is."""
    categories: frozenset[Category] = frozenset()
    """The kinds of record that it asks for."""

    def names(self, speakers: Iterable[str | None]) -> frozenset[str]:
        """Return those names that are of the one whom it names."""
        named = self.named
        return frozenset(s for s in set(speakers) if named and s and is_same(s, named))


ASKED: Final = Asked()
"""A question that names nobody."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was measured of one passage for one query; shares are 0..1."""

    late: float
    session: float = 0.0
    lexical: float = 0.0
    dense: float = 0.0
    is_named: bool = False
    """Whether the one whom the query names said it."""
    traits: Traits = NONE
    feedback: float = 0.0
    """-1..1, how what was said of it leans."""
    worth: Worth = UNKNOWN
    within: float = 0.0
    exact: float = 0.0


def parts(asked: Asked, evidence: Evidence) -> Mapping[str, float]:
    """Return the parts of a passage's score by name, without those that are nothing."""
    weights, traits, worth = asked.recipe.weights, evidence.traits, evidence.worth
    weighed = {
        "late_interaction": weights.late * evidence.late,
        "session": weights.session * evidence.session,
        "speaker_named": weights.speaker * evidence.is_named,
        "time": weights.time * (asked.of_time and traits.tells_time),
        "names": weights.names * traits.names / MOST_NAMES,
        "asks": -weights.asks * traits.asks,
        "by_words": weights.lexical * evidence.lexical,
        "by_meaning": weights.dense * evidence.dense,
        "feedback": weights.feedback * evidence.feedback,
        "recency": weights.recency * worth.recency * (not asked.of_past),
        "importance": weights.importance * (worth.importance - MIDDLE) / MIDDLE,
        "confidence": -weights.confidence * (1 - worth.confidence),
        "task": weights.task * (worth.category in asked.categories),
        "contested": -weights.contested * worth.contested,
        "within": weights.within * evidence.within,
        "exact": weights.exact * evidence.exact,
    }
    return {name: part for name, part in weighed.items() if part or name == "late_interaction"}


def below(score: float, instead: float, most: float) -> float:
    """Return what to take off a score to put it just below another, 0 if it is, at most `most`."""
    return max(0.0, min(most, round(score - instead + _JUST, 6)))


def asks_for_time(query: str) -> bool:
    """Whether a query asks when, how long, or for a date."""
    return _OF_TIME.search(query) is not None

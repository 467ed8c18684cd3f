"""What a question looks for: whom it names, which numbers, which time, and what kind it is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muniment.domain.anchors.reading import Reading, read
from muniment.domain.anchors.stems import stem
from muniment.domain.anchors.tables import words
from muniment.domain.asking.numbers import KINDS, digits, held
from muniment.domain.asking.ranges import Range, asked_time
from muniment.domain.asking.understood import Question, Understood
from muniment.domain.grammar.dates import happened
from muniment.domain.ranking import asks_for_time
from muniment.domain.relevance import inner_names


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was read from a question."""

    question: Question = Question.NONE
    names: tuple[str, ...] = ()
    """Capitalised words inside it, without those that name the time."""
    marks: frozenset[str] = frozenset()
    """Identifiers, numbers and amounts, as `anchors.quantities` writes them, without times."""
    during: Range | None = None
    """The time it asks about."""
    of_time_alone: bool = False
    """Whether it says nothing else about what it looks for: "what did I tell you yesterday?"."""

    @property
    def of_time(self) -> bool:
        """Whether it asks when something was."""
        return self.question is Question.WHEN

    @property
    def understood(self) -> Understood:
        """What may be told and kept of it."""
        return Understood(
            self.question, self.since, self.until, self.of_time_alone, len(self.marks)
        )

    @property
    def since(self) -> datetime | None:
        """Where the time it asks about begins."""
        return None if self.during is None else self.during.since

    @property
    def until(self) -> datetime | None:
        """Where that ends; the moment itself is not of it."""
        return None if self.during is None else self.during.until


@dataclass(frozen=True, slots=True)
class Fit:
    """How far something fits what a question says: shares, 0..1."""

    within: float = 0.0
    """Whether it was said in the time that is asked about, or tells of it."""
    exact: float = 0.0
    """Which share of the question's identifiers and numbers it holds."""


NO_FIT: Final = Fit()


def analyse(question: str, now: datetime) -> Analysis:
    """Read a question that is asked at `now`, an aware time in the asker's zone."""
    asked = asked_time(question, now)
    rest = question if asked is None else f"{question[: asked.start]} {question[asked.end :]}"
    reading = read(rest[:_LONGEST])
    return Analysis(
        question=_kind(question, reading),
        names=tuple(inner_names(rest)),
        marks=frozenset(mark for mark in reading.marks(*KINDS) if _tells_apart(mark)),
        during=asked.range if asked else None,
        of_time_alone=asked is not None and not set(reading.content) - _OF_TALK,
    )


def fit(analysis: Analysis, text: str, said_at: datetime) -> Fit:
    """Return how something that was said at a time fits."""
    return Fit(within(analysis, text, said_at), _exact(analysis, text))


def within(analysis: Analysis, text: str, said_at: datetime) -> float:
    """Return 1 for what was said in the time that is asked about or tells of it, else 0."""
    if analysis.during is None:
        return 0.0
    if analysis.during.holds(said_at):
        return 1.0
    told = happened(text[:_LONGEST], said_at)
    return float(told is not None and analysis.during.holds(told))


def _exact(analysis: Analysis, text: str) -> float:
    if not analysis.marks:
        return 0.0
    return len(held(analysis.marks, text)) / len(analysis.marks)


_LONGEST: Final = 4_000
"""Characters that are looked at."""


def _tells_apart(mark: str) -> bool:
    """Whether a mark singles something out: "3" is in every other text, "4821" is not."""
    return len(digits(mark)) > 1 or mark.startswith("=i:")


_KINDS: Final[Mapping[str, Question]] = {
    "who": Question.WHO, "whom": Question.WHO, "whose": Question.WHO, "where": Question.WHERE,
    "why": Question.WHY, "how": Question.HOW, "what": Question.WHAT, "which": Question.WHAT,
}  # fmt: skip
_HOW_MANY: Final = re.compile(r"\bhow (?:many|much|often|old|far|tall|big|high)\b", re.IGNORECASE)
_WHETHER: Final = re.compile(
    r"\s*(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|am)\b", re.IGNORECASE
)
_WORD: Final = re.compile(r"[^\W\d_]+")


def _kind(question: str, reading: Reading) -> Question:
    if asks_for_time(question):
        return Question.WHEN
    if _HOW_MANY.search(question):
        return Question.HOW_MANY
    if not reading.asked and "?" not in question:
        first = _WORD.search(question)
        return _KINDS.get(first[0].lower(), Question.NONE) if first else Question.NONE
    asking = (_KINDS.get(word.lower()) for word in _WORD.findall(question[:_LONGEST]))
    found = next(filter(None, asking), None)
    if found is None and _WHETHER.match(question):
        return Question.WHETHER
    return found or Question.NONE


_OF_TALK: Final = frozenset(
    map(
        stem,
        words("""
            say said tell told talk talked speak spoke spoken discuss discussed mention mentioned
            ask asked write wrote remember recall happen happened do did done thing things anything
            something everything conversation conversations chat chats session sessions note notes
            memory memories day were was been did us me my back on around come came
        """),
    )
)
"""What every memory is about: that something was said, or happened."""

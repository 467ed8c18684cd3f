"""Questions on which ours fell short, with what would have answered and what was served instead.

They hold the data's own words, for the page alone: rows and figures have none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.recall.measures import Answers, Line, Measures
from evaluation.recall.model import Conversation, Question, Unit

INSTEAD = 5
"""Lines that are told of what was served."""


@dataclass(frozen=True, slots=True)
class Said:
    """A turn or a session by its id, and what it says."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Failure:
    """One question, what went wrong, and what came."""

    conversation: str
    question: str
    category: str
    text: str
    wrong: tuple[str, ...]
    evidence: tuple[Said, ...]
    """What answers it and was not served; empty where nothing answers it."""
    instead: tuple[Said, ...]
    """The first lines that were served."""
    rank: int | None = None
    """Where the first evidence that was not served stands among many lines, without a floor."""
    dropped: Mapping[str, int] = field(default_factory=dict, hash=False)
    """What was found and is not shown, counted by reason."""


def failure(
    conversation: Conversation, question: Question, given: Answers, values: Measures
) -> Failure | None:
    """Return what went wrong with what was served; `None` if nothing did."""
    wrong = tuple(_wrong(values))
    if not wrong or question.is_cold:
        return None
    shown = _names(conversation, question, given.served.lines)
    missed = question.evidence - shown
    ranked = given.ranked.lines
    places = (
        n for n, line in enumerate(ranked, 1) if _names(conversation, question, [line]) & missed
    )
    return Failure(
        conversation.name, question.id, question.category, question.text, wrong,
        tuple(_said(conversation, question, name) for name in sorted(missed)),
        tuple(
            Said(", ".join(line.sources), _words(conversation, line))
            for line in given.served.lines[:INSTEAD]
        ),
        next(places, None), given.served.dropped,
    )  # fmt: skip


def _wrong(values: Measures) -> list[str]:
    told = {
        "evidence is missing": values.get("served_recall", 1) < 1,
        "something is recalled where nothing answers": values.get("over_recall", 0) > 0,
        "what has changed comes first": values.get("stale_use", 0) > 0,
        "something forbidden is shown": values.get("forbidden", 0) > 0,
    }
    return [what for what, is_so in told.items() if is_so]


def _names(conversation: Conversation, question: Question, lines: Sequence[Line]) -> frozenset[str]:
    """Return what lines stand on: turns, or their sessions."""
    turns = frozenset(turn for line in lines for turn in line.sources)
    if question.unit is Unit.TURN:
        return turns
    known = conversation.by_id
    return frozenset(known[turn].session for turn in turns if turn in known)


def _said(conversation: Conversation, question: Question, name: str) -> Said:
    if question.unit is Unit.SESSION:
        return Said(name, "a session")
    return Said(name, conversation.by_id[name].text)


def _words(conversation: Conversation, line: Line) -> str:
    known = conversation.by_id
    return " / ".join(known[turn].text for turn in line.sources if turn in known)

"""What one answer is worth: pure functions of what was found and what should have been.

An answer is a list of lines, best first; a line stands on the turns that are its sources, so a
fact counts for each turn that says it. Where gold evidence names sessions, the places are the
sessions in the order in which lines first come from them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from evaluation.recall.model import Conversation, Question, Unit

EPISODE = "episode"
CUTS = (5, 10, 20)
"""The k of recall, precision and hit rate."""
BUDGET = 600
"""Tokens of the small context."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answer: what it stands on, and what it takes."""

    sources: tuple[str, ...]
    """Ids of turns. One that is no turn's is evidence of nothing."""
    tokens: int
    kind: str = EPISODE
    is_supported: bool = True
    """Whether what it says stands in its sources."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a condition gives for a question; `seconds` of the wall clock, `cpu` of the process."""

    lines: tuple[Line, ...] = ()
    text: str = ""
    tokens: int = 0
    seconds: float = 0.0
    cpu: float | None = 0.0
    """`None` where it is spent on another machine."""
    dropped: Mapping[str, int] = field(default_factory=dict, hash=False)
    """What was found and is not shown, counted by reason."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The three ways in which a question is put to a condition.

    `ranked`: far more than is needed, without floor or budget. `small`: within `BUDGET` tokens,
    without a floor. `served`: as the condition answers by default.
    """

    ranked: Answer
    small: Answer
    served: Answer


type Measures = Mapping[str, float]
"""Values by name; a measure that a question says nothing about is not there."""


def measured(conversation: Conversation, question: Question, given: Answers) -> Measures:
    """Return every measure that applies to the question."""
    of_turns = _Units(conversation, question.unit)
    served = given.served
    if question.is_cold:
        return {"cold_start": recall(of_turns.places(served.lines), question.evidence)}
    values: dict[str, float] = {"tokens": served.tokens, "milliseconds": 1000 * served.seconds}
    if served.cpu is not None:
        values["cpu_milliseconds"] = 1000 * served.cpu
    if question.is_answerable:
        values |= _of_ranks(of_turns.places(given.ranked.lines), question.evidence)
        episodes = [line for line in given.ranked.lines if line.kind == EPISODE]
        values["episode_recall@10"] = recall(of_turns.places(episodes)[:10], question.evidence)
        small = of_turns.places(given.small.lines)
        values["recall_in_600"] = recall(small, question.evidence)
        values["precision_in_600"] = precision(small, question.evidence)
        values |= _of_served(of_turns, served, question)
    else:
        values["over_recall"] = float(bool(served.lines))
    if question.stale:
        places = of_turns.places(served.lines)
        values["stale_use"] = float(uses_stale(places, question.evidence, question.stale))
        values["stale_shown"] = float(any(p & question.stale for p in places))
    if question.forbidden or question.forbidden_text:
        places = of_turns.places(served.lines)
        spoken = any(words in served.text for words in question.forbidden_text)
        values["forbidden"] = float(spoken or any(p & question.forbidden for p in places))
    if served.lines:
        values["unsupported"] = fmean(not line.is_supported for line in served.lines)
    return values


def _of_ranks(places: Sequence[frozenset[str]], evidence: frozenset[str]) -> dict[str, float]:
    values = {"reciprocal_rank": reciprocal_rank(places, evidence)}
    for k in CUTS:
        values[f"recall@{k}"] = recall(places[:k], evidence)
        values[f"precision@{k}"] = precision(places[:k], evidence)
        values[f"hit@{k}"] = float(bool(recall(places[:k], evidence)))
    return values


def _of_served(of_turns: "_Units", served: Answer, question: Question) -> dict[str, float]:
    places = of_turns.places(served.lines)
    share = recall(places, question.evidence)
    values = {"served_recall": share, "missing": float(share == 0)}
    if question.is_contradiction:
        values["contradiction_shown"] = float(share == 1)
    spent = sum(line.tokens for line in served.lines)
    if spent:
        useful = sum(line.tokens for line in served.lines if of_turns.of(line) & question.evidence)
        values["displaced"] = 1 - useful / spent
    return values


def recall(places: Sequence[frozenset[str]], evidence: frozenset[str]) -> float:
    """Return the share of the evidence that is in the places."""
    return len(evidence.intersection(*[frozenset().union(*places)])) / len(evidence)


def precision(places: Sequence[frozenset[str]], evidence: frozenset[str]) -> float:
    """Return the share of the places that hold evidence; 0 where there are none."""
    return fmean(bool(place & evidence) for place in places) if places else 0.0


def reciprocal_rank(places: Sequence[frozenset[str]], evidence: frozenset[str]) -> float:
    """Return 1 over the first place that holds evidence, counted from 1; 0 if none does."""
    ranks = (rank for rank, place in enumerate(places, 1) if place & evidence)
    return 1 / first if (first := next(ranks, 0)) else 0.0


def uses_stale(
    places: Sequence[frozenset[str]], evidence: frozenset[str], stale: frozenset[str]
) -> bool:
    """Whether who reads from the top meets what was replaced before what holds now."""
    current = next((n for n, place in enumerate(places) if place & evidence), len(places))
    return any(place & stale for place in places[:current])


@dataclass(frozen=True, slots=True)
class _Units:
    """Turns as they are, or as the sessions they belong to."""

    conversation: Conversation
    unit: Unit

    def of(self, line: Line) -> frozenset[str]:
        if self.unit is Unit.TURN:
            return frozenset(line.sources)
        known = self.conversation.by_id
        return frozenset(known[turn].session for turn in line.sources if turn in known)

    def places(self, lines: Sequence[Line]) -> list[frozenset[str]]:
        if self.unit is Unit.TURN:
            return [self.of(line) for line in lines]
        sessions = dict.fromkeys(session for line in lines for session in sorted(self.of(line)))
        return [frozenset({session}) for session in sessions]

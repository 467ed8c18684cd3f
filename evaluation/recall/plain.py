"""The plain conditions: nothing, everything, BM25 and the nearest vectors, over turns as they are.

They keep owners apart and know nothing of purposes, expiry, secrets or what has changed. Their
lines are rendered as the product's are, so that tokens compare.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter, process_time

import numpy as np

from evaluation.recall.bm25 import BM25
from evaluation.recall.conditions import BM25 as LEXICAL
from evaluation.recall.conditions import (
    FULL_HISTORY,
    NO_MEMORY,
    SERVED_LINES,
    SERVED_TOKENS,
    VECTORS,
    WIDE,
)
from evaluation.recall.measures import BUDGET, Answer, Answers, Line
from evaluation.recall.model import Question, Turn
from muniment.app.ports import Encoder
from muniment.domain.packing import frame_tokens
from muniment.domain.passages import passage
from muniment.domain.rendering import Line as Rendered
from muniment.domain.rendering import frame, render_line
from muniment.domain.tokens import tokens
from muniment.domain.vectors import unpack_vector

_FRAME = frame("0" * 8)  # a condition of no interest to who plants marks has one fence
_FRAME_TOKENS = frame_tokens(_FRAME)

type Owner = tuple[str, str]  # tenant and user


@dataclass(slots=True)
class _Told:
    """What one owner was told, in order, and its lines as they would be shown."""

    turns: list[Turn] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def add(self, turn: Turn) -> None:
        said = f"{turn.attribute}: {turn.text}" if turn.attribute else turn.text
        text = render_line(Rendered("episode", said, turn.speaker, turn.at, "said"))
        self.turns.append(turn)
        self.texts.append(text)
        self.lines.append(Line((turn.id,), tokens(text)))

    def answer(self, places: Iterable[int], budget: float, most: int | None = None) -> Answer:
        """Return the lines at the places, best first, as far as they fit."""
        spent, kept = _FRAME_TOKENS, list[int]()
        for place in places:
            cost = self.lines[place].tokens
            if spent + cost <= budget:
                kept.append(place)
                spent += cost
            if len(kept) == most:
                break
        said = "".join(self.texts[place] for place in kept)
        text = f"{_FRAME.beginning}{said}{_FRAME.end}" if kept else ""
        lines = tuple(self.lines[place] for place in kept)
        return Answer(lines, text, spent if kept else 0)


def _owner(of: Turn | Question) -> Owner:
    return of.tenant, of.owner


@dataclass(slots=True)
class Nothing:
    """An agent without memory."""

    name: str = NO_MEMORY

    def learn(self, turns: Sequence[Turn]) -> None:
        """See Condition."""

    def ask(self, question: Question, at: datetime) -> Answers:
        """See Condition."""
        del question, at
        return Answers(Answer(), Answer(), Answer())


@dataclass(slots=True)
class Everything:
    """An agent that is shown all that its user ever said; where that is too much, the end of it."""

    name: str = FULL_HISTORY
    _told: dict[Owner, _Told] = field(default_factory=dict)

    def learn(self, turns: Sequence[Turn]) -> None:
        """See Condition."""
        for turn in turns:
            self._told.setdefault(_owner(turn), _Told()).add(turn)

    def ask(self, question: Question, at: datetime) -> Answers:
        """See Condition; ranked, the latest comes first."""
        del at
        told = self._told.get(_owner(question), _Told())
        latest = range(len(told.lines) - 1, -1, -1)
        return Answers(
            told.answer(latest, float("inf"), WIDE),
            told.answer(latest, BUDGET),
            told.answer(range(len(told.lines)), float("inf")),
        )


type Rank = Callable[[str], list[int]]  # places, best first


@dataclass(slots=True)
class Ranked:
    """Turns in the order of one score, without a floor."""

    name: str
    prepare: Callable[[Sequence[Turn]], Rank]
    _told: dict[Owner, _Told] = field(default_factory=dict)
    _ranks: dict[Owner, Rank] = field(default_factory=dict)

    def learn(self, turns: Sequence[Turn]) -> None:
        """See Condition."""
        for turn in turns:
            self._told.setdefault(_owner(turn), _Told()).add(turn)
        self._ranks.clear()

    def ask(self, question: Question, at: datetime) -> Answers:
        """See Condition."""
        del at
        owner = _owner(question)
        told = self._told.get(owner, _Told())
        if owner not in self._ranks:
            self._ranks[owner] = self.prepare(told.turns)
        began, used = perf_counter(), process_time()
        ranked = self._ranks[owner](question.text)[:WIDE]
        seconds, cpu = perf_counter() - began, process_time() - used
        served = told.answer(ranked, SERVED_TOKENS, SERVED_LINES)
        return Answers(
            told.answer(ranked, float("inf")),
            told.answer(ranked, BUDGET),
            Answer(served.lines, served.text, served.tokens, seconds, cpu),
        )


def by_words() -> Ranked:
    """Return BM25 over each turn with its speaker and the turn before it."""
    return Ranked(LEXICAL, _lexical)


def _lexical(turns: Sequence[Turn]) -> Rank:
    if not turns:
        return lambda _: []
    texts, before = [], ""
    for number, turn in enumerate(turns):
        is_new = number == 0 or turns[number - 1].session != turn.session
        said = f"{turn.speaker}: {turn.text}"
        texts.append(said if is_new else f"{before}\n{said}")
        before = said
    search = BM25(texts)
    return lambda query: search.top(query, WIDE)


def by_vectors(encoder: Encoder) -> Ranked:
    """Return the turns whose vectors are nearest, encoded with speaker and date."""
    known: dict[str, list[float]] = {}

    def prepare(turns: Sequence[Turn]) -> Rank:
        if not turns:
            return lambda _: []
        texts = [passage(turn.speaker, turn.text, turn.at) for turn in turns]
        new = [text for text in dict.fromkeys(texts) if text not in known]
        for text, encoded in zip(new, encoder.passages(new), strict=True):
            known[text] = unpack_vector(encoded.vector)
        rows = np.array([known[text] for text in texts], np.float32)

        def rank(query: str) -> list[int]:
            cosines = rows @ np.asarray(encoder.query(query).vector, np.float32)
            order: list[int] = np.argsort(-cosines, kind="stable").tolist()
            return order

        return rank

    return Ranked(VECTORS, prepare)

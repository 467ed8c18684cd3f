"""Puts the questions of conversations to conditions, each when it is asked in the conversation."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Protocol

from evaluation.recall.conditions import OURS, Condition
from evaluation.recall.failures import Failure, failure
from evaluation.recall.measures import Answer, Measures, measured
from evaluation.recall.model import Conversation, Question, Turn, Unit
from evaluation.recall.plain import Everything, Nothing, by_vectors, by_words
from evaluation.recall.product import Ours, Told, without_parts
from muniment.app.extractor import Extractor
from muniment.app.ports import Encoder

PIECE = 100  # turns that are told at once, and the rest of their session
_SOON = timedelta(hours=1)  # after the last turn a question is asked that says not when


@dataclass(frozen=True, slots=True)
class Row:
    """What one condition reached on one question; without text."""

    conversation: str
    question: str
    category: str
    said_by: str
    """Whose words the evidence is: owner, other, assistant, several; none."""
    language: str
    told: int
    """Turns that the asker had told before."""
    condition: str
    values: Measures


class Watch(Protocol):
    """Is told how far a run is, from any thread."""

    def begin(self, conversation: Conversation) -> None:
        """Note that a conversation begins."""
        ...

    def told(self, turns: int) -> None:
        """Note that all conditions took in so many more turns."""
        ...

    def asked(self) -> None:
        """Note that all conditions answered one more question."""
        ...

    def end(self) -> None:
        """Note that a conversation is done."""
        ...


class Unwatched:
    """Implements Watch for runs that nobody looks at."""

    def begin(self, conversation: Conversation) -> None:
        """See Watch."""

    def told(self, turns: int) -> None:
        """See Watch."""

    def asked(self) -> None:
        """See Watch."""

    def end(self) -> None:
        """See Watch."""


type Make = Callable[[Conversation], AbstractContextManager[Sequence[Condition]]]
type Hear = Callable[[Row, Question, Answer, datetime], None]
"""Is given what a condition serves for a question, and when that was asked; from any thread."""


def conditions(encoder: Encoder, extractor: Extractor, *, parts: bool) -> Make:
    """Return what makes all conditions anew; `parts`: also ours without each of its parts."""

    @contextmanager
    def make(_: Conversation) -> Iterator[Sequence[Condition]]:
        with tempfile.TemporaryDirectory() as folder:
            told = Told(Path(folder), encoder, extractor)
            taken = tuple(without_parts(told)) if parts else ()
            try:
                yield (*plain(encoder), Ours(told), *taken)
            finally:
                told.memory.close()

    return make


def plain(encoder: Encoder) -> Sequence[Condition]:
    """Return what ours is held against."""
    return Nothing(), Everything(), by_words(), by_vectors(encoder)


@dataclass(frozen=True, slots=True)
class Run:
    """How conversations are run: with which conditions, and who is told of it."""

    make: Make
    watch: Watch = field(default_factory=Unwatched)
    hear: Hear | None = None
    at_once: int = 1
    """Conversations that are run at the same time."""
    failed: Callable[[Failure], None] | None = None
    """Is given each question on which ours falls short; from any thread."""

    def __call__(self, conversations: Iterable[Conversation]) -> Iterator[Row]:
        """Yield what each condition reached on each question, in the order of the conversations."""
        if self.at_once == 1:
            for conversation in conversations:
                yield from self._one(conversation)
        else:
            with ThreadPoolExecutor(self.at_once) as pool:
                for rows in pool.map(self._one, conversations):
                    yield from rows

    def _one(self, conversation: Conversation) -> list[Row]:
        self.watch.begin(conversation)
        with self.make(conversation) as ways:
            rows = [
                self._row(conversation, question, way, at)
                for question, at in self._in_order(conversation, ways)
                for way in ways
            ]
        self.watch.end()
        return rows

    def _in_order(
        self, conversation: Conversation, ways: Sequence[Condition]
    ) -> Iterator[tuple[Question, datetime]]:
        """Yield each question as soon as what comes before it was told, with its time."""
        told, turns = 0, conversation.turns
        for question in sorted(conversation.questions, key=conversation.known_to):
            known = conversation.known_to(question)
            for some in in_pieces(turns[told:known]):
                for way in ways:
                    way.learn(some)
                self.watch.told(len(some))
            told = max(told, known)
            last = max(turn.at for turn in turns[:known] or turns[:1])
            yield question, question.asked_at or last + _SOON
            self.watch.asked()

    def _row(
        self, conversation: Conversation, question: Question, way: Condition, at: datetime
    ) -> Row:
        given = way.ask(question, at)
        before = conversation.turns[: conversation.known_to(question)]
        row = Row(
            conversation.name, question.id, question.category, said_by(conversation, question),
            question.language,
            sum((turn.tenant, turn.owner) == (question.tenant, question.owner) for turn in before),
            way.name, measured(conversation, question, given),
        )  # fmt: skip
        if self.failed and way.name == OURS:
            short = failure(conversation, question, given, row.values)
            if short:
                self.failed(short)
        if self.hear:
            self.hear(row, question, given.served, at)
        return row


def in_pieces(turns: Sequence[Turn]) -> Iterator[Sequence[Turn]]:
    """Yield the turns in pieces of whole sessions, so that whoever waits sees how far it is."""
    piece: list[Turn] = []
    for _, session in groupby(turns, lambda turn: turn.session):
        piece += session
        if len(piece) >= PIECE:
            yield piece
            piece = []
    if piece:
        yield piece


def said_by(conversation: Conversation, question: Question) -> str:
    """Return whose words the evidence of a question is."""
    if question.unit is Unit.SESSION and question.evidence:
        return "several"
    speakers = {conversation.by_id[turn].said_by for turn in question.evidence}
    return speakers.pop() if len(speakers) == 1 else "several" if speakers else "none"

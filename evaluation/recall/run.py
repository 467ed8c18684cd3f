"""Puts the questions of conversations to conditions, each when it is asked in the conversation."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Protocol

from evaluation.recall.conditions import Condition
from evaluation.recall.measures import Measures, measured
from evaluation.recall.model import Conversation, Question, Unit
from evaluation.recall.plain import Everything, Nothing, by_vectors, by_words
from evaluation.recall.product import Ours, Told, without_parts
from muniment.app.extractor import Extractor
from muniment.app.ports import Encoder

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
    condition: str
    values: Measures


class Watch(Protocol):
    """Is told how far a run is."""

    def begin(self, conversation: Conversation) -> None:
        """Note that a conversation begins."""
        ...

    def told(self, turns: int) -> None:
        """Note that all conditions took in so many more turns."""
        ...

    def asked(self) -> None:
        """Note that all conditions answered one more question."""
        ...


class Unwatched:
    """Implements Watch for runs that nobody looks at."""

    def begin(self, conversation: Conversation) -> None:
        """See Watch."""

    def told(self, turns: int) -> None:
        """See Watch."""

    def asked(self) -> None:
        """See Watch."""


type Make = Callable[[], AbstractContextManager[Sequence[Condition]]]


def conditions(encoder: Encoder, extractor: Extractor, *, parts: bool) -> Make:
    """Return what makes all conditions anew; `parts`: also ours without each of its parts."""

    @contextmanager
    def make() -> Iterator[Sequence[Condition]]:
        with tempfile.TemporaryDirectory() as folder:
            told = Told(Path(folder), encoder, extractor)
            plain = (Nothing(), Everything(), by_words(), by_vectors(encoder))
            taken = tuple(without_parts(told)) if parts else ()
            try:
                yield (*plain, Ours(told), *taken)
            finally:
                told.memory.close()

    return make


def run(
    conversations: Iterable[Conversation], make: Make, watch: Watch | None = None
) -> Iterator[Row]:
    """Yield what each condition reached on each question, in the order in which they are asked."""
    watch = watch or Unwatched()
    for conversation in conversations:
        watch.begin(conversation)
        with make() as ways:
            yield from _questions(conversation, ways, watch)


def _questions(
    conversation: Conversation, ways: Sequence[Condition], watch: Watch
) -> Iterator[Row]:
    told, turns = 0, conversation.turns
    for question in sorted(conversation.questions, key=lambda q: _known(conversation, q)):
        known = _known(conversation, question)
        if known > told:
            for way in ways:
                way.learn(turns[told:known])
            watch.told(known - told)
            told = known
        last = max(turn.at for turn in turns[:known] or turns[:1])
        at = question.asked_at or last + _SOON
        for way in ways:
            values = measured(conversation, question, way.ask(question, at))
            yield Row(
                conversation.name, question.id, question.category,
                said_by(conversation, question), question.language, way.name, values,
            )  # fmt: skip
        watch.asked()


def _known(conversation: Conversation, question: Question) -> int:
    return len(conversation.turns) if question.known is None else question.known


def said_by(conversation: Conversation, question: Question) -> str:
    """Return whose words the evidence of a question is."""
    if question.unit is Unit.SESSION and question.evidence:
        return "several"
    speakers = {conversation.by_id[turn].said_by for turn in question.evidence}
    return speakers.pop() if len(speakers) == 1 else "several" if speakers else "none"

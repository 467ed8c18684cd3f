"""Rows of conversations that a gate is only checked on: questions with and without the name."""

import random
import re
from collections.abc import Iterator, Sequence

from evaluation.calibration.asking import Group, Progress, Row
from evaluation.calibration.messages import is_message
from evaluation.calibration.shelf import Query, Shelf
from evaluation.extraction.dialogues import Dialogue, Turn
from evaluation.recall.model import Conversation, Unit
from muniment.app.ports import Encoder

MOST_FOREIGN = 150
_SEED = 5


def checked(
    conversations: Sequence[Conversation], general: Sequence[Query], encoder: Encoder,
    tell: Progress,
) -> Iterator[Row]:  # fmt: skip
    """Yield what each conversation has for its own questions, the others', and general ones."""
    asked = {
        c.name: [q for q in c.questions if q.is_answerable and q.unit is Unit.TURN]
        for c in conversations
    }
    queries = {q.text: Query.of(q.text, encoder) for questions in asked.values() for q in questions}
    for conversation in conversations:
        tell(f"{conversation.name}, checked")
        shelf = Shelf(_dialogue(conversation), encoder)
        speakers = {turn.speaker for turn in conversation.turns}
        for number, question in enumerate(asked[conversation.name]):
            evidence = {
                shelf.places[turn.session, turn.position]
                for turn in map(conversation.by_id.__getitem__, question.evidence)
            }
            free = Query.of(_without_name(question.text, speakers, number % 2), encoder)
            for group, query in ((Group.NAMED, queries[question.text]), (Group.NAME_FREE, free)):
                found = shelf.ask(query)
                if found is not None:
                    hit = len(evidence & found.first) / len(evidence)
                    yield Row(conversation.name, group, hit, found.signals)
        foreign = [q.text for name, qs in asked.items() if name != conversation.name for q in qs]
        random.Random(_SEED).shuffle(foreign)  # noqa: S311 - reproducible, not secret
        others = [(Group.FOREIGN, queries[text]) for text in foreign[:MOST_FOREIGN]]
        of_general = (Group.GENERAL, Group.GENERAL_MESSAGE)
        others += [(of_general[is_message(query)], query) for query in general]
        for group, query in others:
            found = shelf.ask(query)
            if found is not None:
                yield Row(conversation.name, group, 1.0, found.signals)


def _dialogue(conversation: Conversation) -> Dialogue:
    turns = (
        Turn(turn.session, turn.position, turn.speaker, turn.text, turn.at, turn.speaker)
        for turn in conversation.turns
    )
    return Dialogue(conversation.name, tuple(turns))


def _without_name(text: str, speakers: set[str], form: int) -> str:
    """Return the question as one of "I" or of "the user"."""
    names = (name for name in sorted(speakers) if re.search(rf"\b{re.escape(name)}\b", text))
    named = next(names, None)
    if named is None:
        return text
    whose, who = (("my", "I"), ("the user's", "the user"))[form]
    text = re.sub(rf"\b{re.escape(named)}['’]s\b", whose, text)
    return re.sub(rf"\b{re.escape(named)}\b", who, text)

"""Messages as queries: what a user writes in the midst of a project, with the sessions it needs."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from evaluation.calibration.shelf import Query, Shelf
from evaluation.recall.model import Conversation, Unit
from muniment.app.ports import Encoder
from muniment.domain.ranking import LONG_QUERY

MESSAGE_SHARES = (1.0, 0.35, 0.12, 0.02, 0.0)
"""Of the sessions, that a memory consists of; at least one."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message, the number of the session that it is in, and those that it needs."""

    query: Query
    session: int
    needs: frozenset[int]


def messages(conversation: Conversation, shelf: Shelf, encoder: Encoder) -> Iterator[Message]:
    """Yield the messages that need earlier sessions, if they are as long as the recipe asks for."""
    for question in conversation.questions:
        if question.unit is not Unit.SESSION:
            continue
        query = Query.of(question.text, encoder)
        session = shelf.number(question.id.partition(":")[0])
        needs = frozenset(n for n in map(shelf.number, question.evidence) if n is not None)
        if session is not None and needs and is_message(query):
            yield Message(query, session, needs)


def is_message(query: Query) -> bool:
    """Whether the gate for messages is asked."""
    return len(query.encoded.weights) >= LONG_QUERY


def windows(message: Message, chance: random.Random) -> Iterator[tuple[int, int]]:
    """Yield the sessions of memories, from and to before: some before it, with one that it needs.

    Down to a single session: what is said to somebody new is asked of a memory that small.
    """
    last = max((needed for needed in message.needs if needed < message.session), default=None)
    if last is None:
        return
    for share in MESSAGE_SHARES:
        width = max(1, int(message.session * share))
        low = min(max(0, last - chance.randrange(width)), message.session - width)
        yield low, low + width

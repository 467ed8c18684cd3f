"""What memories are asked: what they hold, what another's holds, and what nobody's does.

What should be remembered of a turn, as the data set says it, is put as a query twice: as it
stands, and without its second half. A question names what it is about and leaves out what it asks
for, as a statement does that breaks off. Whole ones are nearly what was said, word for word.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from evaluation.calibration.messages import MESSAGE_SHARES, Message, is_message, windows
from evaluation.calibration.shelf import Query, Shelf
from evaluation.extraction.dialogues import Dialogue, Gold
from muniment.domain.relevance import Signals

STATEMENT_SHARES = (1.0, 0.35, 0.12)
"""Of the sessions, that a memory consists of: small ones have lower scores."""
MOST = 150
"""Statements of a dialogue."""
_SHORTEST, _LONGEST = 5, 40  # words
_SEED = 3


class Group(StrEnum):
    """What is asked."""

    OWN = "own"
    HALF = "own, half"
    FOREIGN = "another's"
    GENERAL = "general"
    MESSAGE = "own message"
    FOREIGN_MESSAGE = "another's message"
    GENERAL_MESSAGE = "general message"
    NAMED = "named"
    NAME_FREE = "name-free"


@dataclass(frozen=True, slots=True)
class Row:
    """One query to one memory. `hit`: 1 if what answers it is among what would be shown."""

    memory: str
    group: Group
    hit: float
    signals: Signals


type Progress = Callable[[str], None]


def statements(dialogue: Dialogue) -> list[Gold]:
    """Return what should be remembered, as many as are asked, the same every time."""
    fit = [g for g in dialogue.gold if _SHORTEST <= len(g.text.split()) <= _LONGEST]
    random.Random(_SEED).shuffle(fit)  # noqa: S311 - reproducible, not secret
    return fit[:MOST]


def half(text: str) -> str:
    """Return the first half of a statement, by words."""
    words = text.split()
    return " ".join(words[: (len(words) + 1) // 2])


@dataclass(frozen=True, slots=True)
class Asked:
    """A dialogue with its queries."""

    shelf: Shelf
    own: Sequence[tuple[Gold, Query, Query]]
    """What it says, as it stands and by half."""
    messages: Sequence[Message] = ()


def rows(dialogues: Sequence[Asked], general: Sequence[Query], tell: Progress) -> Iterator[Row]:
    """Yield what every memory, whole and in parts, has for every query."""
    for each in dialogues:
        rest = [other for other in dialogues if other is not each]
        others = [query for other in rest for _, *pair in other.own for query in pair]
        for share in STATEMENT_SHARES:
            tell(f"{each.shelf.name}, {share:.0%} of the sessions")
            yield from _of_memory(each, share, others, [q for q in general if not is_message(q)])
        sent = [message.query for other in rest for message in other.messages]
        yield from _of_messages(each, sent, [query for query in general if is_message(query)])


def _of_memory(
    asked: Asked, share: float, others: Sequence[Query], general: Sequence[Query]
) -> Iterator[Row]:
    shelf, chance = asked.shelf, random.Random(f"{_SEED} {share}")  # noqa: S311 - no secret
    last = int(shelf.sessions.max()) + 1
    width = max(1, int(last * share))
    for gold, whole, part in asked.own:
        place = shelf.places.get((gold.session, gold.number))
        if place is None:
            continue
        session = int(shelf.sessions[place])
        low = min(max(0, session - chance.randrange(width)), last - width)
        for group, query in ((Group.OWN, whole), (Group.HALF, part)):
            found = shelf.ask(query, low, low + width)
            if found is not None:
                shown = {shelf.sessions[n] for n in found.first}
                yield Row(shelf.name, group, float(session in shown), found.signals)
    for group, queries in ((Group.FOREIGN, others), (Group.GENERAL, general)):
        for query in queries:
            low = chance.randrange(last - width + 1)
            found = shelf.ask(query, low, low + width)
            if found is not None:
                yield Row(shelf.name, group, 1.0, found.signals)


def _of_messages(asked: Asked, foreign: Sequence[Query], general: Sequence[Query]) -> Iterator[Row]:
    shelf, chance = asked.shelf, random.Random(_SEED)  # noqa: S311 - no secret
    for message in asked.messages:
        for low, high in windows(message, chance):
            found = shelf.ask(message.query, low, high)
            if found is not None:
                shown = {int(shelf.sessions[n]) for n in found.first}
                hit = float(not message.needs.isdisjoint(shown))
                yield Row(shelf.name, Group.MESSAGE, hit, found.signals)
    last = int(shelf.sessions.max()) + 1
    for group, queries in ((Group.FOREIGN_MESSAGE, foreign), (Group.GENERAL_MESSAGE, general)):
        for query, share in product(queries, MESSAGE_SHARES):
            width = max(1, int(last * share))
            low = chance.randrange(last - width + 1)
            found = shelf.ask(query, low, low + width)
            if found is not None:
                yield Row(shelf.name, group, 1.0, found.signals)

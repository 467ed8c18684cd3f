"""Runs the extractor over a dialogue as the product does: turn by turn, with what it then knows."""

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from evaluation.extraction.dialogues import Dialogue, Turn
from muniment.app.extractor import Extractor, Surroundings
from muniment.app.turns import TURNS_BEFORE
from muniment.domain.events import Event, Role
from muniment.domain.records import Candidate, Effect, Fact, Kind, Status


@dataclass(frozen=True, slots=True)
class Extracted:
    """What came of one owner's turn."""

    turn: Turn
    found: tuple[Candidate, ...]

    @property
    def facts(self) -> list[Candidate]:
        """The facts that state something."""
        return [c for c in self.found if c.kind is Kind.FACT and c.effect is Effect.ASSERT]


def event(turn: Turn) -> Event:
    """Return the turn as the product knows it."""
    return Event(
        id=f"{turn.session}/{turn.number}", session=turn.session, order=f"{turn.number:06}",
        role=Role.USER if turn.owner else Role.ASSISTANT, text=turn.text, occurred_at=turn.at,
        received_at=turn.at, speaker=turn.speaker, by_owner=turn.owner is not None,
    )  # fmt: skip


class Reader(Protocol):
    """Reads a turn among those before it, as the product does in its steps."""

    @property
    def version(self) -> str:
        """What read it."""
        ...

    def read(self, event: Event, surroundings: Surroundings) -> list[Candidate]:
        """Return what is found in the turn, by itself and of what was said before it."""
        ...


@dataclass(frozen=True, slots=True)
class ExtractorReader:
    """Implements Reader with an extractor."""

    extractor: Extractor

    @property
    def version(self) -> str:
        """See Reader."""
        return self.extractor.version

    def read(self, event: Event, surroundings: Surroundings) -> list[Candidate]:
        """See Reader."""
        return [*self.extractor.extract(event), *self.extractor.resolve(event, surroundings)]


def extract(
    dialogue: Dialogue, reader: Reader, chosen: Collection[Turn] | None = None
) -> Iterator[Extracted]:
    """Extract every turn that has an owner, or those of them that are `chosen`."""
    known: dict[tuple[str, str, str], Fact] = {}
    before: deque[Event] = deque(maxlen=TURNS_BEFORE)
    for turn in dialogue.turns:
        if before and before[-1].session != turn.session:
            before.clear()
        if turn.owner is not None and (chosen is None or turn in chosen):
            mine = tuple(fact for (owner, *_), fact in known.items() if owner == turn.owner)
            found = reader.read(event(turn), Surroundings(tuple(before), mine))
            _learn(known, turn.owner, found)
            yield Extracted(turn, tuple(found))
        before.append(event(turn))


def _learn(
    known: dict[tuple[str, str, str], Fact], owner: str, candidates: list[Candidate]
) -> None:
    for candidate in candidates:
        if candidate.kind is not Kind.FACT or candidate.attribute is None:
            continue
        key = (owner, candidate.subject, candidate.attribute)
        known.pop(key, None)
        if candidate.effect is Effect.ASSERT:
            known[key] = Fact(
                id="/".join(key), status=Status.ACTIVE, revision=1, epoch=1,
                attribute=candidate.attribute, subject=candidate.subject, value=candidate.value,
            )  # fmt: skip

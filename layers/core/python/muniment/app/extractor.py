"""The port of extraction: what proposes candidates from an event, and what helps it decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from muniment.domain.events import Event
from muniment.domain.records import Candidate, Fact


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stood before the event: never the text of anything erased, nothing told after it."""

    before: tuple[Event, ...] = ()
    """Turns before it in the session, oldest first."""
    known: tuple[Fact, ...] = ()
    """The owner's facts, whose keys are to be reused."""


class SentenceGate(Protocol):
    """Says of the sentences of a passage how likely each is worth keeping."""

    @property
    def version(self) -> str:
        """Name and version of the weights."""
        ...

    def scores(self, passage: str, spans: Sequence[tuple[int, int]]) -> list[float]:
        """Return a share from 0 to 1 for each of `spans` in `passage`, the text that is encoded.

        Costs no pass of the encoder beyond the one that storing the passage needs.
        """
        ...


class Extractor(Protocol):
    """Proposes candidates from one event: facts the owner states, and the episodes.

    What an event says by itself hangs on nothing else. What it says of what was said before hangs
    on what is known of that, and is proposed anew when that changes.
    """

    @property
    def version(self) -> str:
        """Name and version, part of the pinned candidates' key."""
        ...

    def extract(self, event: Event) -> list[Candidate]:
        """Return what the event says by itself, in order of the spans, which lie in its text."""
        ...

    def refers_back(self, event: Event) -> bool:
        """Whether the event may correct or take back what was said before it."""
        ...

    def resolve(self, event: Event, surroundings: Surroundings) -> list[Candidate]:
        """Return what the event corrects and takes back of what was said before it, in order.

        A function of its arguments; nothing that `extract` returns is returned again.
        """
        ...

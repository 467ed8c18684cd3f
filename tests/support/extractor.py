"""An extractor of three plain rules, so that a test says in its turns what will be proposed."""

import re
from dataclasses import dataclass, field

from muniment.app.extractor import Surroundings
from muniment.domain.events import Event, Span
from muniment.domain.records import Candidate, Effect, Kind

_STATES = re.compile(r"[Mm]y ([\w ]+?) is ([\w-]+)")
_CLOSES = re.compile(r"[Ff]orget my ([\w ]+)")


@dataclass
class PlainExtractor:
    """Implements extractor.Extractor.

    "my A is V" states V under A, "forget my A" closes A, and every turn is one episode.
    `asked` are the ids of the events it was shown.
    """

    version: str = "plain/1"
    asked: list[str] = field(default_factory=list)

    def extract(self, event: Event) -> list[Candidate]:
        self.asked.append(event.id)
        stated = [
            Candidate(
                Kind.FACT, Span(event.id, *match.span()), match[0],
                attribute=match[1].replace(" ", "_"), value=match[2], family="plain",
            )
            for match in _STATES.finditer(event.text)
        ]  # fmt: skip
        closed = [
            Candidate(
                Kind.FACT, Span(event.id, *match.span()), match[0],
                attribute=match[1].replace(" ", "_"), effect=Effect.RETRACT, family="plain",
            )
            for match in _CLOSES.finditer(event.text)
        ]  # fmt: skip
        turn = Candidate(Kind.EPISODE, Span(event.id, 0, len(event.text)), event.text)
        return [turn, *stated, *closed]

    def refers_back(self, event: Event) -> bool:
        return False

    def resolve(self, event: Event, surroundings: Surroundings) -> list[Candidate]:
        return []

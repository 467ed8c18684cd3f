"""What extraction proposes for an event, whoever proposes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from muniment.app.extractor import Extractor, Surroundings
from muniment.app.stored import ModelReport
from muniment.domain.events import Event
from muniment.domain.records import Candidate
from muniment.domain.scope import Scope

MODEL_FAMILY = "model"
"""The family of what a model proposed, beside the names of the grammar's families."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The candidates of one event in order of their spans, and the version that proposed them."""

    candidates: tuple[Candidate, ...]
    version: str
    report: ModelReport | None = None


class Proposer(Protocol):
    """Proposes candidates for one event, or for several that follow one another in a session."""

    def companions(self, event: Event, following: Sequence[Event]) -> Sequence[Event]:
        """Return those of the turns after `event` that are worth proposing for along with it."""
        ...

    def propose(
        self, scope: Scope, events: Sequence[Event], surroundings: Surroundings
    ) -> Mapping[str, Proposal]:
        """Return a proposal for each event, by its id; `surroundings` are those of the first."""
        ...


@dataclass(frozen=True, slots=True)
class Alone:
    """Implements Proposer with an extractor, which gains nothing from company."""

    extractor: Extractor

    def companions(
        self,
        event: Event,  # noqa: ARG002
        following: Sequence[Event],  # noqa: ARG002
    ) -> Sequence[Event]:
        """See the port."""
        return ()

    def propose(
        self,
        scope: Scope,  # noqa: ARG002
        events: Sequence[Event],
        surroundings: Surroundings,  # noqa: ARG002
    ) -> Mapping[str, Proposal]:
        """See the port."""
        return {
            event.id: Proposal(tuple(self.extractor.extract(event)), self.extractor.version)
            for event in events
        }

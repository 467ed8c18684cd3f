"""A route of models (docs/models.md) under the same measures as the deterministic extractor."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from muniment.app.budget import Allowances, Limit, Spend
from muniment.app.extractor import Extractor, Surroundings
from muniment.app.model_extractor import ModelExtractor
from muniment.app.routes import Attempt
from muniment.bootstrap.models import routed
from muniment.domain.events import Event
from muniment.domain.identity import Digester
from muniment.domain.records import Candidate
from muniment.domain.scope import Scope

TENANT = "evaluation"


class Unlimited:
    """A budget that nobody uses up; implements app.budget.Budget."""

    def __init__(self, allowances: Allowances) -> None:
        """Ignore the document's allowances: here the sample bounds what is spent."""

    def reserve(self, scope: Scope, event: str, at: datetime, spend: Spend) -> Limit | None:
        """See the port."""

    def settle(self, scope: Scope, event: str, at: datetime, spend: Spend) -> None:
        """See the port."""


class OneKey:
    """Implements ports.Keys; nothing that it makes is kept."""

    def digester(self, tenant: str) -> Digester:
        """See the port."""
        return Digester(tenant.encode().ljust(32, b"."))


@dataclass(frozen=True, slots=True)
class RouteExtractor:
    """Implements Reader with a route of models, a turn at a time."""

    models: ModelExtractor
    met: list[Attempt]
    """Every call so far, and how it ended."""
    dropped: Counter[str] = field(default_factory=Counter)
    """What was stated and not taken, by the reason."""

    @classmethod
    def of(cls, path: Path, deterministic: Extractor) -> "RouteExtractor":
        """Read a document of routes. Raises ValueError if extraction has none in it."""
        document = path.read_text(encoding="utf-8")
        met: list[Attempt] = []
        found = routed(document, Unlimited, deterministic, OneKey(), _now, met=met.append)
        if found is None:
            raise ValueError(f"{path} has no route for the job extract")
        return cls(found, met)

    @property
    def version(self) -> str:
        """See Reader."""
        return self.models.version

    def read(self, event: Event, surroundings: Surroundings) -> list[Candidate]:
        """See Reader."""
        proposals = self.models.propose(_scope(), [event], surroundings)
        proposal = proposals[event.id]
        if proposal.report:
            self.dropped.update(proposal.report.dropped)
        return list(proposal.candidates)


def _now() -> datetime:
    return datetime.now(UTC)


def _scope() -> Scope:
    return Scope(TENANT, OneKey().digester(TENANT).owner("dialogue"))

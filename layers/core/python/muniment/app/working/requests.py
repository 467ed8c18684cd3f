"""What callers ask of working memory; light, so that the door can be read at a cold start."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo

from muniment.domain.access import ANYBODY, Caller
from muniment.domain.events import Role
from muniment.domain.filters import EVERYTHING, Filter
from muniment.domain.handling import Scalar
from muniment.domain.scheduling.budget import TokenBudget
from muniment.domain.scheduling.sections import DEFAULT_SHARES, Shares
from muniment.domain.working.results import LIFE, Json
from muniment.domain.working.session import Step
from muniment.domain.working.turns import Buffer


@dataclass(frozen=True, slots=True)
class NewRecentTurn:
    """A turn as it is delivered. Times are aware."""

    role: Role
    text: str
    id: str | None = None
    at: datetime | None = None
    speaker: str | None = None
    event: str | None = None


@dataclass(frozen=True, slots=True)
class NewCall:
    """A tool that was called, and has not answered."""

    id: str
    tool: str
    arguments: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewValidated:
    """An intermediate result that was checked."""

    name: str
    text: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SlotChange:
    """What replaces each slot; `None` leaves it as it is. Turns are added to those there are."""

    task: str | None = None
    plan: Sequence[Step] | None = None
    constraints: Sequence[str] | None = None
    turns: Sequence[NewRecentTurn] = ()
    calls: Sequence[NewCall] | None = None
    variables: Sequence[tuple[str, Scalar]] | None = None
    results: Sequence[NewValidated] | None = None


@dataclass(frozen=True, slots=True)
class NewState:
    """What a writer says of a session; `None` leaves what is there, or the default."""

    slots: SlotChange
    life: timedelta | None = None
    buffer: Buffer | None = None


@dataclass(frozen=True, slots=True)
class NewToolResult:
    """What a tool answered."""

    tool: str
    content: Json
    fields: tuple[str, ...] = ()
    """Paths of what a prompt shows, see domain.working.results."""
    id: str | None = None
    call: str | None = None
    """Id of the unresolved call that it answers."""
    life: timedelta = LIFE
    """How long the full one is kept."""


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """What the section is for, and what it may cost."""

    budget: TokenBudget
    system: str = ""
    query: str | None = None
    """What memory is asked; `None`: the user's last words, else the task."""
    shares: Shares = field(default_factory=lambda: DEFAULT_SHARES)
    k: int = 10
    floor: float = 0.5
    caller: Caller = ANYBODY
    wanted: Filter = EVERYTHING
    zone: tzinfo = UTC
    """In which what is asked counts its days."""

"""A session: explicit, typed and bounded slots of the task at hand; it expires, and is cleared."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from muniment.domain.events import chain_of
from muniment.domain.handling import UNRESTRICTED, Handling, Scalar
from muniment.domain.working.turns import DEFAULT_BUFFER, Buffer, Note, RecentTurn

DEFAULT_LIFE = timedelta(days=1)
"""How long a session is kept after its last write: a task that rests over night goes on."""
SHORTEST_LIFE = timedelta(minutes=1)
LONGEST_LIFE = timedelta(days=30)


class StepState(StrEnum):
    """How far a step of a plan is; part of the API."""

    OPEN = "open"
    ACTIVE = "active"
    DONE = "done"
    DROPPED = "dropped"


class Pinner(StrEnum):
    """Who pinned something: decided by the token, never by a field."""

    OWNER = "owner"
    AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the plan."""

    text: str
    state: StepState = StepState.OPEN


@dataclass(frozen=True, slots=True)
class Constraint:
    """What holds for every step of the task, and is never dropped from a prompt."""

    text: str
    at: datetime
    by: Pinner = Pinner.OWNER


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool whose result has not come."""

    id: str
    tool: str
    at: datetime
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class Validated:
    """An intermediate result that was checked, with what it was checked against."""

    name: str
    text: str
    at: datetime
    sources: tuple[str, ...] = ()
    """Ids of turns, events or tool results."""


@dataclass(frozen=True, slots=True)
class Slots:
    """What a session holds; every slot is bounded by its field at the door."""

    task: str = ""
    plan: tuple[Step, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    turns: tuple[RecentTurn, ...] = ()
    """Oldest first, as many as the buffer keeps."""
    notes: tuple[Note, ...] = ()
    """What is left of turns that the buffer has let go; oldest first."""
    calls: tuple[ToolCall, ...] = ()
    variables: tuple[tuple[str, Scalar], ...] = ()
    results: tuple[Validated, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of UTF-8 of all texts."""
        return sum(len(text.encode(errors="replace")) for text in self.texts())

    def texts(self) -> Iterator[str]:
        """Yield every string, names and ids included."""
        yield self.task
        yield from (step.text for step in self.plan)
        yield from (constraint.text for constraint in self.constraints)
        for turn in self.turns:
            yield from (turn.id, turn.text, turn.speaker or "", turn.event or "")
        for note in self.notes:
            yield from (note.turn, note.text, note.speaker, note.event or "")
        for call in self.calls:
            yield from (call.id, call.tool, call.arguments)
        for name, value in self.variables:
            yield from (name, str(value))
        for result in self.results:
            yield from (result.name, result.text, *result.sources)


EMPTY = Slots()


def room_of(session: str, handling: Handling) -> str:
    """Return the name under which a session is kept: each compartment has names of its own.

    So that one agent, purpose or grant never meets another's.
    """
    return chain_of(session, handling, None)


@dataclass(frozen=True, slots=True)
class Session:
    """One task's working memory. `revision` counts its writes; a writer names the one it read."""

    id: str
    epoch: int
    revision: int
    created_at: datetime
    updated_at: datetime
    life: timedelta = DEFAULT_LIFE
    """How long it is kept after its last write."""
    handling: Handling = UNRESTRICTED
    buffer: Buffer = DEFAULT_BUFFER
    slots: Slots = field(default=EMPTY)
    completed: bool = False
    """Whether the task has ended: its slots are empty, and a late writer is told."""

    @property
    def room(self) -> str:
        """The name under which it is kept."""
        return room_of(self.id, self.handling)

    @property
    def expires_at(self) -> datetime:
        """From then on it is not read any more."""
        return self.updated_at + self.life

    def is_alive(self, now: datetime) -> bool:
        """Whether it has not expired."""
        return now < self.expires_at

    def finished(self, now: datetime) -> "Session":
        """Return what is left when the task has ended: no content."""
        return replace(
            self, slots=EMPTY, revision=self.revision + 1, updated_at=now, completed=True
        )

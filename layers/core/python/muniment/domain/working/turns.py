"""Recent turns, the notes that are left of those that went, and how a buffer lets them go."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from muniment.domain.events import Role


class NoteKind(StrEnum):
    """Why a sentence outlives its turn; part of the API."""

    CONSTRAINT = "constraint"
    DECISION = "decision"
    OPEN = "open"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class RecentTurn:
    """One turn of the task's conversation."""

    id: str
    role: Role
    text: str
    at: datetime
    speaker: str | None = None
    event: str | None = None
    """Id of the event that the same turn is, where it was recorded as one: an erasure of its words
    reaches the turn by it."""

    @property
    def label(self) -> str:
        """The name that a rendering shows for the speaker."""
        return self.speaker or self.role.value


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence of an earlier turn, word for word, with the turn it is from."""

    turn: str
    place: int
    """Of the sentence in its turn."""
    kind: NoteKind
    text: str
    at: datetime
    speaker: str
    tentative: bool = False
    """Whether it was said as a possibility: it stays one, and is never a decision."""
    event: str | None = None
    """Of the turn, where it was recorded as one."""


class Strategy(StrEnum):
    """How a buffer lets turns go; part of the API."""

    WINDOW = "window"
    TOKENS = "tokens"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Buffer:
    """A strategy with its measure: `turns` for window and summary, `tokens` for tokens."""

    strategy: Strategy = Strategy.WINDOW
    turns: int = 20
    tokens: int = 2000


DEFAULT_BUFFER = Buffer()

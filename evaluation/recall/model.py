"""Conversations with questions, whatever form they came in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

OWNER = "user"
TENANT = "evaluation"


class Role(StrEnum):
    """Who speaks, as the product takes it."""

    USER = "user"
    ASSISTANT = "assistant"


class Unit(StrEnum):
    """What a form's gold evidence names: turns, or only the sessions they are in."""

    TURN = "turn"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class Turn:
    """Something said, or stored outright: then it has an `attribute`. Times are aware.

    `id` is unique in its conversation and stable from run to run.
    """

    id: str
    session: str
    position: int
    role: Role
    speaker: str
    text: str
    at: datetime
    by_owner: bool = True
    owner: str = OWNER
    """Whose memory it goes into, by `tenant`."""
    tenant: str = TENANT
    purpose: str | None = None
    attribute: str | None = None
    """Of an explicit memory, whose value is the text."""
    expires_at: datetime | None = None

    @property
    def said_by(self) -> str:
        """Class of the source: the owner, somebody else, or an assistant."""
        if self.role is Role.ASSISTANT:
            return "assistant"
        return "owner" if self.by_owner else "other"


@dataclass(frozen=True, slots=True)
class Question:
    """A question, with what its answer has to stand on. All ids are those of `unit`s."""

    id: str
    text: str
    category: str
    evidence: frozenset[str]
    """Empty if nothing answers it: then nothing should be recalled."""
    unit: Unit = Unit.TURN
    known: int | None = None
    """How many of the conversation's turns were said before it; `None`: all."""
    asked_at: datetime | None = None
    """`None`: soon after the last of those turns."""
    stale: frozenset[str] = frozenset()
    """What said something else before it changed."""
    forbidden: frozenset[str] = frozenset()
    """What must not be recalled here: another's, expired, for another purpose."""
    forbidden_text: tuple[str, ...] = ()
    """Words that must not stand in the context."""
    is_contradiction: bool = False
    """Whether the evidence contradicts itself, so that all of it has to be shown."""
    answer: str | None = None
    language: str = "en"
    owner: str = OWNER
    tenant: str = TENANT
    purpose: str | None = None
    is_cold: bool = False
    """Asked to see how somebody fares who has just come; it counts for nothing else."""

    @property
    def is_answerable(self) -> bool:
        """Whether anything answers it."""
        return bool(self.evidence)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns in the order in which they were said, and questions about them."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    by_id: Mapping[str, Turn] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raise ValueError if ids are not unique, or a question names what there is not."""
        by_id = {turn.id: turn for turn in self.turns}
        if len(by_id) < len(self.turns):
            raise ValueError(f"{self.name}: two turns have one id")
        object.__setattr__(self, "by_id", by_id)
        sessions = {turn.session for turn in self.turns}
        for question in self.questions:
            units = by_id.keys() if question.unit is Unit.TURN else sessions
            named = question.evidence | question.stale | question.forbidden
            if not named <= units:
                raise ValueError(f"{self.name}: {question.id} names what was not said")

    def known_to(self, question: Question) -> int:
        """Return how many of the turns were said before a question."""
        return len(self.turns) if question.known is None else question.known

"""What the use cases of working memory answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from muniment.domain.scheduling.budget import TokenBudget
from muniment.domain.scheduling.sections import Filled
from muniment.domain.working.results import ToolResult
from muniment.domain.working.session import Session
from muniment.domain.working.turns import Note


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session as its writers and readers see it."""

    session: Session
    results: tuple[ToolResult, ...] = ()
    """Of tools; projections only."""
    summary: tuple[Note, ...] = ()
    """What a prompt shows of turns before those that it shows whole."""
    redacted: Mapping[str, int] = field(default_factory=dict)
    """Kinds of what was taken out before it was stored, and how often."""
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Cleared:
    """What the end of a session took away."""

    session: str
    slots: int
    """Strings that its slots held."""
    results: int


@dataclass(frozen=True, slots=True)
class ToolResultView:
    """A result as it was kept."""

    result: ToolResult
    redacted: Mapping[str, int] = field(default_factory=dict)
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class PromptView:
    """A prompt section, and what is not in it."""

    text: str
    tokens: int
    usable: int
    budget: TokenBudget
    parts: tuple[Filled, ...]
    constraints: int
    version: int
    """Of the session that it was made from."""
    recall_id: str | None
    """`None` where memory was not asked: nothing to ask it by, or no room for an answer."""
    dropped: Mapping[str, int]
    """What memory held back, by reason."""
    degraded: tuple[str, ...]

"""What a recall leaves behind: ids, numbers and names of versions; never text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from muniment.domain.as_of import NOW, AsOf
from muniment.domain.asking.understood import Understood
from muniment.domain.handling import UNRESTRICTED, Handling
from muniment.domain.scope import Reach

UTC = "UTC"


@dataclass(frozen=True, slots=True)
class TracedItem:
    """A record that a recall showed, with what its score was made of."""

    id: str
    score: float
    reasons: Mapping[str, float] = field(default_factory=dict)
    """The parts that add up to the score, and beside them what was measured."""
    reach: Reach = Reach.USER
    """Whose memory it is from."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much could come back, and of what."""

    k: int
    floor: float
    budget: int
    """Tokens of the rendered text."""
    filtered_by: tuple[str, ...] = ()
    """Names of the fields of the filter; what they had to be may be words of a memory."""


@dataclass(frozen=True, slots=True)
class RecallTrace:
    """How one recall came to its answer. Traces of an older shape have the defaults."""

    id: str
    at: datetime
    items: tuple[TracedItem, ...]
    tokens: int
    relevance: float
    degraded: tuple[str, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How many were not shown, by reason."""
    recipe: str = ""
    """Name and version of the recipe that ordered it."""
    encoder: str = ""
    """Name and version of the model that encoded it."""
    milliseconds: int = 0
    """From the question to the answer, without the writing of the trace."""
    missed_by: frozenset[str] = frozenset()
    """Callers who missed something in it, without naming it."""
    handling: Handling = UNRESTRICTED
    """For which purpose, under which grant and by which agent it was asked."""
    as_of: AsOf = NOW
    """Of when the answer was to be."""
    zone: str = UTC
    """In which its days were counted."""
    understood: Understood | None = None
    """None in traces of an older shape."""
    limits: Limits | None = None
    """None in traces of an older shape."""


class Standing(StrEnum):
    """Where a record stands that a recall showed; part of the API."""

    THERE = "there"
    CLOSED = "closed"
    """It holds no more, or has expired."""
    WITHHELD = "withheld"
    """It is there, and not for this caller, or for nobody at the moment."""
    GONE = "gone"
    """It was erased since."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A trace, and where each of its items stands by now."""

    trace: RecallTrace
    standing: Mapping[str, Standing]

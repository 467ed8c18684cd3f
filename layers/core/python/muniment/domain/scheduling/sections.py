"""The parts of a prompt section, in their order, and what each holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from muniment.domain.rendering import Line


class Part(StrEnum):
    """A part of the section, in the order in which they are rendered and filled."""

    TASK = "task"
    FACTS = "facts"
    EPISODES = "episodes"
    PROCEDURES = "procedures"
    TURNS = "turns"
    TOOL_RESULTS = "tool_results"


TITLES: Mapping[Part, str] = {
    Part.TASK: "The task",
    Part.FACTS: "Facts",
    Part.EPISODES: "Episodes",
    Part.PROCEDURES: "Procedures",
    Part.TURNS: "Recent turns",
    Part.TOOL_RESULTS: "Tool results",
}

type Shares = Mapping[Part, int]

DEFAULT_SHARES: Shares = {
    Part.TASK: 15,
    Part.FACTS: 20,
    Part.EPISODES: 15,
    Part.PROCEDURES: 10,
    Part.TURNS: 25,
    Part.TOOL_RESULTS: 15,
}
"""What each part is sure of, in hundredths of what is left beside the text that is never dropped.
What a part does not need goes to the others, in their order. Ours; a request may name others."""

CUTTABLE = frozenset((Part.EPISODES, Part.TURNS, Part.TOOL_RESULTS))
"""Parts in which a text may be cut. Half a fact, half a plan or half a procedure says something
else than the whole."""


class LeftOut(StrEnum):
    """Why something is not in the section; part of the API, beside the reasons of recall."""

    OVER_BUDGET = "over_budget"
    CUT = "cut"
    """It is there, up to its mark."""
    REPEATED = "repeated"
    """It is among the recent turns, word for word."""
    SUSPICIOUS = "suspicious"
    """It tries to instruct its reader; it is read by its id."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One line that may be in a part."""

    line: Line
    id: str = ""
    place: int = 0
    """Where it is shown among the pieces of its part, which are given best first."""
    row: str = ""
    """Pieces of one row are kept without gaps: once one of them does not fit, no later one of the
    row is taken. Empty: by itself."""


@dataclass(frozen=True, slots=True)
class Section:
    """All that a part could hold: the best first, which is the last to be dropped."""

    part: Part
    pieces: Sequence[Piece] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    """What is not even a piece, by reason."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What a part holds, in the order in which it is shown."""

    part: Part
    lines: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    tokens: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)

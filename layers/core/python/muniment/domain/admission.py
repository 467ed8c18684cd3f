"""How something came to be admitted; kept with it, because what was pinned and asked expires."""

from dataclasses import dataclass
from datetime import datetime

from muniment.domain.rulings import GatePassage


@dataclass(frozen=True, slots=True)
class Resolved:
    """The decision of a review that let something in."""

    review: str
    choice: str
    """approve or edit; of what was contested also reject: what held before was stated anew."""
    at: datetime
    by: str
    """owner or reviewer; the audit knows which one."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What gates objected to, and whose word let it in all the same. No text."""

    objections: tuple[GatePassage, ...] = ()
    resolved: Resolved | None = None


UNOPPOSED = Admission()
"""Of what no gate objected to, and of items from before objections were kept."""

"""What a family of attempts is: a row of the table in `families`."""

from dataclasses import dataclass

from muniment.domain.injection.markers import Marker
from muniment.domain.injection.notation import Rule


@dataclass(frozen=True, slots=True)
class Family:
    """One row. `owner` and `assistant` are the factors of their own words, in writing."""

    name: str
    about: str
    owner: float
    assistant: float
    rules: tuple[Rule, ...] = ()
    markers: tuple[Marker, ...] = ()
    examples: tuple[str, ...] = ()
    counterexamples: tuple[str, ...] = ()
    """Harmless wherever they come from."""
    owners: tuple[str, ...] = ()
    """Harmless as the owner's own words, and suspicious from outside."""

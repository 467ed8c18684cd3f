"""A row of a table of the grammar: a kind of statement, with examples that are its tests.

Confidence is a judgement in steps where a family is always kept: .95 where the owner asks for it,
.9 where the form allows one reading, .8 to .85 where a table decides, .75 where only the form of a
value speaks for it. Of what is told it is measured (`evaluation/extraction/calibration.py`). "I
think" takes a fifth. Anything from .6 on is kept (the policy's floor).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from muniment.domain.grammar.notation import pattern
from muniment.domain.handling import Category

HEDGED = 0.8
"""Factor for what the owner is not sure of."""
REMEMBERED = 0.95
"""Confidence of what the owner asked to remember."""

Example = tuple[str, str, str]
"""A sentence, the attribute, the value."""


@dataclass(frozen=True, slots=True)
class Family:
    """One row: a kind of statement.

    `shape` says where the value ends (see `values`); `accepts` has the last word on the value, or
    on the `object` in it if the pattern binds one.
    `owner_only`: not said of others.
    """

    name: str
    patterns: tuple[re.Pattern[str], ...]
    attribute: str
    confidence: float
    examples: tuple[Example, ...]
    counterexamples: tuple[str, ...]
    shape: str = ""
    accepts: Callable[[str], bool] = bool
    owner_only: bool = False
    of_one: bool = False
    """Said of one alone: "we're five" is no age."""
    whole: bool = False
    """Its name has the gist of the whole value, not of the object alone."""
    category: Category = Category.FACT


def patterns(*notations: str) -> tuple[re.Pattern[str], ...]:
    """Compile lines of the notation."""
    return tuple(pattern(notation) for notation in notations)

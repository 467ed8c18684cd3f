"""A row of a table of the grammar: a kind of statement, with examples that are its tests.

A row's confidence is a judgement in steps, what we expect before anything is read: .95 where the
owner asks for it, .9 where the form allows one reading and of what is told, .8 to .85 where a
table decides, .75 where only the form of a value speaks for it. What a statement gets is calibrated
from it and from facts that were read (`calibrated`). "I think" takes a fifth. Anything from .6 on
is kept (the policy's floor).

A row's floor is what the sentence gate must say of its sentence. Of told facts that were read .61
were worth keeping where it said less than .03, and .89 where it said .05 and more; of loose ones
.36 below .05 and .63 above. Facts are no more often right where it says much (.97 against .95), so
it does not enter the confidence.
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

JUDGED = 0.9
"""Of what is told, before anything is read: what a prototype reached on other dialogues."""
TOLD = 0.02
"""Floor of what is told. Below it lie 56 % of the sentences, and 13 % of those worth keeping."""
LOOSE = 0.025
"""Floor of the rows that are right but often not worth keeping; above it lies a third of the
sentences. Where there is no gate, what has this floor is not kept."""

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
    floor: float = 0.0
    """What the sentence gate must say of the sentence; 0: it is not asked."""


def patterns(*notations: str) -> tuple[re.Pattern[str], ...]:
    """Compile lines of the notation."""
    return tuple(pattern(notation) for notation in notations)

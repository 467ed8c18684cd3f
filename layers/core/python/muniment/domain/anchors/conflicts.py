"""In what two statements differ: the checks, in order, each a pure named function."""

from collections.abc import Callable
from typing import Final

from muniment.domain.anchors.form import exchanged, particle, template
from muniment.domain.anchors.people import name, person, question, relative
from muniment.domain.anchors.polarity import mood, negation, opposed, opposite, role, stage
from muniment.domain.anchors.reading import Reading
from muniment.domain.anchors.tables import words
from muniment.domain.anchors.values import date, identifier, quantity, time

type Check = Callable[[Reading, Reading], bool]


def conflict(a: Reading, b: Reading) -> str | None:
    """Return the name of the first anchor in which two statements differ, or `None`."""
    return next((check.__name__ for check in CHECKS if check(a, b)), None)


def same_words(a: Reading, b: Reading) -> bool:
    """Whether two statements are one, apart from spelling, notation, contractions and fillers."""
    return _said(a) == _said(b)


def shared_words(a: Reading, b: Reading) -> float:
    """Return the share of content words that two statements have in common: Dice, 0..1."""
    left, right = set(a.content), set(b.content)
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 1.0


_FILLERS: Final = words("""
    please btw oh hey well just really also so very the a an you know ok by way actually
""")


def _said(reading: Reading) -> tuple[str, ...]:
    return tuple(stem for stem in reading.stems if stem not in _FILLERS)


CHECKS: Final[tuple[Check, ...]] = (
    identifier, time, quantity, date, name, question, person, relative, negation, opposed,
    opposite, stage, mood, role, exchanged, particle, template,
)  # fmt: skip
"""Every check, in the order in which they are asked."""

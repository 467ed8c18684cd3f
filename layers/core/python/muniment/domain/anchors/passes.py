"""The form of the tables that turn quantities into marks: groups of passes over a text."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

type Mark = Callable[[re.Match[str]], str]
type Pass = tuple[str, Mark | str]

DIGIT: Final = "0"
ADDRESS: Final = "@"

_LETTERS: Final = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Group:
    """Passes in their order; they are tried on a text that has one of the words of `on`.

    `DIGIT` stands for any digit, `ADDRESS` for what can only be one.
    """

    on: frozenset[str]
    passes: tuple[tuple[re.Pattern[str], Mark | str], ...]

    @classmethod
    def of(cls, on: frozenset[str], *passes: Pass) -> "Group":
        """Return a group of patterns, without regard to case.

        They are ASCII: a dotless i would match an i and then be in no table.
        """
        flags = re.IGNORECASE | re.ASCII
        return cls(on, tuple((re.compile(pattern, flags), to) for pattern, to in passes))

    def __call__(self, text: str) -> str:
        """Return the text after the passes."""
        if self.on & _present(text):
            for pattern, replacement in self.passes:
                text = pattern.sub(replacement, text)
        return text


def _present(text: str) -> set[str]:
    present = set(_LETTERS.findall(text.lower()))
    if any(map(str.isdigit, text)):
        present.add(DIGIT)
    if "@" in text or "://" in text:
        present.add(ADDRESS)
    return present

"""The fence around rendered memory, by which it is known again when it is pasted into a turn.

What stands between the marks was recalled, not said: it is neither extracted nor kept a second
time. Rendering writes these marks; extraction looks for them. Each answer has a token of its own in
both marks, which nothing that was written before can hold. Older answers, without one, are known
again as well.
"""

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

FENCE_NAME = "muniment-memory"
ALPHABET = "bcdfghjklmnpqrstvwxz"
TOKEN_LENGTH = 6
"""Consonants, which make no word. No content can write a mark at all, so these 26 bits are for
readers who look for it less exactly than that; every letter more costs each answer twice."""

type NewToken = Callable[[], str]
"""Returns a token that nobody can guess: `TOKEN_LENGTH` of `ALPHABET`."""

_TOKEN = rf"(?:-(?P<token>[{ALPHABET}]{{{TOKEN_LENGTH}}}))?"
_OPEN = re.compile(rf"<{FENCE_NAME}{_TOKEN}(?=[\s>])", re.IGNORECASE)
_CLOSE = re.compile(rf"</{FENCE_NAME}{_TOKEN}>", re.IGNORECASE)
_MARGIN = frozenset(" \t>|*`")  # indentation, and the marks of a quotation or a list


@dataclass(frozen=True, slots=True)
class Fence:
    """The marks around one answer."""

    token: str

    @property
    def opening(self) -> str:
        """The mark before what is data."""
        return f"<{FENCE_NAME}-{self.token}>"

    @property
    def closing(self) -> str:
        """The mark behind it."""
        return f"</{FENCE_NAME}-{self.token}>"


def fenced(text: str) -> list[tuple[int, int]]:
    """Return the spans of `text` that lie inside a fence, marks included, in order.

    A fence ends with its own mark; with the next one of any token where its own is missing. One
    that is opened at the beginning of a line and never closed reaches to the end of the text, since
    a block that was cut off is still recalled memory. A mark in the middle of a line counts only if
    it is closed: there, somebody may just be writing about it.
    """
    spans: list[tuple[int, int]] = []
    position = 0
    ends = _Ends(text)
    while opening := _OPEN.search(text, position):
        end = ends.after(opening.end(), opening["token"])
        if end is None and _begins_line(text, opening.start()):
            end = len(text)
        if end is not None:
            spans.append((opening.start(), end))
        position = opening.end() if end is None else end
    return spans


def outside(text: str) -> list[tuple[int, int]]:
    """Return the spans of `text` outside every fence, in order, without empty ones."""
    spans: list[tuple[int, int]] = []
    position = 0
    for start, end in fenced(text):
        spans.append((position, start))
        position = end
    spans.append((position, len(text)))
    return [(start, end) for start, end in spans if start < end]


class _Ends:
    """Where closing marks end, by token; looked up, so that many openings stay cheap."""

    def __init__(self, text: str) -> None:
        self._all: list[int] = []
        self._of: dict[str, list[int]] = {}
        for match in _CLOSE.finditer(text):
            self._all.append(match.end())
            self._of.setdefault((match["token"] or "").lower(), []).append(match.end())

    def after(self, position: int, token: str | None) -> int | None:
        """Return the end of the first mark after `position`: of this token, else of any."""
        own = self._of.get((token or "").lower(), [])
        for ends in (own, self._all):
            if (place := bisect_left(ends, position)) < len(ends):
                return ends[place]
        return None


def _begins_line(text: str, position: int) -> bool:
    line = text.rfind("\n", 0, position) + 1
    return all(character in _MARGIN for character in text[line:position])

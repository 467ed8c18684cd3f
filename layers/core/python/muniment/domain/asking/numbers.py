"""Which of a question's numbers and identifiers a text holds.

To read a text takes five milliseconds for a thousand characters, and a number may stand in every
long one: so only what stands around the same digits is read.
"""

import re
from bisect import bisect_right
from collections.abc import Set
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from muniment.domain.anchors.reading import marks_of

KINDS: Final = ("i", "n", "q")
"""Of marks that are compared: identifiers, numbers and amounts, see `anchors.quantities`."""

AROUND: Final = 100
"""Characters on each side: a quantity is a phrase of some words ("one hundred and ...")."""
_RUN: Final = 60
"""Characters by which that grows, so that no word or address is cut."""
_PLACES: Final = 4
"""Of one mark that are read."""
_MOST: Final = 4_000
"""Characters that are read of one text, whatever is asked for."""

_APART: Final = re.compile(r"(?<=\d)[ ,.'\u2019-](?=\d)")  # 12,000 and 12 000
_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_BEFORE: Final = re.compile(r"[!-~]*\Z")
_AFTER: Final = re.compile(r"[!-~]*")


def held(marks: Set[str], text: str) -> frozenset[str]:
    """Return those of the marks that the text holds, whatever way they are written in it."""
    together = _APART.sub("", text).translate(_LOWER)
    near = {mark: key for mark in marks if (key := digits(mark)) in together}
    if not near:
        return frozenset()
    found: set[str] = set()
    left = _MOST
    for start, end in _around(text, together, set(near.values())):
        found |= marks_of(text[start : min(end, start + left)], *KINDS)
        left -= end - start
        if left <= 0:
            break
    return frozenset(found & near.keys())


def digits(mark: str) -> str:
    """Return the longest run of digits of a mark; of an address without any, all of it."""
    return max(re.findall(r"\d+", mark), key=len, default=mark.partition(":")[2])


def _around(text: str, together: str, keys: Set[str]) -> list[tuple[int, int]]:
    """Return the stretches of the text to be read, in order; none meets another."""
    gaps = [match.start() - before for before, match in enumerate(_APART.finditer(text))]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(
        _whole(text, place + bisect_right(gaps, place), len(key))
        for key in keys
        for place in _places(together, key)
    ):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _places(together: str, key: str) -> list[int]:
    """Return where a key stands, first where it is no part of a longer number."""
    found = [match.start() for match in re.finditer(re.escape(key), together)]

    def is_part(place: int) -> bool:
        beside = (
            together[max(0, place - 1) : place],
            together[place + len(key) : place + len(key) + 1],
        )
        return any(map(str.isdigit, beside))

    return sorted(found, key=is_part)[:_PLACES]


def _whole(text: str, place: int, length: int) -> tuple[int, int]:
    """Return the stretch around a place, with the words at its ends whole."""
    start, end = max(0, place - AROUND), min(len(text), place + 2 * length + AROUND)
    before = _BEFORE.search(text, max(0, start - _RUN), start)
    after = _AFTER.match(text, end, end + _RUN)
    return before.start() if before else start, after.end() if after else end

"""Finds in a text what somebody quotes from it, although they did not copy it to the letter.

Two texts are the same quotation if they are equal after this normalisation, and only then:
white space of any length is one space; typographic quotation marks and apostrophes are `"` and
`'`; dashes and hyphens of any length are `-`; an ellipsis is three full stops; case is folded;
invisible format characters are not there. Letters, digits and all other marks must agree.
"""

import unicodedata
from dataclasses import dataclass
from functools import cached_property

_MARKS = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032\u0060\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    "\u2026": "...",
}
_AROUND = " \"'"
"""What a quotation may have at its ends without being part of the text."""


def _folded(character: str) -> str:
    if character.isspace():
        return " "
    if unicodedata.category(character) == "Cf":
        return ""
    return _MARKS.get(character) or character.casefold()


@dataclass(frozen=True)
class Quotable:
    """A text in which quotations are looked for; normalised once."""

    text: str

    def locate(self, quote: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """Return the offsets of the first place within `start..end` that `quote` quotes.

        It is the words as a whole: neither end may lie within a word. `None` if there is none, or
        if the quotation has no letter and no digit.
        """
        end = len(self.text) if end is None else end
        wanted = _normalised(quote)[0].strip(_AROUND)
        if not any(character.isalnum() for character in wanted):
            return None
        normal, _ = self._form
        position = normal.find(wanted)
        while position >= 0:
            found = self._span(position, position + len(wanted))
            if found and start <= found[0] and found[1] <= end:
                return found
            position = normal.find(wanted, position + 1)
        return None

    def _span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the offsets of a piece of the normal form, if it ends between whole words."""
        normal, origins = self._form
        if start and _joined(normal[start - 1], normal[start]):
            return None
        if end < len(normal) and _joined(normal[end - 1], normal[end]):
            return None
        if start and origins[start - 1] == origins[start]:
            return None  # within what one character was folded to
        if end < len(normal) and origins[end] == origins[end - 1]:
            return None
        return origins[start], origins[end - 1] + 1

    @cached_property
    def _form(self) -> tuple[str, list[int]]:
        return _normalised(self.text)


def _normalised(text: str) -> tuple[str, list[int]]:
    """Return the normal form of `text`, and for each of its characters the place it comes from."""
    normal: list[str] = []
    origins: list[int] = []
    for place, character in enumerate(text):
        for folded in _folded(character):
            if folded == " " and normal and normal[-1] == " ":
                continue
            normal.append(folded)
            origins.append(place)
    return "".join(normal), origins


def _joined(left: str, right: str) -> bool:
    return left.isalnum() and right.isalnum()

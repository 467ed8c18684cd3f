"""A text as the rules read it: plain characters, and the values that have a name."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from muniment.adapters.detection.labels import Label, labels

_PLAIN = str.maketrans(
    {
        **{chr(dash): "-" for dash in (*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D)},
        **{chr(space): " " for space in (0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)},
    }
)
_DIGIT = re.compile(r"\d")
_UNIT = re.compile(r"\\u(?P<escaped>[0-9A-Fa-f]{4})|.", re.DOTALL)


@dataclass(frozen=True)
class Reading:
    """The plain text; where it is another than was given, also where each character stood."""

    text: str
    places: tuple[tuple[int, int], ...] | None = None

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The values that have a name."""
        return tuple(labels(self.text))

    @cached_property
    def lower(self) -> str:
        """The text in small letters: where to ask whether a word is there at all, not where."""
        return self.text.lower()

    @cached_property
    def digits(self) -> int:
        """How many digits the text has: without enough of them most numbers need no looking for."""
        return len(_DIGIT.findall(self.text))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return offsets of the text as it was given; what is invisible inside is included."""
        if self.places is None:
            return start, end
        return self.places[start][0], self.places[end - 1][1]


def read(text: str) -> Reading:
    """Read `text` with full-width forms plain, JSON's escapes undone and nothing invisible."""
    if text.isascii() and "\\u" not in text:
        return Reading(text)
    units = []
    for match in _UNIT.finditer(text):
        character = chr(int(match["escaped"], 16)) if match["escaped"] else match[0]
        if unicodedata.category(character) != "Cf":
            units.append((_plain(character), match.span()))
    return Reading("".join(unit for unit, _ in units), tuple(place for _, place in units))


def _plain(character: str) -> str:
    """Return one character for one."""
    if character.isascii():
        return character
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    if "\uff01" <= character <= "\uff5e":  # full-width forms of ASCII
        return chr(ord(character) - 0xFEE0)
    return character.translate(_PLAIN)

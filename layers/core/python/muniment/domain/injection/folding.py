"""Folding: one plain spelling for all the ways in which the same letters can be written.

Case, accents, compatibility forms (full-width, mathematical, ligatures), quotation marks and dashes
are folded, what is invisible is dropped, and each character that is left knows where it came from.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_QUOTES = dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f", '"') | (
    dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u00b4", "'")
)
_DASHES = dict.fromkeys(map(chr, (*range(0x2010, 0x2016), 0x2212)), "-")
_LETTERS = {
    "\u0142": "l",
    "\u0141": "l",
    "\u00f8": "o",
    "\u00d8": "o",
    "\u0111": "d",
    "\u0131": "i",
}
"""Letters with a stroke, which have no decomposition."""
_UNSEEN_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # fillers, joiners
_MATHEMATICAL = range(0x1D400, 0x1D800)
_ENCLOSED = range(0x2460, 0x2500)

_LATIN_FOR = str.maketrans(
    # Cyrillic and Greek letters that look like a Latin one, as folded (source: confusables.txt of
    # Unicode, the letters of everyday alphabets).
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u051b\u051d\u0501\u04bb\u0432"
    "\u043a\u043c\u043d\u0442\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0261",
    "aeopcyxijsqwdhbkmhtaeikvoptuxg",
)
_LEET = ("013457@$!|", "oieastasil"), ("013457@$!|", "oleastasli")
LEET_MARKS = frozenset(_LEET[0][0])
_LEET_READINGS = tuple(str.maketrans(marks, letters) for marks, letters in _LEET)

_PLAIN = _QUOTES | _DASHES | _LETTERS


class _Table(dict[int, str]):
    """A translation table that works each character out when it is first met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold(chr(code))
        return folded


def invisible(character: str) -> bool:
    """Whether a reader cannot see the character: format controls, fillers, variation selectors."""
    code = ord(character)
    return (
        character in _UNSEEN_LETTERS
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0000 <= code <= 0xE01EF
        or unicodedata.category(character) == "Cf"
    )


def _fold(character: str) -> str:
    if invisible(character):
        return ""
    if plain := _PLAIN.get(character):
        return plain
    parts = unicodedata.normalize("NFKD", character).casefold()
    return "".join(part for part in parts if unicodedata.category(part) != "Mn")


_TABLE = _Table()


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; `origins[i]` is the place of its character i, `None` if nothing moved."""

    text: str
    origins: Sequence[int] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a span of the folded text (not empty) stands in the text as it was."""
        if self.origins is None:
            return start, end
        return self.origins[start], self.origins[end - 1] + 1


def fold(text: str) -> Folded:
    """Fold a text. Linear; total."""
    if text.isascii():
        return Folded(text.lower())
    pieces = [_TABLE[ord(character)] for character in text]
    folded = "".join(pieces)
    if len(folded) == len(text) and all(map(len, pieces)):
        return Folded(folded)
    origins = [at for at, piece in enumerate(pieces) for _ in piece]
    return Folded(folded, origins)


def folded_word(word: str) -> str:
    """Return the folded form of an entry of the lexicon."""
    return fold(word).text


def disguised(text: str) -> bool:
    """Whether a text holds what nobody types: invisible or mathematical letters."""
    return not text.isascii() and any(
        ord(character) in _MATHEMATICAL or ord(character) in _ENCLOSED or invisible(character)
        for character in text
    )


def plain_spellings(word: str) -> tuple[str, ...]:
    """Return what a folded word may stand for: look-alike letters and "leet" digits replaced."""
    spellings = []
    latin = word if word.isascii() else word.translate(_LATIN_FOR)
    if latin != word and latin.isascii():
        spellings.append(latin)
    if latin.isascii() and not LEET_MARKS.isdisjoint(latin) and _has_letters(latin):
        spellings.extend(dict.fromkeys(latin.translate(table) for table in _LEET_READINGS))
    return tuple(spellings)


def _has_letters(word: str) -> bool:
    """Whether a third of a word is letters: "1gn0r3", not "2025a"."""
    return sum(map(str.isalpha, word)) * 3 >= len(word)

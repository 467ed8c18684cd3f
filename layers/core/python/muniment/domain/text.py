"""Pure helpers over text: a normal form for digests, sentences, and identifiers.

Every function is total (any `str`, lone surrogates and NUL included) and deterministic. Digests
are made of their results, so a change of `normalise` or `identifiers` needs a new
`NORMALISER`, which is stored beside each digest.
"""

import re
import unicodedata
from collections.abc import Iterable

NORMALISER = 1
"""Version of `normalise` and `identifiers`."""

_APOSTROPHES = re.compile("['\u2018\u2019\u201b\u02bc\u0060\u00b4]")
_FIXED_SPACE_GROUPS = re.compile("(?<=\\d)[\u00a0\u2009\u202f](?=\\d{3}(?!\\d))")
_COMMA_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_NO_DECIMAL = re.compile(r"(?<!\d)[.,]|[.,](?!\d)")
_KEPT_PUNCTUATION = frozenset("#%&@")  # "C#" is not "C", and 5 % is not 5


def normalise(text: str) -> str:
    """Return the form under which two texts count as the same words.

    Compatibility forms, case, white space, punctuation and invisible characters are folded, and
    thousands lose their separators: `"12,000"` and `"12000"` are the same, `"3.5"` and `"35"` are
    not. Idempotent. May be empty, for a text of punctuation only.
    """
    folded = _fold(text)
    if "," in folded:
        folded = _COMMA_GROUPS.sub(lambda match: match[0].replace(",", ""), folded)
    folded = _NO_DECIMAL.sub(" ", folded)
    # Character by character would take ten times as long: a text has few different ones.
    dropped = _DROPPED_ASCII if folded.isascii() else _dropped(set(folded))
    return " ".join(folded.translate(dropped).split())


def _fold(text: str) -> str:
    """Fold case, compatibility forms and apostrophes; drop what is invisible."""
    plain = text.replace("\u2019", "").replace("\u2018", "")  # most texts hold nothing else
    if plain.isascii():
        return plain.lower().replace("'", "").replace("`", "")
    text = _FIXED_SPACE_GROUPS.sub("", text)
    invisible = {ord(c): None for c in set(text) if unicodedata.category(c) == "Cf"}
    folded = unicodedata.normalize("NFKC", text.translate(invisible)).casefold()
    # Case folding can undo a composition, and composing can make a letter that folds again.
    folded = unicodedata.normalize("NFKC", folded).casefold()
    return unicodedata.normalize("NFKC", _APOSTROPHES.sub("", folded))


def _is_kept(character: str) -> bool:
    if character in _KEPT_PUNCTUATION:
        return True
    category = unicodedata.category(character)
    return category[0] not in "PZ" and category not in ("Cc", "Cs")


def _dropped(characters: Iterable[str]) -> dict[int, str]:
    """Return the table that makes spaces of those that are no part of a word."""
    return {ord(c): " " for c in characters if c not in ".," and not _is_kept(c)}


_DROPPED_ASCII = _dropped(map(chr, range(128)))
"""Of most texts, which need no table of their own."""


# --- sentences -------------------------------------------------------------------------------

_BOUNDARY = re.compile(
    r"""
    (?<! [.!?\u2026] ) (?P<stop> [.!?\u2026]++ )              # stops before white space
      ["'\u2019\u201d)\]*_]{0,3} (?= \s | \Z )
    | [\u3002\uff01\uff1f]+                                   # a full-width stop needs none
    | \r?\n                                                   # an end of a line, see _goes_on
    """,
    re.VERBOSE,
)
_ABBREVIATIONS = frozenset(
    ("dr", "mr", "mrs", "ms", "prof", "st", "mt", "vs", "eg", "ie", "e.g", "i.e", "nr", "approx")
)
_ENDS_ANYWAY = frozenset(("etc", "a.m", "p.m", "no", "inc", "ltd", "jr", "sr", "u.s", "u.k"))
_LAST_WORD = re.compile(r"[^\s(\"'\u201c]{1,12}\Z")
_LONGEST_WORD = 12
_STREET = re.compile(r"[A-Z][a-z]+\s[Ss]t\Z")  # "Main St." ends, "in St. Gallen" does not
_LONGEST_STREET = 40
_LINE_STOPS = ".!?:;,\u2026\u3002"


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences of `text`, trimmed, in order, none empty.

    Every character that is not white space lies in exactly one of them. A new line ends a
    sentence, unless the line was only wrapped: no stop before it and a small letter after it.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _BOUNDARY.finditer(text):
        if not _goes_on(text, match):
            _append_trimmed(spans, text, start, match.end())
            start = match.end()
    _append_trimmed(spans, text, start, len(text))
    return spans


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without the white space and NUL at its ends; empty at `start` if all is."""
    while start < end and _is_blank(text[end - 1]):
        end -= 1
    while start < end and _is_blank(text[start]):
        start += 1
    return start, end


def _is_blank(character: str) -> bool:
    return character.isspace() or character == "\0"


def _append_trimmed(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    start, end = trim(text, start, end)
    if start < end:
        spans.append((start, end))


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Whether the sentence goes on after what looks like its end."""
    if match["stop"] is None:
        return match[0].endswith("\n") and _wraps(text, match)
    if match["stop"] != ".":
        return False
    before = _LAST_WORD.search(text, max(0, match.start() - _LONGEST_WORD), match.start())
    word = before[0].lower() if before else ""
    following = text[match.end() : match.end() + 2].strip()
    if word in _ENDS_ANYWAY:  # "at 5 p.m. Then" ends, "at 5 p.m. on Friday" does not
        return bool(following) and (following[0].isdigit() or following[0].islower())
    if word == "st" and _STREET.search(
        text, max(0, match.start() - _LONGEST_STREET), match.start()
    ):
        return False
    initial = len(word) == 1 and word.isalpha() and word != "i"
    return initial or word in _ABBREVIATIONS


def _wraps(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 1) : match.start()]
    after = text[match.end() : match.end() + 1]
    return bool(before.strip()) and before not in _LINE_STOPS and after.islower()


# --- identifiers -----------------------------------------------------------------------------

_IDENTIFIER = re.compile(
    r"""
    (?<! \w )
    (?: \b [a-z]{2} \d{2} (?: \x20 [a-z0-9]{4} ){2,7} (?: \x20 [a-z0-9]{1,3} )? \b  # an IBAN
      | \+ \d+ (?: [\x20-] \d+ )*                           # a telephone number with its country
      | \w+ (?: [-\u2010-\u2015_./:@] \w+ )*                 # a word that may be joined by marks
    )
    """,
    re.VERBOSE,
)
_NO_DIGITS = re.compile(r"[^0-9]+")
_SHORTEST_IDENTIFIER = 4
_YEAR = re.compile(r"(?:19|20)\d\d")
_JOINTS = re.compile(r"[\s\-\u2010-\u2015_/:+]")


def identifiers(text: str) -> tuple[str, ...]:
    """Return the distinct tokens of `text` that hold a digit, in order of appearance.

    Case, compatibility forms and the marks that join a token are folded: `"Zebra-4471"` gives
    `"zebra4471"`, an IBAN or an international number in groups gives one token, `"12,000"` gives
    `"12000"`. What has fewer than four characters (`"34"`, `"3.5"`) or is a plain year identifies
    nothing, and is left out: a tombstone on it would refuse unrelated statements.
    """
    folded = _COMMA_GROUPS.sub(lambda match: match[0].replace(",", ""), _fold(text))
    tokens = (
        _JOINTS.sub("", match[0])
        for match in _IDENTIFIER.finditer(folded)
        if any(character.isdigit() for character in match[0])
    )
    return tuple(dict.fromkeys(token for token in tokens if _identifies(token)))


def digits(text: str) -> str:
    """Return the digits of `text` one after the other, as its identifiers have them.

    Those of an identifier stand together in it. A text that does not hold them does not name it,
    which is seen forty times as fast as by its identifiers.
    """
    folded = _fold(text)
    if folded.isascii():
        return _NO_DIGITS.sub("", folded)
    return "".join(filter(str.isdigit, folded))


def _identifies(token: str) -> bool:
    return len(token) >= _SHORTEST_IDENTIFIER and not _YEAR.fullmatch(token)

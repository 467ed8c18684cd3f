"""Encodings that carry text inside text. Each finder is linear and returns what it could decode.

What does not decode to readable text is no finding. Patterns are possessive (`++`) or bounded, and
nothing that may fail follows a long run, so nothing that is pasted makes them start over in it.
"""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from typing import Final

from muniment.domain.injection.folding import fold
from muniment.domain.injection.pieces import Piece

_READABLE = 0.9
"""Share of printable characters from which decoded bytes are taken for text."""
_SHORTEST: Final = 6
"""Decoded characters below which nothing can be said that matters."""


def _readable(raw: bytes) -> str:
    """Return bytes as text, or nothing if they are none."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        if not _looks_wide(raw):
            return ""
        text = raw.decode("utf-16-le", errors="replace")
    printable = sum(map(_shown, text))
    return text if len(text) >= _SHORTEST and printable >= _READABLE * len(text) else ""


def _looks_wide(raw: bytes) -> bool:
    return len(raw) % 2 == 0 and raw[1::2].count(0) * 2 > len(raw[1::2])


def _shown(character: str) -> bool:
    return character.isprintable() or character.isspace()


# --- whole texts, encoded ----------------------------------------------------------------------

_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,}+(?:\r?\n[A-Za-z0-9+/_-]{4,}+)*+={0,2}"
)
_BASE32 = re.compile(r"(?<![A-Z2-7=])[A-Z2-7]{24,}+={0,6}")
_HEX = re.compile(
    r"(?<![0-9a-fA-F])(?:0x)?"
    r"(?:(?:[0-9a-fA-F]{2}){8,}+|[0-9a-fA-F]{2}(?:[ :,-][0-9a-fA-F]{2}){7,}+)"
)
_BITS = re.compile(r"(?<![01])(?:[01]{8}[ ,]?){6,}+")
_CODES = re.compile(r"(?<![\d.])\d{2,3}(?:[ ,;]{1,2}\d{2,3}){7,}+")
_NOT_HEX = re.compile(r"[^0-9a-fA-F]")
_NEW_LINES = re.compile(r"[\r\n]+")


def base64_runs(text: str) -> list[Piece]:
    """Find base64, plain or URL-safe, padded or not, in one line or wrapped."""
    found = []
    for match in _BASE64.finditer(text):
        run = _NEW_LINES.sub("", match[0]).rstrip("=").replace("-", "+").replace("_", "/")
        run = run[: len(run) - (len(run) % 4 == 1)]
        decoded = _readable(base64.b64decode(run + "=" * (-len(run) % 4)))
        if decoded:
            found.append(Piece(match.start(), match.end(), decoded))
    return found


def base32_runs(text: str) -> list[Piece]:
    """Find base32."""
    found = []
    for match in _BASE32.finditer(text):
        run = match[0].rstrip("=")
        try:
            decoded = _readable(base64.b32decode(run + "=" * (-len(run) % 8)))
        except binascii.Error:
            continue
        if decoded:
            found.append(Piece(match.start(), match.end(), decoded))
    return found


def hex_runs(text: str) -> list[Piece]:
    """Find bytes in hexadecimal, together or with a separator."""
    found = []
    for match in _HEX.finditer(text):
        digits = _NOT_HEX.sub("", match[0].removeprefix("0x"))
        if decoded := _readable(bytes.fromhex(digits)):
            found.append(Piece(match.start(), match.end(), decoded))
    return found


def character_codes(text: str) -> list[Piece]:
    """Find characters as groups of eight bits or as decimal codes."""
    found = []
    for match in _BITS.finditer(text):
        bits = re.sub(r"[ ,]", "", match[0])
        raw = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
        if decoded := _readable(raw):
            found.append(Piece(match.start(), match.end(), decoded))
    for match in _CODES.finditer(text):
        codes = [int(code) for code in re.split(r"[ ,;]+", match[0])]
        if all(9 <= code < 256 for code in codes) and (decoded := _readable(bytes(codes))):
            found.append(Piece(match.start(), match.end(), decoded))
    return sorted(found, key=lambda piece: piece.start)


# --- characters that cannot be seen ------------------------------------------------------------

_TAGS = re.compile("(?<!\U0001f3f4)(?<![\U000e0020-\U000e007e])[\U000e0020-\U000e007e]{6,}+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{6,}+")


def tag_characters(text: str) -> list[Piece]:
    """Find ASCII in Unicode's invisible tag characters, unless they spell a flag."""
    if text.isascii():
        return []
    return [
        Piece(m.start(), m.end(), "".join(chr(ord(c) - 0xE0000) for c in m[0]))
        for m in _TAGS.finditer(text)
    ]


def variation_selectors(text: str) -> list[Piece]:
    """Find bytes in runs of variation selectors, 16 in one block and 240 in the other."""
    if text.isascii():
        return []
    found = []
    for match in _SELECTORS.finditer(text):
        codes = (ord(character) for character in match[0])
        raw = bytes(code - 0xFE00 if code < 0xE0000 else code - 0xE0100 + 16 for code in codes)
        if decoded := _readable(raw):
            found.append(Piece(match.start(), match.end(), decoded))
    return found


# --- characters escaped in their place ---------------------------------------------------------

_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([nrt/\"']))"
)
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})++")
_QUOTED = re.compile(r"(?:=[0-9A-F]{2})++|=\r?\n")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}


def escapes(text: str) -> list[Piece]:
    """Find the escapes of JSON and of programming languages."""
    if "\\" not in text:
        return []
    return list(_escapes(text))


def _escapes(text: str) -> Iterator[Piece]:
    for match in _ESCAPE.finditer(text):
        digits = match[1] or match[2] or match[3]
        if digits is None:
            yield Piece(match.start(), match.end(), _ESCAPED.get(match[4], match[4]))
        elif (code := int(digits, 16)) <= 0x10FFFF:
            character = chr(code)
            yield Piece(match.start(), match.end(), character, _needless(character))


def _needless(decoded: str) -> bool:
    """Whether a letter or digit was escaped that every format carries as it is."""
    return any(character.isascii() and character.isalnum() for character in decoded)


def percent(text: str) -> list[Piece]:
    """Find the percent-encoding of URLs; `+` is left alone."""
    return _bytes_in_place(_PERCENT, "%", text)


def quoted_printable(text: str) -> list[Piece]:
    """Find the quoted-printable encoding of mail."""
    if "=" not in text:
        return []
    return _bytes_in_place(_QUOTED, "=", text)


def _bytes_in_place(pattern: re.Pattern[str], mark: str, text: str) -> list[Piece]:
    if mark not in text:
        return []
    found = []
    for match in pattern.finditer(text):
        digits = match[0].replace(mark, "").strip()
        decoded = bytes.fromhex(digits).decode("utf-8", errors="replace")
        found.append(Piece(match.start(), match.end(), decoded, _needless(decoded)))
    return found


# --- letters moved or pulled apart -------------------------------------------------------------

_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:[ .\-_*|/,\u00b7]{1,3}+[^\W\d_](?![^\W_])){7,}+")
_GAP = re.compile(r"[ .\-_*|/,\u00b7]{2,}+")
_MARK = re.compile(r"[ .\-_*|/,\u00b7]")
_ANCHORS = (
    "ignore", "disregard", "previous", "instructions", "instruction", "system", "prompt",
    "password", "always", "recommend", "assistant", "approval", "policy", "refund", "rules",
    "forget", "conversation", "approve", "remember", "secret",
)  # fmt: skip
_ENOUGH = 2
_WORD = re.compile(r"[a-z]+")
_ROT13: Final = frozenset(codecs.encode(word, "rot13") for word in _ANCHORS)
_BACKWARDS: Final = frozenset(word[::-1] for word in _ANCHORS)


def spaced_letters(text: str) -> list[Piece]:
    """Find words whose letters were pulled apart: "i g n o r e", "i.g.n.o.r.e"."""
    found = []
    for match in _SPACED.finditer(text):
        words = (_MARK.sub("", word) for word in _words_apart(match[0]))
        found.append(Piece(match.start(), match.end(), " ".join(words)))
    return found


def _words_apart(run: str) -> list[str]:
    """Split pulled-apart letters into words where the gap is wider, or of another kind."""
    if _GAP.search(run):
        return _GAP.split(run)
    marks = set(_MARK.findall(run))
    return run.split(" ") if len(marks) == 2 and " " in marks else [run]


def rot13(text: str) -> list[Piece]:
    """Find ROT13 by two of the words that an instruction cannot do without."""
    lowered = fold(text).text
    if not _speaks(lowered, _ROT13):
        return []
    return [Piece(0, len(text), codecs.encode(text, "rot13"))]


def backwards(text: str) -> list[Piece]:
    """Find text written from its end, by two such words."""
    lowered = fold(text).text
    return [Piece(0, len(text), text[::-1])] if _speaks(lowered, _BACKWARDS) else []


def _speaks(lowered: str, anchors: frozenset[str]) -> bool:
    return len(anchors.intersection(_WORD.findall(lowered))) >= _ENOUGH

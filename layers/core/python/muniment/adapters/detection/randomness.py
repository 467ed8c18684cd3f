"""How random a string looks: what sets a generated secret apart from a name or a sentence."""

import math
import re
from collections import Counter

_HEXADECIMAL = re.compile(r"(?:0x)?[0-9a-fA-F]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def entropy(text: str) -> float:
    """Return Shannon's entropy in bits a character; 0 for an empty text."""
    length = len(text)
    return -sum(n / length * math.log2(n / length) for n in Counter(text).values())


def looks_random(text: str) -> bool:
    """Whether `text` looks generated; never for fewer than 8 characters.

    Both thresholds are lower than those for free text (4.5 and 3.0 in common scanners), because
    this is asked of values only to which a telling name was given. The entropy of a short string
    is bounded by its length: 16 different characters have 4 bits.
    """
    if len(text) < 8 or not any(character.isdigit() for character in text):
        return len(text) >= 20 and entropy(text) >= 4.0 and _mixes_case(text)
    if _HEXADECIMAL.fullmatch(text) or _UUID.fullmatch(text):
        return len(text) >= 16 and entropy(text) >= 2.5
    if text.isdigit():
        return False
    return entropy(text) >= min(3.0, math.log2(len(text)) * 0.8)


def _mixes_case(text: str) -> bool:
    inner = text[1:]
    return any(c.isupper() for c in inner) and any(c.islower() for c in inner)

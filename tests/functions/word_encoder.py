"""An encoder without a model: each word is a direction of its own, equal words are equal."""

import math
import re
import struct
from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_256

from muniment.app.ports import Encoded, EncodedQuery
from muniment.domain.vectors import pack_vector

_BITS = 128
_DIMENSIONS = 384


class WordEncoder:
    """Implements ports.Encoder."""

    model = "words.1"

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        return [_passage(text) for text in texts]

    def query(self, text: str) -> EncodedQuery:
        words = _words(text)
        states = b"".join(struct.pack(f"<{_BITS}f", *_signs(word)) for word in words)
        return EncodedQuery(tuple(_vector(text)), states, (1.0,) * len(words))


@lru_cache(maxsize=4096)  # generated logs say the same things thousands of times
def _passage(text: str) -> Encoded:
    return Encoded(pack_vector(_vector(text)), b"".join(_bits(word) for word in _words(text)))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower()) or ["?"]


def _bits(word: str) -> bytes:
    return shake_256(word.encode()).digest(_BITS // 8)


def _signs(word: str) -> list[float]:
    scale = 1 / math.sqrt(_BITS)
    return [
        scale if byte >> place & 1 else -scale for byte in _bits(word) for place in range(7, -1, -1)
    ]


def _vector(text: str) -> list[float]:
    total = [0.0] * _DIMENSIONS
    for word in _words(text):
        for place, byte in enumerate(shake_256(word.encode()).digest(_DIMENSIONS)):
            total[place] += byte - 127.5
    norm = math.sqrt(sum(x * x for x in total)) or 1.0
    return [x / norm for x in total]

"""An encoder without a model: bytes that depend on the text alone."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from muniment.adapters.encodings import DEFAULT_MODEL
from muniment.app.ports import Encoded, EncodedQuery
from muniment.domain.vectors import pack_vector, unpack_vector

_DIMENSIONS = 384
_STATE = 16  # bytes of one token


@dataclass
class HashEncoder:
    """Implements ports.Encoder. `asked` are the passages it was given, in order."""

    model: str = DEFAULT_MODEL
    asked: list[str] = field(default_factory=list)

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        self.asked += texts
        return [encoded(text) for text in texts]

    def query(self, text: str) -> EncodedQuery:
        vector = tuple(unpack_vector(encoded(text).vector))
        return EncodedQuery(vector, bytes(512), (1.0,))


class SpentEncoder:
    """An encoder that must not be asked."""

    model = DEFAULT_MODEL

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        raise AssertionError("nothing may be encoded here")

    def query(self, text: str) -> EncodedQuery:
        raise AssertionError("nothing may be encoded here")


def encoded(text: str) -> Encoded:
    """Return the encoding of a text: one state a word, so that each word can be looked for."""
    words = text.split() or [""]
    digest = hashlib.shake_256(text.encode()).digest(_DIMENSIONS)
    states = b"".join(hashlib.sha256(word.encode()).digest()[:_STATE] for word in words)
    return Encoded(pack_vector([(byte - 127.5) / 128 for byte in digest]), states)

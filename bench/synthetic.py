"""Documents that nobody wrote, for an index of a given size: many owners, each with topics.

Vectors lie around the topics of their owner and words are as unequally common as words are, so that
a search has to choose; both are the same in every run.
"""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from muniment.app.ports import IndexEntry
from muniment.domain.records import Kind
from muniment.domain.scope import Scope

TENANT = "bench-filler"
OWNED = 500
"""Documents of an owner: some weeks of talk."""
DIMENSIONS = 384
WORDS = 16
"""Terms of a document: an average turn with the one before it, stop words left out."""
_VOCABULARY = 20_000
_TOPICS = 12
_SPREAD = 0.09
"""Of each dimension around a topic's unit vector: two documents of a topic have a cosine of .24
to each other, about as two turns on one subject, mean taken off."""

type Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Owner:
    """One owner by number, with `documents` records."""

    number: int
    documents: int = OWNED

    @property
    def scope(self) -> Scope:
        """Where the records lie."""
        return Scope(TENANT, identifier("owner", self.number))

    def entries(self) -> list[IndexEntry]:
        """Return what the index is given of the owner."""
        chance = np.random.default_rng([7, self.number])
        packed = _packed(self._vectors(chance, self.documents))
        words = _words(chance, (self.documents, WORDS)).tolist()
        return [
            IndexEntry(
                id=f"e_{identifier('record', self.number, place)}",
                kind=Kind.EPISODE,
                epoch=0,
                version=1,
                terms=tuple(f"w{word}" for word in words[place]),
                vector=packed[place],
            )
            for place in range(self.documents)
        ]

    def question(self, number: int) -> tuple[tuple[float, ...], tuple[str, ...]]:
        """Return the vector and the terms of a question near one of the owner's topics."""
        chance = np.random.default_rng([8, self.number, number])
        terms = tuple(f"w{word}" for word in dict.fromkeys(_words(chance, (6,)).tolist()))
        return tuple(self._vectors(chance, 1)[0].tolist()), terms

    def _vectors(self, chance: np.random.Generator, count: int) -> Floats:
        # The topics are drawn apart, so that questions and documents share them.
        centres = np.random.default_rng([9, self.number]).normal(size=(_TOPICS, DIMENSIONS))
        centres /= np.linalg.norm(centres, axis=1, keepdims=True)
        drawn = centres[chance.integers(0, _TOPICS, count)]
        drawn = drawn + chance.normal(scale=_SPREAD, size=drawn.shape)
        return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True))


def owners(documents: int) -> Iterator[Owner]:
    """Yield owners who have so many documents together."""
    for number, start in enumerate(range(0, documents, OWNED)):
        yield Owner(number, min(OWNED, documents - start))


def identifier(*parts: str | int) -> str:
    """Return 26 characters of base32, as ids and handles of the product have."""
    digest = blake2b("/".join(map(str, parts)).encode(), digest_size=16).digest()
    return base64.b32encode(digest).decode().lower()[:26]


def _packed(vectors: Floats) -> list[bytes]:
    """Return what `domain.vectors.pack_vector` does, of many at once."""
    scales = np.abs(vectors).max(axis=1, keepdims=True) / 127
    rows = np.rint(vectors / scales).astype(np.int8)
    return [a.tobytes() + b.tobytes() for a, b in zip(scales.astype("<f4"), rows, strict=True)]


def _words(chance: np.random.Generator, shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Return numbers of words: half of all are among the 140 most common of 20,000."""
    drawn = np.exp(chance.random(shape) * np.log(_VOCABULARY))
    return np.asarray(drawn, np.int64)

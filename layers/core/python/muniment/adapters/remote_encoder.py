"""Encoders that are services: vectors only, no token states, so recall ranks without them.

What is the same for all of them is here; the adapters beside it speak one protocol each.
"""

import math
from collections.abc import Sequence
from itertools import batched
from typing import Final, Protocol

from muniment.app.models import ModelError
from muniment.app.ports import Encoded, EncodedQuery, UnavailableError
from muniment.domain.pieces import pieces
from muniment.domain.text import trim
from muniment.domain.vectors import pack_vector

CHUNK_CHARACTERS: Final = 2000
"""Of one text for the service: the smallest window among the models (Cohere's on Bedrock takes
2,048 characters) bounds it, whatever extraction takes."""
MOST_CHUNKS: Final = 32
"""What of a text is encoded, as with the encoder inside the function."""
_NOTHING: Final = "."
"""Stands for a text of white space: services refuse an empty one."""

type Vector = Sequence[float]


class Embeddings(Protocol):
    """A service that turns texts into vectors of one length."""

    @property
    def model(self) -> str:
        """Name and version of the model, with its number of dimensions if that can be chosen."""
        ...

    @property
    def most(self) -> int:
        """Texts that one request takes."""
        ...

    def embed(self, texts: Sequence[str], *, query: bool) -> list[Vector]:
        """Return a vector for each text, in order; raises a ModelError."""
        ...


class RemoteEncoder:
    """Implements ports.Encoder on a service; deterministic as far as the service is."""

    def __init__(self, service: Embeddings) -> None:
        """Call nobody yet."""
        self._service = service

    @property
    def model(self) -> str:
        """See the port. Part of keys, so that no character of theirs is in it."""
        return self._service.model.replace("#", "-")

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        """See the port; raises UnavailableError("encoder") if the service does not answer."""
        chunks = [_chunks(text) for text in texts]
        vectors = iter(self._embed([chunk for each in chunks for chunk in each]))
        means = (_mean([next(vectors) for _ in each]) for each in chunks)
        return [Encoded(pack_vector(mean), b"") for mean in means]

    def query(self, text: str) -> EncodedQuery:
        """See the port; of a question longer than one chunk, its beginning."""
        (vector,) = self._embed(_chunks(text)[:1], query=True)
        return EncodedQuery(tuple(_unit(vector)), b"", ())

    def _embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        vectors: list[Vector] = []
        try:
            for batch in batched(texts, self._service.most, strict=False):
                answered = self._service.embed(batch, query=query)
                if len(answered) != len(batch):
                    raise UnavailableError("encoder")
                vectors += answered
        except ModelError as error:
            raise UnavailableError("encoder") from error
        return vectors


def _chunks(text: str) -> list[str]:
    """Return what of a text is sent: bounded pieces, in characters that UTF-8 can hold."""
    clean = text.replace("\0", " ").encode(errors="replace").decode()
    found = pieces(clean, *trim(clean, 0, len(clean)), CHUNK_CHARACTERS)
    return [clean[start:end] for start, end in found][:MOST_CHUNKS] or [_NOTHING]


def _mean(vectors: Sequence[Vector]) -> list[float]:
    if len(vectors) == 1:
        return _unit(vectors[0])
    units = [_unit(vector) for vector in vectors]
    return _unit([sum(column) / len(units) for column in zip(*units, strict=True)])


def _unit(vector: Vector) -> list[float]:
    norm = math.sqrt(math.fsum(x * x for x in vector)) or 1.0
    return [x / norm for x in vector]


def as_vectors(rows: object) -> list[Vector]:
    """Return what a service answered as vectors; raises UnavailableError if it is something else.

    Finite numbers only: one that is not would compare with everything as nothing.
    """
    match rows:
        case list() if all(_is_vector(row) for row in rows):
            return rows
        case _:
            raise UnavailableError("encoder")


def _is_vector(row: object) -> bool:
    return (
        isinstance(row, list)
        and bool(row)
        and all(isinstance(x, (int, float)) and math.isfinite(x) for x in row)
    )

"""Exact cosines of packed vectors with one query; numpy where it is, plain Python elsewhere."""

import math
from array import array
from collections.abc import Iterable, Sequence

from muniment.adapters.found import Found
from muniment.adapters.lexical import DIGITS

_SCALE_BYTES = 4  # domain.vectors: a float before the signed bytes; a cosine does not need it


def usable(packed: bytes, dimensions: int) -> bool:
    """Whether a packed vector has a direction and that many dimensions."""
    return len(packed) == _SCALE_BYTES + dimensions and any(packed[_SCALE_BYTES:])


def signed_bytes(packed: bytes) -> list[int]:
    """Return the vector's dimensions without their common scale."""
    return array("b", packed[_SCALE_BYTES:]).tolist()


def has_direction(query: Sequence[float]) -> bool:
    """Whether a query vector can be compared at all; an empty one means: no search by vector."""
    return any(query)


def cosines(query: Sequence[float], packed: Iterable[tuple[str, bytes]]) -> list[Found]:
    """Return id and cosine of every usable packed vector; none where the query has no direction.

    Each row is computed by itself: a cosine does not depend on which rows are beside it.
    """
    if not has_direction(query):
        return []
    fitting = [(id_, raw[_SCALE_BYTES:]) for id_, raw in packed if usable(raw, len(query))]
    if not fitting:
        return []
    norm = math.sqrt(sum(x * x for x in query))
    unit = [x / norm for x in query]
    values = _cosines(unit, [row for _, row in fitting])
    return [(id_, round(value, DIGITS)) for (id_, _), value in zip(fitting, values, strict=True)]


def _cosines(unit: list[float], rows: list[bytes]) -> list[float]:
    try:
        return _fast_cosines(unit, rows)
    except ImportError:
        return [_cosine(unit, row) for row in rows]


def _cosine(unit: list[float], row: bytes) -> float:
    values = array("b", row)
    dot = sum(x * y for x, y in zip(unit, values, strict=True))
    return dot / math.sqrt(sum(y * y for y in values))


def _fast_cosines(unit: list[float], rows: list[bytes]) -> list[float]:
    import numpy as np  # noqa: PLC0415 - 55 ms and 50 MB, which only functions that encode carry

    matrix = np.frombuffer(b"".join(rows), np.int8).reshape(len(rows), len(unit))
    values = matrix.astype(np.float32)
    # einsum, not a BLAS product: BLAS adds in an order that depends on the number of rows.
    dots = np.einsum("ij,j->i", values, np.asarray(unit, np.float32))
    norms = np.sqrt(np.einsum("ij,ij->i", values, values))
    return [float(cosine) for cosine in dots / norms]

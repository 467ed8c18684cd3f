"""Exact cosines of packed vectors with one query; numpy where it is, plain Python elsewhere."""

import math
from array import array
from collections.abc import Sequence

from muniment.adapters.found import Found
from muniment.adapters.lexical import DIGITS

_SCALE_BYTES = 4  # domain.vectors: a float before the signed bytes; a cosine does not need it


def packed_size(dimensions: int) -> int:
    """Return the bytes of a packed vector."""
    return _SCALE_BYTES + dimensions


def signed_bytes(packed: bytes) -> list[int]:
    """Return the vector's dimensions without their common scale."""
    return array("b", packed[_SCALE_BYTES:]).tolist()


def has_direction(query: Sequence[float]) -> bool:
    """Whether a query vector can be compared at all; an empty one means: no search by vector."""
    return any(query)


def is_usable(packed: bytes) -> bool:
    """Whether a packed vector can be compared at all."""
    return any(packed[_SCALE_BYTES:])


def cosines(query: Sequence[float], packed: Sequence[tuple[str, bytes]]) -> list[Found]:
    """Return id and cosine of each vector; all are usable and of the query's dimensions.

    Each is computed by itself: a cosine does not depend on which others are beside it.
    """
    if not packed:
        return []
    norm = math.sqrt(sum(x * x for x in query))
    unit = [x / norm for x in query]
    try:
        values = _fast_cosines(unit, [vector for _, vector in packed])
    except ImportError:
        values = [_cosine(unit, vector) for _, vector in packed]
    return [(id_, value) for (id_, _), value in zip(packed, values, strict=True)]


def _cosine(unit: list[float], packed: bytes) -> float:
    values = array("b", packed[_SCALE_BYTES:])
    dot = sum(x * y for x, y in zip(unit, values, strict=True))
    return round(dot / math.sqrt(sum(y * y for y in values)), DIGITS)


def _fast_cosines(unit: list[float], packed: list[bytes]) -> list[float]:
    import numpy as np  # noqa: PLC0415 - 55 ms and 50 MB, which only functions that encode carry

    rows = np.frombuffer(b"".join(packed), np.int8).reshape(len(packed), -1)
    values = rows[:, _SCALE_BYTES:].astype(np.float32)
    # einsum, not a BLAS product: BLAS adds in an order that depends on the number of rows.
    dots = np.einsum("ij,j->i", values, np.asarray(unit, np.float32))
    norms = np.sqrt(np.einsum("ij,ij->i", values, values))
    rounded: list[float] = np.round((dots / norms).astype(np.float64), DIGITS).tolist()
    return rounded

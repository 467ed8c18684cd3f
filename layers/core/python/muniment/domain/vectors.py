"""Vectors as they are stored: eight bits a dimension, so that a rebuild needs no encoder."""

import math
import struct
from array import array
from collections.abc import Sequence

_HEADER = struct.Struct("<f")


def pack_vector(vector: Sequence[float]) -> bytes:
    """Quantise a unit vector to one signed byte a dimension, after a little-endian scale."""
    peak = max((abs(x) for x in vector), default=0.0)
    scale = peak / 127 if peak else 1.0
    return _HEADER.pack(scale) + array("b", [round(x / scale) for x in vector]).tobytes()


def unpack_raw(packed: bytes) -> list[int]:
    """Return the bytes of a packed vector as numbers, without their scale: enough for a cosine."""
    return array("b", packed[_HEADER.size :]).tolist()


def unpack_vector(packed: bytes) -> list[float]:
    """Return the unit vector that `packed` holds; the quantisation error is below 1 %."""
    (scale,) = _HEADER.unpack_from(packed)
    values = [x * scale for x in array("b", packed[_HEADER.size :])]
    norm = math.sqrt(sum(x * x for x in values)) or 1.0
    return [x / norm for x in values]


def cosine(query: Sequence[float], packed: bytes) -> float:
    """Return the cosine of a unit query with a packed vector."""
    return sum(x * y for x, y in zip(query, unpack_vector(packed), strict=True))

"""Eight bits a dimension are enough."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.vectors import cosine, pack_vector, unpack_vector

SIGNS = st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=12)
RAW = SIGNS.map(lambda some: [x * (1 + n % 7) / 7 for n, x in enumerate(some * 384)][:384])
"""Any values, repeated at several sizes to 384 dimensions: so many at random are slow to draw."""


def unit(raw: list[float]) -> list[float] | None:
    norm = math.sqrt(sum(x * x for x in raw))
    return [x / norm for x in raw] if norm > 1e-3 else None


def noise(seed: int) -> list[float]:
    return [math.sin(seed + place * 12.9898) for place in range(384)]


@given(raw=RAW)
def test_the_direction_is_kept_within_a_hundredth(raw: list[float]) -> None:
    vector = unit(raw)
    if vector is None:
        return
    packed = pack_vector(vector)
    assert len(packed) == 4 + 384
    restored = unpack_vector(packed)
    assert math.isclose(math.hypot(*restored), 1.0, abs_tol=1e-6)
    spread = max(map(abs, vector)) * math.sqrt(384)
    error = math.hypot(*(x - y for x, y in zip(vector, restored, strict=True)))
    # Half a step a dimension: the flatter the vector, the smaller the steps.
    assert error <= spread * 0.5 / 127 * 1.01


@pytest.mark.parametrize("seed", range(5))
def test_vectors_like_those_of_the_encoder_lose_less_than_a_hundredth(seed: int) -> None:
    vector, query = unit(noise(seed)), unit(noise(seed + 99))
    assert vector is not None
    assert query is not None
    exact = sum(x * y for x, y in zip(query, vector, strict=True))
    assert abs(cosine(query, pack_vector(vector)) - exact) < 0.01
    assert abs(cosine(vector, pack_vector(vector)) - 1) < 0.001


def test_nothing_is_packed_and_unpacked_as_nothing() -> None:
    assert unpack_vector(pack_vector([0.0, 0.0])) == [0.0, 0.0]
    assert unpack_vector(pack_vector([])) == []


@given(raw=RAW)
def test_packing_is_deterministic(raw: list[float]) -> None:
    assert pack_vector(raw) == pack_vector(list(raw))

"""How sure a mean and a difference are: bootstrap intervals and a paired permutation test."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 2000
LEVEL = 0.95
_SEED = 5
_EXACT = 12  # differences up to which all 2^n signs are tried
_CHUNK = 256  # resamples drawn at once, which bounds the memory


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its percentile interval of 95 %; `count` values."""

    mean: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of paired differences; `p` says how often chance alone makes one as large."""

    mean: float
    low: float
    high: float
    p: float
    count: int


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of at least one value; values are resampled with replacement."""
    given = np.asarray(values, np.float64)
    low, high = _interval(given)
    return Mean(float(given.mean()), low, high, len(given))


def paired(ours: Sequence[float], other: Sequence[float]) -> Difference:
    """Compare what two conditions reached on the same questions; pairs are resampled."""
    differences = np.asarray(ours, np.float64) - np.asarray(other, np.float64)
    low, high = _interval(differences)
    return Difference(
        float(differences.mean()), low, high, _sign_flip(differences), len(differences)
    )


def holm(ps: Sequence[float]) -> list[float]:
    """Return p values adjusted for being tested together (Holm, 1979), in the given order."""
    order = sorted(range(len(ps)), key=ps.__getitem__)
    adjusted, worst = [1.0] * len(ps), 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, (len(ps) - rank) * ps[place]))
        adjusted[place] = worst
    return adjusted


type _Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def _interval(values: _Floats) -> tuple[float, float]:
    random = np.random.default_rng(_SEED)
    means = np.concatenate([
        values[random.integers(0, len(values), (_CHUNK, len(values)))].mean(axis=1)
        for _ in range(-(-RESAMPLES // _CHUNK))
    ])  # fmt: skip
    edge = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(means, [edge, 100 - edge])
    return float(low), float(high)


def _sign_flip(differences: _Floats) -> float:
    """Return the two-sided p of a sign-flip permutation test; pairs that are equal say nothing."""
    some = differences[differences != 0]
    if not len(some):
        return 1.0
    observed = abs(some.sum()) - 1e-12
    if len(some) <= _EXACT:
        codes = np.arange(2 ** len(some))[:, None] >> np.arange(len(some)) & 1
        return float(np.mean(np.abs((2 * codes - 1) @ some) >= observed))
    random = np.random.default_rng(_SEED)
    reached = sum(
        int(np.sum(np.abs((2 * random.integers(0, 2, (_CHUNK, len(some))) - 1) @ some) >= observed))
        for _ in range(-(-RESAMPLES // _CHUNK))
    )
    tried = _CHUNK * -(-RESAMPLES // _CHUNK)
    return (reached + 1) / (tried + 1)  # the observed signs are one of those possible

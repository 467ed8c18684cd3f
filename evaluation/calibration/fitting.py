"""From rows to a gate: a logistic regression, and a threshold that keeps what is right."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from evaluation.calibration.asking import Group, Row
from muniment.domain.relevance import MOST_UNKNOWN, Gate, Signals, weighed

type Doubles = npt.NDArray[np.float64]

LOST: Final = 0.075
"""Of the right hits of half statements, at the threshold. They are harder than questions: this
number and the next were chosen with LoCoMo's rates in view, of whose right hits 3 % are lost."""
LOST_MESSAGES: Final = 0.05
"""Of messages, which are what they are in use."""
GENERAL_WEIGHT: Final = 6.0
"""There are fewer general questions than statements, and they are to be told best."""
UNKNOWN: Final = -2.0
"""Of a name that no record holds. It is set by hand: statements have next to no names of strangers,
while nine in ten questions about somebody else's life have one."""
_RIDGE: Final = 1.0
_STEPS: Final = 50
_NORMAL: Final = 1.96  # 95 %


@dataclass(frozen=True, slots=True)
class Asking:
    """One kind of query: which groups tell right from wrong, and what its gate may weigh.

    `hard`: the group of right ones of which `lost` may be lost at the threshold.
    """

    right: tuple[Group, ...]
    foreign: Group
    general: Group
    hard: Group
    lost: float
    signs: tuple[str, ...]
    checked: tuple[Group, ...] = ()
    """Right ones of conversations that only check a gate."""

    def rows(self, rows: Sequence[Row]) -> list[Row]:
        """Return those of this kind."""
        groups = {*self.right, *self.checked, self.foreign, self.general}
        return [row for row in rows if row.group in groups]


QUESTIONS: Final = Asking(
    (Group.OWN, Group.HALF), Group.FOREIGN, Group.GENERAL, Group.HALF, LOST,
    ("absolute", "cosine", "lexical", "size", "pieces", "names"),
    checked=(Group.NAMED, Group.NAME_FREE),
)  # fmt: skip
MESSAGES: Final = Asking(
    (Group.MESSAGE,), Group.FOREIGN_MESSAGE, Group.GENERAL_MESSAGE, Group.MESSAGE, LOST_MESSAGES,
    (*QUESTIONS.signs, "unknown"),
)  # fmt: skip
"""They name strangers as people do, so what a name weighs that no record holds is fitted, too."""
_OF_VECTORS: Final = frozenset(("absolute", "cosine", "pieces"))


def _signs(signals: Signals) -> dict[str, float]:
    return {
        "absolute": signals.absolute, "cosine": signals.cosine, "lexical": signals.lexical,
        "size": log(max(1, signals.documents)), "pieces": log(max(1, signals.pieces)),
        "names": float(signals.names), "unknown": float(min(MOST_UNKNOWN, signals.unknown)),
    }  # fmt: skip


def fit(
    rows: Sequence[Row], encoder: str, asking: Asking = QUESTIONS, *, words_only: bool = False
) -> Gate:
    """Return the gate; one of words only holds for any encoder."""
    some = asking.rows(rows)
    used = [sign for sign in asking.signs if not words_only or sign not in _OF_VECTORS]
    given = [_signs(row.signals) for row in some]
    signs = np.array([[each[sign] for sign in used] for each in given])
    right = np.array([float(row.group in asking.right) for row in some])
    counts = np.array([GENERAL_WEIGHT if r.group is asking.general else r.hit for r in some])
    spread = signs.std(axis=0)
    scaled = np.where(spread > 0, (signs - signs.mean(axis=0)) / np.maximum(spread, 1e-9), 0.0)
    found = _regression(scaled, right, counts) / np.maximum(spread, 1e-9)
    weights = [round(float(x), 2) for x in np.where(spread > 0, found, 0.0)]
    weighs = {"unknown": UNKNOWN, **dict(zip(used, weights, strict=True))}
    sums = (weighs.get(sign, 0.0) for sign in MESSAGES.signs)
    absolute, cosine, lexical, size, pieces, names, unknown = sums
    gate = Gate(encoder, absolute, cosine, lexical, size, pieces, names, unknown, 0.0)
    return gate.at(round(threshold(some, gate, asking), 2))


def _regression(scaled: Doubles, right: Doubles, counts: Doubles) -> Doubles:
    """Return the weights of a ridge-penalised logistic regression, by Newton's method."""
    columns = np.hstack([scaled, np.ones((len(scaled), 1))])
    penalty = np.diag([*[_RIDGE] * scaled.shape[1], 1e-9])
    weights = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        sure = 1 / (1 + np.exp(-np.clip(columns @ weights, -60, 60)))
        slope = columns.T @ (counts * (sure - right)) + penalty @ weights
        curve = (columns * (counts * sure * (1 - sure))[:, None]).T @ columns + penalty
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    return np.asarray(weights[:-1], np.float64)


def threshold(rows: Sequence[Row], gate: Gate, asking: Asking = QUESTIONS) -> float:
    """Return the sum below which `lost` of the right hits of the hard group lie."""
    hard = [row for row in rows if row.group is asking.hard]
    given = sorted((weighed(row.signals, gate), row.hit) for row in hard)
    allowed = asking.lost * sum(hit for _, hit in given)
    for value, hit in given:
        allowed -= hit
        if allowed < 0:
            return value
    return given[-1][0]


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its interval of 95 %, and of how many it is."""

    share: float
    low: float
    high: float
    of: int


def rates(rows: Sequence[Row], gate: Gate) -> dict[str, Rate]:
    """Return by group how many right hits are lost, and how many of the others pass."""
    found: dict[str, Rate] = {}
    for group in dict.fromkeys(row.group for row in rows):
        some = [row for row in rows if row.group == group]
        is_lost = group in _ANSWERED
        stopped = [weighed(row.signals, gate) < gate.threshold for row in some]
        missed = sum(row.hit for row, out in zip(some, stopped, strict=True) if out == is_lost)
        found[str(group)] = wilson(missed, sum(row.hit for row in some), len(some))
    return found


_ANSWERED: Final = (*QUESTIONS.right, *QUESTIONS.checked, *MESSAGES.right)


def wilson(found: float, out_of: float, rows: int) -> Rate:
    """Return a share with Wilson's interval."""
    if not out_of:
        return Rate(0.0, 0.0, 1.0, rows)
    share, z2 = found / out_of, _NORMAL**2
    centre = (share + z2 / (2 * out_of)) / (1 + z2 / out_of)
    reach = _NORMAL * sqrt(share * (1 - share) / out_of + z2 / (4 * out_of**2)) / (1 + z2 / out_of)
    return Rate(share, max(0.0, centre - reach), min(1.0, centre + reach), rows)

"""Late interaction with neighbouring context: each token of the query finds its best match.

A turn of a conversation is often understood only beside the one before it. So a query's token may
be matched by a passage, at a discount by its neighbours, or anywhere in the session, before the
tokens are summed. No document frequencies: a score depends on the query and the passages alone.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from muniment.app.ports import EncodedQuery, Passage, Scored

type Floats = npt.NDArray[np.float32]

# All measured on five LoCoMo conversations (760 questions), none of them trained.
BEFORE: Final = (0.80, 0.75)
"""What a match in the turn before counts, and in the one before that."""
AFTER: Final = (0.75, 0.70)
SESSION: Final = 0.60
"""What a match anywhere among the session's ranked turns counts."""
SPEAKER_BONUS: Final = 0.15
"""For the turns of the one person whom the question names."""

DIMENSIONS: Final = 128
ROW_BYTES: Final = DIMENSIONS // 8
ENOUGH_TURNS: Final = 10
"""So many turns set the weights of the tokens and the scale of the scores alone; facts ranked
along are measured by them. Otherwise 200 facts cost the turns half a point of R@10."""
_DIGITS: Final = 6
"""Scores are rounded, so that equal passages tie whatever the order of summation was."""
_NOTHING: Final = 1e-4
"""Below it passages do not differ but by rounding: a single one, or copies of one."""


class LateInteractionRanker:
    """A `Ranker` over packed sign bits.

    A score is 0..1 and the bonus; only facts beside many turns can lie outside.
    """

    def rank(
        self, query: EncodedQuery, passages: Sequence[Passage], named: str | None
    ) -> list[Scored]:
        """Return every passage, best first, ties by id."""
        if not passages:
            return []
        ordered = sorted(passages, key=lambda passage: passage.id)
        matches = with_context(best_matches(query, ordered), ordered)
        measure = _measure(ordered)
        absolute = _absolute(matches, measure, np.array(query.weights, np.float32))
        scaled = _min_max(absolute, [absolute[i] for i in measure])
        bonuses = [SPEAKER_BONUS if named and p.speaker == named else 0.0 for p in ordered]
        scored = [
            Scored(passage.id, round(scaled[i] + bonuses[i], _DIGITS), absolute[i], bonuses[i])
            for i, passage in enumerate(ordered)
        ]
        return sorted(scored, key=lambda item: (-item.score, item.id))


def best_matches(query: EncodedQuery, passages: Sequence[Passage]) -> Floats:
    """Return [tokens of the query, passages]: cosine with the best token; 0 where there is none."""
    tokens = np.frombuffer(query.states, "<f4").reshape(-1, DIMENSIONS)
    matches = np.zeros((len(tokens), len(passages)), np.float32)
    filled = [i for i, passage in enumerate(passages) if passage.states]
    if not filled or not len(tokens):
        return matches
    packed = np.frombuffer(b"".join(passages[i].states for i in filled), np.uint8)
    signs = np.unpackbits(packed.reshape(-1, ROW_BYTES), axis=1).astype(np.float32) * 2 - 1
    rows = [len(passages[i].states) // ROW_BYTES for i in filled]
    starts = np.cumsum([0, *rows[:-1]])
    cosines = tokens @ signs.T / np.float32(np.sqrt(DIMENSIONS))
    matches[:, filled] = np.maximum.reduceat(cosines, starts, axis=1)
    return matches


def with_context(matches: Floats, passages: Sequence[Passage]) -> Floats:
    """Let every passage's tokens be matched by its neighbours and its session, at a discount."""
    result = matches.copy()
    for members in _sessions(passages):
        best = SESSION * matches[:, members].max(axis=1, keepdims=True)
        result[:, members] = np.maximum(result[:, members], best)
    places = {passage.id: i for i, passage in enumerate(passages)}
    for i, passage in enumerate(passages):
        for neighbour, discount in _neighbours(passage):
            place = places.get(neighbour)
            if place is not None:
                result[:, i] = np.maximum(result[:, i], discount * matches[:, place])
    return result


def _sessions(passages: Sequence[Passage]) -> Iterable[list[int]]:
    members: dict[str, list[int]] = {}
    for i, passage in enumerate(passages):
        if passage.session is not None:
            members.setdefault(passage.session, []).append(i)
    return members.values()


def _neighbours(passage: Passage) -> Iterable[tuple[str, float]]:
    yield from zip(passage.before, BEFORE, strict=False)
    yield from zip(passage.after, AFTER, strict=False)


def _measure(passages: Sequence[Passage]) -> list[int]:
    """Return the places of the passages that weights and scale are taken from."""
    turns = [i for i, passage in enumerate(passages) if passage.session is not None]
    return turns if len(turns) >= ENOUGH_TURNS else list(range(len(passages)))


def _absolute(matches: Floats, measure: Sequence[int], weights: Floats) -> list[float]:
    """Sum over the query's tokens; one that singles passages out weighs more."""
    if not len(weights):
        return [0.0] * matches.shape[1]
    measured = matches[:, measure]
    singling = weights * (measured.max(axis=1) - measured.mean(axis=1))
    total = float(singling.sum())
    shares = singling / total if total > _NOTHING else weights / weights.sum()
    return [round(float(x), _DIGITS) for x in shares @ matches]


def _min_max(values: Sequence[float], measure: Sequence[float]) -> list[float]:
    """Scale so that `measure` becomes 0..1; if it is all equal, what reaches it is 1, else 0."""
    low, high = min(measure), max(measure)
    if high <= low:
        return [float(value >= high) for value in values]
    return [(value - low) / (high - low) for value in values]

"""Late interaction with neighbouring context: each token of the query finds its best match.

A turn of a conversation is often understood only beside the one before it. So a query's token may
be matched by a passage, at a discount by its neighbours, or anywhere in the session, before the
tokens are summed. No document frequencies: a score depends on the query and the passages alone.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from muniment.adapters.cosine import cosines, has_direction, is_usable, packed_size
from muniment.app.ports import EncodedQuery, Passage, Scored
from muniment.domain.ranking import ASKED, Asked, Evidence, Surroundings, parts

type Floats = npt.NDArray[np.float32]

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
    """A `Ranker` over packed sign bits."""

    def rank(
        self, query: EncodedQuery, passages: Sequence[Passage], asked: Asked = ASKED
    ) -> list[Scored]:
        """Return every passage, best first, ties by id."""
        if not passages:
            return []
        ordered = sorted(passages, key=lambda passage: passage.id)
        matches = best_matches(query, ordered)
        sessions = _sessions(ordered)
        within = _with_context(matches, ordered, sessions, asked.recipe.surroundings)
        shares = _shares(within[:, _measure(ordered)], np.array(query.weights, np.float32))
        absolute = [round(float(x), _DIGITS) for x in shares @ within]
        shared = shares[:, np.newaxis] * matches
        held = _of_sessions(shared, sessions) if asked.recipe.weights.session else None
        evidence = _evidence(query, ordered, asked, absolute, held)
        scored = [
            _scored(passage, asked, found, whole)
            for passage, found, whole in zip(ordered, evidence, absolute, strict=True)
        ]
        return sorted(scored, key=lambda item: (-item.score, item.id))


def _scored(passage: Passage, asked: Asked, found: Evidence, absolute: float) -> Scored:
    why = parts(asked, found)
    return Scored(passage.id, round(sum(why.values()), _DIGITS), absolute, why)


def best_matches(query: EncodedQuery, passages: Sequence[Passage]) -> Floats:
    """Return [tokens of the query, passages]: cosine with the best token; 0 where there is none."""
    tokens = np.frombuffer(query.states, "<f4").reshape(-1, DIMENSIONS)
    matches = np.zeros((len(tokens), len(passages)), np.float32)
    filled = [i for i, passage in enumerate(passages) if passage.states]
    if not filled or not len(tokens):
        return matches
    packed = np.frombuffer(b"".join(passages[i].states for i in filled), np.uint8)
    bits = np.unpackbits(packed.reshape(-1, ROW_BYTES), axis=1).astype(np.float32)
    rows = [len(passages[i].states) // ROW_BYTES for i in filled]
    starts = np.cumsum([0, *rows[:-1]])
    # A sign is 2 * bit - 1; summed up so, the bits need not be made signs one by one.
    products = np.maximum.reduceat(tokens @ bits.T, starts, axis=1)
    signed = 2 * products - tokens.sum(axis=1, keepdims=True)
    matches[:, filled] = signed / np.float32(np.sqrt(DIMENSIONS))
    return matches


def with_context(
    matches: Floats, passages: Sequence[Passage], surroundings: Surroundings
) -> Floats:
    """Let every passage's tokens be matched by its neighbours and its session, at a discount."""
    return _with_context(matches, passages, _sessions(passages), surroundings)


def _with_context(
    matches: Floats, passages: Sequence[Passage], sessions: Sequence[list[int]],
    surroundings: Surroundings,
) -> Floats:  # fmt: skip
    result = matches.copy()
    for members in sessions:
        best = surroundings.session * matches[:, members].max(axis=1, keepdims=True)
        result[:, members] = np.maximum(result[:, members], best)
    for discount, pairs in _lending(passages, surroundings):
        if pairs:
            takers, lenders = np.array(pairs).T
            lent = np.float32(discount) * matches[:, lenders]
            result[:, takers] = np.maximum(result[:, takers], lent)
    return result


def _sessions(passages: Sequence[Passage]) -> list[list[int]]:
    members: dict[str, list[int]] = {}
    for i, passage in enumerate(passages):
        if passage.session is not None:
            members.setdefault(passage.session, []).append(i)
    return list(members.values())


def _lending(
    passages: Sequence[Passage], surroundings: Surroundings
) -> Iterator[tuple[float, list[tuple[int, int]]]]:
    """Yield a discount with the places of passages and of the neighbours that lend to them.

    A passage takes once at a time: from one distance on one side, or from the question it answers.
    """
    places = {passage.id: i for i, passage in enumerate(passages)}
    before = [passage.before for passage in passages]
    after = [passage.after for passage in passages]
    for sides, discounts in ((before, surroundings.before), (after, surroundings.after)):
        for step, discount in enumerate(discounts):
            near = [(i, side[step]) for i, side in enumerate(sides) if len(side) > step]
            yield discount, [(i, places[id_]) for i, id_ in near if id_ in places]
    previous = [(i, places[ids[0]]) for i, ids in enumerate(before) if ids and ids[0] in places]
    asked = [(i, place) for i, place in previous if passages[place].traits.ends_asking]
    yield surroundings.answering, asked


def _measure(passages: Sequence[Passage]) -> list[int]:
    """Return the places of the passages that weights and scale are taken from."""
    turns = [i for i, passage in enumerate(passages) if passage.session is not None]
    return turns if len(turns) >= ENOUGH_TURNS else list(range(len(passages)))


def _shares(measured: Floats, weights: Floats) -> Floats:
    """Return the shares of the query's tokens; one that singles passages out weighs more."""
    singling = weights * (measured.max(axis=1) - measured.mean(axis=1))
    total = float(singling.sum())
    if total > _NOTHING:
        return np.asarray(singling / total, np.float32)
    return np.asarray(weights / max(float(weights.sum()), _NOTHING), np.float32)


def _evidence(
    query: EncodedQuery, passages: Sequence[Passage], asked: Asked, late: Sequence[float],
    held: Sequence[float] | None,
) -> Iterator[Evidence]:  # fmt: skip
    """Yield what was measured of each passage; `late` and `held` are of the same passages.

    All but the words are scaled by the passages that measure the others; words have their own zero.
    """
    measure, nothing, weights = _measure(passages), [0.0] * len(passages), asked.recipe.weights
    named = asked.names(passage.speaker for passage in passages)
    late = _scaled(late, measure, asked.recipe.spread, equal=1.0)
    session = _scaled(held, measure) if held is not None else nothing
    dense = _scaled(_cosines(query, passages), measure) if weights.dense else nothing
    most = max(passage.lexical for passage in passages) or 1.0
    for i, passage in enumerate(passages):
        words = passage.lexical / most
        yield Evidence(
            late[i], session[i], words, dense[i], passage.speaker in named, passage.traits,
            passage.feedback, passage.worth, passage.within, passage.exact,
        )  # fmt: skip


def _of_sessions(shared: Floats, sessions: Sequence[list[int]]) -> list[float]:
    """Return how much of the query each passage's session holds; a fact is one of its own."""
    held = shared.sum(axis=0)
    for members in sessions:
        held[members] = shared[:, members].max(axis=1).sum()
    return [round(float(x), _DIGITS) for x in held]


def _cosines(query: EncodedQuery, passages: Sequence[Passage]) -> list[float]:
    """Return the cosine of each passage, 0 of one that has no vector to be compared."""
    size = packed_size(len(query.vector))
    packed = [
        (passage.id, passage.vector)
        for passage in passages
        if len(passage.vector) == size and is_usable(passage.vector)
    ]
    found = dict(cosines(query.vector, packed)) if has_direction(query.vector) else {}
    return [found.get(passage.id, 0.0) for passage in passages]


def _scaled(
    values: Sequence[float], measure: Sequence[int], spread: float = 0.0, equal: float = 0.0
) -> list[float]:
    """Scale so that the best of `measure` becomes 1, and the worst 0 if they spread so far.

    If they are all equal and need not spread, what reaches them is `equal`, and the rest 0.
    """
    low, high = min(values[i] for i in measure), max(values[i] for i in measure)
    low = min(low, high - spread)
    if high <= low:
        return [equal * (value >= high) for value in values]
    return [(value - low) / (high - low) for value in values]

"""The hits of a lexical and a vector search, united in one order for every adapter."""

from collections.abc import Iterable

from muniment.app.ports import Hit

type Found = tuple[str, float]
"""Id and score of one hit of one search."""


def best(found: Iterable[Found], pool: int) -> list[Found]:
    """Return the `pool` best, ties by id."""
    return sorted(found, key=lambda hit: (-hit[1], hit[0]))[: max(pool, 0)]


def unite(lexical: Iterable[Found], nearest: Iterable[Found]) -> tuple[Hit, ...]:
    """Return the hits by terms in their order, then those found by vector alone in theirs."""
    by_terms = dict(lexical)
    by_vector = dict(nearest)
    ids = [*by_terms, *(id_ for id_ in by_vector if id_ not in by_terms)]
    return tuple(Hit(id_, by_terms.get(id_, 0.0), by_vector.get(id_)) for id_ in ids)

"""Which of several memories' facts stands where they speak of the same thing."""

from collections.abc import Iterable, Mapping

from muniment.domain.records import Fact
from muniment.domain.scope import Reach

_NARROWEST_FIRST = tuple(Reach)


def standing(layers: Mapping[Reach, Iterable[Fact]]) -> dict[str, Reach]:
    """Return the ids of the facts that stand, each with the memory it is from.

    Of the facts of one subject and attribute the narrowest memory's stands: what a user says of
    it outranks the tenant's word, and that the system's. Where a wider memory has registered the
    attribute its own stands, of several that have it the widest's. Facts of one memory do not
    compete: what is private to an agent stands beside what all agents see.
    """
    ranked: dict[tuple[str, str | None], tuple[bool, int]] = {}
    for reach, facts in layers.items():
        for fact in facts:
            key = fact.subject, fact.attribute
            ranked[key] = max(ranked.get(key, _WEAKEST), _rank(reach, fact))
    return {
        fact.id: reach
        for reach, facts in layers.items()
        for fact in facts
        if _rank(reach, fact) == ranked[fact.subject, fact.attribute]
    }


_WEAKEST = (False, -len(_NARROWEST_FIRST))


def _rank(reach: Reach, fact: Fact) -> tuple[bool, int]:
    """Return what orders facts of the same thing; the higher stands."""
    width = _NARROWEST_FIRST.index(reach)
    is_registered = fact.handling.registered and reach is not Reach.USER
    return (True, width) if is_registered else (False, -width)

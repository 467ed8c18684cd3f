"""Which of several memories' facts stands where they speak of the same thing."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from muniment.domain.ends import has_ended
from muniment.domain.namespaces import Namespace, counterpart, namespace_of
from muniment.domain.records import Fact, Status
from muniment.domain.scope import Reach

_NARROWEST_FIRST = tuple(Reach)


def standing(layers: Mapping[Reach, Iterable[Fact]]) -> dict[str, Reach]:
    """Return the ids of the facts that stand, each with the memory it is from.

    Of the facts of one subject and attribute the narrowest memory's stands: what a user says of
    it outranks the tenant's word, and that the system's. Where a wider memory has registered the
    attribute its own stands, of several that have it the widest's. Facts of one memory do not
    compete: what is private to an agent stands beside what all agents see. An assistant's own word
    stands only where nobody else's does.
    """
    ranked: dict[tuple[str, str | None], _Rank] = {}
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


type _Rank = tuple[bool, bool, int]
"""Whether it is no assistant's word, whether its attribute is registered, and how narrow it is."""

_WEAKEST = (False, False, -len(_NARROWEST_FIRST))


def _rank(reach: Reach, fact: Fact) -> _Rank:
    """Return what orders facts of the same thing; the higher stands."""
    width = _NARROWEST_FIRST.index(reach)
    is_registered = fact.handling.registered and reach is not Reach.USER
    is_own = namespace_of(fact.id) is Namespace.OWNER
    return (is_own, True, width) if is_registered else (is_own, False, -width)


def unspoken(facts: Iterable[Fact], known: Mapping[str, Fact], now: datetime) -> list[Fact]:
    """Return the facts without those assistants' of which the owner's memory has its own word.

    `known` are facts of the owner by id, whatever their state: an assistant's word does not stand
    where the owner has taken that of their own back, or had it erased. Where theirs has ended they
    have none any more; only what was said before it does not rise again.
    """
    return [
        fact
        for fact in facts
        if (own := owners(fact)) is None
        or own not in known
        or (is_over(known[own], now) and _is_later(fact, known[own]))
    ]


def is_over(fact: Fact, now: datetime) -> bool:
    """Whether a fact has ended, whether or not a night has been since."""
    return fact.status is Status.EXPIRED or (fact.stands and has_ended(fact.expires_at, now))


def _is_later(fact: Fact, other: Fact) -> bool:
    said, before = fact.valid_from, other.valid_from
    return said is not None and before is not None and said > before


def owners(fact: Fact) -> str | None:
    """Return the id of the owner's own fact on what an assistant speaks of; `None` for others."""
    if namespace_of(fact.id) is Namespace.OWNER:
        return None
    return counterpart(fact.id, Namespace.OWNER)

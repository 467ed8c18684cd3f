"""Owners, entries and queries for the contract of the index."""

import math
import random
from datetime import UTC, datetime, timedelta
from typing import Protocol

from muniment.app.ports import Index, IndexAdmin, IndexEntry, IndexQuery
from muniment.domain.access import UNLABELLED
from muniment.domain.records import Kind
from muniment.domain.scope import Scope
from muniment.domain.vectors import pack_vector

DIMENSIONS = 384
NOW = datetime(2025, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
EARLIER = NOW - timedelta(days=1)


class AnyIndex(Index, IndexAdmin, Protocol):
    """What each adapter is: both ports in one."""


def scope(name: str, tenant: str = "acme") -> Scope:
    """Return an owner whose handle spells `name`, padded to its 26 characters."""
    return Scope(tenant, (name + "2" * 26)[:26])


ADA = scope("ada")
BOB = scope("bob")
ADA_ELSEWHERE = scope("ada", "other-tenant")


def direction(seed: object) -> tuple[float, ...]:
    """Return a unit vector; equal seeds give equal vectors."""
    source = random.Random(repr(seed))  # noqa: S311 - reproducible, not secret
    return unit(tuple(source.gauss() for _ in range(DIMENSIONS)))


def near(vector: tuple[float, ...], seed: object, distance: float = 0.05) -> tuple[float, ...]:
    """Return a unit vector close to `vector`."""
    noise = direction(seed)
    return unit(tuple(x + distance * y for x, y in zip(vector, noise, strict=True)))


def unit(vector: tuple[float, ...]) -> tuple[float, ...]:
    norm = math.sqrt(sum(x * x for x in vector))
    return tuple(x / norm for x in vector)


def entry(
    id_: str,
    terms: str = "",
    *,
    vector: tuple[float, ...] | None = None,
    kind: Kind = Kind.EPISODE,
    epoch: int = 1,
    version: int = 1,
    expires_at: datetime | None = None,
    labels: tuple[str, ...] = UNLABELLED,
    facets: tuple[str, ...] = (),
) -> IndexEntry:
    """Return an entry whose terms are separated by spaces."""
    packed = pack_vector(direction(id_) if vector is None else vector)
    words = tuple(terms.split())
    return IndexEntry(id_, kind, epoch, version, words, packed, expires_at, labels, facets)


def by_terms(terms: str, *, epoch: int = 1, pool: int = 30) -> IndexQuery:
    """Return a query without a vector, as it is when the encoder does not answer."""
    return IndexQuery(tuple(terms.split()), (), epoch, NOW, pool=pool)


def by_vector(vector: tuple[float, ...], *, epoch: int = 1, pool: int = 30) -> IndexQuery:
    """Return a query without terms."""
    return IndexQuery((), vector, epoch, NOW, pool=pool)


def found(index: Index, owner: Scope, query: IndexQuery) -> list[str]:
    """Return the ids that a search finds, in order, once earlier writes can be seen."""
    index.count(owner)  # refreshes
    return [hit.id for hit in index.search(owner, query).hits]

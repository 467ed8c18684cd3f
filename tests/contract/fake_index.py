"""The contract of `Index` and `IndexAdmin` in the plainest words: dictionaries, all in memory."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from muniment.adapters.found import best, unite
from muniment.adapters.lexical import lexical_score
from muniment.app.ports import (
    IndexAnswer,
    IndexEntry,
    IndexQuery,
    OwnerStatistics,
    UnavailableError,
)
from muniment.domain.scope import Scope
from muniment.domain.vectors import unpack_vector

type Key = tuple[Scope, str]
type Shelf = dict[Key, IndexEntry]


@dataclass
class FakeIndex:
    """One process, one thread. `down` makes every call fail as a dead engine would."""

    entries: Shelf = field(default_factory=dict)
    building: Shelf | None = None
    removals: dict[Key, int] = field(default_factory=dict)
    floors: dict[Scope, int] = field(default_factory=dict)
    down: bool = False

    def search(self, scope: Scope, query: IndexQuery) -> IndexAnswer:
        self._answer()
        own = [
            entry
            for (owner, _), entry in self.entries.items()
            if owner == scope and _readable(entry, query)
        ]
        terms = [term for term in dict.fromkeys(query.terms) if term]
        lexical = [(entry.id, lexical_score(terms, _terms(entry))) for entry in own]
        nearest = [
            (entry.id, cosine)
            for entry in own
            if (cosine := _cosine(query.vector, entry.vector)) is not None
        ]
        found = [hit for hit in lexical if hit[1] > 0]
        hits = unite(best(found, query.pool), best(nearest, query.pool))
        return IndexAnswer(hits, _statistics(own, terms))

    def upsert(self, scope: Scope, entries: Sequence[IndexEntry]) -> None:
        self._answer()
        for shelf in self._shelves():
            self._put(shelf, scope, entries)

    def remove(self, scope: Scope, versions: Mapping[str, int]) -> None:
        self._answer()
        for record, version in versions.items():
            copies = [c for shelf in self._shelves() if (c := shelf.get((scope, record)))]
            if all(copy.version < version for copy in copies):
                known = self.removals.get((scope, record), version)
                self.removals[scope, record] = max(known, version)
                for shelf in self._shelves():
                    shelf.pop((scope, record), None)

    def purge(self, scope: Scope, before_epoch: int) -> bool:
        self._answer()
        self.floors[scope] = max(self.floors.get(scope, 0), before_epoch)
        for shelf in self._shelves():
            for key, entry in list(shelf.items()):
                if key[0] == scope and entry.epoch < before_epoch:
                    del shelf[key]
        return False

    def count(self, scope: Scope, before_epoch: int | None = None) -> int:
        self._answer()
        return sum(
            owner == scope and (before_epoch is None or entry.epoch < before_epoch)
            for (owner, _), entry in self.entries.items()
        )

    def held(self, scope: Scope, records: Sequence[str]) -> int:
        self._answer()
        return sum((scope, record) in self.entries for record in set(records))

    def holds(self, scope: Scope, record: str) -> bool:
        self._answer()
        return (scope, record) in self.entries

    def ensure(self) -> None:
        self._answer()

    def rebuild(self, entries: Iterator[tuple[Scope, Sequence[IndexEntry]]]) -> int:
        self._answer()
        self.building = {}
        count = 0
        for scope, batch in entries:
            self._put(self.building, scope, batch)
            count += len(batch)
        self.entries, self.building = self.building, None
        return count

    def _shelves(self) -> list[Shelf]:
        return [self.entries] if self.building is None else [self.entries, self.building]

    def _put(self, shelf: Shelf, scope: Scope, entries: Sequence[IndexEntry]) -> None:
        for entry in entries:
            key = (scope, entry.id)
            known = max(
                shelf[key].version if key in shelf else -1,
                self.removals.get(key, -1),
            )
            if entry.version > known and entry.epoch >= self.floors.get(scope, 0):
                shelf[key] = entry

    def _answer(self) -> None:
        if self.down:
            raise UnavailableError("index")


def _readable(entry: IndexEntry, query: IndexQuery) -> bool:
    alive = entry.expires_at is None or entry.expires_at > query.now
    labelled = bool(query.labels.intersection(entry.labels))
    passes = not entry.facets or all(test.passes(entry.facets) for test in query.tests)
    return (
        alive and labelled and passes and entry.epoch == query.epoch and entry.kind in query.kinds
    )


def _terms(entry: IndexEntry) -> list[str]:
    return [term for term in entry.terms if term]


def _cosine(query: Sequence[float], packed: bytes) -> float | None:
    vector = unpack_vector(packed) if packed else []
    if len(vector) != len(query) or not any(query) or not any(vector):
        return None
    norm = math.sqrt(sum(x * x for x in query))
    return round(sum(x * y for x, y in zip(query, vector, strict=True)) / norm, 6)


def _statistics(own: Sequence[IndexEntry], terms: Sequence[str]) -> OwnerStatistics:
    lengths = [len(_terms(entry)) for entry in own]
    return OwnerStatistics(
        documents=len(own),
        average_length=sum(lengths) / len(own) if own else 0.0,
        frequencies={term: sum(term in entry.terms for entry in own) for term in terms},
    )

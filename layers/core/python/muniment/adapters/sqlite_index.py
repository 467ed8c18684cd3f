"""The embedded index: full text and vectors in one SQLite file.

FTS5 finds the entries that hold a term, the score is ours (`lexical`). Vectors are compared one by
one, over the owner's own entries only: exact, and some milliseconds for thousands.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from muniment.adapters import sqlite_shelves as shelves
from muniment.adapters.cosine import cosines, has_direction, packed_size
from muniment.adapters.found import best, unite
from muniment.adapters.instants import microseconds
from muniment.adapters.lexical import query_terms, score_of
from muniment.adapters.sqlite_file import SqliteFile
from muniment.app.ports import IndexAnswer, IndexEntry, IndexQuery, OwnerStatistics
from muniment.domain.access import UNLABELLED
from muniment.domain.filters import AnyOf, Between, NoneOf, Test
from muniment.domain.scope import Scope

_READABLE = """
    shelf = :shelf AND epoch = :epoch AND (expires_at IS NULL OR expires_at > :now)
    AND kind IN (SELECT value FROM json_each(:kinds))
    AND (entries.labels = :usual OR EXISTS (
        SELECT 1 FROM json_each(entries.labels) AS own, json_each(:labels) AS wanted
        WHERE own.value = wanted.value
    ))
"""
_COUNT = "SELECT count(*), ifnull(avg(length), 0.0) FROM entries WHERE {readable}"
_VECTORS = "SELECT id, vector FROM entries WHERE {readable} AND length(vector) = :size"
# CROSS JOIN keeps the order: the full-text index finds, the entries are looked up.
_MATCHING = """
    SELECT id, entries.tokens FROM lexicon CROSS JOIN entries ON entry = lexicon.rowid
    WHERE lexicon MATCH :match AND {readable}
"""


class SqliteIndex:
    """`Index` and `IndexAdmin` on the file at `path`, which `ensure` makes."""

    def __init__(self, path: str | Path) -> None:
        self._file = SqliteFile(Path(path))

    def search(self, scope: Scope, query: IndexQuery) -> IndexAnswer:
        """See `Index`. Exact in both searches."""
        tokens = query_terms(query.terms)
        with self._file.reading() as connection:
            shelf = shelves.active(connection, scope)
            if shelf is None:
                return IndexAnswer((), OwnerStatistics())
            wanted = _wanted(shelf, query)
            documents, average = wanted.select(connection, _COUNT).fetchone()
            matching = _matching(connection, wanted, shelf, tokens.values())
            vectors = _vectors(connection, wanted, query.vector)
        counted = [(id_, [held.count(t) for t in tokens.values()], held) for id_, held in matching]
        lexical = [(id_, score_of(counts, len(held))) for id_, counts, held in counted]
        columns = zip(*(counts for _, counts, _ in counted), strict=True)
        holding = [sum(map(bool, column)) for column in columns] or [0] * len(tokens)
        return IndexAnswer(
            unite(best(lexical, query.pool), best(cosines(query.vector, vectors), query.pool)),
            OwnerStatistics(documents, average, dict(zip(tokens, holding, strict=True))),
        )

    def upsert(self, scope: Scope, entries: Sequence[IndexEntry]) -> None:
        """See `Index`. One transaction: all of the entries or none."""
        with self._file.writing() as connection:
            for generation in shelves.targets(connection):
                shelves.put(connection, generation, scope, entries)

    def remove(self, scope: Scope, versions: Mapping[str, int]) -> None:
        """See `Index`. The text is gone from file and log when it returns."""
        with self._file.writing() as connection:
            shelves.remove(connection, scope, versions)

    def purge(self, scope: Scope, before_epoch: int) -> bool:
        """See `Index`. The text is gone from file and log when it returns."""
        with self._file.writing() as connection:
            return shelves.purge(connection, scope, before_epoch)

    def count(self, scope: Scope, before_epoch: int | None = None) -> int:
        """See `Index`."""
        with self._file.reading() as connection:
            found = connection.execute(
                "SELECT count(*) FROM entries WHERE shelf = ? AND epoch < ifnull(?, epoch + 1)",
                (shelves.active(connection, scope), before_epoch),
            )
            return int(found.fetchone()[0])

    def held(self, scope: Scope, records: Sequence[str]) -> int:
        """See `Index`."""
        with self._file.reading() as connection:
            found = connection.execute(
                "SELECT count(*) FROM entries WHERE shelf = ? "
                "AND id IN (SELECT value FROM json_each(?))",
                (shelves.active(connection, scope), json.dumps(list(records))),
            )
            return int(found.fetchone()[0])

    def holds(self, scope: Scope, record: str) -> bool:
        """See `Index`."""
        return self.held(scope, [record]) > 0

    def ensure(self) -> None:
        """See `IndexAdmin`."""
        self._file.create()

    def rebuild(self, entries: Iterator[tuple[Scope, Sequence[IndexEntry]]]) -> int:
        """See `IndexAdmin`. Returns how many entries the iterator gave.

        A second rebuild that starts meanwhile takes over, and this one ends in UnavailableError.
        """
        self.ensure()
        with self._file.writing() as connection:
            generation = shelves.begin_generation(connection)
        self._drop_stale()
        count = 0
        for scope, batch in entries:
            with self._file.writing() as connection:
                shelves.require_building(connection, generation)
                shelves.put(connection, generation, scope, batch)
            count += len(batch)
        with self._file.writing() as connection:
            shelves.require_building(connection, generation)
            shelves.activate(connection, generation)
        self._drop_stale()
        return count

    def _drop_stale(self) -> None:
        """Remove generations that nobody reads or fills, page by page so that writers get in."""
        more = True
        while more:
            with self._file.writing() as connection:
                more = shelves.drop_stale_page(connection)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which entries a search may find: a condition, and what its names are bound to."""

    condition: str
    bound: Mapping[str, int | str]

    def select(
        self, connection: sqlite3.Connection, statement: str, **more: int | str
    ) -> sqlite3.Cursor:
        """Run a statement on those entries."""
        return connection.execute(statement.format(readable=self.condition), {**self.bound, **more})


def _wanted(shelf: int, query: IndexQuery) -> _Wanted:
    conditions = [_READABLE]
    bound: dict[str, int | str] = {
        "shelf": shelf,
        "epoch": query.epoch,
        "now": microseconds(query.now),
        "kinds": json.dumps(sorted(query.kinds)),
        "labels": json.dumps(sorted(query.labels)),
        # Of most entries, which need not be taken apart then.
        "usual": json.dumps(UNLABELLED) if query.labels.issuperset(UNLABELLED) else "",
    }
    for number, test in enumerate(query.tests):
        condition, operands = _test(test, number)
        conditions.append(f"(facets IS NULL OR {condition})")
        bound.update(operands)
    return _Wanted(" AND ".join(conditions), bound)


_ANY_OF = """EXISTS (
    SELECT 1 FROM json_each(facets) AS own, json_each(:facets{0}) AS wanted
    WHERE own.value = wanted.value
)"""
_BETWEEN = "EXISTS (SELECT 1 FROM json_each(facets) WHERE value BETWEEN :low{0} AND :high{0})"


def _test(test: Test, number: int) -> tuple[str, dict[str, str]]:
    """Return the condition of a test, its operands bound to names with its number."""
    match test:
        case AnyOf(wanted):
            return _ANY_OF.format(number), {f"facets{number}": json.dumps(wanted)}
        case NoneOf(unwanted):
            return f"NOT {_ANY_OF.format(number)}", {f"facets{number}": json.dumps(unwanted)}
        case Between(low, high):
            return _BETWEEN.format(number), {f"low{number}": low, f"high{number}": high}


def _matching(
    connection: sqlite3.Connection, wanted: _Wanted, shelf: int, tokens: Iterable[str]
) -> list[tuple[str, list[str]]]:
    """Return id and tokens of the wanted entries that hold any of the tokens."""
    match = " OR ".join(f'"{shelves.shelved(shelf, token)}"' for token in tokens)
    if not match:
        return []
    found = wanted.select(connection, _MATCHING, match=match)
    return [(id_, text.split()) for id_, text in found]


def _vectors(
    connection: sqlite3.Connection, wanted: _Wanted, query: Sequence[float]
) -> list[tuple[str, bytes]]:
    """Return id and vector of the wanted entries that can be compared with the query."""
    if not has_direction(query):
        return []
    return wanted.select(connection, _VECTORS, size=packed_size(len(query))).fetchall()

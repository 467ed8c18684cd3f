"""The embedded index: full text and vectors in one SQLite file.

FTS5 finds the entries that hold a term, the score is ours (`lexical`). Vectors are compared one by
one, over the owner's own entries only: exact, and some milliseconds for thousands.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from muniment.adapters import sqlite_shelves as shelves
from muniment.adapters.cosine import cosines
from muniment.adapters.found import best, unite
from muniment.adapters.instants import microseconds
from muniment.adapters.lexical import lexical_score, query_terms
from muniment.adapters.sqlite_file import SqliteFile
from muniment.app.ports import IndexAnswer, IndexEntry, IndexQuery, OwnerStatistics
from muniment.domain.scope import Scope

_READABLE = """
    SELECT entry, id, tokens, vector FROM entries
    WHERE shelf = :shelf AND epoch = :epoch AND (expires_at IS NULL OR expires_at > :now)
      AND kind IN (SELECT value FROM json_each(:kinds))
"""


class _Row(NamedTuple):
    entry: int
    id: str
    tokens: tuple[str, ...]
    vector: bytes


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
            rows = _readable(connection, shelf, query)
            holding = _holding(connection, shelf, tokens.values())
        matching = [row for row in rows if row.entry in holding]
        lexical = ((row.id, lexical_score(tokens.values(), row.tokens)) for row in matching)
        nearest = cosines(query.vector, ((row.id, row.vector) for row in rows))
        return IndexAnswer(
            unite(best(lexical, query.pool), best(nearest, query.pool)),
            _statistics(rows, matching, tokens),
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

    def purge(self, scope: Scope, before_epoch: int) -> None:
        """See `Index`. The text is gone from file and log when it returns.

        An entry of such an epoch that arrives later is not taken.
        """
        with self._file.writing() as connection:
            shelves.purge(connection, scope, before_epoch)

    def count(self, scope: Scope, before_epoch: int | None = None) -> int:
        """See `Index`."""
        with self._file.reading() as connection:
            found = connection.execute(
                "SELECT count(*) FROM entries WHERE shelf = ? AND epoch < ifnull(?, epoch + 1)",
                (shelves.active(connection, scope), before_epoch),
            )
            return int(found.fetchone()[0])

    def holds(self, scope: Scope, record: str) -> bool:
        """See `Index`."""
        with self._file.reading() as connection:
            found = connection.execute(
                "SELECT 1 FROM entries WHERE shelf = ? AND id = ?",
                (shelves.active(connection, scope), record),
            )
            return found.fetchone() is not None

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


def _readable(connection: sqlite3.Connection, shelf: int, query: IndexQuery) -> list[_Row]:
    found = connection.execute(
        _READABLE,
        {
            "shelf": shelf,
            "epoch": query.epoch,
            "now": microseconds(query.now),
            "kinds": json.dumps(sorted(query.kinds)),
        },
    )
    return [_Row(entry, id_, tuple(text.split()), vector) for entry, id_, text, vector in found]


def _holding(connection: sqlite3.Connection, shelf: int, tokens: Iterable[str]) -> set[int]:
    """Return the entries of the shelf that hold any of the tokens."""
    match = " OR ".join(f'"{shelves.shelved(shelf, token)}"' for token in tokens)
    if not match:
        return set()
    found = connection.execute("SELECT rowid FROM lexicon WHERE lexicon MATCH ?", (match,))
    return {entry for (entry,) in found}


def _statistics(
    rows: Sequence[_Row], matching: Sequence[_Row], tokens: Mapping[str, str]
) -> OwnerStatistics:
    held = [set(row.tokens) for row in matching]
    return OwnerStatistics(
        documents=len(rows),
        average_length=sum(len(row.tokens) for row in rows) / len(rows) if rows else 0.0,
        frequencies={term: sum(token in words for words in held) for term, token in tokens.items()},
    )

"""What the embedded index writes: entries on shelves, one shelf an owner in each generation.

Every function works inside the caller's transaction.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from muniment.adapters.cosine import is_usable
from muniment.adapters.instants import microseconds
from muniment.adapters.lexical import opaque_terms
from muniment.adapters.sqlite_file import owe_wipe, set_state, state
from muniment.app.ports import IndexEntry, UnavailableError
from muniment.domain.scope import Scope

_DROP_PAGE = 1000
"""Entries of a stale generation that leave in one transaction."""

PURGED_AT_ONCE = 10_000
"""Entries of an owner who is erased that leave in one transaction; each writes the file anew."""

_PUT = """
    INSERT INTO entries
        (shelf, id, kind, epoch, version, expires_at, length, tokens, vector, labels, facets)
    VALUES (
        :shelf, :id, :kind, :epoch, :version, :expires_at, :length, :tokens, :vector, :labels,
        :facets
    )
    ON CONFLICT (shelf, id) DO UPDATE SET
        kind = excluded.kind, epoch = excluded.epoch, version = excluded.version,
        expires_at = excluded.expires_at, length = excluded.length, tokens = excluded.tokens,
        vector = excluded.vector, labels = excluded.labels, facets = excluded.facets
    RETURNING entry
"""


def shelved(shelf: int, token: str) -> str:
    """Return the token as the full-text index knows it: the owner's shelf is part of it."""
    return f"{shelf}_{token}"


def active(connection: sqlite3.Connection, scope: Scope) -> int | None:
    """Return the owner's shelf in the generation that is read, if it has one."""
    return _shelf(connection, state(connection)["active"], scope)


def targets(connection: sqlite3.Connection) -> list[int]:
    """Return the generations that a write goes to: the one that is read, and one being built."""
    known = state(connection)
    return [known["active"], *([known["building"]] if known["building"] else [])]


def put(
    connection: sqlite3.Connection, generation: int, scope: Scope, entries: Sequence[IndexEntry]
) -> None:
    """Add the entries that are newer than what the generation, or a removal, knows of them."""
    floor = _floor(connection, scope)
    removed = _removed(connection, scope, [entry.id for entry in entries])
    shelf = _make_shelf(connection, generation, scope)
    replaced = False
    for entry in entries:
        if entry.epoch >= floor and entry.version > removed.get(entry.id, entry.version - 1):
            replaced |= _put(connection, shelf, entry)
    if replaced:
        owe_wipe(connection)


def remove(connection: sqlite3.Connection, scope: Scope, versions: Mapping[str, int]) -> None:
    """Remove ids from every generation and remember the versions of the removals.

    A removal that is not newer than the entry there is late: it is neither done nor remembered.
    """
    shelf_ids = [_shelf(connection, generation, scope) for generation in targets(connection)]
    removed = False
    for record, version in versions.items():
        copies = [copy for shelf in shelf_ids if (copy := _known(connection, shelf, record))]
        if all(copy.version < version for copy in copies):
            _delete(connection, [copy.entry for copy in copies])
            removed |= bool(copies)
            connection.execute(
                "INSERT INTO removals VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
                "SET version = max(version, excluded.version)",
                (scope.tenant, scope.owner, _digest(record), version),
            )
    if removed:  # the whole file is written anew: not for what a purge has taken before
        owe_wipe(connection)


def purge(connection: sqlite3.Connection, scope: Scope, before_epoch: int) -> bool:
    """Remove some entries of the owner below the epoch, and take no more; whether some are left."""
    connection.execute(
        "INSERT INTO floors VALUES (?, ?, ?) ON CONFLICT DO UPDATE "
        "SET epoch = max(epoch, excluded.epoch)",
        (scope.tenant, scope.owner, before_epoch),
    )
    page: list[int] = []
    for generation in targets(connection):
        found = connection.execute(
            "SELECT entry FROM entries WHERE shelf = ? AND epoch < ? LIMIT ?",
            (_shelf(connection, generation, scope), before_epoch, PURGED_AT_ONCE - len(page)),
        )
        page += [entry for (entry,) in found]
    _delete(connection, page)
    if page:
        owe_wipe(connection)
    return len(page) == PURGED_AT_ONCE


# --- generations -------------------------------------------------------------------------------


def begin_generation(connection: sqlite3.Connection) -> int:
    """Open a new generation that writes go to as well; an unfinished one becomes stale."""
    generation = state(connection)["last"] + 1
    set_state(connection, last=generation, building=generation)
    return generation


def require_building(connection: sqlite3.Connection, generation: int) -> None:
    """Raise UnavailableError if another rebuild has taken over."""
    if state(connection)["building"] != generation:
        raise UnavailableError("index")


def activate(connection: sqlite3.Connection, generation: int) -> None:
    """Read from this generation from now on."""
    set_state(connection, active=generation, building=0)


def drop_stale_page(connection: sqlite3.Connection) -> bool:
    """Remove some entries of stale generations; return whether more may be left."""
    alive = targets(connection)
    found = connection.execute(
        "SELECT entry FROM entries JOIN shelves USING (shelf) "
        "WHERE generation NOT IN (?, ?) LIMIT ?",
        (alive[0], alive[-1], _DROP_PAGE),
    )
    page = [entry for (entry,) in found]
    _delete(connection, page)
    if page:
        return True
    dropped = connection.execute(
        "DELETE FROM shelves WHERE generation NOT IN (?, ?)", (alive[0], alive[-1])
    )
    if dropped.rowcount:
        owe_wipe(connection)
    return False


# --- one entry ---------------------------------------------------------------------------------


class _Copy(NamedTuple):
    """What a shelf knows of a record."""

    entry: int
    version: int
    tokens: str
    vector: bytes
    facets: str | None


def _known(connection: sqlite3.Connection, shelf: int | None, record: str) -> _Copy | None:
    row = connection.execute(
        "SELECT entry, version, tokens, vector, facets FROM entries WHERE shelf = ? AND id = ?",
        (shelf, record),
    ).fetchone()
    return _Copy(*row) if row else None


def _put(connection: sqlite3.Connection, shelf: int, entry: IndexEntry) -> bool:
    """Put one entry if it is newer than the one there; return whether something of it is lost."""
    known = _known(connection, shelf, entry.id)
    if known and known.version >= entry.version:
        return False
    if known:
        _unlearn(connection, known.entry, shelf, known.tokens)
    words = opaque_terms(entry.terms)
    tokens = " ".join(words)
    vector = entry.vector if is_usable(entry.vector) else b""
    (key,) = connection.execute(
        _PUT,
        {
            "shelf": shelf,
            "id": entry.id,
            "kind": str(entry.kind),
            "epoch": entry.epoch,
            "version": entry.version,
            "expires_at": microseconds(entry.expires_at) if entry.expires_at else None,
            "length": len(words),
            "tokens": tokens,
            "vector": vector,
            "labels": json.dumps(entry.labels),
            "facets": json.dumps(entry.facets) if entry.facets else None,
        },
    ).fetchone()
    connection.execute(
        "INSERT INTO lexicon (rowid, tokens) VALUES (?, ?)", (key, _shelved(shelf, tokens))
    )
    return known is not None and not (
        known.vector == vector
        and set(known.tokens.split()) <= set(words)
        and set(json.loads(known.facets or "[]")) <= set(entry.facets)
    )


def _delete(connection: sqlite3.Connection, entries: Sequence[int]) -> None:
    for entry in entries:
        shelf, tokens = connection.execute(
            "DELETE FROM entries WHERE entry = ? RETURNING shelf, tokens", (entry,)
        ).fetchone()
        _unlearn(connection, entry, shelf, tokens)


def _unlearn(connection: sqlite3.Connection, entry: int, shelf: int, tokens: str) -> None:
    """Take an entry out of the full-text index, which must be told what it had learnt."""
    connection.execute(
        "INSERT INTO lexicon (lexicon, rowid, tokens) VALUES ('delete', ?, ?)",
        (entry, _shelved(shelf, tokens)),
    )


def _shelved(shelf: int, tokens: str) -> str:
    return " ".join(shelved(shelf, token) for token in tokens.split())


# --- owners ------------------------------------------------------------------------------------


def _shelf(connection: sqlite3.Connection, generation: int, scope: Scope) -> int | None:
    row = connection.execute(
        "SELECT shelf FROM shelves WHERE generation = ? AND tenant = ? AND owner = ?",
        (generation, scope.tenant, scope.owner),
    ).fetchone()
    return int(row[0]) if row else None


def _make_shelf(connection: sqlite3.Connection, generation: int, scope: Scope) -> int:
    shelf = _shelf(connection, generation, scope)
    if shelf is not None:
        return shelf
    row = connection.execute(
        "INSERT INTO shelves (generation, tenant, owner) VALUES (?, ?, ?) RETURNING shelf",
        (generation, scope.tenant, scope.owner),
    ).fetchone()
    return int(row[0])


def _floor(connection: sqlite3.Connection, scope: Scope) -> int:
    row = connection.execute(
        "SELECT epoch FROM floors WHERE tenant = ? AND owner = ?", (scope.tenant, scope.owner)
    ).fetchone()
    return int(row[0]) if row else 0


def _removed(
    connection: sqlite3.Connection, scope: Scope, records: Sequence[str]
) -> dict[str, int]:
    """Return the versions of the removals among the records."""
    found = {}
    for record in records:
        row = connection.execute(
            "SELECT version FROM removals WHERE tenant = ? AND owner = ? AND record = ?",
            (scope.tenant, scope.owner, _digest(record)),
        ).fetchone()
        if row:
            found[record] = int(row[0])
    return found


def _digest(record: str) -> bytes:
    return blake2b(record.encode(), digest_size=16).digest()

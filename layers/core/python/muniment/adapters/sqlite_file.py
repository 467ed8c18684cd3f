"""The one file of the embedded index: its tables, its transactions, and that it keeps no secrets.

Several processes use the file at once: write-ahead log, immediate transactions, a busy timeout.
A connection lives as long as one call, so nothing is shared between threads or forks.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from muniment.app.ports import UnavailableError

_BUSY_SECONDS = 10.0
"""How long a call waits for another process; below the shortest time a function has."""
_PAUSE_SECONDS = 0.05

_TABLES = """
CREATE TABLE IF NOT EXISTS state (
    name TEXT PRIMARY KEY, value INTEGER NOT NULL
) WITHOUT ROWID;

-- One owner in one generation. A rebuild fills a new generation beside the active one.
CREATE TABLE IF NOT EXISTS shelves (
    shelf INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL, tenant TEXT NOT NULL, owner TEXT NOT NULL,
    UNIQUE (generation, tenant, owner)
);

CREATE TABLE IF NOT EXISTS entries (
    entry INTEGER PRIMARY KEY,
    shelf INTEGER NOT NULL REFERENCES shelves (shelf),
    id TEXT NOT NULL, kind TEXT NOT NULL, epoch INTEGER NOT NULL, version INTEGER NOT NULL,
    expires_at INTEGER,       -- microseconds since 1970
    length INTEGER NOT NULL,  -- tokens
    tokens TEXT NOT NULL,
    vector BLOB NOT NULL,     -- packed; empty where it has no direction
    labels TEXT NOT NULL DEFAULT '["/"]',  -- by whom and for what it may be used, as JSON
    facets TEXT,  -- what it is filtered by, as JSON; NULL where it was put before there were any
    UNIQUE (shelf, id)
);

-- Every token begins with its shelf, so that one owner's posting lists hold nobody else's entries.
-- Contentless and without positions: only which entries hold a token.
CREATE VIRTUAL TABLE IF NOT EXISTS lexicon USING fts5 (
    tokens, content = '', columnsize = 0, detail = 'none', tokenize = "ascii tokenchars '_'"
);

-- What stays of a removed entry: a digest of its id, and the version of the removal.
CREATE TABLE IF NOT EXISTS removals (
    tenant TEXT NOT NULL, owner TEXT NOT NULL, record BLOB NOT NULL, version INTEGER NOT NULL,
    PRIMARY KEY (tenant, owner, record)
) WITHOUT ROWID;

-- Entries of an epoch below the floor were purged and are not taken again.
CREATE TABLE IF NOT EXISTS floors (
    tenant TEXT NOT NULL, owner TEXT NOT NULL, epoch INTEGER NOT NULL,
    PRIMARY KEY (tenant, owner)
) WITHOUT ROWID;

INSERT OR IGNORE INTO state VALUES
    ('active', 1), ('building', 0), ('last', 1), ('wipes_due', 0), ('wipes_done', 0);
"""

# Not ours to wait for: a wrong statement stays wrong.
_BUGS = (
    sqlite3.ProgrammingError,
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.NotSupportedError,
)


@contextmanager
def _unavailable() -> Iterator[None]:
    """Turn a locked, full, missing or corrupt file into the port's error."""
    try:
        yield
    except _BUGS:
        raise
    except (sqlite3.Error, OSError) as error:
        raise UnavailableError("index") from error


class SqliteFile:
    """Opens transactions on the file. Every method raises UnavailableError if that fails."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def create(self) -> None:
        """Make file and tables where they are missing; safe to repeat and to race."""
        with _unavailable():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connect("rwc")) as connection:
                _use_write_ahead_log(connection)
                connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")
                _add_later_columns(connection)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that sees one state of the file throughout."""
        with _unavailable(), closing(self._connect("rw")) as connection:
            connection.execute("BEGIN")
            yield connection
            connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection in an immediate transaction: committed at the end, all or nothing.

        Where text was removed (`owe_wipe`), now or before a crash, the log is emptied as well.
        """
        with _unavailable(), closing(self._connect("rw")) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
            _wipe(connection)

    def _connect(self, mode: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"file:{quote(str(self._path))}?mode={mode}",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
        )
        connection.execute("PRAGMA secure_delete = ON")  # freed bytes are overwritten with zeros
        connection.execute("PRAGMA temp_store = MEMORY")  # no text in temporary files
        connection.execute("PRAGMA synchronous = NORMAL")  # the store is the truth
        return connection


def state(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the file's few counters: `active`, `building` and `last` generation, and the wipes."""
    return dict(connection.execute("SELECT name, value FROM state"))


def set_state(connection: sqlite3.Connection, **values: int) -> None:
    """Set counters of the file."""
    connection.executemany(
        "UPDATE state SET value = ? WHERE name = ?",
        [(value, name) for name, value in values.items()],
    )


def owe_wipe(connection: sqlite3.Connection) -> None:
    """Say that this transaction removed text, which must not stay in full-text index or log.

    The full-text index marks tokens as deleted and keeps them until its segments are merged.
    """
    connection.execute("INSERT INTO lexicon (lexicon) VALUES ('optimize')")
    connection.execute("UPDATE state SET value = value + 1 WHERE name = 'wipes_due'")


_LATER = {"labels": """TEXT NOT NULL DEFAULT '["/"]'""", "facets": "TEXT"}


def _add_later_columns(connection: sqlite3.Connection) -> None:
    """Give a file from before labels or facets their column: what it holds, everybody might see."""
    connection.execute("BEGIN IMMEDIATE")
    columns = {row[1] for row in connection.execute("PRAGMA table_info(entries)")}
    for name, definition in _LATER.items():
        if name not in columns:
            connection.execute(f"ALTER TABLE entries ADD {name} {definition}")
    connection.execute("COMMIT")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch the log on; the switch does not wait for others by itself, so it is tried again."""
    deadline = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE_SECONDS)
        else:
            return


def _wipe(connection: sqlite3.Connection) -> None:
    """Leave no byte of removed text in file or log, if a wipe is due.

    `secure_delete` clears a row where it was last, but not the copies that stay in the unused part
    of a page when rows move between pages (measured: 7 of 4,500 rows that were replaced or
    removed). So the file is written anew, then the log is moved into it and cut to nothing.

    Counters, not a flag: what another process removes meanwhile stays due. A reader that is in the
    middle of its search holds the log; it is waited for, and in the end the wipe stays due.
    """
    due = state(connection)
    if due["wipes_done"] >= due["wipes_due"]:
        return
    connection.execute("VACUUM")
    deadline = time.monotonic() + _BUSY_SECONDS
    while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        if time.monotonic() > deadline:
            raise sqlite3.OperationalError("the log is busy; removed text may still be in it")
        time.sleep(_PAUSE_SECONDS)
    connection.execute(
        "UPDATE state SET value = max(value, ?) WHERE name = 'wipes_done'", (due["wipes_due"],)
    )

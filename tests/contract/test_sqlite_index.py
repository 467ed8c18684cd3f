"""What is particular to one file that several processes write: locks, leftovers, damage."""

import multiprocessing
import random
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from muniment.adapters import sqlite_file
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.ports import IndexEntry, UnavailableError
from muniment.domain.filters import NoneOf
from muniment.domain.vectors import pack_vector
from tests.contract.samples import ADA, BOB, by_terms, by_vector, direction, entry, found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "index.sqlite"


@pytest.fixture
def index(path: Path) -> SqliteIndex:
    made = SqliteIndex(path)
    made.ensure()
    return made


def test_a_file_from_before_labels_is_read_and_written(index: SqliteIndex, path: Path) -> None:
    index.upsert(ADA, [entry("e_1", "tent")])
    with closing(sqlite3.connect(path)) as connection, connection:
        for name in ("labels", "facets"):
            connection.execute(f"ALTER TABLE entries DROP COLUMN {name}")
    with pytest.raises(UnavailableError):
        index.search(ADA, by_terms("tent"))

    index.ensure()
    index.upsert(ADA, [entry("e_2", "tent", labels=("bot/",), facets=("tags=wa",))])

    assert found(index, ADA, by_terms("tent")) == ["e_1"]
    both = replace(by_terms("tent"), labels=frozenset({"/", "bot/"}))
    assert found(index, ADA, both) == ["e_1", "e_2"]
    unlike = replace(both, tests=(NoneOf(("tags=wa",)),))
    assert found(index, ADA, unlike) == ["e_1"], "of what has no facets the store decides"
    index.ensure()


@pytest.fixture
def keep_log(index: SqliteIndex, path: Path) -> Iterator[None]:
    """Another process has the file open, so the log is not removed with the last connection."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT count(*) FROM entries").fetchone()
        yield


# --- what was removed is gone from the bytes ----------------------------------------------------


def _bytes(path: Path) -> bytes:
    """Return every byte of the file, its log and what else lies beside it."""
    return b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))


def _tokens(path: Path) -> set[str]:
    """Return the tokens that the full-text index knows, bare of their shelf."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIRTUAL TABLE temp.v USING fts5vocab('main', 'lexicon', 'row')")
        return {term.split("_", 1)[1] for (term,) in connection.execute("SELECT term FROM v")}


def _canary(number: int, epoch: int = 1) -> IndexEntry:
    return entry(
        f"e_canary{number}", f"zebra{number}x common", vector=direction(number), epoch=epoch
    )


def _traces(number: int) -> list[bytes]:
    vector = pack_vector(direction(number))
    return [f"e_canary{number}".encode(), f"zebra{number}x".encode(), vector, vector[100:132]]


def _remove(index: SqliteIndex) -> None:
    index.remove(ADA, {f"e_canary{n}": 2 for n in range(100, 150)})


def _purge(index: SqliteIndex) -> None:
    index.purge(ADA, before_epoch=2)


def _replace(index: SqliteIndex) -> None:
    kept = [entry(f"e_other{n}", "common") for n in range(50)]
    blanked = [entry(f"e_canary{n}", "blank", version=2) for n in range(100, 150)]
    index.upsert(ADA, [*blanked, *kept])
    index.remove(ADA, {f"e_canary{n}": 3 for n in range(100, 150)})


def _rebuild(index: SqliteIndex) -> None:
    index.rebuild(iter([(ADA, [_canary(n, epoch=2) for n in range(150, 200)])]))


@pytest.mark.law(6)
@pytest.mark.usefixtures("keep_log")
@pytest.mark.parametrize("forget", [_remove, _purge, _replace, _rebuild])
def test_nothing_of_an_entry_stays_in_file_or_log(
    index: SqliteIndex, path: Path, forget: Callable[[SqliteIndex], None]
) -> None:
    for number in range(100, 200):  # one by one, so that pages split and are balanced
        index.upsert(ADA, [_canary(number, epoch=1 if number < 150 else 2)])
    before = _bytes(path)
    assert all(trace in before for trace in _traces(120))
    assert "zebra120x" in _tokens(path)

    forget(index)

    after = _bytes(path)
    assert [t for n in range(100, 150) for t in _traces(n) if t in after] == []
    assert all(t in after for n in range(150, 200) for t in _traces(n)), (
        "the others are still there"
    )
    assert "zebra120x" not in _tokens(path)
    assert "zebra180x" in _tokens(path)


@pytest.mark.law(6)
def test_rows_that_moved_between_pages_leave_no_copies(index: SqliteIndex, path: Path) -> None:
    source = random.Random(0)  # noqa: S311 - this seed leaves copies when pages are not rewritten

    def random_size(number: int, version: int) -> IndexEntry:
        words = source.choice([1, 5, 20, 60, 120])
        terms = " ".join(f"w{number:03}v{version}i{word:03}q" for word in range(words))
        return entry(f"e_{number:03}", terms, vector=direction("same"), version=version)

    ids = range(300)
    for version in (1, 2, 3):
        index.upsert(ADA, [random_size(n, version) for n in source.sample(ids, 300)])
    gone = set(source.sample(ids, 150))
    index.remove(ADA, {f"e_{n:03}": 4 for n in gone})

    left = {
        (int(number), int(version))
        for number, version in re.findall(rb"w(\d{3})v(\d)i\d{3}q", _bytes(path))
    }
    assert left == {(n, 3) for n in ids if n not in gone}


@pytest.mark.law(6)
def test_the_replaced_words_of_a_record_are_gone_at_once(index: SqliteIndex, path: Path) -> None:
    index.upsert(ADA, [entry("e_1", "locker zebra4471"), entry("e_2", "tent")])
    assert b"zebra4471" in _bytes(path)

    index.upsert(ADA, [entry("e_1", "locker", version=2)])

    assert b"zebra4471" not in _bytes(path)
    assert found(index, ADA, by_terms("locker")) == ["e_1"]


@pytest.mark.law(6)
def test_a_reader_is_waited_for_and_the_wipe_stays_due(
    index: SqliteIndex, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_BUSY_SECONDS", 0.3)
    index.upsert(ADA, [entry("e_1", "zebra4471"), entry("e_2", "tent")])
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchone()
        with pytest.raises(UnavailableError):
            index.remove(ADA, {"e_1": 2})
        assert not index.holds(ADA, "e_1"), "it is removed, only its bytes are not"
        assert b"zebra4471" in _bytes(path)
        reader.execute("ROLLBACK")

        index.upsert(ADA, [entry("e_3", "kayak")])  # any later write catches up

        assert b"zebra4471" not in _bytes(path)
        assert b"kayak" in _bytes(path)


# --- several writers ----------------------------------------------------------------------------


def _write(path: Path, worker: int) -> None:
    index = SqliteIndex(path)
    for number in range(25):
        index.upsert(ADA, [entry(f"e_{worker}_{number}", f"word{number} tent")])
        index.upsert(BOB, [entry("e_shared", f"by{worker}", version=worker * 100 + number)])
        if number % 5 == 0:
            index.remove(ADA, {f"e_{worker}_{number}": 2})
        index.search(ADA, by_terms("tent"))


def test_processes_write_at_once_and_lose_nothing(index: SqliteIndex, path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write, args=(path, n)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)

    assert [worker.exitcode for worker in workers] == [0, 0, 0, 0]
    assert index.count(ADA) == 4 * 20
    assert index.search(ADA, by_terms("tent")).statistics.frequencies == {"tent": 80}
    assert found(index, BOB, by_terms("by3")) == ["e_shared"], "the newest version has won"


def test_threads_make_the_file_and_write_it_at_once(path: Path) -> None:
    errors: list[BaseException] = []

    def work(worker: int) -> None:
        try:
            SqliteIndex(path).ensure()
            _write(path, worker)
        except BaseException as error:  # noqa: BLE001 - handed to the test
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []
    assert SqliteIndex(path).count(ADA) == 80


def test_a_rebuild_beside_a_writing_process_loses_nothing(index: SqliteIndex, path: Path) -> None:
    stored = [entry(f"e_stored{n}", "stored") for n in range(300)]
    index.upsert(ADA, stored)
    writer = threading.Thread(target=_write, args=(path, 0))

    def pages() -> Iterator[tuple[object, list[IndexEntry]]]:
        writer.start()
        for start in range(0, 300, 10):
            yield ADA, stored[start : start + 10]
        writer.join()

    index.rebuild(pages())  # type: ignore[arg-type]

    assert index.count(ADA) == 320


# --- failures -----------------------------------------------------------------------------------


def _corrupt(path: Path) -> None:
    path.write_bytes(b"not a database, but long enough to be looked at" * 100)


def _without_tables(path: Path) -> None:
    path.unlink()
    sqlite3.connect(path).close()
    path.touch()


@pytest.mark.law(8)
@pytest.mark.parametrize("harm", [Path.unlink, _corrupt, _without_tables])
def test_a_broken_file_is_unavailable_never_empty(
    index: SqliteIndex, path: Path, harm: Callable[[Path], None]
) -> None:
    index.upsert(ADA, [entry("e_1", "tent")])
    assert found(index, ADA, by_terms("tent")) == ["e_1"]
    harm(path)

    for call in (
        lambda: index.search(ADA, by_vector(direction("e_1"))),
        lambda: index.upsert(ADA, [entry("e_2")]),
        lambda: index.remove(ADA, {"e_1": 2}),
        lambda: index.purge(ADA, 2),
        lambda: index.count(ADA),
        lambda: index.holds(ADA, "e_1"),
    ):
        with pytest.raises(UnavailableError):
            call()


@pytest.mark.law(8)
def test_a_lock_that_lasts_is_unavailable(
    index: SqliteIndex, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_BUSY_SECONDS", 0.2)
    index.upsert(ADA, [entry("e_1", "tent")])
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnavailableError):
            index.upsert(ADA, [entry("e_2", "tent")])
        assert found(index, ADA, by_terms("tent")) == ["e_1"], "readers do not wait for writers"
    index.upsert(ADA, [entry("e_2", "tent")])
    assert index.count(ADA) == 2


def test_a_failed_write_leaves_nothing_half_done(index: SqliteIndex) -> None:
    bad = entry("e_2", "tent", version=2**70)  # not a version: SQLite counts to 2**63
    with pytest.raises(OverflowError):
        index.upsert(ADA, [entry("e_1", "tent"), bad])
    assert index.count(ADA) == 0
    assert found(index, ADA, by_terms("tent")) == []


def test_without_numpy_the_cosines_are_the_same(
    index: SqliteIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.upsert(ADA, [entry(f"e_{n}") for n in range(20)])
    fast = index.search(ADA, by_vector(direction("question"))).hits
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    plain = index.search(ADA, by_vector(direction("question"))).hits

    assert [hit.id for hit in plain] == [hit.id for hit in fast]
    assert [hit.cosine for hit in plain] == pytest.approx([hit.cosine for hit in fast], abs=2e-6)

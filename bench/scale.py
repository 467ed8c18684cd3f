"""How search and recall bear the size of the index: sizes side by side, asked in turns.

Each size is an index of its own, filled through the adapter; some owners are whole in the store,
and what they recall is measured on every size. The store is in memory: what differs between two
sizes is the index and nothing else.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import repeat
from pathlib import Path
from typing import Protocol

import httpx
import psutil

from bench.figures import Figure, Section
from bench.plain_store import PlainStore
from bench.synthetic import OWNED, Owner, identifier, owners
from bench.timing import ms
from bench.whole import Told, questions
from local import opensearch
from local.in_process.standing_in import FixedKeys
from local.paths import BUILD
from muniment.adapters.analyzer import EnglishAnalyzer
from muniment.adapters.encodings import DEFAULT_MODEL, LIKENESS
from muniment.adapters.gates import gates_of
from muniment.adapters.late_interaction import LateInteractionRanker
from muniment.adapters.opensearch_index import OpenSearchIndex
from muniment.adapters.random_token import new_token
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.candidates import FindCandidates
from muniment.app.ports import Encoder, Index, IndexAdmin, IndexQuery
from muniment.app.projection import Projector
from muniment.app.recall import Recall, RecallRequest
from muniment.app.shared import SharedMemory
from muniment.domain.scope import Scope

FOLDER = BUILD / "bench-scale"
TENANT = "bench-whole"
ASKED = 8
"""Owners who are whole in the store, and so many ask at once."""
MOST = 1.5
"""Times the p50 of the smallest size that the others are to take at most."""

type Advance = Callable[[int], None]


class Engine(Index, IndexAdmin, Protocol):
    """An index that can be made."""


@dataclass(frozen=True)
class Sized:
    """One index of a size."""

    documents: int
    engine: Engine

    @property
    def label(self) -> str:
        """What the size is called."""
        return f"{self.documents:,} documents"

    def fill(self, advance: Advance) -> float | None:
        """Load what is missing through the adapter; documents a second, `None` if it was full."""
        self.engine.ensure()
        every = list(owners(self.documents))
        first = self._filled(every)
        advance(first * OWNED)
        if first == len(every):
            return None
        began, loaded = time.monotonic(), 0
        for owner in every[first:]:
            self.engine.upsert(owner.scope, owner.entries())
            loaded += owner.documents
            advance(owner.documents)
        return loaded / (time.monotonic() - began)

    def _filled(self, every: Sequence[Owner]) -> int:
        """Return how many owners are there: they came in order, and the last may be in parts."""
        low, high = 0, len(every)
        while low < high:
            middle = (low + high) // 2
            if self.engine.count(every[middle].scope) == every[middle].documents:
                low = middle + 1
            else:
                high = middle
        return low


@dataclass(frozen=True)
class Scale:
    """Measures one engine at several sizes."""

    name: str
    sizes: Sequence[Sized]
    encoder: Encoder
    disk: Callable[[Sized], int]
    process: Callable[[], int]
    """The id of the process that searches."""

    def measure(self, told: Told, rounds: int, advance: Advance) -> list[Figure]:
        """Ask every size in turns, one request and `ASKED` at a time."""
        store = PlainStore(self.encoder.model)
        scopes = [Scope(TENANT, identifier("asked", number)) for number in range(ASKED)]
        for scope in scopes:
            ids = told.write(store.store, scope, OWNED, lambda _: None)
            for size in self.sizes:
                Projector(store.store, size.engine, EnglishAnalyzer()).project(scope, ids)
                size.engine.count(scope)  # which waits until searches see it
            advance(1)
        recalls = {size.documents: self.recall(store, size.engine) for size in self.sizes}
        asked = list(questions(rounds))
        search = {size.documents: list[float]() for size in self.sizes}
        single = {size.documents: list[float]() for size in self.sizes}
        many = {size.documents: list[float]() for size in self.sizes}
        for size in self.sizes:  # warm: connections, caches, the encoder
            for scope in scopes:
                if not recalls[size.documents](scope, RecallRequest(asked[0])).episodes:
                    raise RuntimeError("a recall found nothing: what it took would say nothing")
        for number, question in enumerate(asked):
            scope = scopes[number % ASKED]
            for size in _turned(self.sizes, number):
                filler = Owner(number * 7 % max(1, size.documents // OWNED))
                query = _query(filler, number)
                search[size.documents].append(ms(size.engine.search, filler.scope, query))
                ask = recalls[size.documents]
                single[size.documents].append(ms(ask, scope, RecallRequest(question)))
            advance(1)
        for number in range(max(2, rounds // ASKED)):
            for size in _turned(self.sizes, number):
                ask = recalls[size.documents]
                with ThreadPoolExecutor(ASKED) as pool:
                    times = pool.map(_recalled, repeat(ask), scopes, repeat(asked[0]))
                    many[size.documents] += times
            advance(1)
        store.close()
        small = self.sizes[0]
        return [
            Figure.compared(
                f"{self.name}: {what}, {size.label}", values[size.documents], small.label,
                values[small.documents], most=(MOST,) if size is not small else (),
            )
            for what, values in (
                ("search", search), ("recall", single), (f"recall, {ASKED} at once", many),
            )
            for size in self.sizes
        ]  # fmt: skip

    def recall(self, store: PlainStore, engine: Engine) -> Recall:
        """Return the product's recall on a store and an index."""
        analyzer = EnglishAnalyzer()
        find = FindCandidates(
            store.store, engine, self.encoder, analyzer, _now, store.policies,
            SharedMemory(store.store, _now),
        )  # fmt: skip
        return Recall(
            store.store,
            FixedKeys(),
            find,
            LateInteractionRanker(),
            analyzer,
            _now,
            LIKENESS,
            gates_of(DEFAULT_MODEL),
            new_token,
        )


def named(engine: str, documents: Sequence[int], encoder: Encoder) -> Scale:
    """Return what measures an engine, `sqlite` or `opensearch`, at the sizes."""
    match engine:
        case "sqlite":
            return _sqlite(documents, encoder)
        case "opensearch":
            return _opensearch(documents, encoder)
        case _:
            raise SystemExit(f"an engine is sqlite or opensearch, not {engine!r}")


def run(scale: Scale, told: Told, rounds: int, bar: Callable[[str, int], Advance]) -> Section:
    """Fill and measure one engine at its sizes."""
    facts: dict[str, str] = {}
    for size in scale.sizes:
        rate = size.fill(bar(f"{scale.name}: {size.label}", size.documents))
        loaded = f"loaded at {rate:.0f} a second, " if rate else "loaded before, "
        facts[size.label] = f"{loaded}{scale.disk(size) / 1e6:.0f} MB on disk"
    steps = ASKED + rounds + max(2, rounds // ASKED)
    figures = scale.measure(told, rounds, bar(f"{scale.name}: asked in turns", steps))
    facts["resident memory"] = f"{psutil.Process(scale.process()).memory_info().rss / 1e6:.0f} MB"
    return Section(f"scale on {scale.name}", figures, facts)


def _sqlite(documents: Sequence[int], encoder: Encoder) -> Scale:
    def file(size: int) -> Path:
        return FOLDER / f"{size}.sqlite"

    sizes = [Sized(size, SqliteIndex(file(size))) for size in documents]
    return Scale(
        "sqlite", sizes, encoder, lambda size: file(size.documents).stat().st_size, os.getpid
    )


def _opensearch(documents: Sequence[int], encoder: Encoder) -> Scale:
    found = opensearch.provide(FOLDER / "opensearch")
    if found is None:
        raise SystemExit("scale on opensearch needs an OpenSearch: Docker, or JDK 17 and Maven")
    sizes = [Sized(n, OpenSearchIndex(found.url, f"muniment-bench-{n}")) for n in documents]

    def disk(size: Sized) -> int:
        alias = f"muniment-bench-{size.documents}"
        httpx.post(f"{found.url}/{alias}/_flush", timeout=300)
        stats = httpx.get(f"{found.url}/{alias}/_stats/store", timeout=60).json()
        return int(stats["_all"]["primaries"]["store"]["size_in_bytes"])

    def process() -> int:
        (node,) = httpx.get(f"{found.url}/_nodes/process", timeout=60).json()["nodes"].values()
        return int(node["process"]["id"])

    return Scale("opensearch", sizes, encoder, disk, process)


def _recalled(recall: Recall, scope: Scope, question: str) -> float:
    return ms(recall, scope, RecallRequest(question))


def _query(owner: Owner, number: int) -> IndexQuery:
    vector, terms = owner.question(number)
    return IndexQuery(terms, vector, 0, _now())


def _turned(sizes: Sequence[Sized], by: int) -> Iterator[Sized]:
    """Yield every size, each time beginning with another one."""
    yield from (sizes[(place + by) % len(sizes)] for place in range(len(sizes)))


def _now() -> datetime:
    return datetime.now(UTC)

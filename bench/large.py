"""One owner with very many records beside a small one: recall, a list and the end of all."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from bench.figures import Figure, Section
from bench.plain_store import PlainStore
from bench.scale import Engine, Scale, Sized
from bench.synthetic import identifier
from bench.timing import ms
from bench.whole import EPOCH, Told, questions
from muniment.adapters.analyzer import EnglishAnalyzer
from muniment.adapters.encodings import LIKENESS
from muniment.app.listing import ListRecords
from muniment.app.projection import Projector
from muniment.app.recall import RecallRequest
from muniment.domain.scope import Scope

SMALL = 500
_TENANT = "bench-large"
_PAGE = 100
_PROJECTED = 500

type Advance = Callable[[int], None]
type Bar = Callable[[str, int], Advance]


@dataclass(frozen=True)
class Large:
    """Compares owners of two sizes on one engine."""

    scale: Scale
    size: Sized
    records: int

    def run(self, told: Told, rounds: int, bar: Bar) -> Section:
        """Write both owners, ask them in turns, list them, and take the large one away again."""
        store = PlainStore(self.scale.encoder.model)
        small, large = (Scope(_TENANT, identifier("large", n)) for n in (SMALL, self.records))
        for scope, count in ((small, SMALL), (large, self.records)):
            self._write(store, scope, count, told, bar)
        recall = self.scale.recall(store, self.size.engine)
        listed = ListRecords(store.store, recall.clock, store.policies, LIKENESS)
        ours: list[float] = []
        others: list[float] = []
        pages: list[float] = []
        other_pages: list[float] = []
        advance = bar("asked in turns", rounds)
        for question in questions(rounds):
            for scope, kept, kept_pages in (
                (small, others, other_pages), (large, ours, pages),
            ):  # fmt: skip
                kept.append(ms(recall, scope, RecallRequest(question)))
                kept_pages.append(ms(listed, scope, None, _PAGE, None))
            advance(1)
        name = f"{self.scale.name}, {self.records:,} records of one owner"
        facts = self._take_away(store, self.size.engine, large, bar("taken away", self.records))
        store.close()
        beside = f"{SMALL} records"
        figures = [
            Figure.compared(f"{name}: recall", ours, beside, others),
            Figure.compared(f"{name}: a page of the list", pages, beside, other_pages),
        ]
        return Section(f"large owner on {self.scale.name}", figures, facts)

    def _write(self, store: PlainStore, scope: Scope, count: int, told: Told, bar: Bar) -> None:
        ids = told.write(store.store, scope, count, bar(f"{count:,} records of one owner", count))
        projector = Projector(store.store, self.size.engine, EnglishAnalyzer())
        indexed = bar(f"{count:,} of them indexed", count)
        for start in range(0, count, _PROJECTED):
            some = ids[start : start + _PROJECTED]
            projector.project(scope, some)
            indexed(len(some))
        self.size.engine.count(scope)  # which waits until searches see it

    @staticmethod
    def _take_away(
        store: PlainStore, engine: Engine, scope: Scope, advance: Advance
    ) -> dict[str, str]:
        """Remove all as the erasure of a user does, but for what is kept between its steps."""
        began = time.perf_counter()
        while engine.purge(scope, EPOCH + 1):
            pass
        in_index = time.perf_counter() - began
        began = time.perf_counter()
        purged = 0
        page = store.store.old_items(scope, EPOCH, None)
        while page.items:
            store.store.delete_items(scope, page.places)
            purged += len(page.items)
            advance(sum(item.kind == "episodes" for item in page.items))
            page = store.store.old_items(scope, EPOCH, None)
        in_store = time.perf_counter() - began
        left = engine.count(scope) + len(page.items)
        return {
            "purged": f"{purged:,} items in {in_store:.1f} s, the index in {in_index:.1f} s",
            "left": str(left),
        }

"""Rebuilding the index from the store; nothing is encoded anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from muniment.app.ports import IndexAdmin, IndexEntry
from muniment.app.projection import Projector
from muniment.app.storage import Store, WorkList
from muniment.domain.records import KEPT_KINDS, Fact, Kind
from muniment.domain.scope import Scope

_PAGE = 100


@dataclass(frozen=True, slots=True)
class Reindex:
    """Fills a new physical index beside live traffic and swaps it in."""

    store: Store
    worklist: WorkList
    projector: Projector
    admin: IndexAdmin

    def __call__(self) -> int:
        """Return how many entries the new index got."""
        return self.admin.rebuild(self._everything())

    def _everything(self) -> Iterator[tuple[Scope, Sequence[IndexEntry]]]:
        for tenant in self.worklist.tenants():
            for scope in self.worklist.owners(tenant):
                for kind in KEPT_KINDS:
                    yield from self._pages(scope, kind)

    def _pages(self, scope: Scope, kind: Kind) -> Iterator[tuple[Scope, Sequence[IndexEntry]]]:
        epoch = self.store.owner(scope).epoch
        after: str | None = None
        while True:
            page, after = self.store.page(scope, epoch, kind, _PAGE, after)
            shown = [r for r in page if not isinstance(r, Fact) or r.readable]
            yield scope, list(self.projector.entries(scope, epoch, shown))
            if after is None:
                return

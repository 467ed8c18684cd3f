"""Listing records, page by page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from muniment.app.collapsing import collapse
from muniment.app.cursors import cursor_of, read_cursor
from muniment.app.past import Past
from muniment.app.ports import Clock, Policies
from muniment.app.reading import is_shown, record_view, served
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.views import Page, RecordView
from muniment.domain.access import ANYBODY, Caller, use_of
from muniment.domain.as_of import NOW, AsOf
from muniment.domain.filters import EVERYTHING, Filter
from muniment.domain.namespaces import Namespace, namespace_of, prefix
from muniment.domain.near_duplicates import Likeness
from muniment.domain.precedence import owners, unspoken
from muniment.domain.records import Episode, Fact, Kind
from muniment.domain.scope import Scope

LOOKED_THROUGH = 300
"""Records that are read for one page of a filtered list; of the past, each costs another read."""
_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class ListRecords:
    """Lists records page by page: facts, then episodes, each in the order of their ids.

    In that order an assistant's own words come after everybody else's.
    """

    store: Store
    clock: Clock
    policies: Policies
    likeness: Likeness

    def __call__(  # noqa: PLR0913 - what may be asked of a list
        self,
        scope: Scope,
        kind: Kind | None,
        limit: int,
        cursor: str | None,
        caller: Caller = ANYBODY,
        *,
        duplicates: bool = False,
        as_of: AsOf = NOW,
        namespace: Namespace | None = None,
        wanted: Filter = EVERYTHING,
    ) -> Page:
        """Return at most `limit` records after `cursor` that the caller wants and may use.

        They are as they were. A page may be short of `limit`, or empty, and have a cursor: no more
        than some hundreds are looked through for one.

        Near duplicates within the page are listed once, unless `duplicates` asks for each. What was
        is listed each: what records are compared by is of what they say now. Without a `namespace`
        those of both are listed, but for an assistant's facts on which the owner's memory has its
        own word.
        """
        owner, now = self.store.owner(scope), self.clock()
        use = use_of(caller, self.policies.current(scope.tenant), owner.consents)
        past = Past(self.store, scope, owner, now)
        current, after = read_cursor(cursor, kind)
        shown: list[Fact | Episode] = []
        cursor, looked = None, 0
        while True:
            after = after or _before(current, namespace)
            at_once = _AT_ONCE if wanted.tests else limit - len(shown)
            page, last = self.store.page(scope, owner.epoch, current, at_once, after)
            looked += len(page)
            asked = [record for record in page if namespace in (None, namespace_of(record.id))]
            last = last if len(asked) == len(page) else None  # the owner's end where others begin
            fitting = [
                served(owner, record)
                for kept in (asked if namespace else self._unspoken(past, asked, as_of))
                if (record := past.record(kept, as_of)) is not None
                and is_shown(owner, use, record, now)
                and kind in (None, record.kind)
                and wanted.passes(record)
            ]
            left = limit - len(shown)
            shown += fitting[:left]
            if len(fitting) > left:
                cursor = cursor_of(current, shown[-1].id)
                break
            if last is not None and wanted.tests and len(shown) < limit and looked < LOOKED_THROUGH:
                after = last
                continue
            if last is not None:
                cursor = cursor_of(current, last)
                break
            if current is Kind.EPISODE or kind is not None or scope.is_shared:
                break
            current, after = Kind.EPISODE, None
            if len(shown) == limit:
                cursor = cursor_of(current, "")
                break
        each = duplicates or not as_of.is_now
        views = map(record_view, shown) if each else self._once(scope, owner, shown)
        return Page(tuple(views), cursor)

    def _unspoken(
        self, past: Past, page: Sequence[Fact | Episode], as_of: AsOf
    ) -> Sequence[Fact | Episode]:
        """Return a page without those assistants' facts of which the owner's own was known."""
        facts = [record for record in page if isinstance(record, Fact)]
        own = list(filter(None, map(owners, facts)))
        if not own:
            return page
        found = self.store.facts(past.scope, past.owner.epoch, own)
        known = {name: fact for name, fact in found.items() if past.record(fact, as_of)}
        shown = {fact.id for fact in unspoken(facts, known, past.now)}
        return [record for record in page if isinstance(record, Episode) or record.id in shown]

    def _once(
        self, scope: Scope, owner: Owner, records: Sequence[Fact | Episode]
    ) -> Iterator[RecordView]:
        """Yield each record, one for those that say the same."""
        by_id = {record.id: record for record in records}
        vectors = self.store.vectors(scope, owner.epoch, by_id) if len(by_id) > 1 else {}
        once = collapse(list(by_id), by_id, vectors, self.likeness)
        for name in once.shown:
            yield replace(record_view(by_id[name]), also=once.also.get(name, ()))


def _before(kind: Kind, namespace: Namespace | None) -> str | None:
    """Return what sorts before all ids of a kind in a namespace, and after those of the other."""
    kept = Kind.EPISODE if kind is Kind.EPISODE else Kind.FACT
    return namespace and prefix(kept, namespace).rstrip("_")

"""The store on two DynamoDB tables."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from muniment.adapters.dynamodb import codec, keys
from muniment.adapters.dynamodb.actions import Retention, Translator
from muniment.adapters.dynamodb.codec import working
from muniment.adapters.dynamodb.resting import Resting
from muniment.adapters.dynamodb.table import Cancelled, Item, Table, Transactions
from muniment.app.changes import Change
from muniment.app.progress import OldItem, OldItems
from muniment.app.storage import ExistsError, StaleError
from muniment.app.stored import (
    AuditEntry,
    ConsentStep,
    Counts,
    Edge,
    Erasure,
    Extraction,
    Head,
    Heads,
    Idempotency,
    Operation,
    Owner,
    Place,
    Reference,
    RestingItems,
    StoredVector,
)
from muniment.domain.events import Event
from muniment.domain.ids import ERASURE_PREFIX
from muniment.domain.recalls import RecallTrace
from muniment.domain.records import Assertion, Episode, Fact, Kind
from muniment.domain.reviews import ReviewItem
from muniment.domain.scope import Scope
from muniment.domain.working.results import FullResult, ToolResult
from muniment.domain.working.session import Session

_HEAD_PAGES = 2  # of 1 MB: what recall may read of the heads; the rest is found by search
_PURGE_PAGE = 500
_KINDS = {
    "1F": "facts", "2A": "assertions", "3E": "episodes", "3S": "sessions", "3P": "places",
    "4Q": "reviews", "5V": "vectors", "6T": "events", "6S": "turns", "6X": "extractions",
    "6L": "references",
    "7R": "edges", "9D": "tombstones", "9I": "idempotency_keys", "9O": "operations",
    "9C": "recalls", "0N": "counts", "8S": "working_sessions", "8P": "tool_projections",
    "8T": "tool_results",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DynamoStore:
    """Implements app.storage.Store. `model` is the encoder's, part of every vector's key."""

    records: Table
    ledger: Table
    transactions: Transactions
    model: str
    retention: Retention = field(default_factory=Retention)

    # --- owner and commit ---------------------------------------------------------------------

    def owner(self, scope: Scope) -> Owner:
        """See the port."""
        return codec.to_owner(self.records.get(keys.partition(scope), keys.OWNER))

    def commit(self, scope: Scope, changes: Sequence[Change], guard: Owner | None) -> None:
        """See the port."""
        translator = Translator(
            self.records.name, self.ledger.name, self.model, self.retention, scope
        )
        actions = translator.actions(changes, guard)
        try:
            self.transactions.transact([action.action for action in actions])
        except Cancelled as cancelled:
            failed = [actions[place] for place in cancelled.failed]
            if failed and all(action.puts_new for action in failed):
                raise ExistsError(str(cancelled)) from cancelled
            raise StaleError(str(cancelled)) from cancelled

    # --- events and operations ----------------------------------------------------------------

    def event(self, scope: Scope, epoch: int, event: str) -> Event | None:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.event(epoch, event))
        return None if item is None else codec.to_event(item)

    def events(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Event]:
        """See the port."""
        items = self._many(scope, (keys.event(epoch, event) for event in ids))
        return {event.id: event for event in map(codec.to_event, items)}

    def events_before(
        self, scope: Scope, epoch: int, session: str, order: str, limit: int
    ) -> list[Event]:
        """See the port."""
        prefix = keys.sequence(epoch, session)
        rows = self.records.query(
            keys.partition(scope), prefix, f"{prefix}{order}", limit=limit, newest=True
        )
        ids = [row["event"] for row in rows]
        found = self.events(scope, epoch, ids)
        return [found[event] for event in reversed(ids) if event in found]

    def events_after(
        self, scope: Scope, epoch: int, session: str, order: str, limit: int
    ) -> list[Event]:
        """See the port."""
        prefix = keys.sequence(epoch, session)
        # "#" ends the order in a key, and "$" follows it: the event itself is not found.
        rows = self.records.query(
            keys.partition(scope), f"{prefix}{order}$", f"{prefix}~", limit=limit
        )
        ids = [row["event"] for row in rows]
        found = self.events(scope, epoch, ids)
        return [found[event] for event in ids if event in found]

    def every_event(self, scope: Scope, epoch: int) -> Iterator[Event]:
        """See the port."""
        return map(
            codec.to_event, self.records.starting(keys.partition(scope), keys.event(epoch, ""))
        )

    def idempotency(self, scope: Scope, key: str) -> Idempotency | None:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.idempotency(key))
        return None if item is None else codec.to_idempotency(item)

    def operation(self, scope: Scope, operation: str) -> Operation | None:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.operation(operation))
        return None if item is None else codec.to_operation(item)

    def operations(self, scope: Scope, epoch: int) -> Iterator[Operation]:
        """See the port."""
        prefix = keys.operation("")
        rows = self.records.query(keys.partition(scope), prefix, f"{prefix}~", epoch=epoch)
        return map(codec.to_operation, rows)

    def trace(self, scope: Scope, epoch: int, recall: str) -> RecallTrace | None:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.trace(recall))
        return codec.to_trace(item) if item is not None and item["epoch"] == epoch else None

    def extraction(self, scope: Scope, epoch: int, event: str) -> Extraction | None:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.extraction(epoch, event))
        return None if item is None else codec.to_extraction(item)

    def extractions(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Extraction]:
        """See the port."""
        items = self._many(scope, (keys.extraction(epoch, event) for event in ids))
        return {extraction.event: extraction for extraction in map(codec.to_extraction, items)}

    def references(self, scope: Scope, epoch: int, told: str) -> list[Reference]:
        """See the port."""
        prefix = keys.references(epoch)
        rows = self.records.query(keys.partition(scope), f"{prefix}{told}", f"{prefix}~")
        return [Reference(row["event"], _told(row, prefix)) for row in rows]

    def edges(self, scope: Scope, epoch: int, event: str) -> list[Edge]:
        """See the port."""
        rows = self.records.starting(keys.partition(scope), keys.edges(epoch, event))
        return list(map(codec.to_edge, rows))

    def review(self, scope: Scope, epoch: int, review: str) -> ReviewItem | None:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.review(review))
        return codec.to_review(item) if item is not None and item["epoch"] == epoch else None

    def reviews(self, scope: Scope, epoch: int) -> list[ReviewItem]:
        """See the port."""
        rows = self.records.starting(keys.partition(scope), keys.review(""))
        return [codec.to_review(row) for row in rows if row["epoch"] == epoch]

    # --- records ------------------------------------------------------------------------------

    def heads(self, scope: Scope) -> Heads:
        """See the port."""
        rows = self.records.query(
            keys.partition(scope), keys.OWNER, keys.HEADS_END, pages=_HEAD_PAGES
        )
        items = list(rows)
        owner = codec.to_owner(next((i for i in items if i["sk"] == keys.OWNER), None))
        counts = next((i for i in items if i["sk"] == keys.COUNTS), None)
        kept = (i for i in items if i["sk"].startswith(keys.fact("")) and not codec.is_withdrawn(i))
        facts = map(codec.to_fact, kept)
        return Heads(
            owner=owner,
            counts=codec.to_counts(counts),
            facts=tuple(fact for fact in facts if fact.epoch == owner.epoch),
            complete=rows.complete,
        )

    def facts(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Fact]:
        """See the port."""
        items = self._many(scope, map(keys.fact, ids))
        facts = (codec.to_fact(item) for item in items if not codec.is_withdrawn(item))
        return {fact.id: fact for fact in facts if fact.epoch == epoch}

    def head(self, scope: Scope, epoch: int, fact: str) -> Head:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.fact(fact))
        if item is None or item["epoch"] != epoch:
            return Head()
        return Head(None if codec.is_withdrawn(item) else codec.to_fact(item), item["revision"])

    def assertions(self, scope: Scope, epoch: int, fact: str) -> list[Assertion]:
        """See the port."""
        rows = self.records.starting(keys.partition(scope), keys.assertion(fact, ""))
        return [codec.to_assertion(row) for row in rows if row["epoch"] == epoch]

    def episodes(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Episode]:
        """See the port."""
        items = self._many(scope, map(keys.episode, ids))
        return {e.id: e for e in map(codec.to_episode, items) if e.epoch == epoch}

    def page(
        self, scope: Scope, epoch: int, kind: Kind, limit: int, after: str | None
    ) -> tuple[list[Fact | Episode], str | None]:
        """See the port."""
        is_fact = kind is not Kind.EPISODE
        prefix = keys.fact("") if is_fact else keys.episode("")
        first = f"{prefix}{after}\x00" if after else prefix
        page: list[Fact | Episode] = []
        for row in self.records.query(
            keys.partition(scope), first, f"{prefix}~", epoch=epoch, expected=limit + 1
        ):
            if codec.is_withdrawn(row):
                continue
            if len(page) == limit:
                return page, page[-1].id
            page.append(codec.to_fact(row) if is_fact else codec.to_episode(row))
        return page, None

    def every_fact(self, scope: Scope, epoch: int) -> Iterator[Fact]:
        """See the port."""
        prefix = keys.fact("")
        rows = self.records.query(keys.partition(scope), prefix, f"{prefix}~", epoch=epoch)
        return (codec.to_fact(row) for row in rows if not codec.is_withdrawn(row))

    def every_episode(self, scope: Scope, epoch: int) -> Iterator[Episode]:
        """See the port."""
        rows = self.records.starting(keys.partition(scope), keys.episode(""))
        return (codec.to_episode(row) for row in rows if row["epoch"] == epoch)

    def vectors(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, StoredVector]:
        """See the port."""
        items = self._many(scope, (keys.vector(self.model, record) for record in ids))
        return {v.record: v for v in map(codec.to_vector, items) if v.epoch == epoch}

    def fact_vectors(self, scope: Scope, epoch: int) -> dict[str, StoredVector]:
        """See the port."""
        prefix = keys.vectors(self.model, Kind.FACT)
        rows = self.records.query(keys.partition(scope), prefix, f"{prefix}~", pages=_HEAD_PAGES)
        return {v.record: v for v in map(codec.to_vector, rows) if v.epoch == epoch}

    def session_revision(self, scope: Scope, epoch: int, chain: str) -> int:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.session(epoch, chain))
        return 0 if item is None else int(item["revision"])

    def places(
        self, scope: Scope, epoch: int, chain: str, order: str, reach: int
    ) -> tuple[list[Place], list[Place]]:
        """See the port."""
        prefix = keys.places(epoch, chain)
        pk = keys.partition(scope)
        before = self.records.query(pk, prefix, f"{prefix}{order}", limit=reach, newest=True)
        # "#" ends the order in a key, and "$" follows it: the place itself is on neither side.
        after = self.records.query(pk, f"{prefix}{order}$", f"{prefix}~", limit=reach)
        return list(map(_to_place, before)), list(map(_to_place, after))

    def tombstones(self, scope: Scope, epoch: int) -> frozenset[str]:
        """See the port."""
        rows = self.records.starting(keys.partition(scope), keys.tombstones(epoch))
        return frozenset(digest for row in rows for digest in row["digests"])

    def has_forgotten(self, scope: Scope, epoch: int) -> bool:
        """See the port."""
        prefix = f"{keys.tombstones(epoch)}{ERASURE_PREFIX}"
        rows = self.records.query(keys.partition(scope), prefix, f"{prefix}~", limit=1)
        return any(True for _ in rows)

    def resting(self, scope: Scope, purpose: str) -> RestingItems:
        """See the port."""
        resting = Resting(purpose)
        named = resting.read(
            self.records.query(keys.partition(scope), keys.FIRST, "~", keys_only=True)
        )
        counted = Counter(_KINDS.get(sk[:2], "other") for sk in (*resting.items, *named))
        return RestingItems(tuple(resting.items), tuple(named), resting.by_key, dict(counted))

    def old_items(self, scope: Scope, epoch: int, after: str | None) -> OldItems:
        """See the port."""
        first = keys.FIRST if after is None else f"{after}\x00"
        rows, last = self.records.page_of_keys(keys.partition(scope), first, "~", _PURGE_PAGE)
        old = (
            row["sk"]
            for row in rows
            if row["sk"] != keys.OWNER and row.get("epoch", 0) <= epoch
        )  # fmt: skip
        return OldItems(tuple(OldItem(sk, _KINDS.get(sk[:2], "other")) for sk in old), last)

    def delete_items(self, scope: Scope, places: Sequence[str]) -> None:
        """See the port."""
        self.records.delete_many(keys.partition(scope), places)

    def consent_steps(self, scope: Scope, purpose: str) -> list[ConsentStep]:
        """See the port."""
        rows = self.ledger.starting(keys.partition(scope), keys.consents(purpose))
        return [codec.to_consent_step(row) for row in rows]

    def audit(
        self, scope: Scope, limit: int, before: str | None
    ) -> tuple[list[AuditEntry], str | None]:
        """See the port."""
        last = f"{keys.AUDIT}{before or '~'}"
        rows = self.ledger.query(
            keys.partition(scope), keys.AUDIT, last, limit=limit + 2, newest=True
        )
        found = [codec.to_audit(row) for row in rows if row["sk"] != last]
        page = found[:limit]
        return page, page[-1].place if len(found) > limit else None

    # --- working memory -----------------------------------------------------------------------

    def session(self, scope: Scope, epoch: int, room: str) -> Session | None:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.working(epoch, room))
        return None if item is None else working.to_session(item)

    def sessions(self, scope: Scope, epoch: int) -> Iterator[Session]:
        """See the port."""
        rows = self.records.starting(keys.partition(scope), keys.working(epoch, ""))
        return map(working.to_session, rows)

    def tool_results(self, scope: Scope, epoch: int, room: str | None) -> list[ToolResult]:
        """See the port."""
        prefix = keys.every_projection(epoch) if room is None else keys.projections(epoch, room)
        rows = self.records.starting(keys.partition(scope), prefix)
        return sorted(map(working.to_tool_result, rows), key=lambda each: (each.at, each.id))

    def full_result(self, scope: Scope, epoch: int, room: str, result: str) -> FullResult | None:
        """See the port."""
        item = self.records.get(keys.partition(scope), keys.full_result(epoch, room, result))
        return None if item is None else working.to_full_result(item)

    # --- housekeeping -------------------------------------------------------------------------

    def record_counts(self, scope: Scope, epoch: int) -> Counts:
        """See the port."""
        prefix = keys.episode("")
        rows = self.records.query(
            keys.partition(scope), prefix, f"{prefix}~", keys_only=True, epoch=epoch
        )
        return Counts(
            facts=sum(fact.readable for fact in self.every_fact(scope, epoch)),
            episodes=sum(1 for _ in rows),
        )

    def erasure(self, scope: Scope, erasure: str) -> Erasure | None:
        """See the port."""
        item = self.ledger.get(keys.jobs(scope.tenant), erasure)
        return None if item is None else codec.to_erasure(item)

    def _many(self, scope: Scope, sks: Iterable[str]) -> Iterable[Item]:
        return self.records.get_many(keys.partition(scope), sks).values()


def _told(item: Item, prefix: str) -> str:
    """Return what the key of a reference says between its prefix and its event."""
    key: str = item["sk"]
    return key.removeprefix(prefix).removesuffix(f"#{item['event']}")


def _to_place(item: Item) -> Place:
    return Place(item["order"], item["episode"])

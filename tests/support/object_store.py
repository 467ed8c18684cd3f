"""The store's port over plain objects: the same conditions, none of the encoding.

It is for tests that take thousands of commits; `tests/logs/test_object_store.py` holds it to the
real adapter. One owner, one process; every method may be made to fail by `faults`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from muniment.app import changes as c
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
from muniment.domain.handling import UNRESTRICTED
from muniment.domain.ids import ERASURE_PREFIX
from muniment.domain.namespaces import kind_of
from muniment.domain.recalls import RecallTrace
from muniment.domain.records import Assertion, Episode, Fact, Kind
from muniment.domain.reviews import ReviewItem
from muniment.domain.scope import Scope
from tests.support.object_sessions import ObjectSessions

type Key = tuple[str, ...]
type Draft = dict[Key, Any]  # items of many classes under keys that begin with their kind

_GONE = object()
_OF_EPOCH = (
    "fact", "withdrawn", "assertion", "episode", "place", "session", "vector", "event", "turn",
    "extraction", "reference", "edge", "tombstones", "operation", "idempotency", "review",
    "counts", "trace",
)  # fmt: skip


@dataclass
class ObjectStore(ObjectSessions):
    """Implements app.storage.Store for one owner."""

    faults: Callable[[str], None] = lambda _: None
    """Called with the name of each method before it runs, and with `committed` after a commit."""
    items: Draft = field(default_factory=dict)
    epochs: dict[Key, int] = field(default_factory=dict)
    ledger: Draft = field(default_factory=dict)
    state: Owner = field(default_factory=Owner)

    # --- owner and commit ---------------------------------------------------------------------

    def owner(self, scope: Scope) -> Owner:
        self.faults("owner")
        return self.state

    def commit(self, scope: Scope, changes: Sequence[Change], guard: Owner | None) -> None:
        self.faults("commit")
        if guard is not None and (self.state.epoch, self.state.governance) != (
            guard.epoch, guard.governance,
        ):  # fmt: skip
            raise StaleError("the owner's state moved on")
        draft = _Draft(self)
        for change in changes:
            draft.apply(change)
        for key, value in draft.written.items():
            if value is _GONE:
                self.items.pop(key, None)
                self.epochs.pop(key, None)
            else:
                self.items[key] = value
                self.epochs[key] = draft.epochs[key]
        self.ledger |= draft.logged
        self.state = draft.state
        self.faults("committed")

    def _of(self, kind: str, epoch: int) -> Iterable[tuple[Key, Any]]:
        self.faults(kind)
        found = (k for k in self.items if k[0] == kind and self.epochs[k] == epoch)
        return [(key, self.items[key]) for key in sorted(found)]

    def _some(self, kind: str, epoch: int, ids: Iterable[str]) -> dict[str, Any]:
        self.faults(kind)
        wanted = {name: (kind, name) for name in ids}
        return {
            name: self.items[key]
            for name, key in wanted.items()
            if key in self.items and self.epochs[key] == epoch
        }

    # --- events and operations ----------------------------------------------------------------

    def event(self, scope: Scope, epoch: int, event: str) -> Event | None:
        return self.events(scope, epoch, [event]).get(event)

    def events(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Event]:
        return self._some("event", epoch, ids)

    def trace(self, scope: Scope, epoch: int, recall: str) -> RecallTrace | None:
        return self._some("trace", epoch, [recall]).get(recall)

    def events_before(
        self, scope: Scope, epoch: int, session: str, order: str, limit: int
    ) -> list[Event]:
        return self._turns(epoch, session, lambda event: event.order < order)[-limit:]

    def events_after(
        self, scope: Scope, epoch: int, session: str, order: str, limit: int
    ) -> list[Event]:
        return self._turns(epoch, session, lambda event: event.order > order)[:limit]

    def _turns(self, epoch: int, session: str, wanted: Callable[[Event], bool]) -> list[Event]:
        events: Iterable[Event] = (event for _, event in self._of("event", epoch))
        found = (event for event in events if event.session == session and wanted(event))
        return sorted(found, key=lambda event: (event.order, event.id))

    def every_event(self, scope: Scope, epoch: int) -> Iterable[Event]:
        return [event for _, event in self._of("event", epoch)]

    def idempotency(self, scope: Scope, key: str) -> Idempotency | None:
        self.faults("idempotency")
        found: Idempotency | None = self.items.get(("idempotency", key))
        return found

    def operation(self, scope: Scope, operation: str) -> Operation | None:
        self.faults("operation")
        found: Operation | None = self.items.get(("operation", operation))
        return found

    def operations(self, scope: Scope, epoch: int) -> Iterable[Operation]:
        return [operation for _, operation in self._of("operation", epoch)]

    def extraction(self, scope: Scope, epoch: int, event: str) -> Extraction | None:
        return self.extractions(scope, epoch, [event]).get(event)

    def extractions(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Extraction]:
        return self._some("extraction", epoch, ids)

    def references(self, scope: Scope, epoch: int, told: str) -> list[Reference]:
        return [found for key, found in self._of("reference", epoch) if key[1] >= told]

    def edges(self, scope: Scope, epoch: int, event: str) -> list[Edge]:
        return [edge for key, edge in self._of("edge", epoch) if key[1] == event]

    def review(self, scope: Scope, epoch: int, review: str) -> ReviewItem | None:
        return self._some("review", epoch, [review]).get(review)

    def reviews(self, scope: Scope, epoch: int) -> list[ReviewItem]:
        return [item for _, item in self._of("review", epoch)]

    # --- records ------------------------------------------------------------------------------

    def heads(self, scope: Scope) -> Heads:
        facts = tuple(fact for _, fact in self._of("fact", self.state.epoch))
        return Heads(self.state, Counts(), facts)

    def facts(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Fact]:
        return self._some("fact", epoch, ids)

    def head(self, scope: Scope, epoch: int, fact: str) -> Head:
        found = self.facts(scope, epoch, [fact]).get(fact)
        left = self._some("withdrawn", epoch, [fact]).get(fact, 0)
        return Head(found, found.revision) if found else Head(None, left)

    def assertions(self, scope: Scope, epoch: int, fact: str) -> list[Assertion]:
        return [a for key, a in self._of("assertion", epoch) if key[1] == fact]

    def episodes(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Episode]:
        return self._some("episode", epoch, ids)

    def page(
        self, scope: Scope, epoch: int, kind: Kind, limit: int, after: str | None
    ) -> tuple[list[Fact | Episode], str | None]:
        kept_as = Kind.EPISODE if kind is Kind.EPISODE else Kind.FACT  # as procedures are
        found = [record for _, record in self._of(kept_as.value, epoch)]
        behind = [record for record in found if after is None or record.id > after]
        page = behind[:limit]
        return page, page[-1].id if len(behind) > limit else None

    def every_fact(self, scope: Scope, epoch: int) -> Iterable[Fact]:
        return [fact for _, fact in self._of("fact", epoch)]

    def every_episode(self, scope: Scope, epoch: int) -> Iterable[Episode]:
        return [episode for _, episode in self._of("episode", epoch)]

    def vectors(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, StoredVector]:
        return self._some("vector", epoch, ids)

    def fact_vectors(self, scope: Scope, epoch: int) -> dict[str, StoredVector]:
        vectors = self._of("vector", epoch)
        return {v.record: v for key, v in vectors if kind_of(key[1]) is Kind.FACT}

    def session_revision(self, scope: Scope, epoch: int, chain: str) -> int:
        return int(self._some("session", epoch, [chain]).get(chain, 0))

    def places(
        self, scope: Scope, epoch: int, chain: str, order: str, reach: int
    ) -> tuple[list[Place], list[Place]]:
        places = sorted(
            (place for key, place in self._of("place", epoch) if key[1] == chain),
            key=lambda place: (place.order, place.episode),
        )
        before = [place for place in reversed(places) if place.order < order][:reach]
        return before, [place for place in places if place.order > order][:reach]

    def tombstones(self, scope: Scope, epoch: int) -> frozenset[str]:
        return frozenset().union(*(digests for _, digests in self._of("tombstones", epoch)))

    def has_forgotten(self, scope: Scope, epoch: int) -> bool:
        return any(key[1].startswith(ERASURE_PREFIX) for key, _ in self._of("tombstones", epoch))

    def resting(self, scope: Scope, purpose: str) -> RestingItems:
        self.faults("resting")
        own = {
            key
            for key, value in self.items.items()
            if getattr(value, "handling", UNRESTRICTED).purposes == {purpose}
        }
        named = {key[1] for key in own if key[0] in ("event", "fact", "episode", "review")}
        found = [
            key
            for key in self.items
            if key in own or named.intersection(key) or f"/{purpose}#" in key[-1]
        ]
        kinds = ("fact", "episode", "review")
        records = {"\n".join(key): key[1] for key in own if key[0] in kinds}
        counted = Counter(key[0] for key in found)
        return RestingItems(tuple("\n".join(key) for key in found), (), records, dict(counted))

    def old_items(self, scope: Scope, epoch: int, after: str | None) -> OldItems:
        self.faults("old_items")
        old = [("\n".join(key), key[0]) for key in self.items if self.epochs[key] <= epoch]
        return OldItems(tuple(OldItem(*each) for each in sorted(old)), None)

    def delete_items(self, scope: Scope, places: Sequence[str]) -> None:
        self.faults("delete_items")
        for item in places:
            key = tuple(item.split("\n"))
            self.items.pop(key, None)
            self.epochs.pop(key, None)

    def consent_steps(self, scope: Scope, purpose: str) -> list[ConsentStep]:
        steps = [(key, step) for key, step in self.ledger.items() if key[:2] == ("C", purpose)]
        return [step for _, step in sorted(steps)]

    def audit(
        self, scope: Scope, limit: int, before: str | None
    ) -> tuple[list[AuditEntry], str | None]:
        return [], None  # nothing that is decided depends on it, and it is not kept

    # --- housekeeping -------------------------------------------------------------------------

    def record_counts(self, scope: Scope, epoch: int) -> Counts:
        facts = [fact for _, fact in self._of("fact", epoch)]
        return Counts(sum(fact.readable for fact in facts), len(list(self._of("episode", epoch))))

    def erasure(self, scope: Scope, erasure: str) -> Erasure | None:
        self.faults("erasure")
        found: Erasure | None = self.ledger.get(("J", erasure))
        return found


@dataclass
class _Draft:
    """What one transaction would write; nothing of it is in the store before the end."""

    store: ObjectStore
    written: Draft = field(default_factory=dict)
    epochs: dict[Key, int] = field(default_factory=dict)
    logged: Draft = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = self.store.state

    def apply(self, change: Change) -> None:  # noqa: C901, PLR0912, PLR0915 - one flat table of cases
        match change:
            case c.PutEvent(event):
                self._new(("event", event.id), event, event.epoch)
            case c.ReviseEvent(event, was):
                key = ("event", event.id)
                stored: Any = self.store.items.get(key)
                self._require(stored is not None and stored.text == was)
                revised = replace(
                    stored, text=event.text, erased=event.erased, handling=event.handling
                )
                self._put(key, revised, event.epoch)
            case c.PutOperation(operation):
                self._new(("operation", operation.id), operation, operation.epoch)
            case c.SettleUpload(operation, was):
                key = ("operation", operation.id)
                waiting: Any = self.store.items.get(key)
                self._require(waiting is not None and waiting.upload.state is was)
                self._put(key, operation, operation.epoch)
            case c.PutIdempotency(used):
                self._new(("idempotency", used.key), used, used.epoch)
            case c.PutAssertion(assertion, epoch):
                self._new(("assertion", assertion.fact, assertion.id), assertion, epoch)
            case c.ReplaceAssertion(assertion, epoch):
                self._put(("assertion", assertion.fact, assertion.id), assertion, epoch)
            case c.DropAssertion(fact, name):
                self._drop(("assertion", fact, name))
            case c.PutFact(fact, was):
                self._revise(("fact", fact.id), fact, fact.epoch, was)
                self._drop(("withdrawn", fact.id))
            case c.WithdrawFact(name, epoch, was):
                self._require(self._revision(("fact", name)) == was)
                self._drop(("fact", name))
                self._put(("withdrawn", name), was + 1, epoch)
            case c.PutEpisode(episode, was):
                self._revise(("episode", episode.id), episode, episode.epoch, was)
                if was == 0:
                    place = Place(episode.order, episode.id)
                    where = ("place", episode.chain, episode.order, episode.id)
                    self._put(where, place, episode.epoch)
            case c.DropEpisode(episode, was):
                self._require(self._revision(("episode", episode.id)) == was)
                self._drop(("episode", episode.id))
                self._drop(("place", episode.chain, episode.order, episode.id))
            case c.PutVector(vector):
                key = ("vector", vector.record)
                stored = self.store.items.get(key)
                same = stored is not None and stored.encoded.vector == vector.encoded.vector
                kept = replace(vector, feedback=stored.feedback) if same else vector
                self._put(key, kept, vector.epoch)
            case c.PutFeedback(vector, feedback):
                key = ("vector", vector.record)
                stored = self.store.items.get(key)
                self._require(stored is not None and stored.feedback == vector.feedback)
                self._put(key, replace(stored, feedback=feedback), vector.epoch)
            case c.DropVector(record):
                self._drop(("vector", record))
            case c.LinkNeighbours(record, neighbours):
                key = ("vector", record)
                stored = self.store.items.get(key)
                self._require(stored is not None)
                linked = replace(stored, neighbours=neighbours)
                self._put(key, linked, self.store.epochs[key])
            case c.AdvanceSession(session, epoch, was):
                known = self.store.items.get(("session", session), 0)
                self._require(known == was)
                self._put(("session", session), was + 1, epoch)
            case c.PutEdge(edge, epoch):
                self._put(("edge", edge.event, edge.record, edge.assertion or ""), edge, epoch)
            case c.DropEdge(edge, _):
                self._drop(("edge", edge.event, edge.record, edge.assertion or ""))
            case c.PutTombstones(erasure, epoch, digests):
                self._put(("tombstones", erasure), digests, epoch)
                self.logged[("D", str(epoch), erasure)] = digests
            case c.PutReview(item, was):
                self._revise(("review", item.id), item, item.epoch, was)
            case c.DropReview(review):
                self._drop(("review", review))
            case c.PutExtraction(extraction, epoch, was):
                key = ("extraction", extraction.event)
                if was == 0:
                    self._new(key, replace(extraction, revision=1), epoch)
                else:
                    self._revise(key, replace(extraction, revision=was + 1), epoch, was)
            case c.KeepExtraction(event_id, _, was):
                self._require(self._revision(("extraction", event_id)) == was)
            case c.PutReference(event):
                noted = ("reference", event.told, event.id)
                self._put(noted, Reference(event.id, event.told), event.epoch)
            case c.PutErasure(erasure, new, _):
                if new and ("J", erasure.id) in self.store.ledger:
                    raise ExistsError(erasure.id)
                self.logged[("J", erasure.id)] = erasure
            case c.PutConsent(step, governance):
                self.logged[("C", step.purpose, f"{governance:09d}")] = step
            case c.PutSession(working, was):
                self._revise(("working", working.room), working, working.epoch, was)
            case c.DropSession(working):
                self._require(self._revision(("working", working.room)) == working.revision)
                self._drop(("working", working.room))
            case c.PutToolResult(full, replaces):
                found = ("tool_result", full.result.room, full.result.id)
                (self._put if replaces else self._new)(found, full, full.result.epoch)
            case c.DropToolResult(room, _, name):
                self._drop(("tool_result", room, name))
            case c.GovernOwner(owner):
                self.state = owner
            case c.FinishErasing(holds):
                self.state = replace(self.state, holds=self.state.holds - holds)
            case c.PutTrace(trace, epoch):
                self._put(("trace", trace.id), trace, epoch)
            case c.NoteMissed(recall, by):
                left = ("trace", recall)
                self._require(left in self.store.items)
                was = self.store.items[left]
                missing = replace(was, missed_by=was.missed_by | {by})
                self._put(left, missing, self.store.epochs[left])
            case c.PutAudit() | c.PutCounts():
                pass  # nothing that is decided depends on them

    def _put(self, key: Key, value: object, epoch: int) -> None:
        self.written[key] = value
        self.epochs[key] = epoch

    def _new(self, key: Key, value: object, epoch: int) -> None:
        if key in self.store.items:
            raise ExistsError(key[-1])
        self._put(key, value, epoch)

    def _drop(self, key: Key) -> None:
        self.written[key] = _GONE

    def _revise(self, key: Key, value: object, epoch: int, was: int) -> None:
        self._require(self._revision(key) == was)
        self._put(key, value, epoch)

    def _revision(self, key: Key) -> int:
        stored = self.store.items.get(key)
        if stored is None:
            return int(self.store.items.get(("withdrawn", *key[1:]), 0)) if key[0] == "fact" else 0
        return int(stored.revision)

    @staticmethod
    def _require(holds: bool) -> None:
        if not holds:
            raise StaleError("something that was read has changed")


def snapshot(store: ObjectStore) -> Mapping[Key, object]:
    """Return all that memory is made of, apart from how often each item was written."""
    kinds = ("fact", "assertion", "episode", "place", "vector", "edge", "tombstones", "review",
             "extraction", "event")  # fmt: skip
    plain = {
        key: replace(value, revision=0) if hasattr(value, "revision") else value
        for key, value in store.items.items()
        if key[0] in kinds
    }
    state = replace(store.state, governance=0)
    return {**plain, ("owner",): state}

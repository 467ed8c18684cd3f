"""Reading back: records, history, operations, erasures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypedDict

from muniment.app.errors import NotFoundError
from muniment.app.past import Past
from muniment.app.ports import Clock, Policies
from muniment.app.storage import Store
from muniment.app.stored import Erasure, Owner
from muniment.app.views import (
    AssertionView,
    ErasureView,
    RecordView,
)
from muniment.domain.access import ANYBODY, Caller, Use, use_of
from muniment.domain.as_of import NOW, AsOf
from muniment.domain.fold import HistoryEntry, history, promoted
from muniment.domain.handling import Category, Origin, Scalar, Sensitivity
from muniment.domain.labels import UNLABELLED
from muniment.domain.namespaces import Namespace, counterpart, namespace_of
from muniment.domain.passages import statement
from muniment.domain.records import Effect, Episode, Fact, Kind, Status
from muniment.domain.scope import Scope

OUTLIVES_ANYWHERE = {
    "uploads": "15 minutes: what a form given out before still sends is removed as it arrives",
}
"""What outlives an erasure wherever it is: how long a form holds."""
OUTLIVES = {
    "point_in_time_backups": "35 days",
    "stream": "24 hours, keys only",
    "index_snapshots": "14 days",
    **OUTLIVES_ANYWHERE,
}
"""What outlives an erasure on AWS: beside that the services' own limits."""


@dataclass(frozen=True, slots=True)
class GetRecord:
    """Reads one record."""

    store: Store
    clock: Clock
    policies: Policies

    def __call__(
        self, scope: Scope, record_id: str, caller: Caller = ANYBODY, as_of: AsOf = NOW
    ) -> RecordView:
        """Return the record as it was; NotFoundError also for one that the caller may not use."""
        owner, now = self.store.owner(scope), self.clock()
        use = use_of(caller, self.policies.current(scope.tenant), owner.consents)
        facts = self.store.facts(scope, owner.epoch, [record_id])
        record = facts.get(record_id) or self.store.episodes(scope, owner.epoch, [record_id]).get(
            record_id
        )
        if record is not None:
            record = Past(self.store, scope, owner, now).record(record, as_of)
        if record is None or not is_shown(owner, use, record, now):
            raise NotFoundError("no such record")
        return record_view(served(owner, record))


@dataclass(frozen=True, slots=True)
class GetHistory:
    """Explains how a record came to be what it is."""

    store: Store
    clock: Clock
    policies: Policies

    def __call__(
        self, scope: Scope, record_id: str, caller: Caller = ANYBODY
    ) -> tuple[AssertionView, ...]:
        """Return a fact's assertions, newest first; an episode has the one turn it came from.

        NotFoundError also for a record that the caller may not use, in any of its assertions.
        """
        owner = self.store.owner(scope)
        use = use_of(caller, self.policies.current(scope.tenant), owner.consents)
        known = self.store.assertions(scope, owner.epoch, record_id)
        head = self.store.facts(scope, owner.epoch, [record_id]).get(record_id)
        topics = tuple({topic for each in known for topic in each.sensitivity})
        if head is not None and use.withholds(head.handling, topics):
            raise NotFoundError("no such record")
        if known:
            said = self.store.assertions(
                scope, owner.epoch, counterpart(record_id, Namespace.ASSISTANT)
            )
            return tuple(
                _assertion_view(entry, promoted(entry.assertion, said))
                for entry in history(known, self.clock())
            )
        episode = self.store.episodes(scope, owner.epoch, [record_id]).get(record_id)
        if (
            episode is None
            or not episode.readable
            or episode.span.event in owner.erasing
            or use.withholds(episode.handling, episode.sensitivity)
        ):
            raise NotFoundError("no such record")
        return (
            AssertionView(
                id=episode.id, status=Status.ACTIVE, effect="assert",
                provenance=episode.provenance.label, valid_from=episode.occurred_at,
                observed_at=episode.observed_at, quote=episode.text, source=episode.span.event,
                origin=episode.origin, gates=episode.admission.objections,
                decision=episode.admission.resolved,
            ),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class GetErasure:
    """Tells how far an erasure is."""

    store: Store
    outlives: Mapping[str, str] = field(default_factory=lambda: OUTLIVES)
    """What a receipt says of what the erasure does not reach."""

    def __call__(self, scope: Scope, erasure_id: str) -> ErasureView:
        """Return the erasure, whatever the owner's epoch is by now."""
        erasure = self.store.erasure(scope, erasure_id)
        if erasure is None:
            raise NotFoundError("no such erasure")
        seen = erasure_view(erasure)
        return replace(seen, outlives=self.outlives) if erasure.status == "done" else seen


def record_view(record: Fact | Episode) -> RecordView:
    """Return a record as its owner may see it."""
    if isinstance(record, Fact):
        if record.valid_from is None or record.observed_at is None:
            raise ValueError("a readable fact has its times")
        return RecordView(
            id=record.id, kind=record.kind, status=record.status, text=statement(record),
            speaker=record.speaker or "User", at=record.valid_from,
            observed_at=record.observed_at, provenance=record.provenance.label,
            confidence=record.confidence, sources=record.sources,
            namespace=namespace_of(record.id), attribute=record.attribute,
            value=record.value, typed=record.typed, quote=record.quote,
            subject=None if record.kind is Kind.PROCEDURE else record.subject,
            times_seen=record.times_seen, contested_by=record.contested_by,
            expires_at=record.expires_at, created_at=record.created_at or record.observed_at,
            importance=record.importance, **_governed(record),
        )  # fmt: skip
    return RecordView(
        id=record.id, kind=Kind.EPISODE, status=record.status, text=record.text,
        speaker=record.speaker, at=record.occurred_at, observed_at=record.observed_at,
        provenance=record.provenance.label, confidence=record.confidence,
        sources=(record.span.event,), namespace=namespace_of(record.id),
        session=record.session, document=record.document, expires_at=record.expires_at,
        created_at=record.observed_at, **_governed(record),
    )  # fmt: skip


class _Governed(TypedDict):
    category: Category
    sensitivity: tuple[Sensitivity, ...]
    purposes: tuple[str, ...]
    agent: str | None
    tags: tuple[str, ...]
    metadata: Mapping[str, Scalar]
    language: str | None
    personal: tuple[str, ...]
    redacted: Mapping[str, int]
    origin: Origin


def _governed(record: Fact | Episode) -> _Governed:
    handling = record.handling
    return {
        "category": record.category, "sensitivity": record.sensitivity,
        "purposes": tuple(sorted(handling.purposes)), "agent": handling.agent,
        "tags": handling.tags, "metadata": dict(handling.metadata),
        "language": handling.language, "personal": handling.personal,
        "redacted": dict(handling.redacted), "origin": record.origin,
    }  # fmt: skip


def erasure_view(erasure: Erasure) -> ErasureView:
    """Return an erasure as its owner may see it."""
    return ErasureView(
        id=erasure.id, target=erasure.target, status=erasure.status,
        created_at=erasure.created_at, finished_at=erasure.finished_at,
        counted=erasure.counted, probes=erasure.probes,
        stage=erasure.purge.stage if erasure.purge.steps else None,
    )  # fmt: skip


def served(owner: Owner, record: Fact | Episode) -> Fact | Episode:
    """Return the record without labels that are about to go with words of one of its turns."""
    sources = record.sources if isinstance(record, Fact) else (record.span.event,)
    if owner.erasing.isdisjoint(sources):
        return record
    return replace(record, handling=UNLABELLED.on(record.handling))


def is_shown(owner: Owner, use: Use, record: Fact | Episode, now: datetime) -> bool:
    """Whether the record stands, has not expired, and the use may see it."""
    if record.expires_at is not None and record.expires_at <= now:
        return False
    if not record.readable:
        return False
    if isinstance(record, Episode) and record.span.event in owner.erasing:
        return False
    return use.withholds(record.handling, record.sensitivity) is None


def _assertion_view(entry: HistoryEntry, promotes: Sequence[str] = ()) -> AssertionView:
    a = entry.assertion
    return AssertionView(
        id=a.id, status=entry.status, effect=a.effect.value, provenance=a.provenance.label,
        valid_from=a.valid_from, observed_at=a.observed_at, value=a.value, typed=a.typed,
        quote=a.quote,
        source=a.span.event if a.span else None, promotes=tuple(promotes),
        superseded_by=entry.superseded_by, superseded_at=entry.superseded_at,
        origin=None if a.effect is Effect.BOUNDARY else a.origin,
        gates=a.admission.objections, decision=a.admission.resolved,
    )  # fmt: skip

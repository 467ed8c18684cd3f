"""Accepting events: store each once, queue its extraction, answer with an operation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from muniment.app.changes import Change, PutAudit, PutIdempotency, PutOperation
from muniment.app.consents import activation
from muniment.app.errors import IdempotencyConflictError
from muniment.app.intake import Intake, NewTurn, store_most
from muniment.app.ports import (
    Clock,
    Detector,
    ExtractionJob,
    ExtractionQueue,
    Keys,
    Policies,
)
from muniment.app.redacting import Redactor, total
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Idempotency, Operation, Owner
from muniment.app.views import Accepted, AcceptedEvent
from muniment.domain.access import ANYBODY, Caller, use_of
from muniment.domain.events import Event
from muniment.domain.handling import NOBODY
from muniment.domain.ids import Ids
from muniment.domain.scope import Scope

IDEMPOTENCY_KEPT = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class RecordEvents:
    """Stores events, then queues them by id; whatever fails in between is found by the schedule."""

    store: Store
    keys: Keys
    queue: ExtractionQueue
    detector: Detector
    clock: Clock
    policies: Policies

    def __call__(  # noqa: PLR0913 - what a write is made of
        self,
        scope: Scope,
        turns: Sequence[NewTurn],
        *,
        by_agent: bool,
        idempotency_key: str | None,
        fingerprint: str,
        caller: Caller = ANYBODY,
        by: str = NOBODY,
    ) -> Accepted:
        """Return the operation; the same again for the same key or the same events.

        How far it is is told as it is by now. Of a key the first answer is kept, which events were
        known then; of events that are sent again without one, all are known.
        `fingerprint` is a digest of the body, by which another body under the same key is refused
        with IdempotencyConflictError. EventConflictError for an id that has another content,
        SensitiveDataError for what the tenant's policy lets nobody store. What `domain.access`
        refuses is refused before anything is stored.
        """

        def decide() -> Accepted:
            owner = self.store.owner(scope)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            kept = ids.fingerprint(fingerprint)
            used = used_operation(self.store, scope, ids, idempotency_key, kept, self.clock())
            if used is not None:
                return self._queued(scope, used)
            policy = self.policies.current(scope.tenant)
            intake = Intake(
                ids, Redactor(self.detector, policy.redaction),
                self.store.tombstones(scope, owner.epoch),
                use_of(caller, policy, owner.consents).handling(), self.clock(), by,
            )  # fmt: skip
            events = (
                event
                for place, turn in enumerate(turns)
                for event in intake.events(place, turn, by_agent=by_agent)
            )
            once = list({event.id: event for event in events}.values())
            return self._accept(scope, owner, intake, once, idempotency_key, kept)

        return until_fresh(decide)

    def _accept(  # noqa: PLR0913, PLR0917 - the parts of one acceptance
        self,
        scope: Scope,
        owner: Owner,
        intake: Intake,
        events: Sequence[Event],
        idempotency_key: str | None,
        fingerprint: str,
    ) -> Accepted:
        known = self.store.events(scope, owner.epoch, [event.id for event in events])
        for event in events:
            intake.require_same(event, known.get(event.id))
        ids = intake.ids
        operation = Operation(
            # With the events beside the key: one that is used again when it is no longer kept
            # names another operation.
            id=ids.operation(
                *(("key", idempotency_key) if idempotency_key else ("events",)),
                *(event.id for event in events),
            ),
            epoch=owner.epoch,
            created_at=self.clock(),
            events=tuple(event.id for event in events),
            known=tuple(event.id in known for event in events),
            redacted=total(event.handling for event in events),
        )
        earlier = self.store.operation(scope, operation.id)
        if earlier is not None and len(known) == len(events):
            return self._queued(scope, replace(earlier, known=operation.known))
        fresh = [event for event in events if event.id not in known]
        changes: list[Change] = [*store_most(self.store, scope, owner, fresh)]
        if earlier is None:
            audit = PutAudit(operation.created_at, "accept", operation.id, owner.epoch, intake.by)
            changes += [PutOperation(operation), audit]
        if idempotency_key is not None:
            used_for = idempotency_of(ids, idempotency_key, fingerprint, operation)
            changes.append(PutIdempotency(used_for))
        for purpose in {purpose for event in events for purpose in event.handling.purposes}:
            changes += activation(owner, purpose, operation.created_at)
        self.store.commit(scope, changes, guard=owner)
        return self._queued(scope, operation)

    def _queued(self, scope: Scope, operation: Operation) -> Accepted:
        """Queue what is stored and perhaps was never queued; say how far the operation is."""
        status = queue_extraction(self.store, self.queue, scope, operation)
        return _accepted(operation, status)


def used_operation(  # noqa: PLR0913, PLR0917 - what a key is looked up by
    store: Store, scope: Scope, ids: Ids, key: str | None, fingerprint: str, now: datetime
) -> Operation | None:
    """Return the operation that an Idempotency-Key was used for.

    Raises IdempotencyConflictError if it was used for another body.
    """
    used = None if key is None else store.idempotency(scope, ids.key(key))
    if used is None or used.expires_at <= now:
        return None
    if used.fingerprint != fingerprint:
        raise IdempotencyConflictError("the Idempotency-Key was used for another body")
    return store.operation(scope, used.operation)


def idempotency_of(ids: Ids, key: str, fingerprint: str, operation: Operation) -> Idempotency:
    """Return what is kept of an Idempotency-Key that was used for an operation."""
    until = operation.created_at + IDEMPOTENCY_KEPT
    return Idempotency(ids.key(key), fingerprint, operation.id, operation.epoch, until)


def queue_extraction(
    store: Store, queue: ExtractionQueue, scope: Scope, operation: Operation
) -> str:
    """Queue those events of an operation of which nothing has been made yet; return its status."""
    done = store.extractions(scope, operation.epoch, operation.events)
    waiting = [
        event for event in operation.events if event not in done or done[event].status == "pending"
    ]
    queue.send([ExtractionJob(scope, operation.epoch, event) for event in waiting])
    return operation.status(done)


def _accepted(operation: Operation, status: str) -> Accepted:
    return Accepted(
        operation.id,
        status,
        tuple(
            AcceptedEvent(event, known)
            for event, known in zip(operation.events, operation.known, strict=True)
        ),
        dict(operation.redacted),
    )

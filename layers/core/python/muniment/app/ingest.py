"""Accepting events: store each once, queue its extraction, answer with an operation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from muniment.app.changes import Change, PutAudit, PutEvent, PutIdempotency, PutOperation
from muniment.app.consents import activation
from muniment.app.errors import EventConflictError, IdempotencyConflictError
from muniment.app.ports import (
    Clock,
    Detector,
    ExtractionJob,
    ExtractionQueue,
    Keys,
    Policies,
)
from muniment.app.redacting import Redactor, noted, total
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Idempotency, Operation, Owner
from muniment.app.views import Accepted, AcceptedEvent
from muniment.domain.access import ANYBODY, Caller, use_of
from muniment.domain.events import Door, Event, Role, Span
from muniment.domain.forgetting import blank, forgotten_spans
from muniment.domain.handling import NOBODY, Handling
from muniment.domain.ids import Ids, order_key
from muniment.domain.language import spoken
from muniment.domain.scope import Scope
from muniment.domain.state import attribute_of

IDEMPOTENCY_KEPT = timedelta(hours=24)
_LIST = {Door.STATE: "state"}  # how a request names its list, for errors


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A turn as it is delivered. Times are aware."""

    session: str
    role: Role
    text: str
    id: str | None = None
    position: int | None = None
    at: datetime | None = None
    speaker: str | None = None
    by_owner: bool = True
    door: Door = Door.EVENTS


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

        `fingerprint` is a digest of the body, by which another body under the same key is refused
        with IdempotencyConflictError. EventConflictError for an id that has another content,
        SensitiveDataError for what the tenant's policy lets nobody store. What `domain.access`
        refuses is refused before anything is stored.
        """

        def decide() -> Accepted:
            owner = self.store.owner(scope)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            kept = ids.fingerprint(fingerprint)
            used = self._used(scope, ids, idempotency_key, kept)
            if used is not None:
                return self._again(scope, used)
            policy = self.policies.current(scope.tenant)
            intake = _Intake(
                ids, Redactor(self.detector, policy.redaction),
                self.store.tombstones(scope, owner.epoch),
                use_of(caller, policy, owner.consents).handling(), self.clock(), by,
            )  # fmt: skip
            events = [
                intake.event(place, turn, by_agent=by_agent) for place, turn in enumerate(turns)
            ]
            once = list({event.id: event for event in events}.values())
            return self._accept(scope, owner, intake, once, idempotency_key, kept)

        return until_fresh(decide)

    def _used(
        self, scope: Scope, ids: Ids, idempotency_key: str | None, fingerprint: str
    ) -> Operation | None:
        if idempotency_key is None:
            return None
        used = self.store.idempotency(scope, ids.key(idempotency_key))
        if used is None or used.expires_at <= self.clock():
            return None
        if used.fingerprint != fingerprint:
            raise IdempotencyConflictError("the Idempotency-Key was used for another body")
        return self.store.operation(scope, used.operation)

    def _accept(  # noqa: PLR0913, PLR0917 - the parts of one acceptance
        self,
        scope: Scope,
        owner: Owner,
        intake: "_Intake",
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
            return self._again(scope, earlier)
        changes: list[Change] = [PutEvent(event) for event in events if event.id not in known]
        if earlier is None:
            audit = PutAudit(operation.created_at, "accept", operation.id, owner.epoch, intake.by)
            changes += [PutOperation(operation), audit]
        if idempotency_key is not None:
            until = operation.created_at + IDEMPOTENCY_KEPT
            key = ids.key(idempotency_key)
            changes.append(
                PutIdempotency(Idempotency(key, fingerprint, operation.id, owner.epoch, until))
            )
        for purpose in {purpose for event in events for purpose in event.handling.purposes}:
            changes += activation(owner, purpose, operation.created_at)
        self.store.commit(scope, changes, guard=owner)
        self._queue(scope, operation)
        return _accepted(operation)

    def _again(self, scope: Scope, operation: Operation) -> Accepted:
        """Answer as before; queue what was stored and perhaps never queued."""
        self._queue(scope, operation)
        return _accepted(operation)

    def _queue(self, scope: Scope, operation: Operation) -> None:
        done = self.store.extractions(scope, operation.epoch, operation.events)
        waiting = [
            event
            for event in operation.events
            if event not in done or done[event].status == "pending"
        ]
        self.queue.send([ExtractionJob(scope, operation.epoch, event) for event in waiting])


@dataclass(frozen=True, slots=True)
class _Intake:
    """Makes events of what is delivered, without what may not be kept."""

    ids: Ids
    redactor: Redactor
    tombstones: frozenset[str]
    handling: Handling
    received: datetime
    by: str

    def event(self, number: int, delivered: NewTurn, *, by_agent: bool) -> Event:
        """Return the event of a turn, the `number`th of its request.

        Turns that do not say when they were said were said one after the other.
        """
        field = f"{_LIST.get(delivered.door, 'events')}[{number}]"
        turn, handling = self._redacted(field, delivered)
        place = f"p{turn.position}" if turn.position is not None else ""
        if turn.at is not None:
            place += f"t{turn.at.astimezone(UTC).isoformat()}"
        said_at = turn.at or self.received + timedelta(microseconds=number)
        # Of the words as they came: a policy that changes makes no second event of them.
        event_id = turn.id or self.ids.event(
            turn.session, place, turn.role, delivered.speaker or "", delivered.text, handling
        )
        forgotten = forgotten_spans(self.ids.digester, turn.text, self.tombstones)
        return Event(
            id=event_id, session=turn.session,
            order=order_key(turn.at, turn.position, said_at, event_id), role=turn.role,
            text=blank(turn.text, forgotten), occurred_at=said_at,
            received_at=self.received, door=turn.door, speaker=turn.speaker,
            by_owner=turn.by_owner, by_agent=by_agent, epoch=self.ids.epoch,
            erased=tuple(Span(event_id, start, end) for start, end in forgotten),
            handling=spoken(handling, turn.text),
        )  # fmt: skip

    def _redacted(self, field: str, turn: NewTurn) -> tuple[NewTurn, Handling]:
        """Return the turn as it may be kept, and what is to be said of it."""
        text = self.redactor(f"{field}.text", turn.text)
        speaker = self.redactor(f"{field}.speaker", turn.speaker or "")
        flagged = self.redactor.require_clean(f"{field}.session", turn.session)
        flagged |= self.redactor.require_clean(f"{field}.id", turn.id or "")
        if turn.door is Door.STATE:  # a mark in it would move where the value begins
            flagged |= self.redactor.require_clean(f"{field}.attribute", attribute_of(turn.text))
        clean = replace(turn, text=text.text, speaker=speaker.text or None)
        return clean, noted(self.handling, (text, speaker), flagged)

    def require_same(self, event: Event, stored: Event | None) -> None:
        """Raise EventConflictError unless the stored event is the same.

        One that was blanked since, or stored when less was redacted, counts as the same.
        """
        if stored is None:
            return
        same = (event.chain, event.role, event.speaker) == (
            stored.chain, stored.role, stored.speaker,
        )  # fmt: skip
        text_differs = stored.text != event.text and not stored.erased and not event.erased
        if not same or (text_differs and self.redactor("text", stored.text).text != event.text):
            raise EventConflictError(event.id)


def _accepted(operation: Operation) -> Accepted:
    return Accepted(
        operation.id,
        tuple(
            AcceptedEvent(event, known)
            for event, known in zip(operation.events, operation.known, strict=True)
        ),
        dict(operation.redacted),
    )

"""An explicit memory: no extraction, the same gates, readable at once."""

from dataclasses import dataclass, replace
from datetime import datetime

from muniment.app.changes import Change, PutEvent, PutExtraction, PutIdempotency, PutOperation
from muniment.app.consents import activation
from muniment.app.errors import IdempotencyConflictError, RefusedError
from muniment.app.facts import Decision, FactWriter
from muniment.app.ingest import IDEMPOTENCY_KEPT
from muniment.app.ports import Clock, Detector, Keys, Policies
from muniment.app.reading import record_view
from muniment.app.redacting import Redactor, noted
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Became, Extraction, Idempotency, Operation, Outcome
from muniment.app.views import RecordView, Waits
from muniment.app.waiting import Asked, changes_of, wait_for
from muniment.domain.access import ANYBODY, Caller, use_of
from muniment.domain.events import Door, Event, Role, Span
from muniment.domain.gates import Evidence, judge
from muniment.domain.grammar.attributes import UNNAMED, canonical, gist
from muniment.domain.handling import Handling, Origin
from muniment.domain.heads import Admitted
from muniment.domain.ids import Ids, order_key
from muniment.domain.policy import Policy
from muniment.domain.records import Candidate, Kind
from muniment.domain.rulings import Judgement, Verdict
from muniment.domain.scope import Scope

SESSION = "store"
"""Explicit memories belong to no conversation."""

VERSION = "explicit/1"


@dataclass(frozen=True, slots=True)
class NewMemory:
    """What is to be remembered: a statement, or a value under an attribute, or both."""

    text: str | None = None
    attribute: str | None = None
    value: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Remember:
    """Stores an explicit memory with its event in one transaction."""

    store: Store
    keys: Keys
    facts: FactWriter
    detector: Detector
    clock: Clock
    policies: Policies

    def __call__(  # noqa: PLR0913 - what a write is made of
        self,
        scope: Scope,
        told: NewMemory,
        *,
        by_agent: bool,
        idempotency_key: str | None,
        fingerprint: str,
        caller: Caller = ANYBODY,
    ) -> RecordView | Waits:
        """Return the fact as it is now, or where it waits for a decision.

        RefusedError with a gate's reason if it is not admitted, SensitiveDataError if it holds
        what the tenant's policy lets nobody store. What `domain.access` refuses is refused before
        anything is stored.
        """

        def decide() -> RecordView | Waits:
            owner = self.store.owner(scope)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            kept = ids.fingerprint(fingerprint)
            is_kept = self._is_kept(scope, ids, idempotency_key, kept)
            policy = self.policies.current(scope.tenant)
            use = use_of(caller, policy, owner.consents)
            redactor = Redactor(self.detector, policy.redaction)
            memory, handling = _redacted(redactor, told, use.handling())
            event = self._event(ids, told, memory, handling, by_agent)
            candidate = _candidate(event, memory)
            tombstones = self.store.tombstones(scope, owner.epoch)
            evidence = Evidence(event, ids.digester, tombstones, policy, owner.consents)
            judgement = judge(candidate, evidence)
            if judgement.verdict is Verdict.REFUSED:
                raise RefusedError(judgement.reason or "")
            admitted = Admitted(event, candidate, _origin(by_agent, policy), memory.expires_at)
            decision = self._decision(scope, ids, admitted, judgement, policy)
            if decision.changes:
                changes = self._changes(scope, ids, event, candidate, decision)
                changes += activation(owner, use.purpose, event.received_at)
                if idempotency_key is not None and not is_kept:
                    until = event.received_at + IDEMPOTENCY_KEPT
                    operation = ids.operation("store", event.id)
                    used = Idempotency(
                        ids.key(idempotency_key), kept, operation, owner.epoch, until
                    )
                    changes.append(PutIdempotency(used))
                self.store.commit(scope, changes, guard=owner)
            return _answer(decision)

        return until_fresh(decide)

    def _decision(
        self, scope: Scope, ids: Ids, admitted: Admitted, judgement: Judgement, policy: Policy
    ) -> Decision:
        """Return what becomes of the memory; RefusedError where it would not be shown."""
        event, candidate = admitted.event, admitted.candidate
        waits = judgement.verdict is Verdict.QUARANTINED or (
            judgement.verdict is Verdict.PROPOSED
            and not self.facts.holds(scope, ids, event, candidate)
        )
        if not waits:
            decision = self.facts.decide(scope, ids, admitted)
            if decision.fact is None or not decision.fact.readable:
                raise RefusedError("superseded")  # and not kept
            return decision
        item = wait_for(
            ids, event, candidate, judgement, Asked(self.clock(), policy, admitted.origin)
        )
        outcome = Outcome(
            Kind.FACT, Became(item.waiting.value), None, judgement.reason, judgement.objections,
            item.id,
        )  # fmt: skip
        known = self.store.review(scope, ids.epoch, item.id)
        return Decision(outcome, () if known else tuple(changes_of(item)))

    def _is_kept(
        self, scope: Scope, ids: Ids, idempotency_key: str | None, fingerprint: str
    ) -> bool:
        """Whether the key was used for this body; raise if it was used for another."""
        if idempotency_key is None:
            return False
        used = self.store.idempotency(scope, ids.key(idempotency_key))
        if used is None or used.expires_at <= self.clock():
            return False
        if used.fingerprint != fingerprint:
            raise IdempotencyConflictError("the Idempotency-Key was used for another body")
        return True

    def _event(
        self,
        ids: Ids,
        told: NewMemory,
        memory: NewMemory,
        handling: Handling,
        by_agent: bool,  # noqa: FBT001
    ) -> Event:
        text = memory.text or f"{memory.attribute}: {memory.value}"
        role = Role.ASSISTANT if by_agent else Role.USER
        now = self.clock()
        said = told.text or f"{told.attribute}: {told.value}"
        event_id = ids.event(SESSION, told.attribute or "", role, told.value or "", said, handling)
        return Event(
            id=event_id, session=SESSION, order=order_key(None, None, now, event_id), role=role,
            text=text, occurred_at=now, received_at=now, door=Door.STORE, by_owner=not by_agent,
            by_agent=by_agent, epoch=ids.epoch, handling=handling,
        )  # fmt: skip

    def _changes(
        self, scope: Scope, ids: Ids, event: Event, candidate: Candidate, decision: Decision
    ) -> list[Change]:
        """Return the changes of the decision with the event it rests on."""
        if self.store.event(scope, ids.epoch, event.id) is not None:
            return list(decision.changes)
        operation = Operation(
            ids.operation("store", event.id), ids.epoch, event.received_at, (event.id,), (False,)
        )
        extraction = Extraction(event.id, VERSION, (candidate,), "done", (decision.outcome,))
        return [
            PutEvent(event),
            PutOperation(operation),
            PutExtraction(extraction, ids.epoch),
            *decision.changes,
        ]


def _answer(decision: Decision) -> RecordView | Waits:
    if decision.fact is not None:
        return record_view(decision.fact)
    outcome = decision.outcome
    return Waits(outcome.review or "", outcome.became.value, outcome.reason or "")


def _origin(by_agent: bool, policy: Policy) -> Origin:  # noqa: FBT001
    writer = "agent" if by_agent else "owner"
    return Origin(writer, VERSION, policy=policy.label)


def _redacted(
    redactor: Redactor, told: NewMemory, handling: Handling
) -> tuple[NewMemory, Handling]:
    """Return the memory as it may be kept, and what is to be said of it."""
    attribute = redactor("attribute", told.attribute or "")
    value = redactor.value("value", attribute.text, told.value or "")
    said = told.text or ""
    if told.value and value.text != told.value:
        said = said.replace(told.value, value.text)
    text = redactor("text", said)
    clean = replace(
        told, text=text.text or None, attribute=attribute.text or None, value=value.text or None
    )
    return clean, noted(handling, (attribute, value, text))


def _candidate(event: Event, memory: NewMemory) -> Candidate:
    value = memory.value or event.text
    attribute = canonical(memory.attribute) if memory.attribute else _note(event.text)
    return Candidate(
        kind=Kind.FACT, span=Span(event.id, 0, len(event.text)), text=event.text,
        attribute=attribute, value=value, family="explicit",
    )  # fmt: skip


def _note(text: str) -> str:
    """Return the attribute of a statement; none if no word names it: such would be one fact."""
    name = gist(text)
    return "" if name == UNNAMED else f"note_{name}"

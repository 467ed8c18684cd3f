"""An explicit memory: no extraction, the same gates, readable at once."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from muniment.app.changes import Change, PutEvent, PutExtraction, PutIdempotency, PutOperation
from muniment.app.consents import activation
from muniment.app.errors import ExpiryError, IdempotencyConflictError, RefusedError
from muniment.app.facts import Decision, FactWriter
from muniment.app.ingest import IDEMPOTENCY_KEPT
from muniment.app.labelling import clean_labels
from muniment.app.ports import Clock, Detector, Keys, Policies
from muniment.app.present import present
from muniment.app.reading import record_view
from muniment.app.redacting import Redactor, noted
from muniment.app.retrying import until_fresh
from muniment.app.saying import prevails, says, says_value
from muniment.app.shared import SharedMemory
from muniment.app.storage import Store
from muniment.app.stored import Became, Extraction, Idempotency, Operation, Outcome, Owner
from muniment.app.views import Closed, RecordView, Waits
from muniment.app.waiting import Asked, changes_of, wait_for
from muniment.domain.access import ANYBODY, Caller, use_of
from muniment.domain.admission import Admission
from muniment.domain.ends import has_ended
from muniment.domain.events import Door, Event, Role, Span
from muniment.domain.forgetting import forgotten_spans, occurrences, sentence_span
from muniment.domain.gates import Evidence, judge
from muniment.domain.grammar.attributes import UNNAMED, canonical, gist
from muniment.domain.handling import NOBODY, Handling, Origin
from muniment.domain.heads import Admitted, admit
from muniment.domain.identity import Digester
from muniment.domain.ids import Ids, order_key
from muniment.domain.labels import UNLABELLED, Labels
from muniment.domain.language import spoken
from muniment.domain.namespaces import Namespace
from muniment.domain.policy import Policy
from muniment.domain.records import Candidate, Effect, Kind, Status
from muniment.domain.reviews import ReviewStatus
from muniment.domain.rulings import Judgement, Reason, Verdict
from muniment.domain.scope import Scope
from muniment.domain.trust import namespace

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
    """When it is to be gone, if its class does not end sooner."""
    cites: str | None = None
    """Id of a turn of the owner that says it; only then an agent's memory is the owner's word."""
    subject: str = "user"
    labels: Labels = UNLABELLED
    retracts: bool = False
    """Whether the attribute is to be closed instead; it then has no value."""


@dataclass(frozen=True, slots=True)
class Remember:
    """Stores an explicit memory with its event in one transaction."""

    store: Store
    keys: Keys
    facts: FactWriter
    detector: Detector
    shared: SharedMemory
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
        by: str = NOBODY,
    ) -> RecordView | Waits | Closed:
        """Return the fact as it is now, or where it waits for a decision.

        RefusedError with a gate's reason if it is not admitted, SensitiveDataError if it holds
        what the tenant's policy lets nobody store, ExpiryError if its end has passed. What
        `domain.access` refuses is refused before anything is stored.
        """

        def decide() -> RecordView | Waits | Closed:
            owner = self.store.owner(scope)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            kept = ids.fingerprint(fingerprint)
            is_kept = self._is_kept(scope, ids, idempotency_key, kept)
            is_over = has_ended(told.expires_at, self.clock())
            if is_over and not is_kept:
                raise ExpiryError("its end is not in the future")
            policy = self.policies.current(scope.tenant)
            use = use_of(caller, policy, owner.consents)
            redactor = Redactor(self.detector, policy.redaction)
            forgotten = self.store.tombstones(scope, owner.epoch) if told.labels else frozenset()
            memory, handling = _redacted(redactor, told, use.handling(), ids.digester, forgotten)
            request = _Request(scope, owner, ids, policy, told, memory, handling, by_agent, by)
            # What was accepted before its end is told again what became of it.
            decided = self._decision(request, "") if is_over else self._decided(request)
            admitted, decision = decided
            if decision.changes and not is_over:
                changes = self._changes(request, admitted, decision)
                changes += activation(owner, use.purpose, admitted.event.received_at)
                if idempotency_key is not None and not is_kept:
                    until = self.clock() + IDEMPOTENCY_KEPT
                    operation = ids.operation("store", admitted.event.id)
                    key = ids.key(idempotency_key)
                    used = Idempotency(key, kept, operation, owner.epoch, until)
                    changes.append(PutIdempotency(used))
                self.store.commit(scope, changes, guard=owner)
            return _answer(decision)

        return until_fresh(decide)

    def _decided(self, request: "_Request") -> tuple[Admitted, Decision]:
        """Return what becomes of the memory.

        The same memory, sent again, is the same statement: it changes nothing. Where it has been
        superseded since, it is a new statement, made now.
        """
        admitted, decision = self._decision(request, "")
        if decision.changes or says(admitted, decision, request.policy, request.memory.expires_at):
            return admitted, decision
        return self._decision(request, self.clock().isoformat())

    def _decision(self, request: "_Request", place: str) -> tuple[Admitted, Decision]:
        """Judge and decide; RefusedError where the memory is not admitted or would not show."""
        scope, ids = request.scope, request.ids
        event, candidate = self._evidence(request, place)
        tombstones = self.store.tombstones(scope, ids.epoch)
        consents = request.owner.consents
        registered = self.shared.registered(scope)
        evidence = Evidence(event, ids.digester, tombstones, request.policy, consents, registered)
        judgement = judge(candidate, evidence)
        if judgement.verdict is Verdict.REFUSED:
            raise RefusedError(judgement.reason or "")
        admission = Admission(judgement.objections)
        admitted = admit(
            event, candidate, request.origin, request.policy,
            until=request.memory.expires_at, admission=admission,
        )  # fmt: skip
        if judgement.verdict is not Verdict.PASSED:
            return admitted, self._waiting(request, admitted, judgement)
        if namespace(event) is Namespace.ASSISTANT and (own := self._own(request, admitted)):
            return admitted, own
        decision = self.facts.decide(scope, ids, admitted)
        if decision.changes and not prevails(admitted, decision.fact):
            raise RefusedError("superseded")  # and not kept
        return admitted, decision

    def _own(self, request: "_Request", admitted: Admitted) -> Decision | None:
        """Return what the owner's memory says already; `None` if it has no word, or none any more.

        RefusedError where an agent's word is another one: it would not be shown.
        """
        event, candidate = admitted.event, admitted.candidate
        name = request.ids.fact(candidate.subject, candidate.attribute or "", event.handling)
        epoch = request.ids.epoch
        found = self.store.facts(request.scope, epoch, [name]).values()
        fact = present(self.store, request.scope, epoch, found, self.clock()).get(name)
        if fact is None or fact.status is Status.EXPIRED:
            return None
        known = Decision(Outcome(Kind.FACT, Became.COMMITTED, record=name), fact=fact)
        if candidate.effect is Effect.ASSERT and fact.readable and says_value(admitted, fact):
            return known
        raise RefusedError("superseded")

    def _waiting(self, request: "_Request", admitted: Admitted, judgement: Judgement) -> Decision:
        until = request.memory.expires_at
        asked = Asked(self.clock(), request.policy, admitted.origin, until)
        item = wait_for(request.ids, admitted.event, admitted.candidate, judgement, asked)
        outcome = Outcome(
            Kind.FACT, Became(item.waiting.value), None, judgement.reason, judgement.objections,
            item.id,
        )  # fmt: skip
        known = self.store.review(request.scope, request.ids.epoch, item.id)
        if known is not None and known.status is not ReviewStatus.OPEN:
            outcome = replace(outcome, review=None)  # decided: asked again, it is a new question
        is_new = known is None or known.ran_out(asked.now)
        return Decision(outcome, tuple(changes_of(item, known)) if is_new else ())

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

    def _evidence(self, request: "_Request", place: str) -> tuple[Event, Candidate]:
        """Return what the memory rests on: the request itself, or the turn that it cites."""
        memory = request.memory
        if memory.cites is None:
            event = self._event(request, place)
            return event, _candidate(event, memory)
        event = self._cited(request, memory.cites)
        said = memory.text or memory.value or ""
        found = next(iter(occurrences(event.text, said.strip())), None)
        if found is None:
            raise RefusedError(Reason.NOT_IN_EVENT)
        return event, _cited_candidate(event, memory, found)

    def _cited(self, request: "_Request", cited: str) -> Event:
        """Return the cited turn; RefusedError unless the owner said it."""
        owner = request.owner
        event = self.store.event(request.scope, owner.epoch, cited)
        if event is None or event.id in owner.erasing or event.door is not Door.EVENTS:
            raise RefusedError(Reason.NOT_IN_EVENT)
        if not event.by_owner:
            raise RefusedError(Reason.NOT_SUPPORTED)
        return event

    def _event(self, request: "_Request", place: str) -> Event:
        told, memory, ids = request.told, request.memory, request.ids
        text = memory.text or f"{memory.attribute}: {memory.value}"
        said = told.text or f"{told.attribute}: {told.value}"
        if memory.retracts:
            text = said = f"{memory.attribute} no longer holds"
        role = Role.ASSISTANT if request.by_agent else Role.USER
        now = self.clock()
        parts = [told.subject, told.attribute or "", told.value or "", place]
        # With other labels, or until another time, it is said again.
        parts += [repr(told.labels)] if told.labels else []
        parts += [told.expires_at.astimezone(UTC).isoformat()] if told.expires_at else []
        event_id = ids.event(SESSION, "\n".join(parts), role, "", said, request.handling)
        return Event(
            id=event_id, session=SESSION, order=order_key(None, None, now, event_id), role=role,
            text=text, occurred_at=now, received_at=now, door=Door.STORE,
            by_owner=not request.by_agent, by_agent=request.by_agent, epoch=ids.epoch,
            handling=spoken(request.handling, memory.text or memory.value or ""),
        )  # fmt: skip

    def _changes(self, request: "_Request", admitted: Admitted, decision: Decision) -> list[Change]:
        """Return the changes of the decision with the event it rests on."""
        event, ids = admitted.event, request.ids
        if self.store.event(request.scope, ids.epoch, event.id) is not None:
            return list(decision.changes)
        operation = Operation(
            ids.operation("store", event.id), ids.epoch, event.received_at, (event.id,), (False,)
        )
        pinned = Extraction(event.id, VERSION, (admitted.candidate,), "done", (decision.outcome,))
        return [
            PutEvent(event),
            PutOperation(operation),
            PutExtraction(pinned, ids.epoch, was=0),
            *decision.changes,
        ]


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be remembered, as it came and as it may be kept, and under which rules."""

    scope: Scope
    owner: Owner
    ids: Ids
    policy: Policy
    told: NewMemory
    memory: NewMemory
    handling: Handling
    by_agent: bool
    by: str

    @property
    def origin(self) -> Origin:
        """Who writes it."""
        writer = "agent" if self.by_agent else "owner"
        return Origin(writer, VERSION, policy=self.policy.label, by=self.by)


def _answer(decision: Decision) -> RecordView | Waits | Closed:
    if decision.fact is not None and decision.fact.readable:
        return record_view(decision.fact)
    if decision.fact is not None:
        return Closed(decision.fact.id, decision.fact.status)
    outcome = decision.outcome
    return Waits(outcome.review or "", outcome.became.value, outcome.reason or "")


def _redacted(
    redactor: Redactor,
    told: NewMemory,
    handling: Handling,
    digester: Digester,
    forgotten: frozenset[str],
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
    labels = clean_labels(
        redactor, "body", told.labels, lambda each: bool(forgotten_spans(digester, each, forgotten))
    )
    parts = (attribute, value, text, *labels.parts)
    return clean, labels.labels.on(noted(handling, parts, labels.flagged))


def _cited_candidate(event: Event, memory: NewMemory, found: tuple[int, int]) -> Candidate:
    """Return the statement of a cited turn: its quote is the sentence that says it."""
    start, end = sentence_span(event.text, *found)
    text, value = event.text[start:end], event.text[found[0] : found[1]]
    attribute = canonical(memory.attribute) if memory.attribute else _note(value)
    return Candidate(
        kind=Kind.FACT, span=Span(event.id, start, end), text=text, attribute=attribute,
        value=value, subject=memory.subject, family="cited",
    )  # fmt: skip


def _candidate(event: Event, memory: NewMemory) -> Candidate:
    if memory.retracts:
        return Candidate(
            kind=Kind.FACT, span=Span(event.id, 0, len(event.text)), text=event.text,
            attribute=canonical(memory.attribute or ""), effect=Effect.RETRACT,
            subject=memory.subject, family="explicit",
        )  # fmt: skip
    value = memory.value or event.text
    attribute = canonical(memory.attribute) if memory.attribute else _note(event.text)
    return Candidate(
        kind=Kind.FACT, span=Span(event.id, 0, len(event.text)), text=event.text,
        attribute=attribute, value=value, subject=memory.subject, family="explicit",
    )  # fmt: skip


def _note(text: str) -> str:
    """Return the attribute of a statement; none if no word names it: such would be one fact."""
    name = gist(text)
    return "" if name == UNNAMED else f"note_{name}"

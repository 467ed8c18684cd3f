"""What is put up for approval before anybody reads it: shared memory, and procedures."""

from dataclasses import dataclass, replace

from muniment.app.changes import Change, PutEvent
from muniment.app.errors import RefusedError
from muniment.app.ports import Clock, Detector, Keys, Policies
from muniment.app.reading import record_view
from muniment.app.redacting import Redactor, noted
from muniment.app.retrying import until_fresh
from muniment.app.shared import SharedMemory
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.views import RecordView, Waits
from muniment.app.waiting import Asked, changes_of, wait_for
from muniment.domain.access import ANYBODY, Caller, use_of
from muniment.domain.events import Door, Event, Role, Span
from muniment.domain.gates import Evidence, judge
from muniment.domain.grammar.attributes import canonical
from muniment.domain.handling import Category, Handling, Origin
from muniment.domain.ids import Ids, order_key
from muniment.domain.policy import Policy
from muniment.domain.records import PROCEDURES, Candidate, Fact, Kind
from muniment.domain.reviews import ReviewItem
from muniment.domain.rulings import Verdict
from muniment.domain.scope import Scope

SESSION = "proposal"
"""Proposals belong to no conversation."""

VERSION = "proposal/1"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is to be known under an attribute, or the steps of a procedure under its title.

    `registered`: no narrower memory may assert the attribute.
    """

    attribute: str
    value: str
    is_procedure: bool = False
    registered: bool = False


@dataclass(frozen=True, slots=True)
class Proposer:
    """Who proposes. `handle` is keyed, as it is kept in the audit."""

    handle: str
    is_owner: bool
    by_agent: bool
    caller: Caller = ANYBODY
    """What a user's procedure is for; of shared memory it says nothing."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Puts a statement up for approval; nothing of it is read before a reviewer has decided."""

    store: Store
    keys: Keys
    shared: SharedMemory
    detector: Detector
    clock: Clock
    policies: Policies

    def __call__(self, scope: Scope, told: Proposal, proposer: Proposer) -> RecordView | Waits:
        """Return where it waits, or the record that says it already.

        RefusedError with a gate's reason if it is not admitted, SensitiveDataError if it holds
        what the policy lets nobody store; for a user's memory also what `use_of` raises.
        """

        def decide() -> RecordView | Waits:
            owner = self.store.owner(scope)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            policy = self.policies.current(scope.tenant)
            handling = _handling(scope, told, proposer, policy, owner)
            proposal, handling = _redacted(
                Redactor(self.detector, policy.redaction), told, handling
            )
            head = self._head(scope, ids, proposal, handling)
            if head is not None and _says(head, proposal):
                return record_view(head)
            event = self._event(ids, scope, proposal, proposer, head)
            event = replace(event, handling=handling)
            candidate = _candidate(event, proposal)
            evidence = Evidence(
                event, ids.digester, self.store.tombstones(scope, owner.epoch), policy,
                owner.consents, self.shared.registered(scope),
            )  # fmt: skip
            judgement = judge(candidate, evidence)
            if judgement.verdict is Verdict.REFUSED:
                raise RefusedError(judgement.reason or "")
            asked = Asked(self.clock(), policy, _origin(proposer, policy))
            item = wait_for(ids, event, candidate, judgement, asked)
            self._put_up(scope, owner, event, item)
            return Waits(item.id, item.waiting.value, judgement.reason or "")

        return until_fresh(decide)

    def _head(self, scope: Scope, ids: Ids, proposal: Proposal, handling: Handling) -> Fact | None:
        fact_id = ids.fact(_subject(proposal), canonical(proposal.attribute), handling)
        return self.store.facts(scope, ids.epoch, [fact_id]).get(fact_id)

    def _put_up(self, scope: Scope, owner: Owner, event: Event, item: ReviewItem) -> None:
        """Put the item up once; a repeat finds it, whatever was decided since.

        One that ran out is put up again: it may lie there for a while.
        """
        stored = self.store.review(scope, owner.epoch, item.id)
        if stored is not None and not stored.ran_out(item.created_at):
            return
        known = self.store.event(scope, owner.epoch, event.id)
        changes: list[Change] = [*([] if known else [PutEvent(event)]), *changes_of(item, stored)]
        self.store.commit(scope, changes, guard=owner)

    def _event(
        self, ids: Ids, scope: Scope, proposal: Proposal, proposer: Proposer, head: Fact | None
    ) -> Event:
        now = self.clock()
        text = f"{proposal.attribute}: {proposal.value}"
        # With the version it would follow: an older text can be proposed again after a newer one.
        place = f"{head.revision if head else 0}{'!' if proposal.registered else ''}"
        role = Role.ASSISTANT if proposer.by_agent and not scope.is_shared else Role.USER
        event_id = ids.event(SESSION, place, role, _subject(proposal), text)
        return Event(
            id=event_id, session=SESSION, order=order_key(None, None, now, event_id), role=role,
            text=text, occurred_at=now, received_at=now,
            door=Door.SHARED if scope.is_shared else Door.STORE,
            speaker=scope.reach.value.capitalize() if scope.is_shared else None,
            by_owner=proposer.is_owner, by_agent=proposer.by_agent, epoch=ids.epoch,
        )  # fmt: skip


def _handling(
    scope: Scope, told: Proposal, proposer: Proposer, policy: Policy, owner: Owner
) -> Handling:
    """Return how it may be used: what is shared by everybody, a user's for the use it came with."""
    if scope.is_shared:
        return Handling(shared=True, registered=told.registered)
    return use_of(proposer.caller, policy, owner.consents).handling()


def _redacted(redactor: Redactor, told: Proposal, handling: Handling) -> tuple[Proposal, Handling]:
    """Return the proposal as it may be kept, and what is to be said of it."""
    name = redactor("attribute", told.attribute)
    value = redactor.value("value", name.text, told.value)
    clean = replace(told, attribute=name.text, value=value.text)
    return clean, noted(handling, (name, value))


def _subject(proposal: Proposal) -> str:
    return PROCEDURES if proposal.is_procedure else "user"


def _says(head: Fact, proposal: Proposal) -> bool:
    """Whether the fact is readable and says just this, to the letter: steps may differ in a dot."""
    return (
        head.readable
        and head.value == proposal.value
        and head.handling.registered is proposal.registered
    )


def _candidate(event: Event, proposal: Proposal) -> Candidate:
    return Candidate(
        kind=Kind.FACT, span=Span(event.id, 0, len(event.text)), text=event.text,
        attribute=canonical(proposal.attribute), value=proposal.value,
        subject=_subject(proposal), family="proposal",
        category=Category.PROCEDURE if proposal.is_procedure else Category.FACT,
    )  # fmt: skip


def _origin(proposer: Proposer, policy: Policy) -> Origin:
    writer = "owner" if proposer.is_owner else "agent" if proposer.by_agent else "operator"
    return Origin(writer, VERSION, policy=policy.label, by=proposer.handle)

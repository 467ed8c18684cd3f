"""The review queue: what waits is listed with its evidence, and decided once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from muniment.app.changes import Change, PutAudit, PutReview, PutTombstones
from muniment.app.deciding import Deciding, DecisionWriter, Reviewer, Word
from muniment.app.episodes import EpisodeWriter
from muniment.app.errors import DecidedError, InvalidDecisionError, NotFoundError, RefusedError
from muniment.app.facts import FactWriter
from muniment.app.flagging import hide, own_end, record_of
from muniment.app.ports import Clock, Keys, Policies
from muniment.app.present import present
from muniment.app.questions import Questions
from muniment.app.retrying import until_fresh
from muniment.app.review_views import review_view
from muniment.app.storage import Store, WorkList
from muniment.app.stored import Owner, ReviewPointer
from muniment.app.views import Decided, ReviewPage, ReviewView
from muniment.domain.access import may_show
from muniment.domain.admission import Admission, Resolved
from muniment.domain.events import Span
from muniment.domain.heads import admit
from muniment.domain.ids import Ids, owner_of
from muniment.domain.namespaces import Namespace, namespace_of
from muniment.domain.records import Candidate, Effect, Episode, Fact, Kind
from muniment.domain.reviews import (
    Choice,
    ReviewItem,
    ReviewStatus,
    Waiting,
    declined_digests,
    still_flagged,
)
from muniment.domain.rulings import Reason
from muniment.domain.scope import SYSTEM_SCOPE, Scope
from muniment.domain.trust import namespace


@dataclass(frozen=True, slots=True)
class ReadReviews:
    """Lists what waits, and shows one item with its evidence."""

    store: Store
    worklist: WorkList
    clock: Clock
    policies: Policies

    def one(self, scope: Scope, review: str, reviewer: Reviewer) -> ReviewView:
        """Return one item, decided or not; NotFoundError if there is none to see."""
        owner = self.store.owner(scope)
        item = self._item(scope, owner, review)
        if item is None or not reviewer.sees(item) or item.event in owner.erasing:
            raise NotFoundError("no such review")
        shown = self._shown(scope, owner, [item])
        if not shown:
            raise NotFoundError("no such review")
        return shown[0]

    def of_owner(
        self, scope: Scope, limit: int, after: str | None, reviewer: Reviewer
    ) -> ReviewPage:
        """Return at most `limit` items of one owner after the id `after`."""
        owner = self.store.owner(scope)
        policy = self.policies.current(scope.tenant)
        items = Questions(self.store).every(scope, owner, policy, self.clock())
        behind = [item for item in items if after is None or item.id > after]
        shown = self._open(scope, owner, behind, reviewer)
        last = shown[limit - 1].id if len(shown) > limit else None
        return ReviewPage(tuple(shown[:limit]), last)

    def of_tenants(
        self, tenants: Sequence[str], limit: int, after: str | None, reviewer: Reviewer
    ) -> ReviewPage:
        """Return at most `limit` items of the tenants after the id `after`, tenant by tenant.

        Of several only the last may be the system: an id says which of the two it is of.
        """
        shown: list[ReviewView] = []
        for pointer in self._pointers(tenants, after):
            scope = pointer.scope
            owner = self.store.owner(scope)
            item = self._item(scope, owner, pointer.review)
            if item is None:
                continue
            shown += self._open(scope, owner, [item], reviewer)
            if len(shown) == limit:
                return ReviewPage(tuple(shown), pointer.review)
        return ReviewPage(tuple(shown))

    def _pointers(self, tenants: Sequence[str], after: str | None) -> Iterator[ReviewPointer]:
        in_system = after is not None and owner_of(after) == SYSTEM_SCOPE.owner
        for tenant in tenants:
            if tenant == SYSTEM_SCOPE.tenant:
                yield from self.worklist.reviews(tenant, after if in_system else None)
            elif not in_system:
                yield from self.worklist.reviews(tenant, after)

    def _item(self, scope: Scope, owner: Owner, review: str) -> ReviewItem | None:
        policy = self.policies.current(scope.tenant)
        return Questions(self.store).one(scope, owner, review, policy, self.clock())

    def _open(
        self, scope: Scope, owner: Owner, items: Sequence[ReviewItem], reviewer: Reviewer
    ) -> list[ReviewView]:
        now = self.clock()
        waiting = [
            item
            for item in items
            if item.is_open(now) and reviewer.sees(item) and item.event not in owner.erasing
        ]
        return self._shown(
            scope, owner, list(Questions(self.store).still_asked(scope, owner, waiting, now))
        )

    def _shown(self, scope: Scope, owner: Owner, items: Sequence[ReviewItem]) -> list[ReviewView]:
        policy = self.policies.current(scope.tenant)
        items = [item for item in items if may_show(item.handling, policy, owner.consents)]
        events = self.store.events(scope, owner.epoch, {item.event for item in items})
        found = self.store.facts(scope, owner.epoch, {item.fact for item in items if item.fact})
        heads = present(self.store, scope, owner.epoch, found.values(), self.clock())
        return [
            review_view(item, events.get(item.event), heads.get(item.fact or "")) for item in items
        ]


@dataclass(frozen=True, slots=True)
class DecideReview:
    """Decides one item in one transaction; the same decision again changes nothing."""

    store: Store
    keys: Keys
    facts: FactWriter
    episodes: EpisodeWriter
    writer: DecisionWriter
    clock: Clock
    policies: Policies

    def __call__(
        self, scope: Scope, review: str, choice: Choice, value: str | None, reviewer: Reviewer
    ) -> Decided:
        """Return what was decided and the record it made.

        NotFoundError if there is nothing to see; DecidedError if it was decided otherwise before;
        InvalidDecisionError for an edit without a value or of something that has none;
        RefusedError if what is approved may not be kept, whoever wants it; SensitiveDataError if
        the value holds what the policy lets nobody store.
        """

        def decide() -> Decided:
            owner = self.store.owner(scope)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            policy = self.policies.current(scope.tenant)
            now = self.clock()
            item = Questions(self.store).one(scope, owner, review, policy, now)
            if item is None or not reviewer.sees(item) or item.event in owner.erasing:
                raise NotFoundError("no such review")
            if item.status is not ReviewStatus.OPEN:
                return _as_before(item, choice)
            if not item.is_open(now):
                raise NotFoundError("no such review")
            deciding = Deciding(scope, owner, ids, policy, reviewer)
            resolution = _Resolution(self, deciding, item)
            record, changes = resolution.changes(choice, value)
            self.store.commit(scope, changes, guard=owner)
            return Decided(review, _STATUS[choice], record)

        return until_fresh(decide)


_STATUS = {
    Choice.APPROVE: ReviewStatus.APPROVED,
    Choice.EDIT: ReviewStatus.APPROVED,
    Choice.REJECT: ReviewStatus.REJECTED,
}


def _as_before(item: ReviewItem, choice: Choice) -> Decided:
    if _STATUS[choice] is not item.status:
        raise DecidedError(item.status.value)
    return Decided(item.id, item.status, item.record)


@dataclass(frozen=True, slots=True)
class _Resolution:
    """The changes of one decision."""

    use_case: DecideReview
    deciding: Deciding
    item: ReviewItem

    def changes(self, choice: Choice, value: str | None) -> tuple[str | None, list[Change]]:
        """Return the record that the decision makes or keeps, and all that it changes."""
        candidate = self.item.candidate
        if candidate is None:
            raise ValueError("an open item has a candidate")
        if (value is not None) is not (choice is Choice.EDIT):
            raise InvalidDecisionError("a value belongs to an edit, and to nothing else")
        if self.item.waiting is Waiting.CONTESTED:
            record, changes = self._settle(candidate, choice, value)
        elif self.item.waiting is Waiting.FLAGGED:
            record, changes = self._judge(candidate, choice, value)
        else:
            record, changes = self._answer(candidate, choice, value)
        return record, [*changes, *self._closed(choice, record)]

    # --- proposed or quarantined --------------------------------------------------------------

    def _answer(
        self, candidate: Candidate, choice: Choice, value: str | None
    ) -> tuple[str | None, list[Change]]:
        match choice:
            case Choice.APPROVE:
                return self._approve(candidate)
            case Choice.EDIT:
                return self._state(candidate, value or "", choice, self.item.until)
            case Choice.REJECT:
                digests = declined_digests(self.deciding.ids.digester, candidate)
                return None, [PutTombstones(self.item.id, self.deciding.ids.epoch, digests)]

    def _approve(self, candidate: Candidate) -> tuple[str | None, list[Change]]:
        scope, ids = self.deciding.scope, self.deciding.ids
        event = self.use_case.store.event(scope, ids.epoch, self.item.event)
        if event is None:
            raise RefusedError(Reason.NOT_IN_EVENT)
        assistants = namespace(event) is Namespace.ASSISTANT
        if candidate.kind is Kind.FACT and assistants:
            return self._promote(candidate)
        if candidate.kind is Kind.EPISODE:
            span = candidate.span
            candidate = replace(candidate, text=event.text[span.start : span.end])
        self.use_case.writer.require(self.deciding, event, candidate)
        admitted = admit(
            event, candidate, self.deciding.origin(self.item.origin), self.deciding.policy,
            until=self.item.until, admission=self._admission(Choice.APPROVE),
        )  # fmt: skip
        if candidate.kind is Kind.EPISODE:
            changes = self.use_case.episodes.add(scope, ids, admitted)
            return ids.episode(candidate.span, namespace(event)), changes
        decision = self.use_case.facts.decide(scope, ids, admitted)
        return decision.outcome.record, list(decision.changes)

    def _promote(self, candidate: Candidate) -> tuple[str | None, list[Change]]:
        """Make what an assistant said the word of who approves it."""
        return self._state(
            candidate, candidate.value or "", Choice.APPROVE, self.item.until,
            effect=candidate.effect, promotes=(candidate.span,),
        )  # fmt: skip

    # --- contested ----------------------------------------------------------------------------

    def _settle(
        self, challenger: Candidate, choice: Choice, value: str | None
    ) -> tuple[str | None, list[Change]]:
        """State anew what holds: the challenger's word, the present one, or a third."""
        fact_id = self.item.fact or ""
        head = self._record(fact_id)
        if not isinstance(head, Fact) or not head.readable:
            raise NotFoundError("no such review")  # the fact it asked about is gone
        if choice is Choice.APPROVE and challenger.effect is Effect.RETRACT:
            return self._state(challenger, "", choice, effect=Effect.RETRACT)
        # Each value has its own end; another one holds as long as what it is said instead of.
        until = self.item.until if choice is Choice.APPROVE else own_end(head)
        chosen = {
            Choice.APPROVE: challenger.value or "",
            Choice.REJECT: head.value or "",
            Choice.EDIT: value or "",
        }
        return self._state(challenger, chosen[choice], choice, until)

    # --- flagged ------------------------------------------------------------------------------

    def _judge(
        self, candidate: Candidate, choice: Choice, value: str | None
    ) -> tuple[str | None, list[Change]]:
        """Do what was asked for: the owner's fact is retracted, all else taken out of sight."""
        use_case, deciding = self.use_case, self.deciding
        found = self._record(self.item.fact or "")
        if found is None or not still_flagged(self.item, found):
            raise NotFoundError("no such review")  # it says something else by now
        if choice is Choice.REJECT:
            return found.id, []
        if choice is Choice.EDIT:
            stated = replace(candidate, effect=Effect.ASSERT)
            return self._state(stated, value or "", choice, own_end(found))
        if isinstance(found, Fact) and namespace_of(found.id) is Namespace.OWNER:
            return self._state(candidate, "", choice, effect=Effect.RETRACT)
        changes = hide(use_case.facts, use_case.episodes, use_case.store, deciding, found)
        return found.id, changes

    # --- what they do -------------------------------------------------------------------------

    def _record(self, record: str) -> Fact | Episode | None:
        deciding, use_case = self.deciding, self.use_case
        return record_of(use_case.store, deciding.scope, deciding.owner, record, use_case.clock())

    def _state(  # noqa: PLR0913 - what a decision states
        self, about: Candidate, value: str, choice: Choice, until: datetime | None = None, *,
        effect: Effect = Effect.ASSERT, promotes: tuple[Span, ...] = (),
    ) -> tuple[str | None, list[Change]]:  # fmt: skip
        """State a value by the reviewer's word, until it is to be gone."""
        if about.kind is not Kind.FACT or about.attribute is None:
            raise InvalidDecisionError("only a fact has a value to edit")
        word = Word(
            about, value, self.item.id, self.item.handling, self._admission(choice), effect,
            until if effect is Effect.ASSERT else None, promotes,
        )  # fmt: skip
        decision, changes = self.use_case.writer.state(self.deciding, word)
        return decision.outcome.record, changes

    def _admission(self, choice: Choice) -> Admission:
        """Return how it was admitted: by the decision, with what had been said against it."""
        by = self.deciding.reviewer.writer
        resolved = Resolved(self.item.id, choice.value, self.use_case.clock(), by)
        return Admission(self.item.objections, resolved)

    def _closed(self, choice: Choice, record: str | None) -> list[Change]:
        item, now = self.item, self.use_case.clock()
        decided = replace(
            item, status=_STATUS[choice], candidate=None, record=record, decided_at=now,
            decided_by=self.deciding.reviewer.handle, revision=item.revision + 1,
        )  # fmt: skip
        return [
            PutReview(decided, item.revision),
            PutAudit(
                now,
                choice.value,
                item.id,
                item.epoch,
                self.deciding.reviewer.handle,
                item.reasons[0] if item.reasons else None,
                self.deciding.origin(item.origin),
            ),
        ]

"""From a stored event to records: pin, gate, commit each candidate, note what became of it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from muniment.app.blanking import Blanker
from muniment.app.changes import PutAudit, PutExtraction
from muniment.app.episodes import EpisodeWriter
from muniment.app.facts import FactWriter
from muniment.app.models import ModelError
from muniment.app.ports import Clock, ExtractionJob, Extractor, Keys, Policies, Surroundings
from muniment.app.proposals import MODEL_FAMILY, Alone, Proposal, Proposer
from muniment.app.questions import Questions
from muniment.app.retrying import until_fresh
from muniment.app.shared import SharedMemory
from muniment.app.storage import StaleError, Store
from muniment.app.stored import Became, Extraction, Outcome, Owner
from muniment.app.waiting import Asked, changes_of, wait_for
from muniment.domain import state
from muniment.domain.access import may_keep
from muniment.domain.admission import Admission
from muniment.domain.events import Door, Event, Span
from muniment.domain.forgetting import blank, forgotten_spans
from muniment.domain.gates import Evidence, judge
from muniment.domain.handling import Origin
from muniment.domain.heads import Admitted, admit
from muniment.domain.ids import Ids
from muniment.domain.injection import suspects
from muniment.domain.policy import Policy
from muniment.domain.records import Candidate, Kind
from muniment.domain.reviews import ReviewItem
from muniment.domain.rulings import Judgement, Reason, Verdict
from muniment.domain.scope import Scope
from muniment.domain.trust import namespace
from muniment.domain.withdrawal import may_take_back

TURNS_BEFORE = 6
"""Turns that an extractor sees beside the event."""

MOST_FACTS = 250
"""Facts of one turn. Each is a commit, and all of them are pinned in one item of the store; a turn
that says more says so in its operation, and is kept whole in its episodes."""

TURNS_AFTER = 24
"""Turns after an event among which those are looked for that share a model's call with it."""

ACTOR = "extract"
"""Who brings about what no caller waits for, as the audit names it: the function."""

NOT_PINNED = ""
"""Version of an extraction that failed before anything was pinned; a redrive asks again."""


class EpochEndedError(Exception):
    """The owner was erased after the event was accepted: it is refused for good."""


@dataclass(frozen=True, slots=True)
class ExtractEvent:
    """Extracts one queued event; safe to repeat after a crash between any two steps."""

    store: Store
    keys: Keys
    extractor: Extractor
    facts: FactWriter
    episodes: EpisodeWriter
    shared: SharedMemory
    clock: Clock
    policies: Policies
    models: Proposer | None = None
    """A route of models, which asks `extractor` for what it does not find; `None`: no route."""

    def __call__(self, job: ExtractionJob, *, last_try: bool) -> None:
        """Extract the event of `job`.

        On the last try a failure is noted, so that the operation ends as failed with a reason; it
        is raised all the same, so that the message goes to the dead-letter queue.
        """
        try:
            self._extract(job)
        except EpochEndedError:
            return
        except Exception as error:
            if last_try:
                reason = error.reason if isinstance(error, ModelError) else type(error).__name__
                until_fresh(lambda: self._fail(job, reason))
            raise

    def _extract(self, job: ExtractionJob) -> None:
        pinned = until_fresh(lambda: self._pin(job))
        if pinned is None or pinned.status == "done":
            return
        registered = self.shared.registered(job.scope)
        looked = _Looked(lambda: self._look(job))
        outcomes = tuple(
            until_fresh(
                lambda c=candidate: looked.use(  # type: ignore[misc]
                    lambda seen: self._commit(job, pinned, c, registered, seen)
                )
            )
            for candidate in pinned.candidates
        )
        until_fresh(lambda: looked.use(lambda seen: self._finish(job, outcomes, seen)))

    # --- pinning ------------------------------------------------------------------------------

    def _pin(self, job: ExtractionJob) -> Extraction | None:
        """Return what is pinned for the event, asking the extractor only if nothing is."""
        owner = self._owner(job)
        pinned = self.store.extraction(job.scope, job.epoch, job.event)
        if pinned is not None and pinned.version:
            return pinned
        tombstones = self.store.tombstones(job.scope, job.epoch)
        event = self._event(job.scope, owner, job.event, tombstones)
        if event is None:
            return None
        policy = self.policies.current(job.scope.tenant)
        if not may_keep(event.handling, policy, owner.consents):
            # Nobody is to look at it any more, a model least of all.
            refused = Extraction(event.id, self.extractor.version, (), reason=Reason.NO_CONSENT)
            pin = PutExtraction(refused, job.epoch, replaces=pinned is not None)
            self.store.commit(job.scope, [pin], guard=owner)
            return refused
        if event.door is Door.STATE:
            stated = Extraction(event.id, state.VERSION, state.candidates_of(event))
            pin = PutExtraction(stated, job.epoch, replaces=pinned is not None)
            self.store.commit(job.scope, [pin], guard=owner)
            return stated
        surroundings = self._surroundings(job.scope, owner, event, tombstones)
        proposer = self.models or Alone(self.extractor)
        companions = self._companions(job.scope, owner, event, tombstones)
        proposed = proposer.propose(job.scope, [event, *companions], surroundings)
        extraction = _extraction(event, proposed[event.id])
        pin = PutExtraction(extraction, job.epoch, replaces=pinned is not None)
        self.store.commit(job.scope, [pin], guard=owner)
        for companion in companions:
            with suppress(StaleError):  # pinned meanwhile, or to be decided anew by its own job
                pin = PutExtraction(_extraction(companion, proposed[companion.id]), job.epoch)
                self.store.commit(job.scope, [pin], guard=owner)
        return extraction

    def _companions(
        self, scope: Scope, owner: Owner, event: Event, tombstones: frozenset[str]
    ) -> Sequence[Event]:
        """Return turns after `event` that nobody has extracted, where models can share a call."""
        if self.models is None:
            return ()
        following = self.store.events_after(
            scope, owner.epoch, event.session, event.order, TURNS_AFTER
        )
        known = self.store.extractions(scope, owner.epoch, [turn.id for turn in following])
        digester = self.keys.digester(scope.tenant)
        fresh = [
            turn
            for turn in following
            if turn.id not in known
            and turn.id not in owner.erasing
            and turn.chain == event.chain
            and not forgotten_spans(digester, turn.text, tombstones)
        ]
        return self.models.companions(event, fresh)

    def _event(
        self, scope: Scope, owner: Owner, event_id: str, tombstones: frozenset[str]
    ) -> Event | None:
        """Return the event, without what was erased since it was accepted."""
        event = self.store.event(scope, owner.epoch, event_id)
        if event is None:
            return None
        forgotten = forgotten_spans(self.keys.digester(scope.tenant), event.text, tombstones)
        if not forgotten:
            return event
        spans = [Span(event.id, start, end) for start, end in forgotten]
        return Blanker(self.store, self.facts, self.episodes)(scope, owner, event_id, spans)

    def _surroundings(
        self, scope: Scope, owner: Owner, event: Event, tombstones: frozenset[str]
    ) -> Surroundings:
        """Return what an extractor may see beside the event.

        What was erased is left out, and what tries to instruct whoever reads it: a model would.
        """
        before = self.store.events_before(
            scope, event.epoch, event.session, event.order, TURNS_BEFORE
        )
        apart = event.handling.compartment
        digester = self.keys.digester(scope.tenant)
        seen = tuple(
            replace(turn, text=blank(turn.text, [*suspects(turn), *forgotten]))
            for turn in before
            if turn.id not in owner.erasing and turn.handling.compartment == apart
            for forgotten in [forgotten_spans(digester, turn.text, tombstones)]
        )
        facts = {fact.id: fact for fact in self.store.heads(scope).facts if fact.readable}
        if may_take_back(event.text):
            facts = Questions(self.store).as_facts(scope, owner, self.clock()) | facts
        known = tuple(fact for fact in facts.values() if fact.handling.compartment == apart)
        return Surroundings(seen, known)

    # --- committing ---------------------------------------------------------------------------

    def _look(self, job: ExtractionJob) -> "_Seen":
        owner = self._owner(job)
        tombstones = self.store.tombstones(job.scope, job.epoch)
        return _Seen(owner, tombstones, self._event(job.scope, owner, job.event, tombstones))

    def _commit(
        self, job: ExtractionJob, pinned: Extraction, candidate: Candidate,
        registered: frozenset[str], seen: "_Seen",
    ) -> Outcome:  # fmt: skip
        owner, tombstones, event = seen.owner, seen.tombstones, seen.event
        if event is None:
            return Outcome(candidate.kind, Became.REJECTED, reason=Reason.NOT_IN_EVENT)
        if candidate.kind is Kind.EPISODE:
            # Its words are the event's, as they are now: some may have been erased since.
            span = candidate.span
            candidate = replace(candidate, text=event.text[span.start : span.end])
        digester = self.keys.digester(job.scope.tenant)
        ids = Ids(digester, job.scope, job.epoch)
        policy = self.policies.current(job.scope.tenant)
        evidence = Evidence(event, digester, tombstones, policy, owner.consents, registered)
        judgement = judge(candidate, evidence)
        if judgement.verdict is Verdict.REFUSED:
            return Outcome(
                candidate.kind, Became.REJECTED, reason=judgement.reason,
                objections=judgement.objections,
            )  # fmt: skip
        if judgement.verdict is not Verdict.PASSED:
            asked = Asked(self.clock(), policy, _origin(pinned, candidate, policy))
            item = wait_for(ids, event, candidate, judgement, asked)
            return self._put_up(job.scope, owner, item, judgement)
        admitted = admit(
            event, candidate, _origin(pinned, candidate, policy), policy,
            admission=Admission(judgement.objections),
        )  # fmt: skip
        if candidate.kind is Kind.EPISODE:
            return self._commit_episode(job.scope, owner, ids, admitted)
        decision = self.facts.decide(job.scope, ids, admitted)
        if decision.changes:
            self.store.commit(job.scope, decision.changes, guard=owner)
        return decision.outcome

    def _put_up(
        self, scope: Scope, owner: Owner, item: ReviewItem, judgement: Judgement
    ) -> Outcome:
        """Put an item up for decision once; a repeat finds it, whatever was decided since."""
        known = self.store.review(scope, owner.epoch, item.id)
        if known is None:
            self.store.commit(scope, changes_of(item), guard=owner)
        became = Became(item.waiting.value)
        record = known.record if known else None
        kind = item.candidate.kind if item.candidate else Kind.FACT
        return Outcome(kind, became, record, judgement.reason, judgement.objections, item.id)

    def _commit_episode(self, scope: Scope, owner: Owner, ids: Ids, admitted: Admitted) -> Outcome:
        changes = self.episodes.add(scope, ids, admitted)
        if changes:
            self.store.commit(scope, changes, guard=owner)
        record = ids.episode(admitted.candidate.span, namespace(admitted.event))
        return Outcome(Kind.EPISODE, Became.COMMITTED, record=record)

    # --- ending -------------------------------------------------------------------------------

    def _finish(self, job: ExtractionJob, outcomes: tuple[Outcome, ...], seen: "_Seen") -> None:
        # Read again: an erasure may have taken candidates out of what was pinned.
        pinned = self.store.extraction(job.scope, job.epoch, job.event)
        if pinned is None or pinned.status == "done":
            return
        reason = None if pinned.status == "failed" else pinned.reason
        done = replace(pinned, status="done", outcomes=outcomes, reason=reason)
        pin = PutExtraction(done, job.epoch, replaces=True)
        self.store.commit(job.scope, [pin], guard=seen.owner)

    def _fail(self, job: ExtractionJob, reason: str) -> None:
        owner = self.store.owner(job.scope)
        if owner.epoch != job.epoch:
            return
        pinned = self.store.extraction(job.scope, job.epoch, job.event)
        failed = replace(
            pinned or Extraction(job.event, NOT_PINNED, ()),
            status="failed",
            reason=reason,
        )
        change = PutExtraction(failed, job.epoch, replaces=pinned is not None)
        audit = PutAudit(self.clock(), "extraction_failed", job.event, job.epoch, ACTOR, reason)
        self.store.commit(job.scope, [change, audit], guard=owner)

    def _owner(self, job: ExtractionJob) -> Owner:
        owner = self.store.owner(job.scope)
        if owner.epoch != job.epoch:
            raise EpochEndedError
        return owner


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the decisions about one event rest on, beside its candidates."""

    owner: Owner
    tombstones: frozenset[str]
    event: Event | None
    """As it may be read now; `None` if it was erased."""


@dataclass(slots=True)
class _Looked:
    """What was seen, until a commit is refused because it has changed.

    Every commit checks the owner's epoch and governance version, which each erasure and each step
    of consent raises; so looking once serves for as long as commits go through.
    """

    look: Callable[[], _Seen]
    seen: _Seen | None = None

    def use[T](self, decide: Callable[[_Seen], T]) -> T:
        """Return what `decide` returns; what was seen is forgotten if that is stale."""
        if self.seen is None:
            self.seen = self.look()
        try:
            return decide(self.seen)
        except StaleError:
            self.seen = None
            raise


def _extraction(event: Event, proposal: Proposal) -> Extraction:
    """Return what is pinned of a proposal."""
    kept = _within_budget(proposal.candidates)
    cut = len(kept) < len(proposal.candidates)
    note = proposal.report.note if proposal.report else None
    return Extraction(
        event.id, proposal.version, kept,
        reason=Reason.OVER_BUDGET if cut else note, report=proposal.report,
    )  # fmt: skip


def _origin(pinned: Extraction, candidate: Candidate, policy: Policy) -> Origin:
    """Return the versions behind a candidate; a model's only where it proposed it."""
    writer = "system" if pinned.version == state.VERSION else "extractor"
    plain = Origin(writer, pinned.version, policy=policy.label, by=ACTOR)
    if pinned.report is None or candidate.family != MODEL_FAMILY:
        return plain
    models = ">".join(pinned.report.answered)
    return replace(plain, model=models, prompt=pinned.report.prompt)


def _within_budget(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the episodes and the first facts, in their order."""
    facts = [candidate for candidate in candidates if candidate.kind is Kind.FACT]
    over = {id(candidate) for candidate in facts[MOST_FACTS:]}
    return tuple(candidate for candidate in candidates if id(candidate) not in over)

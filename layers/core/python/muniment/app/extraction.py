"""From a stored event to records: pin, gate, commit each candidate, note what became of it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from muniment.app.admitting import ACTOR, Admitter, EpochEndedError, Seen
from muniment.app.changes import Change, PutAudit, PutExtraction, PutReference
from muniment.app.episodes import EpisodeWriter
from muniment.app.extractor import Extractor, Surroundings
from muniment.app.facts import FactWriter
from muniment.app.models import ModelError
from muniment.app.ports import Clock, ExtractionJob, Keys, Policies
from muniment.app.proposals import Alone, Proposal, Proposer
from muniment.app.rereading import Rereader, has_news
from muniment.app.retrying import until_fresh
from muniment.app.shared import SharedMemory
from muniment.app.storage import StaleError, Store
from muniment.app.stored import Extraction, Outcome
from muniment.app.turns import TurnReader
from muniment.domain import state
from muniment.domain.access import may_keep
from muniment.domain.events import Door, Event
from muniment.domain.forgetting import forgotten_spans
from muniment.domain.records import Candidate, Kind
from muniment.domain.rulings import Reason

MOST_FACTS = 250
"""Facts of one turn. Each is a commit, and all of them are pinned in one item of the store; a turn
that says more says so in its operation, and is kept whole in its episodes."""

TURNS_AFTER = 24
"""Turns after an event among which those are looked for that share a model's call with it."""

NOT_PINNED = ""
"""Version of an extraction that failed before anything was pinned; a redrive asks again."""


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

    @property
    def _turns(self) -> TurnReader:
        return TurnReader(self.store, self.keys, self.facts, self.episodes, self.clock)

    @property
    def _admitter(self) -> Admitter:
        return Admitter(
            self.store, self.keys, self._turns, self.facts, self.episodes, self.clock,
            self.policies,
        )  # fmt: skip

    def _extract(self, job: ExtractionJob) -> None:
        pinned, is_new = until_fresh(lambda: self._pin(job))
        if pinned is None or pinned.status == "done":
            return
        registered = self.shared.registered(job.scope)
        admitter = self._admitter
        looked = _Looked(lambda: admitter.look(job))
        outcomes = tuple(
            until_fresh(
                lambda c=candidate: looked.use(  # type: ignore[misc]
                    lambda seen: admitter.commit(job, pinned, c, registered, seen)
                )
            )
            for candidate in pinned.candidates
        )
        if event := until_fresh(lambda: looked.use(lambda seen: seen.event)):
            reread = Rereader(self.store, self.extractor, self._turns, admitter, self.shared)
            # Who did not come to the end of it before may have changed something.
            news = not is_new or has_news(outcomes)
            reread(job, event, news=news)
        until_fresh(lambda: looked.use(lambda seen: self._finish(job, outcomes, seen)))

    # --- pinning ------------------------------------------------------------------------------

    def _pin(self, job: ExtractionJob) -> tuple[Extraction | None, bool]:
        """Return what is pinned for the event, and whether it was not before.

        The extractor is asked only if nothing is.
        """
        pinned = self.store.extraction(job.scope, job.epoch, job.event)
        if pinned is not None and pinned.version:
            if pinned.status != "done" and self.store.owner(job.scope).epoch != job.epoch:
                raise EpochEndedError
            return pinned, False
        seen = self._admitter.look(job)
        event = seen.event
        if event is None:
            return None, False
        was = pinned.revision if pinned is not None else 0
        policy = self.policies.current(job.scope.tenant)
        if not may_keep(event.handling, policy, seen.owner.consents):
            # Nobody is to look at it any more, a model least of all.
            refused = Extraction(event.id, self.extractor.version, (), reason=Reason.NO_CONSENT)
            return self._put(job, refused, seen, was), True
        if event.door is Door.STATE:
            stated = Extraction(event.id, state.VERSION, state.candidates_of(event))
            return self._put(job, stated, seen, was), True
        companions = self._companions(job, event, seen)
        proposed = self._propose(job, event, companions, seen)
        extraction = _extraction(event, proposed[event.id])
        pinned = self._put(job, extraction, seen, was, self._noted(event, extraction))
        for companion in companions:
            with suppress(StaleError):  # pinned meanwhile, or to be decided anew by its own job
                theirs = _extraction(companion, proposed[companion.id])
                self._put(job, theirs, seen, 0, self._noted(companion, theirs))
        return pinned, True

    def _put(
        self, job: ExtractionJob, extraction: Extraction, seen: Seen, was: int,
        beside: Sequence[Change] = (),
    ) -> Extraction:  # fmt: skip
        pin = PutExtraction(extraction, job.epoch, was)
        self.store.commit(job.scope, [pin, *beside], guard=seen.owner)
        return replace(extraction, revision=was + 1)

    def _propose(
        self, job: ExtractionJob, event: Event, companions: Sequence[Event], seen: Seen
    ) -> Mapping[str, Proposal]:
        if self.models is None:
            return Alone(self.extractor).propose(job.scope, [event], Surroundings())
        around = self._turns.surroundings(job.scope, seen.owner, event, seen.tombstones)
        return self.models.propose(job.scope, [event, *companions], around)

    def _noted(self, event: Event, extraction: Extraction) -> Sequence[Change]:
        """Return the note that an event refers back; a model that read it has resolved that."""
        report = extraction.report
        by_model = report is not None and report.answered
        return () if by_model or not self.extractor.refers_back(event) else (PutReference(event),)

    def _companions(self, job: ExtractionJob, event: Event, seen: Seen) -> Sequence[Event]:
        """Return turns after `event` that nobody has extracted, where models can share a call."""
        if self.models is None:
            return ()
        following = self.store.events_after(
            job.scope, job.epoch, event.session, event.order, TURNS_AFTER
        )
        known = self.store.extractions(job.scope, job.epoch, [turn.id for turn in following])
        digester = self.keys.digester(job.scope.tenant)
        fresh = [
            turn
            for turn in following
            if turn.id not in known
            and turn.id not in seen.owner.erasing
            and turn.chain == event.chain
            and not forgotten_spans(digester, turn.text, seen.tombstones)
        ]
        return self.models.companions(event, fresh)

    # --- ending -------------------------------------------------------------------------------

    def _finish(self, job: ExtractionJob, outcomes: tuple[Outcome, ...], seen: Seen) -> None:
        # Read again: an erasure may have taken candidates out of what was pinned.
        pinned = self.store.extraction(job.scope, job.epoch, job.event)
        if pinned is None or pinned.status == "done":
            return
        reason = None if pinned.status == "failed" else pinned.reason
        done = replace(pinned, status="done", outcomes=outcomes, reason=reason)
        self._put(job, done, seen, pinned.revision)

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
        change = PutExtraction(failed, job.epoch, was=failed.revision)
        audit = PutAudit(self.clock(), "extraction_failed", job.event, job.epoch, ACTOR, reason)
        self.store.commit(job.scope, [change, audit], guard=owner)


@dataclass(slots=True)
class _Looked:
    """What was seen, until a commit is refused because it has changed.

    Every commit checks the owner's epoch and governance version, which each erasure and each step
    of consent raises; so looking once serves for as long as commits go through.
    """

    look: Callable[[], Seen]
    seen: Seen | None = None

    def use[T](self, decide: Callable[[Seen], T]) -> T:
        """Return what `decide` returns; what was seen is forgotten if that is stale."""
        if self.seen is None:
            self.seen = self.look()
        try:
            return decide(self.seen)
        except StaleError:
            self.seen = None
            raise


def _extraction(event: Event, proposal: Proposal) -> Extraction:
    """Return what is pinned of a proposal, with the note why it may be less than the turn says."""
    kept = _within_budget(proposal.candidates)
    cut = Reason.OVER_BUDGET if len(kept) < len(proposal.candidates) else None
    note = proposal.report.note if proposal.report else None
    forgotten = Reason.FORGOTTEN if event.erased else None
    return Extraction(
        event.id, proposal.version, kept,
        reason=cut or note or forgotten, report=proposal.report,
    )  # fmt: skip


def _within_budget(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the episodes and the first facts, in their order."""
    facts = [candidate for candidate in candidates if candidate.kind is Kind.FACT]
    over = {id(candidate) for candidate in facts[MOST_FACTS:]}
    return tuple(candidate for candidate in candidates if id(candidate) not in over)

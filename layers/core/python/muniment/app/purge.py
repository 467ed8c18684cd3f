"""The erasure jobs: resumable, idempotent, and only done when every probe finds nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from muniment.app.blanking import Blanker
from muniment.app.changes import (
    Change,
    FinishErasing,
    PutAudit,
    PutErasure,
)
from muniment.app.episodes import EpisodeWriter
from muniment.app.erasing import Doom
from muniment.app.ports import Announcer, Clock, ErasureJob, Index
from muniment.app.projection import Projector
from muniment.app.questions import question_of
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store, WorkList
from muniment.app.stored import Erasure, Pending, ReviewPointer, hold
from muniment.app.transit import Transit
from muniment.app.withdrawing import DeleteWithdrawn
from muniment.app.working.scrubbing import Scrubber
from muniment.domain.announcements import of_erasure
from muniment.domain.events import Span
from muniment.domain.forgetting import blank_event
from muniment.domain.scope import Scope


class LeftoversError(Exception):
    """A probe still finds something: the job is not done and must run again."""


@dataclass(frozen=True, slots=True)
class CarryOnErasure:
    """Carries an erasure on from wherever it stands."""

    store: Store
    worklist: WorkList
    index: Index
    projector: Projector
    episodes: EpisodeWriter
    doom: Doom
    announcer: Announcer
    transit: Transit
    scrubber: Scrubber
    clock: Clock

    def __call__(self, job: ErasureJob, *, last_try: bool) -> None:
        """Purge and prove; raises LeftoversError or UnavailableError if it must run again."""
        erasure = self.store.erasure(job.scope, job.job)
        if erasure is None or erasure.status == "done":
            return
        try:
            if erasure.target == "user":
                self._user(job.scope, erasure)
            elif erasure.target == "purpose":
                self._purpose(job.scope, erasure)
            else:
                self._record(job.scope, erasure)
        except Exception:
            if last_try:
                self._save(job.scope, replace(erasure, status="failed"))
            raise

    # --- a whole user -------------------------------------------------------------------------

    def _user(self, scope: Scope, erasure: Erasure) -> None:
        if not erasure.counted:
            # Counted before the first page goes, and kept: a run that starts anew counts the same.
            counted = self.store.count_before(scope, erasure.epoch)
            entries = self.index.count(scope, erasure.epoch + 1)
            if lying := self.transit.count(scope, erasure.epoch):
                counted = {**counted, "uploads": lying}
            erasure = replace(erasure, counted={**counted, "index_entries": entries})
            self._save(scope, erasure)
        probes = self._purge(scope, erasure)
        if any(probes.values()):
            # What was on its way to the index when the epoch changed has arrived by now.
            probes = self._purge(scope, erasure)
        self._end(scope, erasure, probes, [])

    def _purge(self, scope: Scope, erasure: Erasure) -> dict[str, int]:
        """Remove all there is, page by page; return what is left of it, by place."""
        while self.store.purge_page(scope, erasure.epoch):
            pass
        self.index.purge(scope, erasure.epoch + 1)
        self.transit.purge(scope, erasure.epoch)
        for pending in self._pending(scope, erasure):
            self.worklist.ended(pending)
        for pointer in self._reviews(scope):
            self.worklist.reviewed(pointer)
        return {
            "records": sum(self.store.count_before(scope, erasure.epoch).values()),
            "index": self.index.count(scope, erasure.epoch + 1),
            "pending": sum(1 for _ in self._pending(scope, erasure)),
            "reviews": len(self._reviews(scope)),
            "uploads": self.transit.count(scope, erasure.epoch),
        }

    def _reviews(self, scope: Scope) -> list[ReviewPointer]:
        """Return the owner's pointers whose item is gone."""
        epoch = self.store.owner(scope).epoch
        open_now: set[str | None] = {item.id for item in self.store.reviews(scope, epoch)}
        open_now |= {question_of(scope, fact) for fact in self.store.heads(scope).facts}
        return [p for p in self.worklist.reviews_of(scope) if p.review not in open_now]

    def _pending(self, scope: Scope, erasure: Erasure) -> list[Pending]:
        """Return the owner's operations from before the erasure that are on the work list."""
        return [
            pending
            for pending in self.worklist.pending(scope.tenant)
            if pending.scope == scope
            and pending.created_at <= erasure.created_at
            and pending.work != erasure.id
        ]

    # --- what rested on a consent -------------------------------------------------------------

    def _purpose(self, scope: Scope, erasure: Erasure) -> None:
        delete = DeleteWithdrawn(self.store, self.index, self.clock)
        probes = delete(scope, erasure)
        if any(probes.values()):
            probes = delete(scope, erasure)  # what was on its way to the index has arrived by now
        _require_none(probes)
        self.announcer.announce(scope, [of_erasure(erasure.id)], self.clock())
        noted = self.store.erasure(scope, erasure.id) or erasure
        delete.finish(scope, replace(noted, status="done", probes=probes, finished_at=self.clock()))

    # --- one record ---------------------------------------------------------------------------

    def _record(self, scope: Scope, erasure: Erasure) -> None:
        spans = erasure.cited
        self.doom.finish(scope, erasure.epoch, spans, erasure.records)
        forgotten = self.scrubber.scrub(scope, erasure.epoch, spans)
        for event in sorted({span.event for span in spans}):
            until_fresh(lambda e=event: self._make_again(scope, erasure, e, spans))  # type: ignore[misc]
        owner = self.store.owner(scope)
        if owner.epoch != erasure.epoch:
            # The whole user was erased meanwhile: that job removes and proves everything.
            self._end(scope, erasure, {}, [])
            return
        self.projector.project(scope, erasure.records)
        probes = {
            "records": self._still_cited(scope, erasure, spans),
            "index": self._still_indexed(scope, erasure),
            "sessions": self.scrubber.left(scope, erasure.epoch, forgotten),
        }
        finish = FinishErasing(frozenset(hold(erasure.id, span.event) for span in spans))
        self._end(scope, erasure, probes, [finish])

    def _make_again(
        self, scope: Scope, erasure: Erasure, event_id: str, spans: Sequence[Span]
    ) -> None:
        """Blank the spans in the event and in all that holds its words; make the episodes again."""
        owner = self.store.owner(scope)
        if owner.epoch == erasure.epoch:
            Blanker(self.store, self.doom.facts, self.episodes)(scope, owner, event_id, spans)

    def _still_cited(self, scope: Scope, erasure: Erasure, spans: Iterable[Span]) -> int:
        """Count events that still hold text in an erased span."""
        wanted = list(spans)
        events = self.store.events(scope, erasure.epoch, {span.event for span in wanted})
        return sum(blank_event(event, wanted).text != event.text for event in events.values())

    def _still_indexed(self, scope: Scope, erasure: Erasure) -> int:
        """Count records that are gone from the store and still in the index."""
        facts = self.store.facts(scope, erasure.epoch, erasure.records)
        episodes = self.store.episodes(scope, erasure.epoch, erasure.records)
        alive = {f.id for f in facts.values() if f.readable} | set(episodes)
        return sum(
            self.index.holds(scope, record) for record in erasure.records if record not in alive
        )

    # --- the end ------------------------------------------------------------------------------

    def _end(
        self, scope: Scope, erasure: Erasure, probes: dict[str, int], changes: list[Change]
    ) -> None:
        _require_none(probes)
        # Before the receipt: after it no run would come again to tell what this one could not.
        self.announcer.announce(scope, [of_erasure(erasure.id)], self.clock())
        now = self.clock()
        done = replace(erasure, status="done", probes=probes, finished_at=now)
        audit = PutAudit(now, "erased", erasure.id, erasure.epoch, "delete")
        self._save(scope, done, [*changes, audit])

    def _save(self, scope: Scope, erasure: Erasure, changes: Sequence[Change] = ()) -> None:
        """Write the erasure as it is now, with what ends together with it."""

        def write() -> None:
            guard = self.store.owner(scope) if changes else None
            self.store.commit(scope, [PutErasure(erasure), *changes], guard=guard)

        until_fresh(write)


def _require_none(probes: Mapping[str, int]) -> None:
    """Raise unless every probe found nothing."""
    if any(probes.values()):
        raise LeftoversError(", ".join(place for place, left in probes.items() if left))

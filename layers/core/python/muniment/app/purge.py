"""The erasure jobs: resumable, idempotent, and only done when every probe finds nothing."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
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
from muniment.app.ports import Announcer, Clock, ErasureJob, ErasureQueue, Index
from muniment.app.progress import BEGINNING
from muniment.app.projection import Projector
from muniment.app.purge_owner import (
    LeftoversError,
    OvertakenError,
    PurgeOwner,
    TimeLeft,
    write_at_step,
)
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store, WorkList
from muniment.app.stored import Erasure, hold
from muniment.app.transit import Transit
from muniment.app.withdrawing import DeleteWithdrawn
from muniment.app.working.scrubbing import Scrubber
from muniment.domain.announcements import of_erasure
from muniment.domain.events import Span
from muniment.domain.forgetting import blank_event
from muniment.domain.scope import Scope


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
    queue: ErasureQueue
    clock: Clock

    def __call__(
        self, job: ErasureJob, *, last_try: bool, time_left: TimeLeft = lambda: True
    ) -> None:
        """Purge and prove; raises LeftoversError or UnavailableError if it must run again.

        Of a user or a purpose, what there is no time left for is another message's.
        """
        erasure = self.store.erasure(job.scope, job.job)
        if erasure is None or erasure.status == "done":
            return
        try:
            if erasure.target == "user":
                self._user(job, erasure, time_left)
            elif erasure.target == "purpose":
                self._purpose(job, erasure, time_left)
            else:
                self._record(job.scope, erasure)
        except Exception:
            if last_try:
                self._fail(job)
            raise

    # --- a whole user -------------------------------------------------------------------------

    def _user(self, job: ErasureJob, erasure: Erasure, time_left: TimeLeft) -> None:
        purge = PurgeOwner(self.store, self.worklist, self.index, self.transit, self.queue)
        try:
            proven = purge(job, erasure, time_left)
            if proven is not None:
                self._end(job.scope, proven, dict(proven.probes), [])
        except OvertakenError:
            return

    # --- what rested on a consent -------------------------------------------------------------

    def _purpose(self, job: ErasureJob, erasure: Erasure, time_left: TimeLeft) -> None:
        scope = job.scope
        delete = DeleteWithdrawn(self.store, self.index, self.queue, self.clock)
        probes = delete(job, erasure, time_left)
        if probes is None:
            return
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
        done = replace(erasure, status="done", probes=probes, finished_at=now, purge=BEGINNING)
        audit = PutAudit(now, "erased", erasure.id, erasure.epoch, "delete")
        put = PutErasure(done, was=erasure.purge.steps)
        write_at_step(self.store, scope, put, [*changes, audit])

    def _fail(self, job: ErasureJob) -> None:
        """Say that it failed, of the erasure as it is by now: a run notes how far it came."""
        erasure = self.store.erasure(job.scope, job.job)
        if erasure is not None and erasure.status != "done":
            failed = PutErasure(replace(erasure, status="failed"), was=erasure.purge.steps)
            with suppress(OvertakenError):
                write_at_step(self.store, job.scope, failed)


def _require_none(probes: Mapping[str, int]) -> None:
    """Raise unless every probe found nothing."""
    if any(probes.values()):
        raise LeftoversError(", ".join(place for place, left in probes.items() if left))

"""The clock's work: nightly, one message an owner with news; every five minutes, what is stuck."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import batched

from muniment.app.changes import (
    Change,
    DropVector,
    PutAudit,
    PutCounts,
    PutFact,
    ReplaceAssertion,
)
from muniment.app.ending import blanked
from muniment.app.episodes import remove
from muniment.app.erasing import COMMIT
from muniment.app.ports import (
    Clock,
    ConsolidationJob,
    ConsolidationQueue,
    ErasureJob,
    ErasureQueue,
    ExtractionJob,
    ExtractionQueue,
)
from muniment.app.projection import Projector
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store, WorkList
from muniment.app.stored import Operation, Pending
from muniment.app.transit import UploadJob, UploadQueue
from muniment.domain.ends import has_ended, make_end, to_end
from muniment.domain.heads import head_at
from muniment.domain.ids import ERASURE_PREFIX
from muniment.domain.namespaces import Namespace, kind_of, prefix
from muniment.domain.records import Fact, Kind
from muniment.domain.scope import Scope
from muniment.domain.uploads import Upload

STUCK_AFTER = timedelta(minutes=1)
"""Work younger than this is on its way; extraction takes seconds."""

PAGE = 100
"""Episodes that are read at once."""

NIGHTS = 7
"""Days of the work list that a night looks back, so that missed nights are made up for."""


@dataclass(frozen=True, slots=True)
class Nightly:
    """Queues every owner with new material."""

    worklist: WorkList
    queue: ConsolidationQueue
    clock: Clock

    def __call__(self) -> int:
        """Return how many owners were queued."""
        today = self.clock().date()
        days = [(today - timedelta(days=back)).isoformat() for back in range(NIGHTS)]
        return sum(self._tenant(tenant, days) for tenant in self.worklist.tenants())

    def _tenant(self, tenant: str, days: Sequence[str]) -> int:
        """Queue each owner once, on however many of the days there was news."""
        news: dict[Scope, list[str]] = {}
        for day in days:
            for scope in self.worklist.touched(tenant, day):
                news.setdefault(scope, []).append(day)
        for scope, touched in news.items():
            self.queue.send([ConsolidationJob(scope)])
            for day in touched:
                self.worklist.settle(scope, day)
        return len(news)


@dataclass(frozen=True, slots=True)
class ConsolidateOwner:
    """Retires what has expired, clears up after erasures, makes the owner's counts right."""

    store: Store
    projector: Projector
    queue: ConsolidationQueue
    clock: Clock

    def __call__(self, job: ConsolidationJob, time_left: Callable[[], bool] = lambda: True) -> None:
        """Consolidate one owner; safe to repeat.

        What expired and there is no time left for is left to another message, and so is the rest.
        """
        now = self.clock()
        epoch = self.store.owner(job.scope).epoch
        expired = [
            fact.id for fact in self.store.every_fact(job.scope, epoch) if has_ended(fact.ends, now)
        ]
        done: list[str] = []
        for record in [*expired, *self._expired_episodes(job.scope, now)]:
            if done and not time_left():
                self.projector.project(job.scope, done)
                self.queue.send([job])
                return
            until_fresh(lambda r=record: self._retire_or_end(job.scope, r))  # type: ignore[misc]
            done.append(record)
        self.projector.project(job.scope, done)
        # A projection that read before an erasure may have written after its purge. What it left
        # is found by nobody, but it is still there.
        # More than a page of it is an erasure under way, which has a job of its own.
        self.projector.index.purge(job.scope, self.store.owner(job.scope).epoch)
        until_fresh(lambda: self._count(job.scope))

    def _retire_or_end(self, scope: Scope, record: str) -> None:
        if kind_of(record) is Kind.EPISODE:
            self._end(scope, record)
        else:
            self._retire(scope, record)

    def _expired_episodes(self, scope: Scope, now: datetime) -> list[str]:
        """Return the ids of the episodes that have expired: of an assistant's, no other expires."""
        epoch = self.store.owner(scope).epoch
        after: str | None = prefix(Kind.EPISODE, Namespace.ASSISTANT).rstrip("_")
        expired: list[str] = []
        while after is not None:
            page, after = self.store.page(scope, epoch, Kind.EPISODE, PAGE, after)
            expired += [e.id for e in page if e.expires_at is not None and e.expires_at <= now]
        return expired

    def _end(self, scope: Scope, episode_id: str) -> None:
        """Take an episode out of its session, and out of what the next turn has as its context."""
        owner = self.store.owner(scope)
        episode = self.store.episodes(scope, owner.epoch, [episode_id]).get(episode_id)
        if episode is not None:
            audit = PutAudit(self.clock(), "expire", episode_id, owner.epoch, "consolidate")
            changes = [*remove(self.store, scope, episode), audit]
            self.store.commit(scope, changes, guard=owner)

    def _retire(self, scope: Scope, fact_id: str) -> None:
        """Put boundaries where the expired assertions were; their text goes with them.

        The head comes last: a run that breaks off finds by it what is left to do.
        """
        owner = self.store.owner(scope)
        head: Fact | None = self.store.facts(scope, owner.epoch, [fact_id]).get(fact_id)
        now = self.clock()
        if head is None or not has_ended(head.ends, now):
            return
        known = self.store.assertions(scope, owner.epoch, fact_id)
        ended = to_end(known, now)
        for words in blanked(self.store, scope, owner.epoch, ended):
            self.store.commit(scope, words, guard=owner)
        boundaries = [ReplaceAssertion(make_end(each), owner.epoch) for each in ended]
        for some in batched(boundaries, COMMIT, strict=False):
            self.store.commit(scope, some, guard=owner)
        left = replace(head_at(head, known, now), revision=head.revision + 1)
        changes: list[Change] = [PutFact(left, head.revision)]
        changes += [] if left.readable else [DropVector(fact_id)]
        audit = PutAudit(now, "expire", fact_id, owner.epoch, "consolidate")
        self.store.commit(scope, [*changes, audit], guard=owner)

    def _count(self, scope: Scope) -> None:
        owner = self.store.owner(scope)
        counts = self.store.record_counts(scope, owner.epoch)
        self.store.commit(scope, [PutCounts(counts, owner.epoch)], guard=owner)


@dataclass(frozen=True, slots=True)
class Requeue:
    """Finds work that was accepted and never seen to end, and queues it again."""

    store: Store
    worklist: WorkList
    extraction: ExtractionQueue
    erasure: ErasureQueue
    uploads: UploadQueue
    clock: Clock

    def __call__(self) -> int:
        """Return how many messages were queued."""
        return sum(self._carry_on(pending) for pending in self._stuck())

    def _stuck(self) -> Iterator[Pending]:
        now = self.clock()
        for tenant in self.worklist.tenants():
            for pending in self.worklist.pending(tenant):
                if is_stuck(pending, now):
                    yield pending

    def _carry_on(self, pending: Pending) -> int:
        if pending.work.startswith(ERASURE_PREFIX):
            return self._erasure(pending)
        return self._operation(pending)

    def _erasure(self, pending: Pending) -> int:
        erasure = self.store.erasure(pending.scope, pending.work)
        if erasure is None or erasure.status != "pending":
            self.worklist.ended(pending)
            return 0
        self.erasure.send([ErasureJob(pending.scope, erasure.id)])
        self.worklist.queued(pending, self.clock())
        return 1

    def _operation(self, pending: Pending) -> int:
        owner = self.store.owner(pending.scope)
        operation = self.store.operation(pending.scope, pending.work)
        if operation is None or operation.epoch != owner.epoch:
            self.worklist.ended(pending)
            return 0
        if operation.upload is not None and operation.upload.is_open:
            return self._upload(pending, operation, operation.upload)
        found = self.store.extractions(pending.scope, operation.epoch, operation.events)
        waiting = [
            ExtractionJob(pending.scope, operation.epoch, event)
            for event in operation.events
            if event not in found or found[event].status == "pending"
        ]
        if not waiting:
            self.worklist.ended(pending)
            return 0
        self.extraction.send(waiting)
        self.worklist.queued(pending, self.clock())
        return len(waiting)

    def _upload(self, pending: Pending, operation: Operation, upload: Upload) -> int:
        """Let somebody look at what was sent when the form no longer holds, or nothing was."""
        now = self.clock()
        if now < upload.until:
            return 0
        self.uploads.send([UploadJob(pending.scope, operation.epoch, operation.id)])
        self.worklist.queued(pending, now)
        return 1


def is_stuck(pending: Pending, now: datetime) -> bool:
    """Whether work has waited long enough to be queued once more.

    Each time it must have waited as long again as in all before. Work that merely waits in a long
    queue is then queued a few times, not every five minutes, which would make the queue longer.
    """
    patience = max(STUCK_AFTER, pending.queued_at - pending.created_at)
    return now - pending.queued_at >= patience

"""Taking back: the tombstone now, in one transaction; the purge and the proof follow by job."""

from dataclasses import dataclass, replace

from muniment.app.changes import (
    Change,
    GovernOwner,
    PutAudit,
    PutErasure,
    PutTombstones,
)
from muniment.app.erasing import Doom, Doomed
from muniment.app.errors import NotFoundError
from muniment.app.ports import Clock, ErasureJob, ErasureQueue, Keys
from muniment.app.reading import erasure_view
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Erasure, Owner, hold
from muniment.app.views import ErasureView
from muniment.domain.handling import NOBODY
from muniment.domain.ids import Ids
from muniment.domain.records import KEPT_KINDS, Episode, Fact
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class ForgetRecord:
    """Forgets one record: from the transaction on it is not served, and may not come back."""

    store: Store
    keys: Keys
    queue: ErasureQueue
    doom: Doom
    clock: Clock

    def __call__(
        self, scope: Scope, record_id: str, agent: str | None = None, *, by: str = NOBODY
    ) -> ErasureView:
        """Return the erasure; the same again when it is asked for again.

        NotFoundError also for what is private to another agent than `agent`. No purpose and no
        consent is needed to forget.
        """
        erasure = until_fresh(lambda: self._decide(scope, record_id, agent, by))
        if erasure.status != "done":  # one that failed is carried on when it is asked for again
            self.doom.finish(scope, erasure.epoch, erasure.cited, erasure.records)
            self.queue.send([ErasureJob(scope, erasure.id)])
        return erasure_view(erasure)

    def _decide(self, scope: Scope, record_id: str, agent: str | None, by: str) -> Erasure:
        owner = self.store.owner(scope)
        ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
        fact = self.store.facts(scope, owner.epoch, [record_id]).get(record_id)
        episode = self.store.episodes(scope, owner.epoch, [record_id]).get(record_id)
        record: Fact | Episode | None = fact or episode
        if record is None or record.handling.agent not in (None, agent):
            raise NotFoundError("no such record")
        closed = isinstance(record, Fact) and not record.stands
        # The head that an erasure leaves has the next revision, unless it was closed before and
        # stays so: asked again, it finds its job.
        revisions = (record.revision - 1, record.revision) if closed else (record.revision,)
        names = [ids.erasure("record", record_id, str(revision)) for revision in revisions]
        earlier = next(filter(None, (self.store.erasure(scope, name) for name in names)), None)
        if earlier is not None:
            return earlier
        doomed = (
            self.doom.of_fact(scope, ids, record)
            if isinstance(record, Fact)
            else self.doom.of_episode(scope, ids, record)
        )
        if doomed.is_empty:
            raise NotFoundError("no such record")
        return self._commit(scope, owner, doomed, names[-1], by)

    def _commit(
        self, scope: Scope, owner: Owner, doomed: Doomed, erasure_id: str, by: str
    ) -> Erasure:
        now = self.clock()
        erasure = Erasure(
            id=erasure_id, target="record", epoch=owner.epoch, created_at=now,
            spans=tuple((s.event, s.start, s.end) for s in doomed.spans),
            records=doomed.records, counted=doomed.counted,
        )  # fmt: skip
        holds = {hold(erasure_id, event) for event in doomed.events}
        governed = replace(owner, governance=owner.governance + 1, holds=owner.holds | holds)
        changes: list[Change] = [
            GovernOwner(governed, was=owner),
            *self.doom.changes(scope, owner.epoch, doomed.assertions),
            PutTombstones(erasure_id, owner.epoch, doomed.tombstones),
            PutErasure(erasure, new=True),
            PutAudit(now, "erase_record", erasure_id, owner.epoch, by),
        ]
        self.store.commit(scope, changes, guard=owner)
        return erasure


@dataclass(frozen=True, slots=True)
class EraseOwner:
    """Erases a whole user: one increment of the epoch, then the purge."""

    store: Store
    keys: Keys
    queue: ErasureQueue
    clock: Clock

    def __call__(self, scope: Scope, *, by: str = NOBODY) -> ErasureView:
        """Return the erasure; the last one again if nothing has been stored since."""
        erasure = until_fresh(lambda: self._decide(scope, by))
        if erasure.status != "done":  # one that failed is carried on when it is asked for again
            self.queue.send([ErasureJob(scope, erasure.id)])
        return erasure_view(erasure)

    def _decide(self, scope: Scope, by: str) -> Erasure:
        owner = self.store.owner(scope)
        digester = self.keys.digester(scope.tenant)
        last = Ids(digester, scope, owner.epoch - 1).erasure("user")
        earlier = self.store.erasure(scope, last)
        if earlier is not None and self._is_empty(scope, owner.epoch):
            return earlier
        now = self.clock()
        erasure = Erasure(
            Ids(digester, scope, owner.epoch).erasure("user"), "user", owner.epoch, now
        )
        # Consents stay: their numbers must not begin anew, and an erasure withdraws none.
        governed = Owner(owner.epoch + 1, owner.governance + 1, consents=owner.consents)
        changes: list[Change] = [
            GovernOwner(governed, was=owner),
            PutErasure(erasure, new=True),
            PutAudit(now, "erase_user", erasure.id, owner.epoch, by),
        ]
        self.store.commit(scope, changes, guard=owner)
        return erasure

    def _is_empty(self, scope: Scope, epoch: int) -> bool:
        return not (
            any(True for _ in self.store.every_event(scope, epoch))
            or any(
                True for _ in self.store.operations(scope, epoch)
            )  # a document may be on its way
            or any(self.store.page(scope, epoch, kind, 1, None)[0] for kind in KEPT_KINDS)
            or any(True for _ in self.store.sessions(scope, epoch))
        )

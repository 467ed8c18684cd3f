"""Deleting what rests on a consent that was withdrawn: the end of its state machine."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import batched

from muniment.app.changes import Change, PutAudit, PutErasure
from muniment.app.consents import WHEN_DELETED, step_to
from muniment.app.ports import Clock, ErasureJob, ErasureQueue, Index, UnavailableError
from muniment.app.projection import GONE
from muniment.app.purge_owner import LeftoversError, TimeLeft
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Erasure, RestingItems
from muniment.domain.consent import NONE, ConsentState
from muniment.domain.scope import Scope

_PAGE = 500
"""Items that are deleted before the time is looked at."""


@dataclass(frozen=True, slots=True)
class DeleteWithdrawn:
    """Deletes all that rests on one purpose alone, under whichever grant; safe to repeat.

    Nothing is written for the purpose meanwhile: its consent is neither open nor paused. No
    tombstones are left: what is withdrawn may be told again under a new grant.
    """

    store: Store
    index: Index
    queue: ErasureQueue
    clock: Clock

    def __call__(
        self, job: ErasureJob, erasure: Erasure, time_left: TimeLeft
    ) -> Mapping[str, int] | None:
        """Delete while there is time; return what was left in each place at the end.

        `None` if another message has the rest, also where a run got further and then failed.
        """
        scope, purpose = job.scope, erasure.purpose or ""
        resting = self.store.resting(scope, purpose)
        if resting.items and not erasure.counted:
            # Before the first item goes: a run that begins anew finds fewer.
            counted = replace(erasure, counted=resting.counted)
            self.store.commit(scope, [PutErasure(counted)], guard=None)
        got_on = False
        try:
            for _ in self._pages(scope, resting):
                got_on = True
                if not time_left():
                    break
            else:
                left = self.store.resting(scope, purpose)
                return {"records": len(left.items) + len(left.named), "index": 0}
        except UnavailableError:
            if not got_on:
                raise
        self.queue.send([job])
        return None

    def _pages(self, scope: Scope, resting: RestingItems) -> Iterator[None]:
        """Delete a page at a time, and a record when it is proven to be in the index no more.

        In this order: when what an item belongs to is gone, nobody knows whose it was. An entry
        that arrives later is not taken: its version is below the one of the removal.
        """
        for page in batched(resting.named, _PAGE, strict=False):
            self.store.delete_items(scope, page)
            yield
        for page in batched(resting.items, _PAGE, strict=False):
            records = [resting.records[place] for place in page if place in resting.records]
            if records:
                self.index.remove(scope, dict.fromkeys(records, GONE))
                if self.index.held(scope, records):
                    raise LeftoversError("index")
            self.store.delete_items(scope, page)
            yield

    def finish(self, scope: Scope, erasure: Erasure) -> None:
        """Write the receipt, and that the consent's material is deleted."""

        def write() -> None:
            owner, now = self.store.owner(scope), self.clock()
            purpose = erasure.purpose or ""
            audit = PutAudit(now, "erased", erasure.id, owner.epoch, "delete")
            changes: list[Change] = [PutErasure(erasure), audit]
            consent = owner.consents.get(purpose, NONE)
            if consent.state is ConsentState.DELETE_REQUESTED:
                became = consent.advance(ConsentState.DELETED)
                changes += step_to(owner, purpose, became, now, source=WHEN_DELETED)
                changes.append(PutAudit(now, "consent_deleted", purpose, owner.epoch, "delete"))
            self.store.commit(scope, changes, guard=owner)

        until_fresh(write)

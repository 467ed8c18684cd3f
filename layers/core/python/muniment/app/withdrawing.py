"""Deleting what rests on a consent that was withdrawn: the end of its state machine."""

from dataclasses import dataclass, replace

from muniment.app.changes import Change, PutAudit, PutErasure
from muniment.app.consents import WHEN_DELETED, step_to
from muniment.app.ports import Clock, Index
from muniment.app.projection import GONE
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Erasure
from muniment.domain.consent import NONE, ConsentState
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class DeleteWithdrawn:
    """Deletes all that rests on one purpose alone, under whichever grant; safe to repeat.

    Nothing is written for the purpose meanwhile: its consent is neither open nor paused. No
    tombstones are left: what is withdrawn may be told again under a new grant.
    """

    store: Store
    index: Index
    clock: Clock

    def __call__(self, scope: Scope, erasure: Erasure) -> dict[str, int]:
        """Delete, and return what is left of it, by place."""
        purpose = erasure.purpose or ""
        resting = self.store.resting(scope, purpose)
        records = tuple(sorted({*erasure.records, *resting.records}))
        if resting.items and not erasure.counted:
            # Noted before the first item goes: the index is cleared by these ids, also by a run
            # that begins anew.
            counted = replace(erasure, records=records, counted=resting.counted)
            self.store.commit(scope, [PutErasure(counted)], guard=None)
        # In this order: when what a record belongs to is gone, nobody knows whose it was.
        self.store.delete_items(scope, resting.named)
        self.store.delete_items(scope, resting.items)
        if records:
            self.index.remove(scope, dict.fromkeys(records, GONE))
        left = self.store.resting(scope, purpose)
        return {
            "records": len(left.items) + len(left.named),
            "index": sum(self.index.holds(scope, record) for record in records),
        }

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

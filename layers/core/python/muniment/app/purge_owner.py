"""Purging a whole user, step by step: each step is small and kept, so any number of runs may do it.

A run that has no time left leaves the rest to another message; one that dies leaves it to the
message that comes again. Two runs at once do no harm, and one of them ends at its next step.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from muniment.app.changes import Change, PutErasure
from muniment.app.ports import ErasureJob, ErasureQueue, Index, UnavailableError
from muniment.app.progress import OldItems, Purge, PurgeStage
from muniment.app.questions import question_of
from muniment.app.retrying import until_fresh
from muniment.app.storage import StaleError, Store, WorkList
from muniment.app.stored import Erasure, Pending, ReviewPointer
from muniment.app.transit import Transit
from muniment.domain.ids import ERASURE_PREFIX
from muniment.domain.scope import Scope

type TimeLeft = Callable[[], bool]
"""Whether a run may begin one more step."""

_ROUNDS = 2
"""What was on its way when the epoch changed has arrived by the second; what is left then is not
for more rounds to remove."""


class LeftoversError(Exception):
    """A probe still finds something: the job is not done and must run again."""


class OvertakenError(Exception):
    """Another run has taken the job on from here: this one has nothing to do."""


@dataclass(frozen=True, slots=True)
class PurgeOwner:
    """Removes all of a user's epochs up to the one that ended, and proves it."""

    store: Store
    worklist: WorkList
    index: Index
    transit: Transit
    queue: ErasureQueue

    def __call__(self, job: ErasureJob, erasure: Erasure, time_left: TimeLeft) -> Erasure | None:
        """Go on while there is time; return the erasure with its probes once nothing is left.

        `None` if another message has the rest: a run that got further leaves one also where it
        then failed, so that only runs that get nowhere count as failures. LeftoversError if the
        last round left something; OvertakenError if another run goes on from here.
        """
        reached, lost = erasure, None
        try:
            for reached in self._steps(job.scope, erasure):
                if reached.probes:
                    return reached
                if not time_left():
                    break
        except UnavailableError as error:
            if reached is erasure:
                raise
            lost = error
        try:
            self._keep(job.scope, reached)
        except OvertakenError:
            # What was written may be this run's own note, of which only the answer was lost.
            raise lost or OvertakenError from None
        self.queue.send([job])
        return None

    def _steps(self, scope: Scope, erasure: Erasure) -> Iterator[Erasure]:
        """Yield the erasure as it stands after each step; the last one has probes."""
        if not erasure.counted:
            yield (erasure := self._keep(scope, self._begun(scope, erasure)))
        while not erasure.probes:
            match erasure.purge.stage:
                case PurgeStage.INDEX:
                    # First, so that what the stream tells of the items finds nothing left to do.
                    more = self.index.purge(scope, erasure.epoch + 1)
                    erasure = erasure if more else _at(erasure, PurgeStage.RECORDS)
                case PurgeStage.RECORDS:
                    page = self.store.old_items(scope, erasure.epoch, erasure.purge.past)
                    found = _counting(erasure, page)
                    if found is not erasure:
                        # Before they go: a run that begins anew counts none twice, and misses none.
                        yield (erasure := self._keep(scope, found))
                    self.store.delete_items(scope, page.places)
                    erasure = _behind(erasure, page, PurgeStage.PROOF)
                case PurgeStage.PROOF:
                    erasure = self._proving(scope, erasure)
            yield erasure

    def _begun(self, scope: Scope, erasure: Erasure) -> Erasure:
        counted = {"index_entries": self.index.count(scope, erasure.epoch + 1)}
        if lying := self.transit.count(scope, erasure.epoch):
            counted["uploads"] = lying
        return replace(erasure, counted=counted)

    def _proving(self, scope: Scope, erasure: Erasure) -> Erasure:
        """Search one more page; behind the last one, every other place."""
        if erasure.purge.past is None:
            self._clear(scope, erasure)
        page = self.store.old_items(scope, erasure.epoch, erasure.purge.past)
        if not page.items and page.last is not None:
            return _behind(erasure, page, PurgeStage.PROOF)
        probes = {"records": len(page.items), **self._probes(scope, erasure)}
        if not any(probes.values()):
            return replace(erasure, probes=probes)
        was = erasure.purge
        again = replace(erasure, purge=Purge(round=_ROUNDS, steps=was.steps))
        if was.round < _ROUNDS:
            return again
        # What a last round left was counted: a receipt does not grow with the tries.
        again = replace(again, purge=replace(again.purge, counted=was.counted))
        self._keep(scope, again)
        raise LeftoversError(", ".join(place for place, left in probes.items() if left))

    def _clear(self, scope: Scope, erasure: Erasure) -> None:
        """Remove what lies elsewhere, and take the owner off the lists of work."""
        self.transit.purge(scope, erasure.epoch)
        for pending in self._pending(scope, erasure):
            self.worklist.ended(pending)
        for pointer in self._reviews(scope):
            self.worklist.reviewed(pointer)

    def _probes(self, scope: Scope, erasure: Erasure) -> dict[str, int]:
        return {
            "index": self.index.count(scope, erasure.epoch + 1),
            "pending": len(self._pending(scope, erasure)),
            "reviews": len(self._reviews(scope)),
            "uploads": self.transit.count(scope, erasure.epoch),
        }

    def _reviews(self, scope: Scope) -> list[ReviewPointer]:
        """Return the owner's pointers whose item is gone."""
        pointers = list(self.worklist.reviews_of(scope))
        if not pointers:
            return []
        epoch = self.store.owner(scope).epoch
        open_now: set[str | None] = {item.id for item in self.store.reviews(scope, epoch)}
        open_now |= {question_of(scope, fact) for fact in self.store.every_fact(scope, epoch)}
        return [pointer for pointer in pointers if pointer.review not in open_now]

    def _pending(self, scope: Scope, erasure: Erasure) -> list[Pending]:
        """Return the owner's operations from before the erasure that are on the work list.

        An earlier erasure stays on it: it has an end to come to, though nothing is left for it.
        """
        return [
            pending
            for pending in self.worklist.pending_of(scope)
            if pending.created_at <= erasure.created_at
            and not pending.work.startswith(ERASURE_PREFIX)
        ]

    def _keep(self, scope: Scope, erasure: Erasure) -> Erasure:
        """Write how far it has come, and return that."""
        was = erasure.purge.steps
        kept = replace(erasure, status="pending", purge=replace(erasure.purge, steps=was + 1))
        write_at_step(self.store, scope, PutErasure(kept, was=was))
        return kept


def write_at_step(store: Store, scope: Scope, put: PutErasure, also: Sequence[Change] = ()) -> None:
    """Write an erasure at the step that is known; OvertakenError if another run has written."""

    def write() -> None:
        try:
            store.commit(scope, [put, *also], guard=store.owner(scope) if also else None)
        except StaleError:
            now = store.erasure(scope, put.erasure.id)
            if now is None or now.status == "done" or now.purge.steps != put.was:
                raise OvertakenError from None
            raise

    until_fresh(write)


def _at(erasure: Erasure, stage: PurgeStage) -> Erasure:
    """Return it at the beginning of a stage."""
    return replace(erasure, purge=replace(erasure.purge, stage=stage, past=None))


def _behind(erasure: Erasure, page: OldItems, following: PurgeStage) -> Erasure:
    """Return it behind a page; behind the last one, another stage begins."""
    if page.last is None:
        return _at(erasure, following)
    return replace(erasure, purge=replace(erasure.purge, past=page.last))


def _counting(erasure: Erasure, page: OldItems) -> Erasure:
    """Return it with those of the page in its receipt that are not in it yet, if there are any."""
    until = erasure.purge.counted
    new = [item for item in page.items if until is None or item.place > until]
    if not new:
        return erasure
    counted = Counter(erasure.counted)
    counted.update(item.kind for item in new)  # a sum would drop what was counted as none
    purge = replace(erasure.purge, counted=new[-1].place)
    return replace(erasure, counted=dict(counted), purge=purge)

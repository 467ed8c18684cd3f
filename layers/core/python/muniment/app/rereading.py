"""What refers back is resolved against what was told before it, however late that comes in.

"I don't have a sister any more" takes back what is known of her. Which turn comes in first is
chance: so a turn that refers back is noted, and read anew when something told before it has come
in. What it was about and is not any more is withdrawn.

Nothing is missed between two processes: one that has changed something looks again afterwards, at
the turn and for others that were noted meanwhile, and is done when that changes nothing. What the
other wrote before it looked is seen by one of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from muniment.app.admitting import Admitter, Seen
from muniment.app.changes import Change, KeepExtraction, PutExtraction
from muniment.app.extractor import Extractor
from muniment.app.ports import ExtractionJob
from muniment.app.retrying import until_fresh
from muniment.app.shared import SharedMemory
from muniment.app.storage import Store
from muniment.app.stored import Became, Extraction, Outcome, Owner, Reference
from muniment.app.told import Told
from muniment.app.turns import TurnReader
from muniment.domain.events import Event
from muniment.domain.records import Candidate, Kind

BLOCK = 100
"""Turns read at once: as many items as the store gives in one answer."""


@dataclass(frozen=True, slots=True)
class Rereader:
    """Resolves turns that refer back; safe to repeat after a crash between any two steps."""

    store: Store
    extractor: Extractor
    turns: TurnReader
    admitter: Admitter
    shared: SharedMemory

    def __call__(self, job: ExtractionJob, event: Event, *, news: bool) -> None:
        """Resolve the turns that may be about the event of `job`, and the event itself.

        `news`: it stated something, so that a turn of any session that was told later may be about
        it; else only one of its own session that sees it among the turns before. In the order they
        were told: what one of them changes, later ones may be about. So whatever was noted until
        then is looked for once more after a change.
        """
        near = self.turns.seen_by(job.scope, event)
        first = min(turn.told for turn in (event, *near))
        due = self.store.references(job.scope, job.epoch, first)
        about = {event.id, *(turn.id for turn in near)}
        since = first if news else None
        glance = _Glance(self, job)
        while due:
            reference, *due = due
            if reference.event in about or (since is not None and reference.told >= since):
                if reference.event != event.id and glance.stands(reference, due):
                    continue
                settling = _Settling(self, replace(job, event=reference.event))
                until_fresh(settling)
                if settling.changed:
                    glance = _Glance(self, job)
                    since = min(since or reference.told, reference.told)
                    noted = self.store.references(job.scope, job.epoch, reference.told)
                    due = [other for other in noted if other.told > reference.told]

    def resolve(self, job: ExtractionJob, settling: "_Settling") -> bool:
        """Bring what is resolved in step with what is known; return whether it was not."""
        pinned = self.store.extraction(job.scope, job.epoch, job.event)
        if pinned is None or not self.has_read(pinned):
            return False
        seen = self.admitter.look(job)
        if seen.event is None:
            return False
        resolved = self._read(job, pinned, seen, seen.event)
        changed = resolved != pinned.resolved
        settling.changed |= changed
        for candidate in pinned.resolved:
            if candidate not in resolved:
                pinned = self._withdraw(job, pinned, candidate, seen)
        if resolved != pinned.resolved:
            # Named first, so that a process that ends here leaves nothing that nobody knows of.
            pinned = self._pin(job, replace(pinned, resolved=resolved, resolutions=()), seen)
        if len(pinned.resolutions) != len(resolved):
            # Once: what waited and was dropped is not asked again, nor judged by another policy.
            resolutions = self._commit(job, pinned, seen)
            self._pin(job, replace(pinned, resolutions=resolutions), seen)
        return changed

    def has_read(self, pinned: Extraction) -> bool:
        """Whether the turn is read, and by no other: who has yet to will see all that is here."""
        return pinned.version.endswith(self.extractor.version)

    def _read(
        self, job: ExtractionJob, pinned: Extraction, seen: Seen, event: Event
    ) -> tuple[Candidate, ...]:
        """Return what the event is about.

        It stays what it was about where that may have been erased since, or taken out of sight:
        what somebody took back does not rise again because nobody may read any more what it was.
        """
        surroundings = self.turns.surroundings(job.scope, seen.owner, event, seen.tombstones)
        resolved = tuple(self.extractor.resolve(event, surroundings))
        lost = [candidate for candidate in pinned.resolved if candidate not in resolved]
        if lost and (
            self.store.has_forgotten(job.scope, job.epoch)
            or self.turns.is_out_of_sight(job.scope, seen.owner, event, lost)
        ):
            return pinned.resolved
        return resolved

    def _withdraw(
        self, job: ExtractionJob, pinned: Extraction, candidate: Candidate, seen: Seen
    ) -> Extraction:
        if seen.event is None:
            return pinned
        left = tuple(each for each in pinned.resolved if each != candidate)
        undone = self.admitter.withdrawal(job, seen.event, candidate)
        return self._pin(job, replace(pinned, resolved=left, resolutions=()), seen, undone)

    def _commit(self, job: ExtractionJob, pinned: Extraction, seen: Seen) -> tuple[Outcome, ...]:
        registered = self.shared.registered(job.scope)
        under = (KeepExtraction(pinned.event, job.epoch, pinned.revision),)
        return tuple(
            self.admitter.commit(job, pinned, candidate, registered, seen, under)
            for candidate in pinned.resolved
        )

    def _pin(
        self, job: ExtractionJob, extraction: Extraction, seen: Seen, beside: Sequence[Change] = ()
    ) -> Extraction:
        """Write what is pinned, with other changes; return it as it is then."""
        pin = PutExtraction(extraction, job.epoch, was=extraction.revision)
        self.store.commit(job.scope, [*beside, pin], guard=seen.owner)
        return replace(extraction, revision=extraction.revision + 1)


@dataclass(slots=True)
class _Glance:
    """Tells which turns are still about what they were, by one reading of what is known.

    Nearly all are: each by itself would take some ten reads, and among them all heads. It says so
    as of the beginning; who has changed something since looks at the same turns after it.
    """

    reread: Rereader
    job: ExtractionJob
    owner: Owner = field(init=False)
    tombstones: frozenset[str] = field(init=False)
    told: Told = field(init=False)
    block: frozenset[str] = frozenset()
    pins: Mapping[str, Extraction] = field(default_factory=dict)
    events: Mapping[str, Event] = field(default_factory=dict)

    def stands(self, reference: Reference, following: Sequence[Reference]) -> bool:
        """Whether there is nothing to do for a turn; those `following` are read along with it."""
        if reference.event not in self.block:
            self._load([each.event for each in (reference, *following[: BLOCK - 1])])
        pinned, event = self.pins.get(reference.event), self.events.get(reference.event)
        scope, turns = self.job.scope, self.reread.turns
        if pinned is None or event is None or self.owner.epoch != self.job.epoch:
            return False
        if not self.reread.has_read(pinned):
            return True
        if not turns.is_whole(scope, event, self.tombstones):
            return False
        around = turns.surroundings(scope, self.owner, event, self.tombstones, self.told)
        resolved = tuple(self.reread.extractor.resolve(event, around))
        return resolved == pinned.resolved and len(pinned.resolutions) == len(resolved)

    def _load(self, ids: Sequence[str]) -> None:
        store, job = self.reread.store, self.job
        if not self.block:
            self.owner = store.owner(job.scope)
            self.tombstones = store.tombstones(job.scope, job.epoch)
            self.told = self.reread.turns.told(job.scope, self.owner)
        self.block = frozenset(ids)
        self.pins = store.extractions(job.scope, job.epoch, ids)
        self.events = store.events(job.scope, job.epoch, ids)


@dataclass(slots=True)
class _Settling:
    """Resolves one turn until looking again changes nothing."""

    reread: Rereader
    job: ExtractionJob
    changed: bool = False
    """Whether anything was to be changed, also by a try that broke off."""

    def __call__(self) -> None:
        while self.reread.resolve(self.job, self):
            pass


def has_news(outcomes: tuple[Outcome, ...]) -> bool:
    """Whether a turn stated something that another may be about: known, or waiting to be."""
    return any(
        outcome.kind is Kind.FACT and outcome.became in (Became.COMMITTED, Became.PROPOSED)
        for outcome in outcomes
    )

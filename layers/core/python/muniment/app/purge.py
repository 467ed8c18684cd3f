"""The erasure jobs: resumable, idempotent, and only done when every probe finds nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from muniment.app.changes import (
    Change,
    FinishErasing,
    PutErasure,
    PutExtraction,
    ReviseEvent,
)
from muniment.app.episodes import EpisodeWriter
from muniment.app.ports import Clock, ErasureJob, Index
from muniment.app.projection import Projector
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store, WorkList
from muniment.app.stored import Erasure, Extraction, Owner, Pending
from muniment.domain.events import Event, Span
from muniment.domain.forgetting import blank, blank_event, readable
from muniment.domain.records import Candidate, Episode, Kind
from muniment.domain.scope import Scope
from muniment.domain.substance import has_substance


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
    clock: Clock

    def __call__(self, job: ErasureJob, *, last_try: bool) -> None:
        """Purge and prove; raises LeftoversError or UnavailableError if it must run again."""
        erasure = self.store.erasure(job.scope, job.job)
        if erasure is None or erasure.status == "done":
            return
        try:
            if erasure.target == "user":
                self._user(job.scope, erasure)
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
            erasure = replace(erasure, counted={**counted, "index_entries": entries})
            self._save(scope, erasure)
        while self.store.purge_page(scope, erasure.epoch):
            pass
        self.index.purge(scope, erasure.epoch + 1)
        for pending in self._pending(scope, erasure):
            self.worklist.ended(pending)
        probes = {
            "records": sum(self.store.count_before(scope, erasure.epoch).values()),
            "index": self.index.count(scope, erasure.epoch + 1),
            "pending": sum(1 for _ in self._pending(scope, erasure)),
        }
        self._end(scope, erasure, probes, [])

    def _pending(self, scope: Scope, erasure: Erasure) -> list[Pending]:
        """Return the owner's operations from before the erasure that are on the work list."""
        return [
            pending
            for pending in self.worklist.pending(scope.tenant)
            if pending.scope == scope
            and pending.created_at <= erasure.created_at
            and pending.work != erasure.id
        ]

    # --- one record ---------------------------------------------------------------------------

    def _record(self, scope: Scope, erasure: Erasure) -> None:
        spans = [Span(*span) for span in erasure.spans]
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
        }
        finish = FinishErasing(frozenset(span.event for span in spans))
        self._end(scope, erasure, probes, [finish])

    def _make_again(
        self, scope: Scope, erasure: Erasure, event_id: str, spans: Iterable[Span]
    ) -> None:
        """Blank the spans in the event and in what is pinned; make the episodes again."""
        owner = self.store.owner(scope)
        if owner.epoch != erasure.epoch:
            return
        own = [span for span in spans if span.event == event_id]
        event = self.store.event(scope, owner.epoch, event_id)
        if event is not None and (revised := blank_event(event, own)) != event:
            changes: list[Change] = [ReviseEvent(revised, event.text)]
            pinned = self.store.extraction(scope, owner.epoch, event_id)
            if pinned is not None:
                kept = _without_spans(pinned, own)
                changes.append(PutExtraction(kept, owner.epoch, replaces=True))
            self.store.commit(scope, changes, guard=owner)
        self._make_episodes_again(scope, owner, event, event_id, own)

    def _make_episodes_again(
        self, scope: Scope, owner: Owner, event: Event | None, event_id: str, own: list[Span]
    ) -> None:
        made = {edge.record for edge in self.store.edges(scope, owner.epoch, event_id)}
        for episode in self.store.episodes(scope, owner.epoch, made).values():
            if not any(span.overlaps(episode.span) for span in own):
                continue
            left = readable(_left_of(episode, own))
            if event is not None:
                blanked = blank(event.text, [(s.start, s.end) for s in own])
                left = readable(blanked[episode.span.start : episode.span.end])
            if left == episode.text:
                continue
            changes = (
                self.episodes.revise(scope, episode, left)
                if has_substance(left)
                else self.episodes.remove(scope, episode)
            )
            # One transaction an episode: each moves the session on, and the next reads it anew.
            self.store.commit(scope, changes, guard=owner)

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
        if any(probes.values()):
            raise LeftoversError(", ".join(place for place, left in probes.items() if left))
        self._save(
            scope, replace(erasure, status="done", probes=probes, finished_at=self.clock()), changes
        )

    def _save(self, scope: Scope, erasure: Erasure, changes: Sequence[Change] = ()) -> None:
        """Write the erasure as it is now, with what ends together with it."""

        def write() -> None:
            guard = self.store.owner(scope) if changes else None
            self.store.commit(scope, [PutErasure(erasure), *changes], guard=guard)

        until_fresh(write)


def _left_of(episode: Episode, spans: Iterable[Span]) -> str:
    """Return the episode's own text without the spans, for an event that has expired."""
    offset = episode.span.start
    return blank(episode.text, [(s.start - offset, s.end - offset) for s in spans])


def _without_spans(pinned: Extraction, spans: list[Span]) -> Extraction:
    """Return what is pinned without the facts that cite the spans; episodes hold no text there."""

    def keeps(candidate: Candidate) -> bool:
        return candidate.kind is Kind.EPISODE or not any(
            span.overlaps(candidate.span) for span in spans
        )

    return replace(pinned, candidates=tuple(filter(keeps, pinned.candidates)))

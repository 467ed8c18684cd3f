"""Erasures reach working memory: at once for who reads it, and for good by the job."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from muniment.app.changes import DropToolResult, PutSession
from muniment.app.ports import Keys
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.domain.events import Span
from muniment.domain.scope import Scope
from muniment.domain.working.forgetting import Forgotten
from muniment.domain.working.results import FullResult, ToolResult


@dataclass(frozen=True, slots=True)
class Scrubber:
    """Takes what is forgotten out of sessions and tool results."""

    store: Store
    keys: Keys

    def forgotten(self, scope: Scope, owner: Owner) -> Forgotten:
        """Return all that nobody may write into working memory."""
        erasures = sorted({each.partition("/")[0] for each in owner.holds})
        found = [self.store.erasure(scope, erasure) for erasure in erasures]
        spans = [span for erasure in found if erasure is not None for span in erasure.cited]
        return self._of(scope, owner, spans)

    def shows(self, scope: Scope, owner: Owner, full: FullResult) -> bool:
        """Whether a whole result may be read; where nothing is being erased, it has gone before."""
        return not owner.holds or not self.forgotten(scope, owner).takes(full)

    def scrub(self, scope: Scope, epoch: int, spans: Sequence[Span]) -> Forgotten:
        """Take the spans' words out of every session; before the events lose them.

        Safe to repeat. Nothing happens in another epoch: all of it is purged.
        """
        forgotten = self._of(scope, self.store.owner(scope), spans)
        for session in list(self.store.sessions(scope, epoch)):
            until_fresh(lambda room=session.room: self._scrub(scope, epoch, room, forgotten))  # type: ignore[misc]
        for result in list(self._doomed(scope, epoch, forgotten)):
            until_fresh(lambda gone=result: self._drop(scope, gone))  # type: ignore[misc]
        return forgotten

    def left(self, scope: Scope, epoch: int, forgotten: Forgotten) -> int:
        """Count sessions and tool results that still hold what is forgotten."""
        sessions = self.store.sessions(scope, epoch)
        holding = sum(forgotten.slots(session.slots) != session.slots for session in sessions)
        return holding + sum(1 for _ in self._doomed(scope, epoch, forgotten))

    def _scrub(self, scope: Scope, epoch: int, room: str, forgotten: Forgotten) -> None:
        owner, session = self.store.owner(scope), self.store.session(scope, epoch, room)
        if session is None or owner.epoch != epoch:
            return
        slots = forgotten.slots(session.slots)
        if slots != session.slots:
            clean = replace(session, slots=slots, revision=session.revision + 1)
            self.store.commit(scope, [PutSession(clean, session.revision)], guard=owner)

    def _drop(self, scope: Scope, result: ToolResult) -> None:
        owner = self.store.owner(scope)
        if owner.epoch == result.epoch:
            drop = DropToolResult(result.room, result.epoch, result.id)
            self.store.commit(scope, [drop], guard=owner)

    def _doomed(self, scope: Scope, epoch: int, forgotten: Forgotten) -> Iterator[ToolResult]:
        """Yield the tool results that hold what is forgotten, also where their session is gone."""
        for result in self.store.tool_results(scope, epoch, None):
            full = self.store.full_result(scope, epoch, result.room, result.id)
            if full is not None and forgotten.takes(full):
                yield result

    def _of(self, scope: Scope, owner: Owner, spans: Sequence[Span]) -> Forgotten:
        by_event: dict[str, tuple[tuple[int, int], ...]] = {}
        for span in spans:
            by_event[span.event] = (*by_event.get(span.event, ()), (span.start, span.end))
        events = self.store.events(scope, owner.epoch, by_event) if by_event else {}
        return Forgotten(
            self.keys.digester(scope.tenant),
            self.store.tombstones(scope, owner.epoch),
            by_event,
            {event.id: event.text for event in events.values()},
        )

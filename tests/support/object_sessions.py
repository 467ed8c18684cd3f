"""Working memory over plain objects; part of tests.support.object_store."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from muniment.domain.scope import Scope
from muniment.domain.working.results import FullResult, ToolResult
from muniment.domain.working.session import Session


class ObjectSessions:
    """The part of app.storage.Store that keeps sessions and tool results."""

    @abstractmethod
    def _of(self, kind: str, epoch: int) -> Iterable[tuple[tuple[str, ...], Any]]: ...

    def session(self, scope: Scope, epoch: int, room: str) -> Session | None:
        return next((s for s in self.sessions(scope, epoch) if s.room == room), None)

    def sessions(self, scope: Scope, epoch: int) -> Iterable[Session]:
        return [session for _, session in self._of("working", epoch)]

    def tool_results(self, scope: Scope, epoch: int, room: str | None) -> list[ToolResult]:
        found = [full.result for _, full in self._of("tool_result", epoch)]
        kept = [result for result in found if room in (None, result.room)]
        return sorted(kept, key=lambda result: (result.at, result.id))

    def full_result(self, scope: Scope, epoch: int, room: str, result: str) -> FullResult | None:
        found = self._of("tool_result", epoch)
        return next((full for key, full in found if key[1:] == (room, result)), None)

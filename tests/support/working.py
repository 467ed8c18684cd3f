"""One user's working memory, as an agent of theirs uses it."""

from dataclasses import dataclass
from datetime import timedelta

from muniment.app.working.context import BuildContext
from muniment.app.working.requests import (
    ContextRequest,
    NewRecentTurn,
    NewState,
    NewToolResult,
    SlotChange,
)
from muniment.app.working.results import (
    AddToolResult,
    GetToolResult,
)
from muniment.app.working.rooms import Rooms
from muniment.app.working.sessions import (
    EndSession,
    GetSession,
    WriteSession,
)
from muniment.app.working.views import Cleared, PromptView, SessionView, ToolResultView
from muniment.domain.events import Role
from muniment.domain.scheduling.budget import TokenBudget
from muniment.domain.working.results import LIFE, FullResult, Json
from muniment.domain.working.turns import Buffer
from tests.support.memory import TOKEN, Person


def said(
    text: str,
    id: str | None = None,  # noqa: A002 - the name of the field
    *,
    role: Role = Role.USER,
    event: str | None = None,
) -> NewRecentTurn:
    return NewRecentTurn(role, text, id, event=event)


@dataclass(frozen=True)
class Desk:
    """Where one session lies; `person` says whose, by which token."""

    person: Person
    session: str = "s1"

    @property
    def rooms(self) -> Rooms:
        memory = self.person.memory
        return Rooms(memory.store, memory.keys, memory.clock, memory.policies)

    def put(
        self,
        change: SlotChange,
        was: int | None = None,
        *,
        life: timedelta | None = None,
        buffer: Buffer | None = None,
        by_agent: bool = False,
    ) -> SessionView:
        return self._write(
            NewState(change, life, buffer), was=was, replaces=True, by_agent=by_agent
        )

    def patch(
        self, change: SlotChange, was: int | None = None, *, by_agent: bool = False
    ) -> SessionView:
        """Change a session as it is now, unless `was` says which version was read."""
        read = self.get().session.revision if was is None else was
        return self._write(NewState(change), was=read, replaces=False, by_agent=by_agent)

    def _write(
        self, state: NewState, *, was: int | None, replaces: bool, by_agent: bool
    ) -> SessionView:
        write = WriteSession(self.rooms, self.person.memory.detector)
        return write(
            self.person.scope, self.session, state,
            replaces=replaces, was=was, by_agent=by_agent, caller=self.person.caller,
        )  # fmt: skip

    def get(self) -> SessionView:
        return GetSession(self.rooms)(self.person.scope, self.session, self.person.caller)

    def end(self, *, deletes: bool = False, was: int | None = None) -> Cleared:
        end = EndSession(self.rooms)
        return end(
            self.person.scope, self.session, deletes=deletes, was=was, caller=self.person.caller
        )

    def result(
        self,
        content: Json,
        *fields: str,
        tool: str = "shop",
        id: str | None = None,  # noqa: A002 - the name of the field
        call: str | None = None,
        life: timedelta = LIFE,
    ) -> ToolResultView:
        add = AddToolResult(self.rooms, self.person.memory.detector)
        new = NewToolResult(tool, content, fields, id, call, life)
        return add(self.person.scope, self.session, new, self.person.caller)

    def whole(self, result: str) -> FullResult:
        get = GetToolResult(self.rooms)
        return get(self.person.scope, self.session, result, self.person.caller)

    def context(
        self,
        budget: int = 4000,
        *,
        system: str = "",
        query: str | None = None,
        reserve: int = 0,
        floor: float = 0.0,
    ) -> PromptView:
        build = BuildContext(self.rooms, self.person.memory.recall, lambda: TOKEN)
        request = ContextRequest(
            TokenBudget.of(budget, reserve), system, query,
            floor=floor, caller=self.person.caller,
        )  # fmt: skip
        return build(self.person.scope, self.session, request)

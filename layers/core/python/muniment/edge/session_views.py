"""Sessions and tool results as they are answered."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Self

from pydantic import Field, JsonValue

from muniment.app.working.views import SessionView as Read
from muniment.app.working.views import ToolResultView as Added
from muniment.domain.events import Role
from muniment.domain.handling import Scalar
from muniment.domain.working.results import FullResult, ToolResult
from muniment.domain.working.session import Pinner, StepState
from muniment.domain.working.turns import NoteKind, Strategy
from muniment.edge.views import View


class BufferView(View):
    """How recent turns are let go."""

    strategy: Strategy
    turns: int
    tokens: int


class StepView(View):
    """One step of the plan."""

    text: str
    state: StepState


class ConstraintView(View):
    """A pinned constraint."""

    text: str
    at: datetime
    by: Pinner
    """Whose token pinned it."""


class RecentTurnView(View):
    """One recent turn."""

    id: str
    role: Role
    text: str
    at: datetime
    speaker: str | None = None
    event: str | None = None


class NoteView(View):
    """A sentence of an earlier turn, word for word."""

    turn: str
    kind: NoteKind
    text: str
    at: datetime
    speaker: str
    tentative: bool


class CallView(View):
    """A tool that has not answered."""

    id: str
    tool: str
    at: datetime
    arguments: str


class ValidatedView(View):
    """An intermediate result that was checked."""

    name: str
    text: str
    at: datetime
    sources: tuple[str, ...]


class ToolResultView(View):
    """A tool's result, as prompts show it."""

    id: str
    tool: str
    call: str | None = None
    at: datetime
    expires_at: datetime
    bytes: int
    """Of the full one."""
    projection: str
    truncated: bool
    missing: tuple[str, ...] = ()
    """Declared fields of which it holds nothing."""
    suspicious: bool
    """Whether it tries to instruct its reader: it is in no prompt then."""
    redacted: Mapping[str, int] = Field(default_factory=dict)

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a result."""
        match view:
            case Added():
                return cls.model_validate({**_fields(view.result), "redacted": view.redacted})
            case ToolResult():
                return cls.model_validate(_fields(view))
            case _:
                return super().of(view)


class FullResultView(View):
    """A whole result."""

    result: ToolResultView
    content: JsonValue
    """As JSON, or the text that it is."""

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a whole result."""
        if not isinstance(view, FullResult):
            return super().of(view)
        content: JsonValue = json.loads(view.content) if view.is_json else view.content
        return cls(result=ToolResultView.of(view.result), content=content)


class SessionView(View):
    """A session: its version is the ETag as well."""

    id: str
    version: int
    completed: bool
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    buffer: BufferView
    task: str
    plan: tuple[StepView, ...]
    constraints: tuple[ConstraintView, ...]
    summary: tuple[NoteView, ...]
    """Of turns before those that are shown whole; with the strategy summary alone."""
    turns: tuple[RecentTurnView, ...]
    calls: tuple[CallView, ...]
    variables: Mapping[str, Scalar]
    results: tuple[ValidatedView, ...]
    tool_results: tuple[ToolResultView, ...]
    redacted: Mapping[str, int] = Field(default_factory=dict)
    """Kinds of what was taken out by this write before anything was stored, and how often."""

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a session."""
        if not isinstance(view, Read):
            return super().of(view)
        session, slots = view.session, view.session.slots
        return cls(
            id=session.id, version=session.revision, completed=session.completed,
            created_at=session.created_at, updated_at=session.updated_at,
            expires_at=session.expires_at, buffer=BufferView.of(session.buffer), task=slots.task,
            plan=tuple(map(StepView.of, slots.plan)),
            constraints=tuple(map(ConstraintView.of, slots.constraints)),
            summary=tuple(map(NoteView.of, view.summary)),
            turns=tuple(map(RecentTurnView.of, slots.turns)),
            calls=tuple(map(CallView.of, slots.calls)),
            variables=dict(slots.variables),
            results=tuple(map(ValidatedView.of, slots.results)),
            tool_results=tuple(map(ToolResultView.of, view.results)),
            redacted=view.redacted,
        )  # fmt: skip


class ClearedView(View):
    """What the end of a session took away."""

    session: str
    slots: int
    """Strings that its slots held."""
    results: int
    """Of tools."""


def _fields(result: ToolResult) -> dict[str, object]:
    return {
        "id": result.id, "tool": result.tool, "call": result.call, "at": result.at,
        "expires_at": result.expires_at, "bytes": result.size,
        "projection": result.projection.text, "truncated": result.projection.truncated,
        "missing": result.projection.missing, "suspicious": result.suspicious,
    }  # fmt: skip

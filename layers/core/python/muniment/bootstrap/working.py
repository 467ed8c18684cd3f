"""The use cases of working memory; imported when first asked for, since a call needs one."""

from functools import cache
from typing import TYPE_CHECKING

from muniment.adapters.random_token import new_token
from muniment.bootstrap import parts

if TYPE_CHECKING:
    from muniment.app.working.context import BuildContext
    from muniment.app.working.results import AddToolResult, GetToolResult
    from muniment.app.working.rooms import Rooms
    from muniment.app.working.sessions import EndSession, GetSession, WriteSession


@cache
def _rooms() -> "Rooms":
    from muniment.app.working.rooms import Rooms

    return Rooms(parts.store(), parts.keys(), parts.clock, parts.policies())


@cache
def write_session() -> "WriteSession":
    """Return the use case that makes and changes a session."""
    from muniment.app.working.sessions import WriteSession

    return WriteSession(_rooms(), parts.detector())


@cache
def get_session() -> "GetSession":
    """Return the use case that reads a session."""
    from muniment.app.working.sessions import GetSession

    return GetSession(_rooms())


@cache
def end_session() -> "EndSession":
    """Return the use case that completes or deletes a session."""
    from muniment.app.working.sessions import EndSession

    return EndSession(_rooms())


@cache
def add_tool_result() -> "AddToolResult":
    """Return the use case that keeps a tool's result."""
    from muniment.app.working.results import AddToolResult

    return AddToolResult(_rooms(), parts.detector())


@cache
def get_tool_result() -> "GetToolResult":
    """Return the use case that reads a tool's whole result."""
    from muniment.app.working.results import GetToolResult

    return GetToolResult(_rooms())


@cache
def build_context() -> "BuildContext":
    """Return the context scheduler."""
    from muniment.app.working.context import BuildContext
    from muniment.bootstrap import reading

    return BuildContext(_rooms(), reading.recall(), new_token)

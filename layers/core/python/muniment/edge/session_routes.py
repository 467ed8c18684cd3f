"""The routes of working memory and the context scheduler, as the API's document describes them."""

from collections.abc import Sequence

from muniment.edge import auth
from muniment.edge.contexts import ContextBody, PromptView
from muniment.edge.routes import Route
from muniment.edge.schemas import UseParameters
from muniment.edge.session_views import (
    ClearedView,
    FullResultView,
    SessionView,
    ToolResultView,
)
from muniment.edge.sessions import SessionBody, SessionChangeBody, ToolResultBody

_SESSION = "/v1/memory/{user}/sessions/{id}"
ROUTES: Sequence[Route] = (
    Route(
        "PUT", _SESSION, "Make a session (201), or replace the version that If-Match names",
        (auth.WRITE,), 200, SessionView, SessionBody, may_replace=True,
        also=((201, SessionView),), versioned=True,
    ),
    Route(
        "PATCH", _SESSION, "Replace slots of a session, and add turns; If-Match names its version",
        (auth.WRITE,), 200, SessionView, SessionChangeBody, replaces=True, versioned=True,
    ),
    Route(
        "GET", _SESSION, "Get a session, its version as ETag", (auth.READ,), 200, SessionView,
        parameters=UseParameters, versioned=True,
    ),
    Route(
        "DELETE", _SESSION, "Delete a session and its tool results", (auth.WRITE,), 200,
        ClearedView, parameters=UseParameters, may_replace=True,
    ),
    Route(
        "POST", f"{_SESSION}/complete", "Clear a session whose task has ended", (auth.WRITE,),
        200, ClearedView, parameters=UseParameters, may_replace=True,
    ),
    Route(
        "POST", f"{_SESSION}/tool-results", "Keep a tool's result, whole and apart (200: known)",
        (auth.WRITE,), 201, ToolResultView, ToolResultBody, also=((200, ToolResultView),),
    ),
    Route(
        "GET", f"{_SESSION}/tool-results/{{result}}", "Get a tool's whole result", (auth.READ,),
        200, FullResultView, parameters=UseParameters,
    ),
    Route(
        "POST", f"{_SESSION}/context", "Build the prompt section for one model call",
        (auth.READ,), 200, PromptView, ContextBody,
    ),
)  # fmt: skip

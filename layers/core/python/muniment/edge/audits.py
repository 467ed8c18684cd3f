"""The audit as the API asks for it and shows it: ids, codes and versions."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StrictInt

from muniment.edge.schemas import Request
from muniment.edge.views import View


class AuditParameters(Request):
    """Which part of the audit to list."""

    limit: StrictInt = Field(50, ge=1, le=100)
    cursor: Annotated[str, Field(min_length=1, max_length=1024)] | None = None


class AuditEntryView(View):
    """Who did what, when and why; no text."""

    at: datetime
    by: str
    """A caller's keyed handle, with the agent of its token behind a slash; else a function."""
    action: str
    target: str
    """Id of what was acted on."""
    reason: str | None = None
    extractor: str | None = None
    policy: str | None = None


class AuditView(View):
    """A part of a user's audit, newest first, and where to go on."""

    entries: tuple[AuditEntryView, ...]
    next_cursor: str | None = None

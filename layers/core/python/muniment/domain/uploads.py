"""Uploads: documents that are too large for a request, announced first and sent by themselves.

What holds for a document (whose it is, for which purpose, who sent it) is fixed when it is
announced, and kept in the store. What arrives later is text alone, and says nothing about itself.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from muniment.domain.handling import NOBODY, UNRESTRICTED, Handling

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of one upload: a few thousand pages. It is read for secrets in one piece, at some 7 s a
megabyte of the reference machine, and its parts are named in one item of the store."""
FORM_HOLDS: Final = timedelta(minutes=15)
"""How long a form may be used to send the document."""
TYPES: Final = ("text/plain", "text/markdown")


class UploadState(StrEnum):
    """How far an upload has come."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    """Its parts are events; how far these are is theirs to say."""
    REFUSED = "refused"
    FAILED = "failed"
    """Given up for now; tried again while the document is there."""
    EXPIRED = "expired"


class Refusal(StrEnum):
    """Why an upload ended without a document; part of the API."""

    TOO_LARGE = "too_large"
    NOT_UTF8 = "not_utf8"
    NOT_TEXT = "not_text"
    EMPTY = "empty"
    SENSITIVE_DATA = "sensitive_data"
    NO_CONSENT = "no_consent"
    CONFLICT = "event_conflict"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Upload:
    """A document that was announced, and what holds for it."""

    session: str
    content_type: str
    size: int
    """Bytes, at most."""
    until: datetime
    """From then on the form is not taken any more."""
    document: str | None = None
    name: str | None = None
    at: datetime | None = None
    by_agent: bool = False
    by: str = NOBODY
    """Who announced it, as the audit names them."""
    handling: Handling = UNRESTRICTED
    state: UploadState = UploadState.WAITING
    reason: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether the document may still become events."""
        return self.state in (UploadState.WAITING, UploadState.FAILED)


def read_text(body: bytes, size: int) -> str | Refusal:
    """Return the text of what was sent, or why it is none that is taken.

    UTF-8, with or without a byte order mark; a NUL or nothing but white space is no text.
    """
    if len(body) > size:
        return Refusal.TOO_LARGE
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Refusal.NOT_UTF8
    if "\0" in text:
        return Refusal.NOT_TEXT
    return text if text.strip() else Refusal.EMPTY

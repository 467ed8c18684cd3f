"""Where a list of records goes on: a kind, and the record that was the last of it."""

import base64
import binascii
import re

from muniment.app.errors import InvalidCursorError
from muniment.domain.records import Kind

_RECORD = re.compile(r"[ef]a?_[a-z2-7]{26}")


def cursor_of(kind: Kind, after: str) -> str:
    """Return the cursor behind the record `after`, or at the beginning of a kind."""
    return base64.urlsafe_b64encode(f"{kind.value}|{after}".encode()).decode().rstrip("=")


def read_cursor(cursor: str | None, kind: Kind | None) -> tuple[Kind, str | None]:
    """Return where a list goes on; InvalidCursorError if no list of `kind` returned the cursor."""
    if cursor is None:
        return kind or Kind.FACT, None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        name, _, after = base64.urlsafe_b64decode(padded).decode().partition("|")
        current = Kind(name)
    except (binascii.Error, ValueError) as error:
        raise InvalidCursorError("the cursor is not one that a list returned") from error
    if kind is not None and kind is not current:
        raise InvalidCursorError("the cursor belongs to another list")
    if after and not _RECORD.fullmatch(after):
        raise InvalidCursorError("the cursor is not one that a list returned")
    return current, after or None

"""Reading the audit: who did what to an owner's memory, when and why."""

import base64
import binascii
import re
from dataclasses import dataclass

from muniment.app.errors import InvalidCursorError
from muniment.app.storage import Store
from muniment.app.views import AuditPage
from muniment.domain.scope import Scope

_PLACE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z#[a-z_]{1,40}#[A-Za-z0-9._:@-]{1,200}")


@dataclass(frozen=True, slots=True)
class ListAudit:
    """Lists an owner's audit, newest first; it outlives the erasure of what it is about."""

    store: Store

    def __call__(self, scope: Scope, limit: int, cursor: str | None) -> AuditPage:
        """Return at most `limit` entries after `cursor`; InvalidCursorError for a foreign one."""
        entries, last = self.store.audit(scope, limit, _read(cursor))
        return AuditPage(tuple(entries), None if last is None else _cursor(last))


def _cursor(place: str) -> str:
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def _read(cursor: str | None) -> str | None:
    if cursor is None:
        return None
    try:
        place = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except (binascii.Error, ValueError) as error:
        raise InvalidCursorError("the cursor is not one that a list returned") from error
    if not _PLACE.fullmatch(place):
        raise InvalidCursorError("the cursor is not one that a list returned")
    return place

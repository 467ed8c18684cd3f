"""The next revision of a session, within its bounds."""

from dataclasses import replace
from datetime import datetime

from muniment.domain.working.buffers import buffered
from muniment.domain.working.errors import SessionTooLargeError
from muniment.domain.working.session import Session, Slots

LARGEST = 256 * 1024
"""Bytes of UTF-8 of all slots together. One item of the store holds 400 KB, names included."""


def written(session: Session, slots: Slots, now: datetime) -> Session:
    """Return the session with these slots, as its buffer bounds them.

    Raises SessionTooLargeError.
    """
    turns, notes = buffered(slots.turns, slots.notes, session.buffer)
    kept = replace(slots, turns=turns, notes=notes)
    if kept.size > LARGEST:
        raise SessionTooLargeError(kept.size, LARGEST)
    return replace(session, slots=kept, revision=session.revision + 1, updated_at=now)

"""Events: what happened, as it was delivered. Evidence, not memory."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from muniment.domain.handling import UNRESTRICTED, Handling


class Role(StrEnum):
    """Who a turn is from, in the terms of chat models."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    DOCUMENT = "document"
    STATE = "state"
    """A system of record says what holds."""


class Door(StrEnum):
    """The route by which an event came in; half of what decides provenance."""

    EVENTS = "events"
    STORE = "store"
    STATE = "state"
    REVIEW = "review"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Span:
    """Offsets in the text of an event, in characters, end exclusive."""

    event: str
    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        """Whether both spans share at least one character of the same event."""
        return self.event == other.event and self.start < other.end and other.start < self.end


_PLACE = re.compile(r"\d{8}T\d{12}\.(?:p\d{6}|t\d{8}T\d{12}\.\d{6})")


def place_of(told: str) -> str:
    """Return what sorts turns by time and position alone, without their ids; of `Event.told`."""
    place = _PLACE.match(told)
    return place[0] if place else ""


def chain_of(session: str, handling: Handling, part: str | None) -> str:
    """Return the name of the turns that belong together: of one session, in its compartment.

    Each `part` of a document is apart from the others, so that many can be worked on at once.
    """
    apart = () if part is None else (part,)
    return "/".join((session, *handling.compartment, *apart))


@dataclass(frozen=True, slots=True)
class Event:
    """One immutable turn.

    `order` sorts the turns of a session: the time it happened, then the caller's position.
    `occurred_at` keeps the zone of the speaker: "yesterday" is theirs.
    `speaker` is a display name, `None` for an unnamed owner. `by_owner` says whether the owner of
    the memory spoke; only the owner states the owner's facts.
    """

    id: str
    session: str
    order: str
    role: Role
    text: str
    occurred_at: datetime
    received_at: datetime
    door: Door = Door.EVENTS
    speaker: str | None = None
    by_owner: bool = True
    by_agent: bool = False
    """Whether an agent delivered it for the owner, instead of the owner's own token."""
    epoch: int = 1
    erased: tuple[Span, ...] = field(default=())
    """Spans whose text was blanked by an erasure; lengths are kept, so offsets stay valid."""
    handling: Handling = UNRESTRICTED
    document: str | None = None
    """Id of the document that it is a part of."""

    @property
    def chain(self) -> str:
        """The turns that its episodes stand among, see `chain_of`."""
        return chain_of(self.session, self.handling, self.id if self.document else None)

    @property
    def told(self) -> str:
        """What sorts the turns of an owner as they were told: by time, then by their order.

        A turn without a time of its own was told when it was received.
        """
        return f"{self.occurred_at.astimezone(UTC):%Y%m%dT%H%M%S%f}.{self.order}"

    @property
    def label(self) -> str:
        """The name that search and rendering show for the speaker."""
        if self.speaker:
            return self.speaker
        return "User" if self.role is Role.USER else self.role.value.capitalize()

"""Assertions, facts and episodes: what the gates admitted."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum

from muniment.domain.admission import UNOPPOSED, Admission
from muniment.domain.events import Span, chain_of
from muniment.domain.handling import (
    UNKNOWN_ORIGIN,
    UNRESTRICTED,
    Category,
    Handling,
    Origin,
    Sensitivity,
)
from muniment.domain.typed_values import TypedValue


class Provenance(IntEnum):
    """How much a statement may be trusted; decided by the path it came in by. Higher wins."""

    MODEL_INFERRED = 1
    OBSERVED = 2
    USER_STATED = 3
    TOOL_VERIFIED = 4

    @property
    def label(self) -> str:
        """The name used in the API and in rendering."""
        return self.name.lower()


class Kind(StrEnum):
    """The kinds of record that exist by now.

    A procedure is kept as a fact is: its title is the attribute, its steps are the value.
    """

    FACT = "fact"
    EPISODE = "episode"
    PROCEDURE = "procedure"


KEPT_KINDS = (Kind.FACT, Kind.EPISODE)
"""The kinds that candidates and stored records have."""

OWNER = "user"
"""The subject of what is said of the memory's owner."""

PROCEDURES = "~procedure"
"""The subject of procedures: no extractor can name it, so no statement falls into their folds."""


class Status(StrEnum):
    """Where a record or assertion stands."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    CONTESTED = "contested"
    PROPOSED = "proposed"
    QUARANTINED = "quarantined"
    RETRACTED = "retracted"
    REJECTED = "rejected"
    EXPIRED = "expired"
    ERASED = "erased"


class Effect(StrEnum):
    """What an assertion does to the fact it is about."""

    ASSERT = "assert"
    RETRACT = "retract"  # closes the fact without replacing it
    BOUNDARY = "boundary"  # what an erasure leaves: no value, but the older one does not rise
    QUARANTINE = "quarantine"  # an operator takes the fact out of sight, whatever it says
    RELEASE = "release"  # and shows it again


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an extractor proposes. Untrusted until the gates admit it.

    A fact has `attribute` and (unless it retracts) `value`; an episode has neither. `text` is the
    quote at `span`.
    """

    kind: Kind
    span: Span
    text: str
    attribute: str | None = None
    value: str | None = None
    effect: Effect = Effect.ASSERT
    subject: str = "user"
    confidence: float = 1.0
    family: str = ""
    """The statement family or rule that proposed it, for explanation."""
    category: Category = Category.FACT
    importance: float | None = None
    """0..1, what a model makes of it; it only breaks ties. `None` where none was asked."""
    valid_from: datetime | None = None
    """When what is told happened, aware; `None`: it holds from when it was said."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """An admitted candidate about one attribute of one subject; immutable.

    A boundary has neither value nor quote. Times are aware and in UTC.
    """

    id: str
    fact: str
    effect: Effect
    provenance: Provenance
    valid_from: datetime
    observed_at: datetime
    source: str
    """Speaker, tool or document; repetition from one source counts once."""
    speaker: str = "User"
    """The name to show for whoever said it."""
    value: str | None = None
    typed: TypedValue | None = None
    """What the value says beyond its words; `None` for words."""
    attribute: str | None = None
    subject: str = "user"
    quote: str | None = None
    span: Span | None = None
    confidence: float = 1.0
    family: str = ""
    expires_at: datetime | None = None
    category: Category = Category.FACT
    importance: float | None = None
    sensitivity: tuple[Sensitivity, ...] = ()
    handling: Handling = UNRESTRICTED
    origin: Origin = UNKNOWN_ORIGIN
    admission: Admission = UNOPPOSED
    promotes: tuple[Span, ...] = ()
    """The assistant's words that it makes the owner's own."""
    told: str = ""
    """Where the event that says it stands among the owner's (`Event.told`); empty in items from
    before it was kept, and of marks."""
    until: datetime | None = None
    """When it ends by its own word; its class may end it sooner."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The head of a fact: the fold over its assertions, stored beside them.

    `revision` grows with every change; it is the version under which the index knows the fact.
    A fact whose status is not active, contested or quarantined carries no value.
    """

    id: str
    status: Status
    revision: int
    epoch: int
    attribute: str | None = None
    subject: str = "user"
    value: str | None = None
    typed: TypedValue | None = None
    quote: str | None = None
    speaker: str | None = None
    provenance: Provenance = Provenance.MODEL_INFERRED
    confidence: float = 0.0
    valid_from: datetime | None = None
    observed_at: datetime | None = None
    assertion: str | None = None
    contested_by: str | None = None
    sources: tuple[str, ...] = ()
    """Ids of the events that support the current value: the latest, oldest first."""
    times_seen: int = 0
    """Independent sources of the current value."""
    expires_at: datetime | None = None
    created_at: datetime | None = None
    """When the first of its assertions was received."""
    category: Category = Category.FACT
    importance: float | None = None
    sensitivity: tuple[Sensitivity, ...] = ()
    handling: Handling = UNRESTRICTED
    origin: Origin = UNKNOWN_ORIGIN
    told: tuple[str, str] = ("", "")
    """Of all its assertions, which was told first and which last (`Assertion.told`)."""
    replaces: tuple[str, ...] = ()
    """Ids of the events that say what it said before, the latest, oldest first. None in items from
    before they were kept."""
    ends: datetime | None = None
    """When the first of its assertions ends: from then on the head is to be made anew."""

    @property
    def kind(self) -> Kind:
        """What it is shown as."""
        return Kind.PROCEDURE if self.subject == PROCEDURES else Kind.FACT

    @property
    def readable(self) -> bool:
        """Whether recall may show it."""
        return self.status in (Status.ACTIVE, Status.CONTESTED)

    @property
    def stands(self) -> bool:
        """Whether it has a value, shown or not."""
        return self.readable or self.status is Status.QUARANTINED


@dataclass(frozen=True, slots=True)
class Episode:
    """A turn of substance, verbatim, with what search needs to know of its surroundings.

    `context` is the text of the turn before it in the session, for lexical search only.
    """

    id: str
    span: Span
    session: str
    order: str
    speaker: str
    text: str
    occurred_at: datetime
    observed_at: datetime
    provenance: Provenance
    revision: int
    epoch: int
    by_owner: bool = True
    context: str = ""
    confidence: float = 1.0
    expires_at: datetime | None = None
    status: Status = Status.ACTIVE
    category: Category = Category.EVENT
    sensitivity: tuple[Sensitivity, ...] = ()
    handling: Handling = UNRESTRICTED
    origin: Origin = UNKNOWN_ORIGIN
    admission: Admission = UNOPPOSED
    document: str | None = None
    """Id of the document in a part of which it stands."""

    @property
    def kind(self) -> Kind:
        """What it is shown as."""
        return Kind.EPISODE

    @property
    def readable(self) -> bool:
        """Whether recall may show it."""
        return self.status is Status.ACTIVE

    @property
    def shown_text(self) -> str:
        """What the next turn may have as its context."""
        return self.text if self.readable else ""

    @property
    def chain(self) -> str:
        """The turns it stands among, as its event says."""
        return chain_of(self.session, self.handling, self.span.event if self.document else None)


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Ids of the episodes around one in its session: nearest first, at most two each way."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

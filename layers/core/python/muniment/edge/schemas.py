"""What callers send. Unknown fields are refused, so that a misspelt one is never ignored."""

from datetime import UTC, tzinfo
from enum import StrEnum
from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    field_validator,
    model_validator,
)

from muniment.app.intake import NewTurn
from muniment.app.propose import Proposal
from muniment.domain.as_of import AsOf
from muniment.domain.consent import ConsentState
from muniment.domain.events import Door, Role
from muniment.domain.filters import EVERYTHING, Filter
from muniment.domain.labels import Labels
from muniment.domain.namespaces import Namespace
from muniment.domain.records import Kind
from muniment.domain.reviews import Choice
from muniment.domain.scheduling.budget import MOST_MARGIN, TokenBudget
from muniment.domain.state import statement_of
from muniment.edge.fields import (
    ConversationRole,
    Moment,
    Name,
    Position,
    PurposeName,
    Query,
    SafeId,
    Said,
    Statement,
    Text,
    TimeZone,
    wrong,
)
from muniment.edge.filters import FilterField
from muniment.edge.labels import Metadata, Tags

_PURPOSE = "what it is for; if left out: the default of the tenant's policy"
EVENTS = 40  # what one transaction of the store holds, with what belongs to each event


class Request(BaseModel):
    """Base of all requests."""

    # Built at first use: no function needs all of them, and a cold start pays for each.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class NoParameters(Request):
    """A query string that must be empty."""


class UseParameters(Request):
    """For what a request reads."""

    purpose: PurposeName | None = Field(None, description=_PURPOSE)


class RecordParameters(UseParameters):
    """Of when to read a record, and for what."""

    as_of: Moment | None = Field(None, description="what held then; if left out: what is current")
    known_at: Moment | None = Field(
        None, description="as far as memory had been told by then; if left out: by now"
    )

    @property
    def moment(self) -> AsOf:
        """Return the moment as the use case takes it."""
        return AsOf(self.as_of, self.known_at)


class Filtered(Request):
    """Which records are wanted."""

    filter: FilterField | None = None

    @property
    def wanted(self) -> Filter:
        """Return the filter as the use case takes it."""
        return self.filter or EVERYTHING


class Access(StrEnum):
    """Who is to see what is written."""

    SHARED = "shared"
    PRIVATE = "private"


class Use(UseParameters):
    """For what a request writes, and who is to see it."""

    access: Access = Field(
        Access.SHARED, description="private: for the agent alone that the token names"
    )

    @property
    def is_private(self) -> bool:
        """Whether one agent alone is to see it."""
        return self.access is Access.PRIVATE


class Labelled(Request):
    """What may be filtered by its tags and metadata, with all that is made of it."""

    tags: Tags = ()
    metadata: Metadata = Field(default_factory=dict)

    @property
    def labels(self) -> Labels:
        """Return both as the use case takes them."""
        return Labels.of(self.tags, self.metadata.items())


class EventBody(Labelled):
    """One turn of a conversation."""

    id: SafeId | None = Field(None, description="by which a repeat is known; derived if left out")
    session: SafeId
    position: Position | None = Field(None, description="of the turn in its session")
    role: ConversationRole
    speaker: Name | None = Field(None, description="a name to show; the owner needs none")
    by_owner: StrictBool | None = Field(
        None,
        description="whether the memory's owner said it; if left out: role user without a speaker",
    )
    text: Text
    at: Moment | None = Field(None, description="when it was said; if left out: now")

    @property
    def is_by_owner(self) -> bool:
        """Whether the owner of the memory speaks, as stated or by default."""
        if self.by_owner is None:
            return self.role is Role.USER and self.speaker is None
        return self.by_owner

    def turn(self) -> NewTurn:
        """Return the turn as the use case takes it."""
        return NewTurn(
            session=self.session,
            role=self.role,
            text=self.text,
            id=self.id,
            position=self.position,
            at=self.at,
            speaker=self.speaker,
            by_owner=self.is_by_owner,
            labels=self.labels,
        )

    @field_validator("role", mode="before")
    @classmethod
    def _a_role_of_conversations(cls, role: object) -> object:
        if role == Role.STATE:
            raise wrong("is not for turns", "send state by the route for state")
        return role

    @model_validator(mode="after")
    def _owner_is_a_user(self) -> Self:
        if self.by_owner and self.role is not Role.USER:
            reason = "says that the owner speaks in a turn whose role is not user"
            raise wrong(reason, "leave by_owner out, or set role to user")
        return self


class EventsBody(Use):
    """A conversation, or a part of one."""

    events: tuple[EventBody, ...] = Field(json_schema_extra={"minItems": 1, "maxItems": EVENTS})

    def turns(self) -> tuple[NewTurn, ...]:
        """Return the turns as the use case takes them."""
        return tuple(event.turn() for event in self.events)

    @property
    def all_by_owner(self) -> bool:
        """Whether the owner of the memory speaks in every turn."""
        return all(event.is_by_owner for event in self.events)

    @field_validator("events", mode="before")
    @classmethod
    def _some_and_not_too_many(cls, events: object) -> object:
        if isinstance(events, list) and not 1 <= len(events) <= EVENTS:
            raise wrong(f"holds {len(events)} events, not 1 to {EVENTS}", "send another number")
        return events

    @field_validator("events")
    @classmethod
    def _one_content_an_id(cls, events: tuple[EventBody, ...]) -> tuple[EventBody, ...]:
        first: dict[str, int] = {}
        for place, event in enumerate(events):
            if event.id is None:
                continue
            other = first.setdefault(event.id, place)
            if events[other] != event:
                reason = f"gives [{other}] and [{place}] the same id and different contents"
                raise wrong(reason, "give each event an id of its own")
        return events


class StateBody(Labelled):
    """One attribute as a system of record has it now."""

    attribute: Name
    value: Said | None = Field(None, description="left out: it holds no more")
    at: Moment | None = Field(None, description="since when; if left out: now")
    id: SafeId | None = Field(None, description="by which a repeat is known; derived if left out")

    @field_validator("attribute")
    @classmethod
    def _one_statement(cls, attribute: str) -> str:
        try:
            statement_of(attribute, None)
        except ValueError as error:
            raise wrong(str(error), "name it without one") from None
        return attribute


class StatesBody(Use):
    """What a system of record says; it is written as it is."""

    system: Name
    state: tuple[StateBody, ...] = Field(min_length=1, max_length=EVENTS)

    def turns(self) -> tuple[NewTurn, ...]:
        """Return the statements as the use case takes events."""
        return tuple(
            NewTurn(
                session="state", role=Role.STATE, text=statement_of(each.attribute, each.value),
                id=each.id, at=each.at, speaker=self.system, by_owner=False, door=Door.STATE,
                labels=each.labels,
            )
            for each in self.state
        )  # fmt: skip


class CorrectionBody(UseParameters):
    """What holds instead, or that nothing does."""

    value: Said | None = None
    retract: StrictBool = False

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.value is None) is not self.retract:
            raise wrong("is neither a value nor a retraction", "send value, or retract: true")
        return self


class StoreBody(Use, Labelled):
    """An explicit memory: a sentence, or the value of an attribute."""

    text: Statement | None = None
    attribute: Name | None = None
    value: Said | None = None
    cites: SafeId | None = Field(
        None, description="id of the owner's turn that says it word for word"
    )
    expires_at: Moment | None = Field(
        None, description="when it is to be gone, in the future; if left out: when its class ends"
    )

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        pair = (self.attribute is not None, self.value is not None)
        if pair[0] != pair[1] or (self.text is None) != all(pair):
            reason = "is neither a text nor an attribute with a value"
            raise wrong(reason, "send text alone, or attribute and value")
        if self.cites is not None and (self.labels or self.expires_at):
            reason = "cites a turn and has labels or an end of its own"
            raise wrong(reason, "leave them out: the turn's are kept")
        return self


class SharedBody(Request):
    """A statement for memory that many read; it is read when a reviewer has approved it."""

    attribute: Name = Field(description="of a procedure its title")
    value: Said | None = None
    text: Statement | None = Field(None, description="instead of a value; of a procedure its steps")
    kind: Literal["fact", "procedure"] = "fact"
    registered: StrictBool = Field(
        default=False, description="whether no narrower memory may assert the attribute"
    )

    def proposal(self) -> Proposal:
        """Return the statement as the use case takes it."""
        said = self.value if self.text is None else self.text
        is_procedure = self.kind == "procedure"
        return Proposal(self.attribute, said or "", is_procedure, self.registered)

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.value is None) is (self.text is None):
            raise wrong("has neither a value nor a text, or both", "send one of the two")
        if self.kind == "procedure" and self.text is None:
            raise wrong("is a procedure without a text", "send its steps as text")
        return self


class ProcedureBody(Use):
    """A way of working; agents are told of it when a reviewer has approved it."""

    title: Name
    text: Statement = Field(description="its steps, 1 byte to 4 KiB of UTF-8")

    def proposal(self) -> Proposal:
        """Return the procedure as the use case takes it."""
        return Proposal(self.title, self.text, is_procedure=True)


class Asking(Request):
    """Where a question is asked."""

    time_zone: TimeZone = Field(
        "UTC", description='in which "yesterday" or "in June" is meant, as Europe/Rome'
    )

    @property
    def zone(self) -> tzinfo:
        """Return the zone as the use case takes it."""
        return UTC if self.time_zone == "UTC" else ZoneInfo(self.time_zone)


class RecallBody(RecordParameters, Filtered, Asking):
    """A question to memory."""

    query: Query
    k: StrictInt = Field(10, ge=1, le=50, description="episodes at most")
    floor: StrictFloat = Field(
        0.5, ge=0, le=1, allow_inf_nan=False, description="least relevance; 0 keeps everything"
    )
    budget: StrictInt = Field(2000, ge=50, le=32_000, description="tokens of the rendering")
    margin: StrictInt = Field(
        0,
        ge=0,
        le=MOST_MARGIN,
        description="in hundredths, how much more tokens the model may count than the estimate",
    )

    @property
    def usable(self) -> int:
        """Return the most that the rendering may be by our estimate."""
        return TokenBudget(self.budget, reserve=0, margin=self.margin).usable


class DecisionBody(Request):
    """What is decided about something that waits."""

    decision: Choice
    value: Said | None = Field(None, description="what holds instead; with edit alone")


class ConsentBody(Request):
    """A step of an owner's consent for a purpose."""

    state: ConsentState
    notice_version: Name = Field(description="of the text that the owner was shown")
    source: Name = Field(description="where they were asked")


class ReviewParameters(Request):
    """Which part of the queue to list."""

    limit: StrictInt = Field(20, ge=1, le=100)
    cursor: SafeId | None = None


class SharedParameters(Filtered):
    """Which shared records to list."""

    kind: Literal[Kind.FACT, Kind.PROCEDURE] | None = Field(None, description="if left out: both")
    limit: StrictInt = Field(20, ge=1, le=100)
    cursor: Annotated[str, Field(min_length=1, max_length=1024)] | None = None


class ListParameters(RecordParameters, Filtered):
    """Which records to list."""

    kind: Kind | None = Field(None, description="if left out: facts, then episodes")
    namespace: Namespace | None = Field(
        None, description="whose words; if left out: the owner's, then what only assistants said"
    )
    limit: StrictInt = Field(20, ge=1, le=100)
    cursor: Annotated[str, Field(min_length=1, max_length=1024)] | None = None
    duplicates: StrictBool = Field(
        default=False, description="whether records that say the same are listed each by itself"
    )

"""What callers send to be remembered: turns, state, explicit memories, what many share."""

from typing import Literal, Self

from pydantic import Field, StrictBool, field_validator, model_validator

from muniment.app.intake import NewTurn
from muniment.app.propose import Proposal
from muniment.domain.events import Door, Role
from muniment.domain.state import statement_of
from muniment.edge.fields import (
    ConversationRole,
    Moment,
    Name,
    Position,
    SafeId,
    Said,
    Statement,
    Text,
    wrong,
)
from muniment.edge.schemas import Labelled, Request, Use, UseParameters

EVENTS = 40  # what one transaction of the store holds, with what belongs to each event


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

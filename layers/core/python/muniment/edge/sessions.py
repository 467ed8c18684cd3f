"""Sessions and tool results as they are sent."""

from datetime import timedelta
from typing import Annotated

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    JsonValue,
    StrictInt,
)

from muniment.app.working.requests import (
    NewCall,
    NewRecentTurn,
    NewState,
    NewToolResult,
    NewValidated,
    SlotChange,
)
from muniment.domain.forgetting import BLANK
from muniment.domain.handling import Scalar
from muniment.domain.labels import KEY
from muniment.domain.working.results import compact
from muniment.domain.working.session import LONGEST_LIFE, SHORTEST_LIFE, Step, StepState
from muniment.domain.working.turns import DEFAULT_BUFFER, Buffer, Strategy
from muniment.edge.fields import (
    MOST,
    TEXT_BYTES,
    ConversationRole,
    Moment,
    Name,
    SafeId,
    Statement,
    told,
    wrong,
)
from muniment.edge.schemas import Request, Use, UseParameters

LINE_BYTES = 1024
TURN_BYTES = 16 * 1024
ARGUMENTS_BYTES = 2048
MOST_ENTRIES = 50  # of a slot
MOST_TURNS = 40  # of a request
MOST_VARIABLES = 100
MOST_FIELDS = 30
DEEPEST = 40
"""Levels of a result's JSON."""
_SECONDS_A_DAY = 86_400


def _line(value: str) -> str:
    return told(value, LINE_BYTES)


def _turn_text(value: str) -> str:
    return told(value, TURN_BYTES)


def _arguments(value: str) -> str:
    return told(value, ARGUMENTS_BYTES) if value else value


def _variables(value: object) -> object:
    fix = "send an object of names and strings, numbers or booleans"
    if not isinstance(value, dict):
        raise wrong("is not a JSON object", fix)
    if len(value) > MOST_VARIABLES:
        raise wrong(f"holds more than {MOST_VARIABLES} variables", "keep what the task needs")
    for name, each in value.items():
        if not isinstance(name, str) or not KEY.fullmatch(name):
            reason = "has a name that is not 1 to 40 of a-z, 0-9 and _, a letter first"
            raise wrong(reason, "choose another name")
        match each:
            case str():
                if each:
                    told(each, LINE_BYTES)
            case bool():
                pass
            case int() | float() if abs(each) < MOST:
                pass
            case _:
                raise wrong(f"has in {name} no string, number or boolean of its size", fix)
    return value


def _content(value: JsonValue) -> JsonValue:
    if _depth(value) > DEEPEST:
        raise wrong(f"is nested deeper than {DEEPEST} levels", "send it flatter, or as text")
    text = compact(value)
    if not isinstance(value, str):
        if BLANK in text or "\0" in text:
            raise wrong("holds a control character that is not escaped", "send JSON")
        try:
            size = len(text.encode())
        except UnicodeEncodeError:
            raise wrong("holds half of a surrogate pair", "send valid Unicode") from None
        if size > TEXT_BYTES:
            raise wrong(f"is larger than {TEXT_BYTES} bytes of UTF-8", "send it in parts")
        return value
    return told(value, TEXT_BYTES)


def _depth(value: JsonValue, level: int = 0) -> int:
    """Return how deep a value is nested; what is too deep is not looked into."""
    if level > DEEPEST or not isinstance(value, (dict, list)):
        return level
    inner = value.values() if isinstance(value, dict) else value
    return max((_depth(each, level + 1) for each in inner), default=level)


def _path(value: str) -> str:
    if not value.strip() or len(value) > 128 or not value.isprintable():
        raise wrong("is not a path of 1 to 128 printable characters", "as order.lines[].price")
    return value


Line = Annotated[str, AfterValidator(_line), Field(description="1 byte to 1 KiB of UTF-8")]
TurnText = Annotated[
    str, AfterValidator(_turn_text), Field(description="1 byte to 16 KiB of UTF-8")
]
Arguments = Annotated[
    str, AfterValidator(_arguments), Field(description="at most 2 KiB of UTF-8, as it was sent")
]
Variables = Annotated[
    dict[str, str | bool | int | float],
    BeforeValidator(_variables),
    Field(description="at most 100 names with strings up to 1 KiB, numbers or booleans"),
]
Content = Annotated[
    JsonValue,
    AfterValidator(_content),
    Field(description="JSON or a text, at most 200 KiB as UTF-8"),
]
FieldPath = Annotated[str, AfterValidator(_path)]
Life = Annotated[
    StrictInt,
    Field(
        ge=int(SHORTEST_LIFE.total_seconds()),
        le=int(LONGEST_LIFE.total_seconds()),
        description="seconds that it is kept after its last write",
    ),
]


class BufferBody(Request):
    """How recent turns are let go."""

    strategy: Strategy = DEFAULT_BUFFER.strategy
    turns: StrictInt = Field(
        DEFAULT_BUFFER.turns, ge=1, le=200, description="kept by window, shown whole by summary"
    )
    tokens: StrictInt = Field(DEFAULT_BUFFER.tokens, ge=50, le=16_000, description="of tokens")

    def buffer(self) -> Buffer:
        """Return the buffer as the use case takes it."""
        return Buffer(self.strategy, self.turns, self.tokens)


class StepBody(Request):
    """One step of the plan."""

    text: Line
    state: StepState = StepState.OPEN


class RecentTurnBody(Request):
    """One turn of the task's conversation."""

    id: SafeId | None = Field(None, description="by which a repeat is known")
    role: ConversationRole
    text: TurnText
    at: Moment | None = Field(None, description="when it was said; if left out: now")
    speaker: Name | None = None
    event: SafeId | None = Field(
        None, description="id of the event that the same turn was recorded as"
    )

    def turn(self) -> NewRecentTurn:
        """Return the turn as the use case takes it."""
        return NewRecentTurn(self.role, self.text, self.id, self.at, self.speaker, self.event)


class CallBody(Request):
    """A tool that was called, and has not answered."""

    id: SafeId
    tool: Name
    arguments: Arguments = ""
    at: Moment | None = Field(None, description="if left out: now")

    def call(self) -> NewCall:
        """Return the call as the use case takes it."""
        return NewCall(self.id, self.tool, self.arguments, self.at)


class ValidatedBody(Request):
    """An intermediate result that was checked."""

    name: Name
    text: Statement
    sources: tuple[SafeId, ...] = Field(
        (), max_length=10, description="ids of turns, events or tool results"
    )

    def validated(self) -> NewValidated:
        """Return the result as the use case takes it."""
        return NewValidated(self.name, self.text, self.sources)


Plan = Annotated[tuple[StepBody, ...], Field(max_length=MOST_ENTRIES)]
Constraints = Annotated[
    tuple[Line, ...],
    Field(max_length=MOST_ENTRIES, description="what is never dropped from a prompt"),
]
Calls = Annotated[tuple[CallBody, ...], Field(max_length=MOST_ENTRIES)]
Results = Annotated[tuple[ValidatedBody, ...], Field(max_length=MOST_ENTRIES)]
Turns = Annotated[tuple[RecentTurnBody, ...], Field(max_length=MOST_TURNS)]


def _change(  # noqa: PLR0913, PLR0917 - the slots of a session
    task: str | None,
    plan: tuple[StepBody, ...] | None,
    constraints: tuple[str, ...] | None,
    turns: tuple[RecentTurnBody, ...],
    calls: tuple[CallBody, ...] | None,
    variables: dict[str, Scalar] | None,
    results: tuple[ValidatedBody, ...] | None,
) -> SlotChange:
    return SlotChange(
        task=task,
        plan=None if plan is None else [Step(each.text, each.state) for each in plan],
        constraints=constraints,
        turns=[each.turn() for each in turns],
        calls=None if calls is None else [each.call() for each in calls],
        variables=None if variables is None else sorted(variables.items()),
        results=None if results is None else [each.validated() for each in results],
    )


class SessionBody(Use):
    """A whole session: a slot that is left out is empty."""

    task: Statement | None = None
    plan: Plan = ()
    constraints: Constraints = ()
    turns: Turns = ()
    calls: Calls = ()
    variables: Variables = Field(default_factory=dict)
    results: Results = ()
    buffer: BufferBody = BufferBody.model_construct()
    ttl_seconds: Life = _SECONDS_A_DAY

    def state(self) -> NewState:
        """Return the session as the use case takes it."""
        slots = _change(
            self.task, self.plan, self.constraints, self.turns, self.calls, self.variables,
            self.results,
        )  # fmt: skip
        return NewState(slots, timedelta(seconds=self.ttl_seconds), self.buffer.buffer())


class SessionChangeBody(UseParameters):
    """What changes: a slot that is sent is replaced as a whole, turns are added."""

    task: Statement | None = None
    plan: Plan | None = None
    constraints: Constraints | None = None
    turns: Turns = ()
    calls: Calls | None = None
    variables: Variables | None = None
    results: Results | None = None
    buffer: BufferBody | None = None
    ttl_seconds: Life | None = None

    def state(self) -> NewState:
        """Return the change as the use case takes it."""
        slots = _change(
            self.task, self.plan, self.constraints, self.turns, self.calls, self.variables,
            self.results,
        )  # fmt: skip
        life = None if self.ttl_seconds is None else timedelta(seconds=self.ttl_seconds)
        return NewState(slots, life, None if self.buffer is None else self.buffer.buffer())


class ToolResultBody(UseParameters):
    """What a tool answered: kept whole, shown by its fields."""

    tool: Name
    content: Content
    fields: tuple[FieldPath, ...] = Field(
        (),
        max_length=MOST_FIELDS,
        description="what a prompt shows, as order.id or lines[].price; none: the beginning",
    )
    id: SafeId | None = Field(None, description="by which a repeat is known; derived if left out")
    call: SafeId | None = Field(None, description="id of the unresolved call that it answers")
    ttl_seconds: StrictInt = Field(
        _SECONDS_A_DAY, ge=60, le=7 * _SECONDS_A_DAY, description="how long it is kept"
    )

    def result(self) -> NewToolResult:
        """Return the result as the use case takes it."""
        life = timedelta(seconds=self.ttl_seconds)
        return NewToolResult(self.tool, self.content, self.fields, self.id, self.call, life)

"""The fields of requests: what each may hold, said in words that a caller can act on."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field, StrictInt, WithJsonSchema
from pydantic_core import PydanticCustomError

from muniment.domain.events import Role
from muniment.domain.forgetting import BLANK
from muniment.domain.purposes import PURPOSE
from muniment.domain.scope import SAFE_ID, InvalidIdError, require_safe_id

TEXT_BYTES = 200 * 1024  # half of what one item of the store holds, which also keeps quotes
QUERY_BYTES = 8 * 1024  # far beyond a question; the encoder's time grows with it
VALUE_BYTES = 2 * 1024  # recall reads every fact: two pages of 1 MB must hold hundreds
STATEMENT_BYTES = 4 * 1024  # kept twice in a fact, as its value and as its quote
NAME_CHARACTERS = 128  # as long as an id
MOST = 10**15  # what a double holds digit by digit
_ZONE = re.compile(r"[A-Z][A-Za-z0-9_+-]{0,31}(?:/[A-Za-z0-9_+-]{1,32}){0,2}")
_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = datetime(2101, 1, 1, tzinfo=UTC)


def wrong(reason: str, fix: str) -> PydanticCustomError:
    """Return the error that says `reason` and the way out; neither holds the value."""
    return PydanticCustomError("muniment", "{reason}", {"reason": reason, "fix": fix})


def _safe(value: str) -> str:
    try:
        return require_safe_id(value, "an id")
    except InvalidIdError as error:
        raise wrong(str(error), "choose another id; there is no wildcard") from None


def told(value: str, limit: int) -> str:
    """Return a text that says something and is at most `limit` bytes of UTF-8, or raise."""
    if not value.strip():
        raise wrong("is empty", "send some text")
    if "\0" in value:
        raise wrong("holds a NUL character", "remove it")
    if BLANK in value:
        raise wrong("holds U+001A, which stands for erased text", "remove it")
    if len(value.encode()) > limit:
        raise wrong(f"is larger than {limit} bytes of UTF-8", "send it in parts")
    return value


def _text(value: str) -> str:
    return told(value, TEXT_BYTES)


def _query(value: str) -> str:
    if len(value.encode()) > QUERY_BYTES:
        raise wrong(
            f"is larger than {QUERY_BYTES} bytes of UTF-8",
            "send the question alone, or its first part",
        )
    return told(value, QUERY_BYTES)


def _statement(value: str) -> str:
    return told(value, STATEMENT_BYTES)


def _value(value: str) -> str:
    return told(value, VALUE_BYTES)


def _words(value: object) -> object:
    """Return a JSON number or boolean in the words that stand for it; all else as it is."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            if abs(value) >= MOST:
                raise wrong("is a number of more than 15 digits", "send it as a string")
            exact = format(Decimal(repr(value)), "f")
            return exact.removesuffix(".0")
        case _:
            return value


def _name(value: str) -> str:
    if not value.strip() or len(value) > NAME_CHARACTERS or not value.isprintable():
        reason = f"is not a name of 1 to {NAME_CHARACTERS} printable characters on one line"
        raise wrong(reason, "send such a name")
    return value.strip()


def _moment(value: object) -> datetime:
    example = "send an ISO 8601 time with its offset, as 2026-03-01T09:30:00Z"
    if not isinstance(value, str):
        raise wrong("is not a string", example)
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise wrong("is not a time", example) from None
    if moment.tzinfo is None:
        raise wrong("has no time zone", example)
    if not _EARLIEST <= moment < _LATEST:
        raise wrong("is not in the years 1970 to 2100", example)
    return moment


def _zone(value: str) -> str:
    example = "send a name of the IANA database, as Europe/Rome, or UTC"
    if not _ZONE.fullmatch(value):
        raise wrong("is not a time zone", example)
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder, as "America" is
        raise wrong("is no time zone that there is", example) from None
    return value


def _purpose(value: str) -> str:
    if not PURPOSE.fullmatch(value):
        reason = "is not a purpose: 1 to 32 of a-z, 0-9 and _, a letter first"
        raise wrong(reason, "send one that the tenant's policy names")
    return value


ConversationRole = Literal[Role.USER, Role.ASSISTANT, Role.TOOL, Role.DOCUMENT]
"""Who speaks in a turn; what a system of record says is no turn."""
TimeZone = Annotated[
    str, AfterValidator(_zone), Field(json_schema_extra={"pattern": _ZONE.pattern})
]
"""Of the IANA database."""
PurposeName = Annotated[
    str, AfterValidator(_purpose), Field(json_schema_extra={"pattern": PURPOSE.pattern})
]
"""Whether the tenant's policy knows it is for the use case to say."""
SafeId = Annotated[
    str, AfterValidator(_safe), Field(json_schema_extra={"pattern": SAFE_ID.pattern})
]
Text = Annotated[str, AfterValidator(_text), Field(description="1 byte to 200 KiB of UTF-8")]
Query = Annotated[str, AfterValidator(_query), Field(description="1 byte to 8 KiB of UTF-8")]
Statement = Annotated[
    str, AfterValidator(_statement), Field(description="1 byte to 4 KiB of UTF-8")
]
Value = Annotated[str, AfterValidator(_value), Field(description="1 byte to 2 KiB of UTF-8")]
Said = Annotated[
    Value,
    BeforeValidator(_words),
    WithJsonSchema(
        {
            "anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}],
            "description": "1 byte to 2 KiB of UTF-8, or a number, or a boolean; kept as it is",
        }
    ),
]
"""A value as JSON says it: a number or a boolean is kept as the words that stand for it."""
Name = Annotated[str, AfterValidator(_name), Field(json_schema_extra={"maxLength": 128})]
Moment = Annotated[
    datetime,
    BeforeValidator(_moment),
    WithJsonSchema({"type": "string", "format": "date-time", "description": "with an offset"}),
]
Position = Annotated[StrictInt, Field(ge=0, le=999_999)]

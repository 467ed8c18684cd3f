"""One line of our own form: a turn or a question, or what is wrong with it and what mends it."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from evaluation.recall.model import OWNER, TENANT, Question, Role, Turn, Unit

LOOK_ALIKES: Mapping[str, str] = {"{api_key}": "AKIA" + "Q7ZP2LM4XW9RT3VB"}
TURN_EXAMPLE = '{"turn": "t1", "at": "2026-01-05T09:00:00Z", "text": "I live in Genoa."}'
QUESTION_EXAMPLE = '{"question": "Where do I live?", "evidence": ["t1"]}'

type Faults = list[tuple[int, str]]
"""What is wrong, with the number of its line; 0 of the file."""
type Broken = set[str]
"""Ids of the turns whose lines have faults: what names them is not wrong because of that."""
UNKNOWN: Final = ""
"""Stands in `Broken` for a line of which not even the id can be read."""


def _filled(text: str) -> str:
    for mark, look_alike in LOOK_ALIKES.items():
        text = text.replace(mark, look_alike)
    return text


type Text = Annotated[str, Field(min_length=1, pattern=r"\S"), AfterValidator(_filled)]
type Name = Annotated[str, Field(min_length=1, max_length=200)]
type Names = tuple[Name, ...]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    conversation: Name | None = None
    owner: Name = OWNER
    tenant: Name = TENANT
    purpose: Name | None = None


class TurnLine(_Line):
    """Something said; with an `attribute`, stored outright."""

    turn: Name
    at: AwareDatetime
    text: Text
    session: Name | None = None
    role: Role = Role.USER
    speaker: Name | None = None
    by_owner: bool | None = None
    attribute: Name | None = None
    expires_at: AwareDatetime | None = None

    @field_validator("expires_at")
    @classmethod
    def _ends(cls, until: datetime | None, info: ValidationInfo) -> datetime | None:
        """Refuse an end that memory would not take, or that would mean nothing."""
        said = info.data  # without what is wrong itself
        if until and "at" in said and until <= said["at"]:
            raise PydanticCustomError("ends_before", "not later")
        if until and "attribute" in said and said["attribute"] is None:
            raise PydanticCustomError("ends_nothing", "no attribute")
        return until

    def made(self, position: int) -> Turn:
        """Return the turn, at its position in the conversation."""
        return Turn(
            self.turn, self.session or f"{self.at:%Y-%m-%d}", position, self.role,
            self.speaker or self.role.value.capitalize(), self.text, self.at,
            by_owner=self.role is Role.USER if self.by_owner is None else self.by_owner,
            owner=self.owner, tenant=self.tenant, purpose=self.purpose, attribute=self.attribute,
            expires_at=self.expires_at,
        )  # fmt: skip


class QuestionLine(_Line):
    """A question; without `evidence`, nothing answers it."""

    question: Text
    id: Name | None = None
    category: Name = "question"
    answer: Text | None = None
    evidence: Names = ()
    unit: Unit = Unit.TURN
    after: Name | None = None
    asked_at: AwareDatetime | None = None
    stale: Names = ()
    forbidden: Names = ()
    forbidden_text: tuple[Text, ...] = ()
    is_contradiction: bool = False
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")] = "en"

    def made(self, number: int, known: int | None) -> Question:
        """Return the question, asked when so many turns are known."""
        return Question(
            self.id or f"q{number}", self.question, self.category, frozenset(self.evidence),
            self.unit, known, self.asked_at, frozenset(self.stale), frozenset(self.forbidden),
            self.forbidden_text, self.is_contradiction, self.answer, self.language, self.owner,
            self.tenant, self.purpose,
        )  # fmt: skip


def parsed(
    number: int, line: str, faults: Faults, broken: Broken
) -> TurnLine | QuestionLine | None:
    """Return what a line holds; if that is neither, add to the faults, and to what is broken."""
    try:
        given = json.loads(line)
    except json.JSONDecodeError as error:
        place = f", character {error.pos + 1}"
        faults.append((number, f"{place}: {error.msg}; a line is one JSON object"))
        broken.add(UNKNOWN)
        return None
    except (RecursionError, ValueError) as error:
        faults.append((number, _TOO_DEEP if isinstance(error, RecursionError) else _TOO_LONG))
        broken.add(UNKNOWN)
        return None
    if not isinstance(given, dict) or ("turn" in given) == ("question" in given):
        wanted = f"write {TURN_EXAMPLE} or {QUESTION_EXAMPLE}"
        faults.append((number, f": is neither a turn nor a question; {wanted}"))
        broken.add(UNKNOWN)
        return None
    kind: type[TurnLine | QuestionLine] = TurnLine if "turn" in given else QuestionLine
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        faults += [(number, _fault(kind, each)) for each in error.errors()]
        if kind is TurnLine:
            broken.add(str(given["turn"]))
        return None


_TOO_DEEP: Final = ": is nested too deeply; a line is one JSON object, with lists at most"
_TOO_LONG: Final = ": has a number of too many digits; shorten it, or write it in quotes"
_TIME: Final = "write it like 2026-01-05T09:00:00Z"
_MENDED: Final[Mapping[str, tuple[str, str]]] = {
    "missing": ("is missing", "add it"),
    "ends_before": ("is not after at", "write a later time, or leave it out"),
    "ends_nothing": ("ends nothing without attribute", "add attribute, or leave it out"),
    "timezone_aware": ("has no time zone", "write its zone: 2026-01-05T09:00:00Z"),
    "datetime_from_date_parsing": ("is not a time", _TIME),
    "datetime_parsing": ("is not a time", _TIME),
    "datetime_type": ("is not a time", _TIME),
    "string_pattern_mismatch": ("is blank", "write something, or leave it out"),
    "string_too_short": ("is empty", "write something, or leave it out"),
    "string_too_long": ("has more than 200 characters", "shorten it"),
    "tuple_type": ("is not a list", 'write a list: ["t1"]'),
    "string_type": ("is not a text", "write it in quotes"),
    "bool_type": ("is neither true nor false", "write true or false, without quotes"),
    "bool_parsing": ("is neither true nor false", "write true or false, without quotes"),
}
"""What is wrong and what mends it, by pydantic's name of a fault."""


def _fault(kind: type[BaseModel], error: Any) -> str:
    if error["type"] == "json_invalid":  # what Python reads and pydantic does not
        return ": is nested too deeply, or holds half of a surrogate pair; write it anew"
    place = ", " + ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        known = ", ".join(kind.model_fields)
        return f"{place}: is no field of it; remove it or take one of {known}"
    if place == ", language":
        return f"{place}: is no code of a language; write one like en"
    if error["type"] == "enum":
        values = re.findall(r"'([^']*)'", error["ctx"]["expected"])
        return f"{place}: is none of its values; write {' or '.join(values)}"
    reason, mended = _MENDED.get(error["type"], (error["msg"], "see docs/evaluation.md"))
    return f"{place}: {reason}; {mended}"

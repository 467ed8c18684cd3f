"""One line of our own form: a turn or a question, or what is wrong with it and what mends it."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
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
_ID: Final = re.compile(r'"turn"\s*:\s*"([^"\\]+)"')
_QUESTION: Final = re.compile(r'"question"\s*:')


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
    """Return what a line holds; add to the faults, and to what is broken, if that is neither.

    Of a question with faults, return what is right of it: what it names is looked up all the same.
    """
    try:
        given = json.loads(line)
    except json.JSONDecodeError as error:
        place = f", character {error.pos + 1}"
        faults.append((number, f"{place}: {error.msg}; a line is one JSON object"))
        broken |= _given_by(line)
        return None
    except (RecursionError, ValueError) as error:
        faults.append((number, _TOO_DEEP if isinstance(error, RecursionError) else _TOO_LONG))
        broken |= _given_by(line)
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
        found = error.errors()
        faults += [(number, _fault(kind, each)) for each in found]
        faulty = [each["loc"] for each in found]
        if kind is QuestionLine:
            return _what_is_right(number, given, faulty)
        broken.add(UNKNOWN if ("turn",) in faulty else str(given["turn"]))
        return None


def _given_by(line: str) -> Broken:
    """Return the ids of turns that a line may give which is no JSON."""
    ids = set(_ID.findall(line))
    return ids or (set() if _QUESTION.search(line) else {UNKNOWN})


def _what_is_right(
    number: int, given: Mapping[str, Any], faulty: Sequence[tuple[int | str, ...]]
) -> QuestionLine | None:
    """Return a question without what is wrong; `None` if it is not known of what it asks."""
    wrong = {place[0] for place in faulty if len(place) == 1}
    if () in faulty or "conversation" in wrong:
        return None
    if "unit" in wrong:  # of what the ids are is not known
        wrong |= {"evidence", "stale", "forbidden"}
    right = {
        field: [each for n, each in enumerate(value) if (field, n) not in faulty]
        if isinstance(value, list) else value
        for field, value in given.items() if field not in wrong
    }  # fmt: skip
    instead = {"question": "?"} | ({"id": f"line {number}"} if "id" in wrong else {})
    return QuestionLine.model_validate_json(json.dumps(instead | right))


_TOO_DEEP: Final = ": is nested too deeply; a line is one JSON object, with lists at most"
_TOO_LONG: Final = ": has a number of too many digits; shorten it, or write it in quotes"
_TIME: Final = "write it like {time}"
_DAY: Final = len("2026-01-05")
_MENDED: Final[Mapping[str, tuple[str, str]]] = {
    "missing": ("is missing", "add it"),
    "ends_before": ("is not after at", "write a later time, or leave it out"),
    "ends_nothing": ("ends nothing without attribute", "add attribute, or leave it out"),
    "timezone_aware": ("has no time zone", "write its zone: {time}"),
    "datetime_from_date_parsing": ("is not a time", _TIME),
    "datetime_parsing": ("is not a time", _TIME),
    "datetime_type": ("is not a time", _TIME),
    "string_pattern_mismatch": ("is blank", "write something"),
    "string_too_short": ("is empty", "write something"),
    "string_too_long": ("has more than 200 characters", "shorten it"),
    "tuple_type": ("is not a list", 'write a list: ["t1"]'),
    "string_type": ("is not a text", "write it in quotes"),
    "bool_type": ("is neither true nor false", "write true or false, without quotes"),
    "bool_parsing": ("is neither true nor false", "write true or false, without quotes"),
}
"""What is wrong and what mends it, by pydantic's name of a fault."""
_OPTIONAL: Final = ("string_pattern_mismatch", "string_too_short")
"""Faults that leaving the field out mends as well, where it may be left out."""


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
    if error["type"] == "timezone_aware" and _is_day(error["input"]):
        reason, mended = "has no time of day and no zone", "write both: {time}"
    if error["type"] in _OPTIONAL and not kind.model_fields[error["loc"][0]].is_required():
        mended += ", or leave it out"
    return f"{place}: {reason}; {mended.replace('{time}', _well_written(error['input']))}"


def _is_day(value: object) -> bool:
    return isinstance(value, str) and len(value.strip()) <= _DAY


def _well_written(value: object) -> str:
    """Return a time as it has to be written: the one that is meant, or of its day, if there is."""
    text = value.strip() if isinstance(value, str) else ""
    try:
        day = date.fromisoformat(text[:_DAY])
    except ValueError:
        return "2026-01-05T09:00:00Z"
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or _is_day(text):
        return f"{day}T09:00:00Z"
    return at.isoformat() + ("" if at.tzinfo else "Z")

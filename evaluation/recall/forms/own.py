"""Our own form, of the golden set and of users' own data: JSON lines (docs/evaluation.md).

A line is an object: a turn, with its id under `turn`, or a question, with its words under
`question`. `{api_key}` in a text stands for a look-alike that is made when the file is read, so
that no file holds anything that looks like a secret.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from evaluation.recall.model import OWNER, TENANT, Conversation, Question, Role, Turn, Unit

SUFFIX = ".jsonl"
LOOK_ALIKES: Mapping[str, str] = {"{api_key}": "AKIA" + "Q7ZP2LM4XW9RT3VB"}
SHOWN = 20
"""Faults that are told at once."""


class FormError(ValueError):
    """A file is not in the form; the message has a line for each fault, with how to mend it."""


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


type _Numbered[Kind] = list[tuple[int, Kind]]


def read(path: Path) -> Iterator[Conversation]:
    """Yield the conversations of a file; raises FormError with every fault that it has."""
    faults: list[str] = []
    turns: dict[str, _Numbered[TurnLine]] = {}
    questions: dict[str, _Numbered[QuestionLine]] = {}
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                read_line = _parsed(number, line, faults)
                name = (read_line and read_line.conversation) or path.stem
                if isinstance(read_line, TurnLine):
                    turns.setdefault(name, []).append((number, read_line))
                elif isinstance(read_line, QuestionLine):
                    questions.setdefault(name, []).append((number, read_line))
    if not faults:
        for name in dict.fromkeys((*turns, *questions)):
            faults += _unfitting(name, turns.get(name, []), questions.get(name, []))
    if not turns and not faults:
        faults.append("it has no turn: a line like " + TURN_EXAMPLE)
    if faults:
        more = [f"and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
        raise FormError("\n  ".join([f"{path}:", *faults[:SHOWN], *more]))
    for name, said in turns.items():
        yield _conversation(name, said, questions.get(name, []))


TURN_EXAMPLE = '{"turn": "t1", "at": "2026-01-05T09:00:00Z", "text": "I live in Genoa."}'
QUESTION_EXAMPLE = '{"question": "Where do I live?", "evidence": ["t1"]}'


def _parsed(number: int, line: str, faults: list[str]) -> TurnLine | QuestionLine | None:
    try:
        given = json.loads(line)
    except json.JSONDecodeError as error:
        faults.append(
            f"line {number}, character {error.pos + 1}: {error.msg}; a line is one JSON object"
        )
        return None
    if not isinstance(given, dict) or ("turn" in given) == ("question" in given):
        faults.append(
            f"line {number}: is neither a turn nor a question; write {TURN_EXAMPLE}"
            f" or {QUESTION_EXAMPLE}"
        )
        return None
    kind: type[TurnLine | QuestionLine] = TurnLine if "turn" in given else QuestionLine
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        faults += [f"line {number}, {_fault(kind, each)}" for each in error.errors()]
        return None


_MENDED: Mapping[str, str] = {
    "missing": "add it",
    "timezone_aware": "write its zone: 2026-01-05T09:00:00Z",
    "datetime_from_date_parsing": "write it like 2026-01-05T09:00:00Z",
    "datetime_parsing": "write it like 2026-01-05T09:00:00Z",
    "string_pattern_mismatch": "write something that is not blank",
    "tuple_type": 'write a list: ["t1"]',
    "string_type": "write it in quotes",
}
"""How to mend a fault, by pydantic's name of it; else what it says itself is clear enough."""


def _fault(kind: type[BaseModel], error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        known = ", ".join(kind.model_fields)
        return f"{place}: is no field of it; remove it or take one of {known}"
    if place == "language":
        return f"{place}: is no code of a language; write one like en"
    mended = _MENDED.get(error["type"])
    return f"{place}: {error['msg']}" + (f"; {mended}" if mended else "")


def _unfitting(
    name: str, turns: _Numbered[TurnLine], questions: _Numbered[QuestionLine]
) -> Iterator[str]:
    """Yield what the lines of a conversation say of one another and is not so."""
    lines: dict[str, int] = {}
    for number, said in turns:
        if said.turn in lines:
            yield (
                f"line {number}, turn: {said.turn} is the id of line {lines[said.turn]} too;"
                " give each turn of a conversation an id of its own"
            )
        lines.setdefault(said.turn, number)
    sessions = {turn.session for turn in _made(turns)}
    ids: dict[str, int] = {}
    for place, (number, asked) in enumerate(questions):
        id_ = asked.made(place, None).id
        if ids.setdefault(id_, number) != number:
            yield (
                f"line {number}, id: {id_} is the id of line {ids[id_]} too;"
                " give each question of a conversation an id of its own"
            )
        named = {"after": (asked.after,) if asked.after else ()}
        units = {"evidence": asked.evidence, "stale": asked.stale, "forbidden": asked.forbidden}
        by_turn = asked.unit is Unit.TURN
        for field, names in (units | named).items():
            there = lines if by_turn or field == "after" else sessions
            what = "turn" if by_turn or field == "after" else "session"
            for missing in (each for each in names if each not in there):
                yield (
                    f"line {number}, {field}: no {what} of {name} is called {missing};"
                    f" add it, or name one that there is"
                )


def _made(turns: _Numbered[TurnLine]) -> Sequence[Turn]:
    return [line.made(position) for position, (_, line) in enumerate(turns)]


def _conversation(
    name: str, turns: _Numbered[TurnLine], questions: _Numbered[QuestionLine]
) -> Conversation:
    places = {line.turn: place for place, (_, line) in enumerate(turns, 1)}
    asked = tuple(
        line.made(number, places[line.after] if line.after else None)
        for number, (_, line) in enumerate(questions)
    )
    return Conversation(name, tuple(_made(turns)), asked)

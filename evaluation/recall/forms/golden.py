"""Our own form, of the golden set and of users' own data (docs/evaluation.md).

`{"form": "muniment-recall/1", "conversations": [{"name", "turns", "questions"}]}`. Fields of turns
and questions are those of `evaluation.recall.model`; what is left out has its default. `{api_key}`
in a text stands for a look-alike that is made when the file is read, so that no file holds anything
that looks like a secret.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from evaluation.recall.model import Conversation, Question, Role, Turn, Unit

FORM = "muniment-recall/1"
LOOK_ALIKES: Mapping[str, str] = {"{api_key}": "AKIA" + "Q7ZP2LM4XW9RT3VB"}


def is_golden(content: object) -> bool:
    """Whether this is our form."""
    return isinstance(content, dict) and content.get("form") == FORM


def read(content: Mapping[str, Any]) -> Iterator[Conversation]:
    """Yield the conversations; KeyError or ValueError for what is not in the form."""
    for entry in content["conversations"]:
        turns = tuple(_turn(position, turn) for position, turn in enumerate(entry["turns"]))
        questions = tuple(_question(number, q) for number, q in enumerate(entry["questions"]))
        yield Conversation(entry["name"], turns, questions)


def _turn(position: int, given: Mapping[str, Any]) -> Turn:
    role = Role(given.get("role", "user"))
    by_owner = given.get("by_owner", role is Role.USER)
    at = _moment(given["at"])
    expires = given.get("expires_at")
    return Turn(
        id=given["id"], session=given.get("session", f"{at:%Y-%m-%d}"), position=position,
        role=role, speaker=given.get("speaker", role.value.capitalize()), at=at,
        text=_filled(given["text"]), by_owner=by_owner, attribute=given.get("attribute"),
        expires_at=_moment(expires) if expires else None, **_place(given),
    )  # fmt: skip


def _question(number: int, given: Mapping[str, Any]) -> Question:
    asked_at = given.get("asked_at")
    return Question(
        id=given.get("id", f"q{number}"), text=given["text"], category=given["category"],
        evidence=frozenset(given.get("evidence", ())), unit=Unit(given.get("unit", "turn")),
        known=given.get("known"), asked_at=_moment(asked_at) if asked_at else None,
        stale=frozenset(given.get("stale", ())), forbidden=frozenset(given.get("forbidden", ())),
        forbidden_text=tuple(map(_filled, given.get("forbidden_text", ()))),
        is_contradiction=given.get("is_contradiction", False), answer=given.get("answer"),
        language=given.get("language", "en"), **_place(given),
    )  # fmt: skip


def _place(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in ("owner", "tenant", "purpose") if name in given}


def _moment(written: str) -> datetime:
    moment = datetime.fromisoformat(written)
    if moment.tzinfo is None:
        raise ValueError(f"{written} has no time zone")
    return moment


def _filled(text: str) -> str:
    for mark, look_alike in LOOK_ALIKES.items():
        text = text.replace(mark, look_alike)
    return text

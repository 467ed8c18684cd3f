"""What of a conversation can be put to a stack whose clock nobody moves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

import httpx
import pytest

from evaluation.recall.deployed import Door, LeftOut, askable
from evaluation.recall.model import Conversation, Question, Role, Turn, Unit
from examples.stack import Stack

AT = datetime(2026, 1, 1, tzinfo=UTC)


def test_what_expires_is_neither_told_nor_asked_for() -> None:
    turns = tuple(Turn(name, "s", n, Role.USER, "User", name, AT) for n, name in enumerate("abc"))
    spot = replace(turns[0], expires_at=AT + timedelta(days=1))
    questions = (
        Question("of it", "?", "x", frozenset("a")),
        Question("not of it", "?", "x", frozenset(), forbidden=frozenset("a")),
        Question("before c", "?", "x", frozenset("b"), known=2),
        Question("at the end", "?", "x", frozenset("c")),
    )
    got = askable(Conversation("c", (spot, *turns[1:]), questions))
    assert [turn.id for turn in got.turns] == ["b", "c"]
    assert [(q.id, q.known) for q in got.questions] == [("before c", 1), ("at the end", 2)]
    plain = Conversation("c", turns, questions)
    assert [q.id for q in askable(plain).questions] == [q.id for q in questions]


def test_a_question_about_a_session_names_what_expires_in_it() -> None:
    turns = tuple(Turn(name, name, 0, Role.USER, "User", name, AT) for name in "ab")
    spot = replace(turns[0], expires_at=AT + timedelta(days=1))
    questions = tuple(Question(name, "?", "x", frozenset(name), Unit.SESSION) for name in "ab")
    got = askable(Conversation("c", (spot, turns[1]), questions))
    assert [q.id for q in got.questions] == ["b"]


def test_what_is_left_out_is_told_in_numbers() -> None:
    turns = tuple(Turn(name, "s", n, Role.USER, "User", name, AT) for n, name in enumerate("abc"))
    ends = [replace(turn, expires_at=AT + timedelta(days=1)) for turn in turns]
    questions = tuple(Question(f"q{n}", "?", "x", frozenset("a")) for n in range(2))

    def told(*some: Turn, asked: int) -> str:
        given = [Conversation("c", some, questions[:asked]), Conversation("d", turns, questions)]
        return str(LeftOut.between(given, [askable(each) for each in given]))

    assert told(ends[0], turns[1], asked=2) == (
        "1 turn that expires and 2 questions that name it; the stack asks now"
    )
    assert (
        told(*ends, asked=1)
        == "3 turns that expire and 1 question that names them; the stack asks now"
    )
    assert told(*ends, asked=0) == "3 turns that expire; the stack asks now"
    assert not told(*turns, asked=2)


class Gone:
    """A client whose server went away."""

    closed = False

    def erase(self) -> None:
        raise httpx.ConnectError("gone")

    def close(self) -> None:
        self.closed = True


def test_who_cannot_be_erased_is_counted_and_costs_no_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door, client = Door(cast("Stack", None)), Gone()
    monkeypatch.setattr(door, "_connected", lambda *_: client)
    door.memory("c", ("acme", "ada", None))
    door.memory("other", ("acme", "ada", None))
    door.leave("c")
    assert (door.left, client.closed) == (1, True)
    assert len(door._open) == 1, "of another conversation"

"""What of a conversation can be put to a stack whose clock nobody moves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

import httpx
import pytest

from evaluation.recall.deployed import Door, askable
from evaluation.recall.model import Conversation, Question, Role, Turn
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

"""What of a conversation can be put to a stack whose clock nobody moves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from evaluation.recall.deployed import askable
from evaluation.recall.model import Conversation, Question, Role, Turn

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

"""Recall is measured through the deployed stack as it is in one process."""

from datetime import UTC, datetime

import pytest

from evaluation.recall.deployed import Deployed, Door
from evaluation.recall.measures import measured
from evaluation.recall.model import Conversation, Question, Role, Turn
from tests.e2e.world import World

pytestmark = pytest.mark.any_index
AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


def test_a_conversation_is_told_and_asked_over_http(world: World) -> None:
    said = "The spare key hangs behind the boiler."
    turn = Turn("a turn", "a session", 0, Role.USER, "User", said, AT)
    other = Turn("b", "s", 0, Role.USER, "User", "The spare key is under the pot.", AT, owner="bob")
    asked = Question("q", "Where is the spare key?", "x", frozenset({turn.id}),
                     forbidden=frozenset({other.id}))  # fmt: skip
    conversation = Conversation("keys", (turn, other), (asked,))
    door = Door(world.stack)
    way = Deployed(door, conversation)
    try:
        way.learn(conversation.turns)
        answers = way.ask(asked, AT)
        values = measured(conversation, asked, answers)
    finally:
        door.leave(conversation.name)
    assert (values["recall@10"], values["served_recall"], values["forbidden"]) == (1, 1, 0)
    assert values["unsupported"] == 0
    assert answers.served.tokens > 0
    assert "behind the boiler" in answers.served.text
    assert door.lost == 0

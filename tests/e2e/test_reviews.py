"""What waits for a decision, on the deployed stack: it is in no answer before, and in all after."""

import pytest

from examples.stack import handle_of
from tests.e2e.world import World, status_of, tell_only

pytestmark = pytest.mark.any_index

SAID = "My locker code is heron-2093."


def test_a_sensitive_fact_waits_and_is_served_once_it_is_confirmed(world: World) -> None:
    ada, bo = world.someone("ada"), world.someone("bo")
    tell_only(ada, SAID, "My boat is called Selkie.")
    (review,) = ada.reviews()
    assert (review["waiting"], review["value"], review["reasons"]) == (
        "proposed", "heron-2093", ["sensitive"],
    )  # fmt: skip
    before = {record.get("value") for record in ada.records("fact")}
    assert "heron-2093" not in before
    assert before, "what is not sensitive is there"
    recalled = ada.recall("What is my locker code?", floor=0)["facts"]
    assert "heron-2093" not in {fact.get("value") for fact in recalled}
    assert status_of(lambda: bo.decide(review["id"], "approve")) == 404
    ada.decide(review["id"], "approve")
    (fact,) = [f for f in ada.records("fact") if f.get("value") == "heron-2093"]
    assert fact["provenance"] == "user_stated"
    assert "heron-2093" in ada.recall("What is my locker code?")["text"]
    assert ada.reviews() == []


def test_a_reviewer_rejects_and_the_value_leaves_the_queue(world: World) -> None:
    ada = world.someone("ada")
    handle = handle_of(tell_only(ada, SAID)["id"])
    reviewer = world.someone("rita", scope="memory:review")
    (review,) = [r for r in reviewer.reviews() if r["id"].startswith(f"v_{handle}")]
    reviewer.decide(review["id"], "reject")
    assert ada.reviews() == []
    assert not [r for r in reviewer.reviews() if r["id"] == review["id"]]
    held = [found.key for found in world.stack.search_tables("heron-2093", handle)]
    assert any("6T#" in key for key in held), "the turn itself is kept"
    assert not any("4Q#" in key for key in held)
    tell_only(ada, SAID, session="s2")
    assert ada.reviews() == []
    assert list(ada.records("fact")) == []

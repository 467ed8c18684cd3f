"""What is taken back is gone from every store, and does not return."""

import pytest

from examples.client import Memory, Record
from examples.stack import handle_of
from tests.e2e.world import World, committed, status_of, tell, turns

CANARY = "heron-2093"
CONVERSATION = (
    "The kiln cracked at noon.",
    f"My locker code is {CANARY}.",
    "It is the locker beside the boat ramp.",
)


def everything(memory: Memory) -> list[Record]:
    return sorted(memory.records(), key=lambda record: record["id"])


def is_gone(memory: Memory, record_id: str) -> bool:
    return status_of(lambda: memory.record(record_id)) == 404


@pytest.mark.law(6)
def test_erasing_one_user_leaves_another_untouched(world: World) -> None:
    """Case 4."""
    ada, bo = world.someone("ada"), world.someone("bo")
    handle = handle_of(tell(ada, *CONVERSATION)["id"])
    other = handle_of(tell(bo, *CONVERSATION)["id"])
    theirs, before = everything(ada), everything(bo)
    world.until_indexed(theirs + before)
    receipt = ada.erased(ada.erase()["erasure_id"])
    assert everything(ada) == []
    assert all(is_gone(ada, record["id"]) for record in theirs)
    assert everything(bo) == before
    assert not any(receipt["probes"].values())
    assert sum(receipt["counted"].values()) >= len(theirs)
    world.until_unindexed([record["id"] for record in theirs])
    world.until_indexed(before)
    assert not world.stack.search_tables(CANARY, handle)
    assert world.stack.search_tables(CANARY, other)
    assert ada.recall("What is my locker code?", floor=0)["episodes"] == []
    assert bo.recall("What is my locker code?")["facts"]


@pytest.mark.law(6)
def test_after_an_erasure_what_is_sent_is_new(world: World) -> None:
    ada = world.someone()
    tell(ada, *CONVERSATION)
    ada.erased(ada.erase()["erasure_id"])
    again = tell(ada, *CONVERSATION)
    assert len(committed(again["events"])) >= len(CONVERSATION)
    assert ada.recall("What is my locker code?")["facts"]


@pytest.mark.law(6)
def test_what_was_accepted_before_an_erasure_is_refused_from_the_queue(world: World) -> None:
    ada = world.someone()
    tell(ada, "The kiln cracked at noon.")
    with world.paused("extract"):
        waiting = ada.add(turns(f"My locker code is {CANARY}.", session="s2"))
        erasure = ada.erase()["erasure_id"]
        fresh = ada.add(turns("I keep bees on the roof.", session="s3"))
    ada.settle(fresh["operation_id"])
    ada.erased(erasure)
    world.until_drained()
    assert [record["text"] for record in ada.records("episode")] == ["I keep bees on the roof."]
    assert not world.stack.search_tables(CANARY, handle_of(waiting["operation_id"]))
    assert status_of(lambda: ada.operation(waiting["operation_id"])) == 404


@pytest.mark.law(6)
def test_an_erased_record_does_not_come_back_with_its_conversation(world: World) -> None:
    ada = world.someone()
    operation = tell(ada, *CONVERSATION)
    (fact,) = [record for record in ada.records("fact") if record.get("value") == CANARY]
    ada.erased(ada.delete(fact["id"])["erasure_id"])
    # Sent again: under the same ids, and as new events of another session.
    tell(ada, *CONVERSATION)
    tell(ada, *CONVERSATION, session="again")
    assert all(CANARY not in record["text"] for record in ada.records())
    assert not [r for r in ada.records("fact") if CANARY in (r.get("value") or "")]
    kept = [record["text"] for record in ada.records("episode")]
    assert CONVERSATION[0] in kept
    assert CONVERSATION[2] in kept
    assert not world.stack.search_tables(CANARY, handle_of(operation["id"]))


@pytest.mark.law(6)
def test_an_erased_value_does_not_uncover_the_one_before_it(world: World) -> None:
    ada = world.someone()
    tell(ada, "My home airport is Turin.", session="a", at="2026-03-01T10:00:00Z")
    tell(ada, "My home airport is Genoa.", session="b", at="2026-04-01T10:00:00Z")
    ada.store(attribute="favourite tea", value="mountain sage")
    (fact,) = [record for record in ada.records("fact") if record.get("value") == "Genoa"]
    ada.erased(ada.delete(fact["id"])["erasure_id"])
    assert [record.get("value") for record in ada.records("fact")] == ["mountain sage"]
    assert ada.recall("What is my home airport?")["facts"] == []


@pytest.mark.law(6)
def test_deletion_stops_serving_in_its_own_transaction(world: World) -> None:
    ada = world.someone()
    stored = ada.store(attribute="locker code", value=CANARY)
    sibling = ada.store(attribute="favourite tea", value="mountain sage")
    ada.delete(stored["id"])
    assert is_gone(ada, stored["id"])
    assert ada.recall("What is my locker code?", floor=0)["facts"] != []
    assert CANARY not in ada.recall("What is my locker code?", floor=0)["text"]
    assert [record["id"] for record in ada.records("fact")] == [sibling["id"]]


@pytest.mark.law(7)
def test_a_receipt_counts_and_never_quotes(world: World) -> None:
    ada = world.someone()
    stored = ada.store(attribute="locker code", value=CANARY)
    erasure = ada.delete(stored["id"])["erasure_id"]
    receipt = ada.erased(erasure)
    assert receipt["target"] == "record"
    assert sum(receipt["counted"].values()) >= 1
    assert not any(receipt["probes"].values())
    assert CANARY not in str(receipt)
    assert ada.erasure(erasure) == receipt

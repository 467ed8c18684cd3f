"""A conversation becomes memory: once, in any order, also when it is sent twice."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from examples.client import ApiError, Memory
from tests.e2e.world import World, committed, tell, turns


def values(memory: Memory, attribute: str) -> dict[str, str]:
    facts = memory.records("fact")
    found = [fact for fact in facts if attribute in (fact.get("attribute") or "")]
    return {fact.get("value") or "": fact["status"] for fact in found}


def test_a_turn_becomes_an_episode_and_a_fact_with_their_source(world: World) -> None:
    ada = world.someone()
    operation = tell(ada, "My home airport is Turin.", id="turn-1")
    records = [ada.record(name) for name in committed(operation["events"])]
    assert {record["kind"] for record in records} == {"fact", "episode"}
    assert all(record["sources"] == ["turn-1"] for record in records)
    assert all(record.get("provenance") == "user_stated" for record in records)
    assert values(ada, "airport") == {"Turin": "active"}


@pytest.mark.law(4)
def test_a_later_statement_supersedes_and_history_keeps_the_earlier(world: World) -> None:
    ada = world.someone()
    # The later one first: the order of delivery must not matter, the order of statements does.
    tell(ada, "My home airport is Genoa.", session="later", at="2026-05-02T10:00:00Z")
    tell(ada, "My home airport is Turin.", session="earlier", at="2026-03-01T10:00:00Z")
    assert values(ada, "airport") == {"Genoa": "active"}
    (fact,) = [f for f in ada.records("fact") if f.get("value") == "Genoa"]
    history = ada.history(fact["id"])
    assert {step.get("value") for step in history} == {"Turin", "Genoa"}
    assert {step["status"] for step in history if step.get("value") == "Turin"} == {"superseded"}


def test_a_correction_without_the_attribute_s_name_corrects_what_was_just_said(
    world: World,
) -> None:
    ada = world.someone()
    tell(ada, "My home airport is Turin.", "Actually it's Genoa, not Turin.")
    assert values(ada, "airport") == {"Genoa": "active"}


def test_a_courtesy_yields_no_record_and_a_statement_beside_it_does(world: World) -> None:
    ada = world.someone()
    operation = tell(ada, "ok thanks", "The kiln cracked at noon.")
    courtesy, statement = operation["events"]
    assert not committed([courtesy])
    assert committed([statement])
    assert [record["text"] for record in ada.records()] == ["The kiln cracked at noon."]


@pytest.mark.law(3)
def test_the_assistant_s_words_never_state_the_owner_s_facts(world: World) -> None:
    ada = world.someone()
    tell(ada, "My home airport is Genoa.", role="assistant")
    tell(ada, "My home airport is Oslo.", session="s2", speaker="Bert")
    assert values(ada, "airport") == {}
    tell(ada, "My home airport is Turin.", session="s3")
    assert values(ada, "airport") == {"Turin": "active"}


def test_the_same_key_gives_the_same_answer_and_another_body_a_conflict(world: World) -> None:
    ada, key = world.someone(), uuid.uuid4().hex
    first = ada.add(turns("I keep bees on the roof."), key)
    ada.settle(first["operation_id"])
    again = ada.add(turns("I keep bees on the roof."), key)
    assert again == {**first, "status": "done"}, "how far it is by now, and else the same"
    with pytest.raises(ApiError) as conflict:
        ada.add(turns("I keep goats on the roof."), key)
    assert conflict.value.status == 409
    assert [record["text"] for record in ada.records("episode")] == ["I keep bees on the roof."]


def test_one_user_s_key_says_nothing_about_another_s(world: World) -> None:
    ada, bo, key = world.someone("ada"), world.someone("bo"), uuid.uuid4().hex
    first = ada.add(turns("I keep bees on the roof."), key)
    second = bo.add(turns("I keep goats in the yard."), key)
    assert first["operation_id"] != second["operation_id"]
    bo.settle(second["operation_id"])
    assert [record["text"] for record in bo.records("episode")] == ["I keep goats in the yard."]


def test_an_event_sent_again_is_known_and_other_content_under_its_id_a_conflict(
    world: World,
) -> None:
    ada = world.someone()
    cracked, glazed = turns("The kiln cracked at noon.", id="k1") + turns("I glaze.", id="k2")
    first = ada.add([cracked])
    ada.settle(first["operation_id"])
    assert ada.add([cracked])["operation_id"] == first["operation_id"], "nothing new to do"
    again = ada.add([cracked, glazed])
    assert [event["status"] for event in again["events"]] == ["known", "accepted"]
    ada.settle(again["operation_id"])
    with pytest.raises(ApiError) as conflict:
        ada.add(turns("The kiln is whole.", id="k1"))
    assert conflict.value.status == 409
    texts = sorted(record["text"] for record in ada.records("episode"))
    assert texts == ["I glaze.", "The kiln cracked at noon."]


def test_an_event_without_an_id_is_known_by_its_place_and_text(world: World) -> None:
    ada = world.someone()
    first = tell(ada, "The kiln cracked at noon.")
    again = tell(ada, "The kiln cracked at noon.")
    assert [e["id"] for e in again["events"]] == [e["id"] for e in first["events"]]
    assert len(list(ada.records("episode"))) == 1


@pytest.mark.law(4)
def test_parallel_appends_to_one_session_are_all_kept_each_once(world: World) -> None:
    """Case 26."""
    ada = world.someone()
    texts = ["The kiln cracked.", "The glaze ran.", "The shelf fell.", "The cat slept through it."]

    def append(number: int) -> str:
        made = turns(texts[number], id=f"t{number}")
        return ada.add(made)["operation_id"]

    with ThreadPoolExecutor(len(texts)) as pool:
        operations = [ada.settle(name) for name in pool.map(append, range(len(texts)))]
    outcomes = [event for operation in operations for event in operation["events"]]
    assert sorted(event["id"] for event in outcomes) == ["t0", "t1", "t2", "t3"]
    assert len(committed(outcomes)) == len(texts)
    assert sorted(record["text"] for record in ada.records("episode")) == sorted(texts)


def test_parallel_repeats_of_one_statement_make_one_record(world: World) -> None:
    ada = world.someone()
    made = turns("My tent is a two-person dome.", id="tent")
    with ThreadPoolExecutor(5) as pool:
        accepted = list(pool.map(lambda _: ada.add(made), range(5)))
    for answer in accepted:
        ada.settle(answer["operation_id"])
    assert [record["kind"] for record in ada.records()].count("episode") == 1
    assert [record["kind"] for record in ada.records()].count("fact") <= 1


def test_a_stored_fact_is_recalled_at_once_and_later(world: World) -> None:
    """Case 32."""
    ada = world.someone()
    stored = ada.store(attribute="home airport", value="Genoa")
    began = time.monotonic()
    for seconds in (0.0, 0.2, 1.0):
        time.sleep(max(0.0, began + seconds - time.monotonic()))
        found = ada.recall("What is my home airport?")["facts"]
        assert [(fact["id"], fact.get("value")) for fact in found] == [(stored["id"], "Genoa")]


def test_an_accepted_event_reports_its_status_until_it_is_done(world: World) -> None:
    """Case 32."""
    ada = world.someone()
    with world.paused("extract"):
        accepted = ada.add(turns("My home airport is Genoa."))
        assert ada.operation(accepted["operation_id"])["status"] == "pending"
    done = ada.settle(accepted["operation_id"])
    assert [event["status"] for event in done["events"]] == ["done"]
    assert ada.recall("What is my home airport?")["facts"]


def test_a_store_of_a_sentence_is_readable_as_a_record(world: World) -> None:
    ada = world.someone()
    stored = ada.store("Remember that the spare key hangs behind the clock.")
    assert ada.record(stored["id"])["text"] == stored["text"]
    assert "spare key" in stored["text"]

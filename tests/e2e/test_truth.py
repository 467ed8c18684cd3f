"""What is true now, what was, and what counts once: statements that repeat, change, are taken back.

Cases 1, 2, 9 to 12, 22 and 23.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from examples.client import ApiError, Memory, Record
from tests.e2e.world import World, committed, status_of, tell, turns

AISLE = "I always take the aisle seat."


def values(memory: Memory, as_of: str | None = None) -> set[tuple[str, str]]:
    """Return subject and value of every fact, as of a time."""
    facts = memory.records("fact", as_of)
    return {(fact["subject"], fact["value"]) for fact in facts}


def fact_with(memory: Memory, value: str) -> Record:
    (found,) = [fact for fact in memory.records("fact") if fact["value"] == value]
    return found


def test_what_is_said_again_is_evidence_of_the_one_record(world: World) -> None:
    """Case 1."""
    ada = world.someone()
    first = tell(ada, AISLE)
    (seat,) = ada.records("fact")
    again = tell(ada, AISLE, AISLE, AISLE, "i always take the aisle seat", session="s2")
    assert {
        outcome.get("deduplicated_into")
        for event in again["events"]
        for outcome in event["outcomes"]
        if outcome["kind"] == "fact"
    } == {seat["id"]}
    assert not any("deduplicated_into" in o for e in first["events"] for o in e["outcomes"])
    (repeated,) = ada.records("fact")
    assert (repeated["id"], repeated["status"]) == (seat["id"], "active")
    assert len(repeated["sources"]) == 5
    assert repeated["times_seen"] == 1, "five times from one source are one"
    tell(ada, "Aisle seats only for me, please.", session="s3")
    assert len(list(ada.records("fact"))) == 1, "a paraphrase makes no second fact"
    told = list(ada.records("episode"))
    assert len(told) <= 2, "what was said again is listed once"
    assert sum(1 + len(turn["also"]) for turn in told) == 6, "and each turn is kept"


def test_five_at_once_in_places_of_their_own_are_one_record(world: World) -> None:
    """Case 2. The events differ, so that nothing but the write itself keeps the facts apart."""
    ada = world.someone()
    (said,) = turns("My tent is a two-person dome")
    with ThreadPoolExecutor(5) as pool:
        accepted = list(pool.map(lambda n: ada.add([said | {"position": n}]), range(5)))
    for answer in accepted:
        ada.settle(answer["operation_id"])
    (tent,) = ada.records("fact")
    assert tent["status"] == "active"
    assert len(tent["sources"]) == 5


def test_a_change_leaves_the_old_value_to_the_past(world: World) -> None:
    """Case 9."""
    ada = world.someone()
    tell(ada, "My home airport is Turin.", at="2026-01-10T10:00:00Z")
    tell(ada, "I moved, my home airport is Genoa now.", session="s2", at="2026-02-10T10:00:00Z")
    genoa = fact_with(ada, "Genoa")
    assert values(ada) == {("user", "Genoa")}
    context = ada.recall("home airport", floor=0)
    assert [fact["value"] for fact in context["facts"]] == ["Genoa"]
    now, before = ada.history(genoa["id"])
    assert (before["value"], before["status"]) == ("Turin", "superseded")
    assert before["superseded_by"] == now["id"]
    assert before["superseded_at"] == "2026-02-10T10:00:00Z"
    assert values(ada, "2026-01-20T00:00:00Z") == {("user", "Turin")}
    assert values(ada, "2026-01-01T00:00:00Z") == set()


def test_what_is_merely_related_retires_nothing_and_a_change_in_other_words_does(
    world: World,
) -> None:
    """Cases 10 and 11."""
    ada = world.someone()
    tell(ada, "Ada works at Northwind as controller.", "Ilan is on project Kestrel.")
    begun = datetime.now(UTC).isoformat()
    tell(
        ada,
        "Ada also administers Northwind's code host.",
        "Ilan has been moved off Kestrel to project Osprey.",
        session="s2",
    )
    kept = {("ada", "Northwind"), ("ada", "controller")}
    assert values(ada) == {*kept, ("ilan", "Osprey")}
    assert values(ada, begun.replace("+00:00", "Z")) == {*kept, ("ilan", "Kestrel")}
    project = ada.history(fact_with(ada, "Osprey")["id"])
    assert [step["status"] for step in project] == ["active", "superseded"]


def test_what_was_taken_back_stays_so_when_the_transcript_comes_again(world: World) -> None:
    """Case 12."""
    ada = world.someone()
    transcript = turns("I have a sister in Oslo.", "My boat is called Selkie.", session="first")
    dated = [turn | {"at": f"2026-01-0{n}T10:00:00Z"} for n, turn in enumerate(transcript, 1)]
    ada.settle(ada.add(dated)["operation_id"])
    sister = next(f for f in ada.records("fact") if "Oslo" in f["value"])
    tell(ada, "I misspoke, I have no sister.", session="second", at="2026-01-05T10:00:00Z")
    assert values(ada) == {("user", "Selkie")}
    again = ada.add([turn | {"session": "again"} for turn in dated])
    ada.settle(again["operation_id"])
    world.invoke("consolidate", {"job": "nightly"})
    assert values(ada) == {("user", "Selkie")}
    assert status_of(lambda: ada.record(sister["id"])) == 404
    assert {step["status"] for step in ada.history(sister["id"])} == {"retracted", "superseded"}


def test_a_day_is_the_speaker_s_and_a_time_without_a_zone_is_none(world: World) -> None:
    """Case 22."""
    ada = world.someone()
    done = tell(ada, "I got back yesterday.", at="2024-03-02T01:30:00+09:00")
    (fact,) = [r for r in map(ada.record, committed(done["events"])) if r["kind"] == "fact"]
    assert fact["at"] == "2024-02-29T15:00:00Z", "the first of March begins then in Tokyo"
    assert fact["observed_at"] > "2024-03-03", "when memory was told is another time"
    with pytest.raises(ApiError) as naive:
        ada.add(turns("I got back yesterday.", session="s2", at="2024-03-02T01:30:00"))
    assert naive.value.status == 400


def test_what_comes_late_is_a_closed_past(world: World) -> None:
    """Case 23."""
    ada = world.someone()
    tell(ada, "My home airport is Genoa.", at="2025-05-01T10:00:00Z")
    tell(ada, "My home airport is Turin.", session="import", at="2023-05-01T10:00:00Z")
    assert values(ada) == {("user", "Genoa")}
    late = ada.history(fact_with(ada, "Genoa")["id"])[1]
    assert (late["value"], late["valid_from"]) == ("Turin", "2023-05-01T10:00:00Z")
    assert late["superseded_at"] == "2025-05-01T10:00:00Z"
    assert values(ada, "2024-01-01T00:00:00Z") == {("user", "Turin")}

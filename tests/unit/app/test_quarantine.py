"""An operator takes a record out of sight and shows it again; nothing of it is lost meanwhile."""

from datetime import timedelta

import pytest

from muniment.app.errors import NotFoundError
from muniment.domain.records import Effect, Kind, Status
from muniment.domain.scope import Scope
from tests.support.memory import Memory, Person, turn

HOLD, SHOW = Effect.QUARANTINE, Effect.RELEASE


def shown(person: Person, word: str) -> list[str]:
    """Return where a word is shown: lists, recall, history, the index's own hits."""
    places = {
        "list": [record.text for record in person.records()],
        "recall": [person.recall(word).text],
        "next context": [row.get("context", "") for row in person.memory.rows()],
    }
    return [name for name, texts in places.items() if any(word in text for text in texts)]


def test_a_fact_in_quarantine_is_out_of_sight_until_it_is_released(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my dog is Rex", 1))
    city = ada.facts()["city"]
    assert ada.mark(city.id, HOLD).status is Status.QUARANTINED
    assert ada.values() == {"dog": "Rex"}
    assert {fact.attribute for fact in ada.recall("city dog").facts} == {"dog"}
    with pytest.raises(NotFoundError):
        ada.get(city.id)
    effects = [entry.effect for entry in ada.history(ada.scope, city.id)]
    assert sorted(effects) == ["assert", "quarantine"]
    assert ada.mark(city.id, SHOW).status is Status.ACTIVE
    assert ada.values() == {"city": "Oslo", "dog": "Rex"}
    assert {fact.attribute for fact in ada.recall("city dog").facts} == {"dog", "city"}


def test_what_is_said_meanwhile_is_shown_after_the_release(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    city = ada.facts()["city"].id
    ada.mark(city, HOLD)
    ada.tell(turn("my city is Bergen", 1))
    assert ada.values() == {}
    memory.clock.forward(timedelta(minutes=1))
    ada.mark(city, SHOW)
    assert ada.values() == {"city": "Bergen"}


def test_an_episode_in_quarantine_is_in_no_answer_and_no_context(ada: Person) -> None:
    ada.tell(turn("the kiln cracked", 0), turn("the ramp is wet", 1))
    kiln = ada.episodes()["the kiln cracked"].id
    assert set(shown(ada, "kiln")) == {"list", "recall", "next context"}
    ada.mark(kiln, HOLD)
    assert ada.memory.index.holds(ada.scope, kiln) is False
    assert [record.text for record in ada.records(Kind.EPISODE)] == ["the ramp is wet"]
    assert "kiln" not in ada.recall("kiln").text
    following = [row for row in ada.memory.rows() if row.get("text") == "the ramp is wet"]
    assert all("kiln" not in row.get("context", "") for row in following)
    ada.mark(kiln, SHOW)
    assert set(shown(ada, "kiln")) == {"list", "recall", "next context"}


@pytest.mark.law(4)
def test_marking_again_changes_nothing(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    records = [record.id for record in ada.records()]
    for effect in (HOLD, SHOW):
        for record in records:
            ada.mark(record, effect)
        before = memory.rows()
        for record in records:
            ada.mark(record, effect)
        assert memory.rows() == before


@pytest.mark.law(6)
def test_what_is_in_quarantine_can_be_forgotten(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my dog is Rex", 1))
    for record in [r.id for r in ada.records() if "Oslo" in r.text]:
        ada.mark(record, HOLD)
    assert b"Oslo" in memory.bytes()
    fact = next(row["id"] for row in memory.rows() if row.get("value") == "Oslo" and "id" in row
                and row["sk"].startswith("1F"))  # fmt: skip
    assert ada.forget(fact).status == "done"
    assert b"Oslo" not in memory.bytes()
    assert ada.values() == {"dog": "Rex"}


@pytest.mark.law(2)
def test_a_record_of_another_user_is_unknown(memory: Memory, ada: Person, bob: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    elsewhere = Scope("globex", ada.scope.owner)
    for record in ada.records():
        for scope in (bob.scope, elsewhere):
            with pytest.raises(NotFoundError):
                memory.mark_record(scope, record.id, HOLD)
    assert ada.values() == {"city": "Oslo"}

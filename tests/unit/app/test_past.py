"""Records are read as they were: on the axis of what held, and on that of what was known."""

from datetime import datetime, timedelta

import pytest

from muniment.app.errors import NotFoundError
from muniment.app.remember import NewMemory
from muniment.domain.as_of import AsOf
from muniment.domain.records import Effect, Kind
from muniment.domain.reviews import Choice
from tests.support.memory import START, Memory, Person, state, turn

DAY = timedelta(days=1)
BEFORE, BETWEEN, AFTER = START - DAY, START + 3 * DAY, START + 9 * DAY


def moved(person: Person) -> str:
    person.tell(turn("my city is Turin", at=START), turn("my city is Genoa", 1, at=START + 6 * DAY))
    return person.facts()["city"].id


def values(person: Person, valid_at: datetime | None, known_at: datetime | None = None) -> set[str]:
    records = person.records(Kind.FACT, as_of=AsOf(valid_at, known_at))
    return {record.value or "" for record in records}


def is_there(person: Person, record: str, as_of: AsOf) -> bool:
    try:
        person.get(record, as_of)
    except NotFoundError:
        return False
    return True


def test_a_record_and_a_list_show_what_held_then(ada: Person) -> None:
    city = moved(ada)
    assert ada.get(city).value == "Genoa"
    was = ada.get(city, AsOf(BETWEEN))
    assert (was.id, was.value, was.quote, was.at) == (city, "Turin", "my city is Turin", START)
    assert not is_there(ada, city, AsOf(BEFORE))
    assert [values(ada, day) for day in (BEFORE, BETWEEN, AFTER, None)] == [
        set(), {"Turin"}, {"Genoa"}, {"Genoa"},
    ]  # fmt: skip


def test_turns_are_listed_that_had_been_said(ada: Person) -> None:
    moved(ada)
    told = [
        {record.text for record in ada.records(Kind.EPISODE, as_of=AsOf(day))}
        for day in (BEFORE, BETWEEN, AFTER)
    ]
    assert told == [set(), {"my city is Turin"}, {"my city is Turin", "my city is Genoa"}]


def test_what_was_told_late_was_not_known_before(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Genoa", at=START + 6 * DAY))
    heard = memory.clock.now
    memory.clock.forward(DAY)
    ada.tell(turn("my city is Turin", session="import", at=START))
    assert values(ada, BETWEEN) == {"Turin"}
    assert values(ada, BETWEEN, heard) == set()
    assert values(ada, None, heard) == {"Genoa"}


def test_what_was_retracted_is_read_as_of_before(ada: Person) -> None:
    city = moved(ada)
    ada.correct(city, None)
    assert not is_there(ada, city, AsOf())
    assert ada.get(city, AsOf(AFTER)).value == "Genoa"


@pytest.mark.law(6)
def test_what_was_forgotten_is_in_no_past(ada: Person) -> None:
    city = moved(ada)
    ada.tell(turn("my dog is Rex", session="s2", at=START))
    ada.forget(city)
    for at in (AsOf(BETWEEN), AsOf(AFTER), AsOf(None, ada.memory.clock.now)):
        assert not is_there(ada, city, at)
    assert values(ada, AFTER) == {"Rex"}


def test_what_is_held_back_is_in_no_past_until_it_is_released(ada: Person) -> None:
    city = moved(ada)
    ada.mark(city, Effect.QUARANTINE)
    assert not is_there(ada, city, AsOf(BETWEEN))
    ada.mark(city, Effect.RELEASE)
    assert ada.get(city, AsOf(BETWEEN)).value == "Turin"


def test_what_was_proposed_was_not_known_until_it_was_approved(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my diagnosis is asthma", at=START))
    asked = memory.clock.now
    memory.clock.forward(DAY)
    ada.decide(ada.reviews()[0].id, Choice.APPROVE)
    assert values(ada, BETWEEN, asked) == set()
    assert values(ada, BETWEEN, memory.clock.now) == {"asthma"}


@pytest.mark.law(2)
def test_what_another_agent_or_purpose_may_not_see_is_in_no_past_of_theirs(
    memory: Memory, ada: Person
) -> None:
    mine = ada.using(agent="planner", private=True)
    note = mine.note(NewMemory(attribute="seat", value="aisle"))
    soon = AsOf(memory.clock.now, memory.clock.now)
    assert mine.get(note.id, soon).value == "aisle"
    for other in (ada, ada.using(agent="writer"), memory.of("bob")):
        assert not is_there(other, note.id, soon)
        assert values(other, memory.clock.now) == set()


def test_state_has_a_past_too(ada: Person) -> None:
    ada.tell(state("plan", "Pro", at=START), state("plan", "Free", at=START + 6 * DAY))
    assert values(ada, BETWEEN) == {"Pro"}
    ada.tell(state("plan", None, at=START + 8 * DAY))
    assert values(ada, AFTER) == set()
    assert values(ada, START + 7 * DAY) == {"Free"}

"""A memory that says when it is to be gone: there until then, as was last said."""

from datetime import datetime, timedelta

import pytest

from muniment.app.errors import ExpiryError, NotFoundError
from muniment.app.remember import NewMemory
from muniment.app.views import RecordView, Waits
from muniment.domain.feedback import Flag, Word
from muniment.domain.policy import ASSISTANT_DAYS
from muniment.domain.reviews import Choice
from tests.support.memory import NOW, Memory, Person, state, turn

DAY = timedelta(days=1)


def parking(until: datetime | None = None, value: str = "P4") -> NewMemory:
    return NewMemory(attribute="parking", value=value, expires_at=until)


def test_it_is_there_until_its_end_and_nothing_older_comes_back(
    memory: Memory, ada: Person
) -> None:
    ada.note(parking(value="P1"))
    memory.clock.forward(timedelta(minutes=1))
    assert ada.note(parking(NOW + DAY)).expires_at == NOW + DAY
    assert {fact.text for fact in ada.recall("parking").facts} == {"parking: P4"}
    memory.clock.forward(DAY)
    assert (ada.values(), ada.recall("parking").facts) == ({}, ())


@pytest.mark.parametrize("until", [NOW, NOW - DAY])
def test_an_end_that_has_passed_is_refused_and_nothing_is_stored(
    memory: Memory, ada: Person, until: datetime
) -> None:
    before = memory.rows()
    with pytest.raises(ExpiryError):
        ada.note(parking(until))
    assert memory.rows() == before
    assert ada.note(parking(NOW + timedelta(seconds=1))).value == "P4"


@pytest.mark.law(4)
def test_the_same_again_changes_nothing_and_another_end_is_another_word(
    memory: Memory, ada: Person
) -> None:
    ends = [NOW + DAY, NOW + 3 * DAY, None, NOW + 2 * DAY, NOW + DAY]
    for until in ends:
        memory.clock.forward(timedelta(minutes=1))
        first = ada.note(parking(until))
        assert (first.expires_at, ada.facts()["parking"].expires_at) == (until, until)
        rows = memory.rows()
        memory.clock.forward(timedelta(minutes=1))
        assert ada.note(parking(until)) == first
        assert memory.rows() == rows


@pytest.mark.law(4)
def test_what_something_stronger_says_without_an_end_is_stored_once(
    memory: Memory, ada: Person
) -> None:
    ada.tell(state("parking", "P4"))
    for until in (NOW + DAY, None):
        ada.note(parking(until))
        rows = memory.rows()
        memory.clock.forward(timedelta(minutes=1))
        assert ada.note(parking(until)).expires_at is None
        assert memory.rows() == rows


def test_what_an_assistant_says_ends_with_its_class_at_the_latest(ada: Person) -> None:
    for until, ends in (
        (NOW + DAY, NOW + DAY),
        (NOW + 9 * ASSISTANT_DAYS * DAY, NOW + ASSISTANT_DAYS * DAY),
    ):
        noted = ada.note(
            NewMemory(attribute=f"mood {ends}", value="calm", expires_at=until), by_agent=True
        )
        assert noted.expires_at == ends


def test_a_correction_lasts_as_long_as_what_it_corrects(ada: Person) -> None:
    fact = ada.note(parking(NOW + DAY)).id
    corrected = ada.correct(fact, "P5")
    assert isinstance(corrected, RecordView)
    assert (corrected.value, corrected.expires_at) == ("P5", NOW + DAY)
    recall = ada.recall("parking").recall_id
    (heard,) = ada.say(recall, Word(Flag.WRONG, fact)).items
    ada.decide(heard.review or "", Choice.EDIT, "P6")
    assert (ada.facts()["parking"].value, ada.facts()["parking"].expires_at) == ("P6", NOW + DAY)
    ada.correct(fact, None)
    assert ada.values() == {}


@pytest.mark.parametrize("choice", [Choice.APPROVE, Choice.EDIT])
def test_what_waits_keeps_its_end(memory: Memory, ada: Person, choice: Choice) -> None:
    cold = NewMemory(attribute="allergy", value="pollen", expires_at=NOW + DAY)
    waits = ada.remember(cold, by_agent=True)
    assert isinstance(waits, Waits)
    (review,) = ada.reviews()
    assert review.expires_at == NOW + DAY, "then there is nothing to decide any more"
    ada.decide(waits.review, choice, "grass" if choice is Choice.EDIT else None)
    assert ada.facts()["allergy"].expires_at == NOW + DAY
    memory.clock.forward(DAY)
    assert ada.values() == {}


def test_what_waits_beyond_its_end_cannot_be_decided(memory: Memory, ada: Person) -> None:
    cold = NewMemory(attribute="allergy", value="pollen", expires_at=NOW + DAY)
    waits = ada.remember(cold, by_agent=True)
    assert isinstance(waits, Waits)
    memory.clock.forward(DAY)
    with pytest.raises(NotFoundError):
        ada.decide(waits.review, Choice.APPROVE)
    ada.tell(turn("my dog is Rex", 1))
    assert ada.values() == {"dog": "Rex"}

"""What is asked about a flagged value: once while it is open, never again once decided."""

from datetime import timedelta

import pytest

from muniment.app.errors import DecidedError
from muniment.app.remember import NewMemory
from muniment.domain.feedback import Flag, Word
from muniment.domain.reviews import Choice
from tests.support.memory import Memory, Person, turn

pytestmark = pytest.mark.any_index


def flagged(ada: Person, by: str = "") -> str | None:
    """Call the city wrong, and return under which question it waits."""
    fact = ada.facts()["city"].id
    return ada.say(ada.recall("city").recall_id, Word(Flag.WRONG, fact), by=by).items[0].review


def say(memory: Memory, ada: Person, *values: str) -> None:
    for value in values:
        memory.clock.forward(timedelta(minutes=1))
        ada.note(NewMemory(attribute="city", value=value))
    memory.clock.forward(timedelta(minutes=1))


def test_a_value_that_is_said_anew_has_one_open_question(memory: Memory, ada: Person) -> None:
    say(memory, ada, "Oslo")
    first = flagged(ada)
    say(memory, ada, "Rome", "Oslo")
    second = flagged(ada)
    (review,) = ada.reviews()
    assert first == second == review.id
    ada.decide(review.id, Choice.REJECT)
    with pytest.raises(DecidedError):
        ada.decide(review.id, Choice.APPROVE)
    assert ada.values() == {"city": "Oslo"}
    assert flagged(ada, "another") is None, "what was kept is what was said last"


def test_another_value_is_another_question_that_takes_nothing_of_the_first(
    memory: Memory, ada: Person
) -> None:
    say(memory, ada, "Oslo")
    first = flagged(ada)
    say(memory, ada, "Rome")
    second = flagged(ada)
    assert second not in (None, first)
    ada.decide(second or "", Choice.REJECT)
    say(memory, ada, "Oslo")
    assert flagged(ada) == first, "nobody has decided it"


def test_the_question_goes_with_the_words_that_it_shows(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    flagged(ada)
    ada.tell(turn("my city is Rome", 1))
    ada.tell(turn("my city is Oslo", 2))
    flagged(ada)
    assert [review.quote for review in ada.reviews()] == ["my city is Oslo"]
    ada.forget(ada.facts()["city"].id)
    assert ada.reviews() == []


def test_what_was_decided_is_not_asked_again_where_an_older_turn_comes_late(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my city is Oslo", 5))
    ada.decide(flagged(ada) or "", Choice.REJECT)
    ada.tell(turn("my city is Rome", 1))
    assert ada.values() == {"city": "Oslo"}
    assert flagged(ada, "another") is None
    ada.tell(turn("my city is Bergen", 7), turn("my city is Oslo", 9))
    assert flagged(ada, "another"), "said anew after something else, it is another question"


def test_what_is_open_is_not_put_up_again_where_an_older_turn_comes_late(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my city is Oslo", 5))
    first = flagged(ada)
    ada.tell(turn("my city is Rome", 1))
    assert flagged(ada, "another") == first
    assert len(ada.reviews()) == 1


def test_what_nobody_decided_is_put_up_again_where_an_older_turn_came_late(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my city is Oslo", 5))
    first = flagged(ada)
    ada.tell(turn("my city is Rome", 1))
    memory.clock.forward(timedelta(days=31))
    assert ada.reviews() == []
    assert flagged(ada, "another") == first
    assert len(ada.reviews()) == 1

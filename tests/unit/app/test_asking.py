"""Recall goes by what a question says of a time and of numbers: a part of the rank, no filter."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from muniment.domain.as_of import AsOf
from muniment.domain.asking.understood import Question
from tests.support.memory import NOW, Memory, Person, turn

DAY = timedelta(days=1)
TUESDAY = datetime(2026, 2, 24, 12, tzinfo=UTC)


def told(person: Person) -> None:
    person.tell(
        turn("the harbour was frozen", 0, session="s1", at=TUESDAY - 7 * DAY),
        turn("a storm broke the mast", 0, session="s2", at=TUESDAY),
        turn("the harbour is open again", 1, session="s2", at=TUESDAY),
        turn("the boats were painted blue", 0, session="s3", at=TUESDAY + 2 * DAY),
    )


def test_a_question_of_a_time_alone_is_answered_by_what_was_said_then(ada: Person) -> None:
    told(ada)
    context = ada.recall("What did I tell you last Tuesday?", floor=0.5)
    assert {item.text for item in context.episodes} == {
        "a storm broke the mast", "the harbour is open again",
    }  # fmt: skip
    assert (context.understood.question, context.relevance) == (Question.WHAT, 1)
    assert context.understood.since == TUESDAY.replace(hour=0)
    assert all(item.reasons["within"] == pytest.approx(0.2) for item in context.episodes)
    nothing = ada.recall("What did I tell you on Monday?", floor=0.5)
    assert (nothing.text, nothing.dropped["below_floor"] > 0) == ("", True)


def test_of_a_topic_the_time_decides_the_order_and_nothing_more(ada: Person) -> None:
    told(ada)
    harbours = [e for e in ada.recall("the harbour on Tuesday").episodes if "harbour" in e.text]
    assert [item.text for item in harbours] == [
        "the harbour is open again", "the harbour was frozen",
    ]  # fmt: skip
    assert harbours[0].reasons["within"] == pytest.approx(0.2)
    assert "within" not in harbours[1].reasons
    assert "within" not in ada.recall("the harbour").episodes[0].reasons


def test_what_was_said_then_is_found_amid_many_that_are_more_alike(ada: Person) -> None:
    ada.tell(
        *(turn(f"the harbour is frozen, say {n}", n, at=TUESDAY - 30 * DAY) for n in range(40)),
        turn("a storm broke the mast", 0, session="s2", at=TUESDAY),
    )
    shown = ada.recall("is the harbour frozen since last Tuesday", k=50)
    assert "a storm broke the mast" in {item.text for item in shown.episodes}
    without = ada.recall("is the harbour frozen", k=50)
    assert "a storm broke the mast" not in {item.text for item in without.episodes}


def test_days_are_those_of_the_zone(memory: Memory, ada: Person) -> None:
    memory.clock.now = datetime(2026, 2, 26, 2, tzinfo=UTC)  # in Honolulu still Wednesday
    told(ada)
    query = "What did I say yesterday?"
    assert not ada.recall(query, floor=0.5).episodes
    there = ada.recall(query, floor=0.5, zone=ZoneInfo("Pacific/Honolulu"))
    assert len(there.episodes) == 2


def test_of_the_past_days_are_counted_from_then(ada: Person) -> None:
    told(ada)
    context = ada.recall("What did I say yesterday?", floor=0.5, as_of=AsOf(TUESDAY + DAY))
    assert len(context.episodes) == 2


def test_of_two_orders_the_one_with_the_number_comes_first(ada: Person) -> None:
    ada.tell(
        turn("order 4822 has come", 0, session="s1", at=NOW - DAY),
        turn("the parcel of order 4821 has come", 1, session="s2", at=NOW - DAY),
        *(turn(f"the boat has sailed, number {n}", 1, session=f"b{n}") for n in range(9)),
    )
    first, second, *_ = ada.recall("has order 4821 come").episodes
    assert "4821" in first.text
    assert first.reasons["exact"] == pytest.approx(0.2)
    assert "exact" not in second.reasons


def test_a_fact_of_the_time_counts_as_well(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0, at=TUESDAY), turn("my boat is blue", 1, at=NOW - DAY))
    (fact,) = ada.recall("What did I tell you last Tuesday?", floor=0.5).facts
    assert (fact.value, fact.reasons["within"]) == ("Oslo", 0.2)


@pytest.mark.parametrize(
    "question",
    [
        "what did I say on 0001-01-01?", "what did I say since 0800-12-25?",
        "what did I say until 9998-12-31?", "what did I say in the last 999 years?",
        "what did I say f\u0131ve days ago?",
    ],
)  # fmt: skip
def test_no_time_that_is_asked_about_is_an_error(ada: Person, question: str) -> None:
    told(ada)
    odd = timezone(timedelta(hours=5, minutes=30, seconds=15))
    for as_of in (NOW, datetime(1970, 1, 1, tzinfo=UTC), NOW.astimezone(odd)):
        ada.recall(question, as_of=AsOf(as_of, as_of))
    ada.recall(question)


def test_no_time_that_is_told_of_makes_others_unfindable(ada: Person) -> None:
    told(ada)
    ada.tell(turn("the mast was mended f\u0131ve days ago", 9, at=TUESDAY))
    assert ada.recall("what did I tell you last Tuesday?", floor=0.5).episodes

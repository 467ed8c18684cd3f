"""What a question looks for, and how far something fits."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.asking.analysis import NO_FIT, analyse, fit
from muniment.domain.asking.understood import Question

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
YESTERDAY, LAST_YEAR = NOW - timedelta(days=1), NOW - timedelta(days=365)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did I move?", "when"), ("how long was I in Genoa?", "when"),
        ("How many boats do I own?", "how_many"), ("Who is my dentist?", "who"),
        ("Where do I live?", "where"), ("Why did I sell it?", "why"), ("How do I get in?", "how"),
        ("Which train do I take?", "what"), ("Do I like tea?", "whether"),
        ("tell me, what is my code?", "what"), ("where is my key", "where"),
        ("my locker code", "none"), ("", "none"), ("Book a train.", "none"),
    ],
)  # fmt: skip
def test_the_kind_of_question(question: str, kind: str) -> None:
    assert analyse(question, NOW).question is Question(kind)


def test_names_numbers_and_identifiers_without_those_of_the_time() -> None:
    found = analyse("What did Hilda say of order 4821 and INV-2041 on 7 May 2023?", NOW)
    assert found.names == ("Hilda", "INV-2041")
    assert found.marks == {"=n:4821", "=i:inv2041"}
    assert found.since == datetime(2023, 5, 7, tzinfo=UTC)
    assert analyse("What did Hilda say on Tuesday?", NOW).names == ("Hilda",)
    assert analyse("the 3 boats", NOW).marks == frozenset(), "3 is in every other text"


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("what did I say yesterday?", True), ("What did we talk about in June?", True),
        ("what happened last Tuesday", True), ("anything from last week?", True),
        ("what did I say about the boat yesterday?", False), ("what did Ada say yesterday?", False),
        ("what did I say?", False), ("which order 4821 was it in June?", False),
    ],
)  # fmt: skip
def test_whether_a_question_is_of_a_time_alone(question: str, alone: bool) -> None:
    assert analyse(question, NOW).of_time_alone is alone


def test_what_was_said_in_the_time_or_tells_of_it_fits() -> None:
    asked = analyse("what did I say of the harbour yesterday?", NOW)
    assert fit(asked, "the harbour was frozen", YESTERDAY).within == 1
    assert fit(asked, "yesterday the harbour was frozen", NOW).within == 1
    assert fit(asked, "the harbour was frozen", LAST_YEAR) == NO_FIT
    assert fit(analyse("the harbour", NOW), "the harbour", YESTERDAY) == NO_FIT


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("order 4821 has come", 1.0), ("order 4822 has come", 0.0), ("order 48210 has come", 0.0),
        ("order no. 4,821", 1.0), ("orders", 0.0),
    ],
)  # fmt: skip
def test_a_number_fits_as_a_whole_or_not_at_all(text: str, exact: float) -> None:
    assert fit(analyse("is order 4821 there?", NOW), text, NOW).exact == exact


def test_each_number_has_its_share() -> None:
    asked = analyse("INV-2041 or INV-2014?", NOW)
    assert fit(asked, "inv 2041 is paid; INV2041 was late", NOW).exact == 0.5
    assert fit(asked, "INV-2014 and INV-2041 are paid", NOW).exact == 1


def test_a_long_question_costs_little() -> None:
    began = time.process_time()
    for words in ("since may ", "last 3 days ", "INV-2041 ", "4 821 ", "a, "):
        asked = analyse(words * 5_000, NOW)
        fit(asked, words * 5_000, NOW)
    assert time.process_time() - began < 5


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_read(question: str, text: str) -> None:
    found = fit(analyse(question, NOW), text, YESTERDAY)
    assert 0 <= found.within <= 1
    assert 0 <= found.exact <= 1


def test_many_numbers_are_looked_for_in_a_text_at_the_cost_of_few() -> None:
    text, numbers = "a fact of many words and 7 boats " * 120, range(1_000, 1_800)
    few, many = (analyse(" ".join(map(str, some)), NOW) for some in (numbers[:1], numbers))
    assert (len(few.marks), len(many.marks)) == (1, 800)
    began = time.process_time()
    for _ in range(20):
        fit(many, text, NOW)
    assert time.process_time() - began < 1

"""Typed values from the door to the answer, and what is said of payments stays what was said."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.remember import NewMemory
from muniment.app.views import RecordView, ReviewView
from muniment.domain.money import Money
from muniment.domain.rendering import NO_AUTHORISATION
from muniment.domain.reviews import Choice
from muniment.domain.typed_values import Truth
from tests.support.memory import Memory, Person, state, turn

AUTO_PAY = "Auto-pay the $9.99 Spotify plan."
SPOTIFY = Money(Decimal("9.99"), "USD", "Spotify")
ASKED = "May I pay $19.99 to Xenon Media?"


@pytest.fixture
def ada(memory: Memory) -> Person:
    """A user whose turns are read by the product's own extractor."""
    memory.extractor = PatternExtractor()
    return memory.of("ada")


def proposed(ada: Person) -> ReviewView:
    ada.tell(turn(AUTO_PAY))
    (review,) = ada.reviews()
    return review


def test_a_payment_that_is_told_waits_for_its_owner_with_amount_and_merchant(ada: Person) -> None:
    review = proposed(ada)
    assert (review.waiting, review.reasons) == ("proposed", ("sensitive",))
    assert (review.value, review.typed) == ("the $9.99 Spotify plan", SPOTIFY)
    assert ada.facts() == {}
    ada.decide(review.id, Choice.APPROVE)
    (fact,) = ada.facts().values()
    assert (fact.value, fact.typed, fact.quote) == (review.value, SPOTIFY, AUTO_PAY)
    assert fact.sensitivity == ("money",)
    (said,) = ada.history(ada.scope, fact.id)
    assert said.typed == SPOTIFY


def test_a_payment_that_its_owner_stores_is_kept_and_one_of_an_agent_waits_or_goes(
    ada: Person, bob: Person
) -> None:
    fact = ada.note(NewMemory(text=AUTO_PAY))
    assert (fact.typed, fact.provenance) == (SPOTIFY, "user_stated")
    assert not isinstance(bob.remember(NewMemory(text=AUTO_PAY), by_agent=True), RecordView)


CONFIRMED: list[Callable[[Person], object]] = [
    lambda ada: ada.decide(proposed(ada).id, Choice.APPROVE),
    lambda ada: ada.note(NewMemory(text=AUTO_PAY)),
]


@pytest.mark.parametrize("confirm", CONFIRMED, ids=["approved", "stored"])
def test_recall_says_what_was_said_and_that_it_allows_nothing(
    ada: Person, confirm: Callable[[Person], object]
) -> None:
    confirm(ada)
    context = ada.recall(ASKED)
    lines = [line for line in context.text.splitlines() if line.startswith("- ")]
    assert lines
    for line in lines:  # the fact, and the turn it was said in
        assert f", {NO_AUTHORISATION}]" in line
        assert "$9.99 Spotify" in line
        assert "1 January 2026" in line or "1 March 2026" in line
        assert "user_stated" in line
    # Neither the amount nor the name of the question is lent to what is remembered.
    assert not any(word in context.text for word in ("19.99", "Xenon"))
    assert [item.typed for item in context.facts] == [SPOTIFY]


def test_before_it_is_confirmed_only_the_turn_is_recalled_and_says_so(ada: Person) -> None:
    proposed(ada)
    context = ada.recall(ASKED)
    assert context.facts == ()
    assert [item.text for item in context.episodes] == [AUTO_PAY]
    assert f"{NO_AUTHORISATION}] {AUTO_PAY}" in context.text


def test_what_is_not_of_money_has_no_such_label(ada: Person) -> None:
    ada.note(NewMemory(attribute="city", value="Oslo"))
    text = ada.recall("city").text
    assert "Oslo" in text
    assert NO_AUTHORISATION not in text


@pytest.mark.law(6)
def test_a_rejected_or_forgotten_amount_does_not_come_back_in_other_words(
    ada: Person, bob: Person
) -> None:
    ada.decide(proposed(ada).id, Choice.REJECT)
    ada.tell(turn("Auto-pay the 9.99 USD Spotify plan.", 1))
    assert ada.reviews() == []
    ada.tell(turn("Auto-pay the $12.99 Spotify plan.", 2))  # positive control: another amount
    assert [review.value for review in ada.reviews()] == ["the $12.99 Spotify plan"]

    rent = bob.note(NewMemory(attribute="rent", value="$950"))
    bob.forget(rent.id)
    bob.tell(state("rent", "950 dollars"), state("deposit", "950 dollars"))
    assert bob.values() == {"deposit": "950 dollars"}


def test_the_same_amount_in_other_words_is_evidence_of_one_fact(ada: Person) -> None:
    ada.tell(state("plan_price", "$9.99", system="shop"))
    ada.tell(state("plan_price", "9.99 USD", system="billing"))
    (fact,) = ada.facts().values()
    assert (fact.times_seen, fact.status, len(fact.sources)) == (2, "active", 2)
    ada.tell(state("plan_price", "$19.99", system="billing", id="later"))
    (fact,) = ada.facts().values()
    assert fact.times_seen == 1


def test_storing_it_again_in_other_words_changes_no_more_than_it_says(ada: Person) -> None:
    price = NewMemory(attribute="plan price", value="$9.99")
    first = ada.note(price)
    other = ada.note(replace(price, value="9.99 USD"))
    assert (other.id, other.typed) == (first.id, first.typed)
    before = ada.memory.rows()
    ada.note(price)  # a late repeat of the first
    assert ada.memory.rows() == before


def test_a_systems_yes_is_a_truth(ada: Person) -> None:
    ada.tell(state("newsletter", "true"))
    assert ada.facts()["newsletter"].typed == Truth(value=True)

"""Recall at its limits: fifty tokens, long questions, five languages, procedures that resemble."""

import time

import pytest

from muniment.app.propose import Proposal
from muniment.app.remember import NewMemory
from muniment.domain.records import Kind
from muniment.domain.scope import Reach
from muniment.domain.tokens import tokens
from tests.support.memory import Memory, Person, turn


@pytest.mark.law(9)
def test_fifty_tokens_hold_a_fact_or_say_what_they_do_not_hold(ada: Person) -> None:
    ada.note(NewMemory(attribute="residence", value="Genoa"))
    context = ada.recall("residence", budget=50)
    assert [fact.value for fact in context.facts] == ["Genoa"]
    assert tokens(context.text) <= context.tokens <= 50
    ada.tell(turn("the harbour " * 400))
    long = ada.recall("harbour", budget=50)
    assert tokens(long.text) <= 50
    assert long.dropped["over_budget"] == 1


def test_a_question_as_long_as_may_be_sent_is_answered(ada: Person) -> None:
    ada.tell(turn("the harbour is frozen"))
    long = "is the harbour frozen on 3 May 2025, order 4821? " * 167  # 8 KiB
    began = time.process_time()
    (episode,) = ada.recall(long).episodes
    assert episode.text == "the harbour is frozen"
    assert time.process_time() - began < 3


SAID = {
    "en": ("the harbour was frozen", "harbour"),
    "de": ("Der Schlüssel für die Wohnung liegt beim Nachbarn", "Schlüssel Wohnung"),
    "it": ("Preferisco il posto accanto al finestrino", "posto finestrino"),
    "ja": ("歯医者の予約は木曜の午後です", "歯医者の予約"),
    "ar": ("موعد طبيب الأسنان يوم الخميس", "موعد الأسنان"),
}


@pytest.mark.parametrize("language", SAID)
def test_text_of_any_language_is_recalled_as_it_was_said(ada: Person, language: str) -> None:
    text, query = SAID[language]
    ada.tell(turn(text), turn("the boats were blue", 1, session="s2"))
    context = ada.recall(query, budget=200)
    assert text in {item.text for item in context.episodes}
    assert text in context.text
    assert tokens(context.text) <= 200


def test_a_procedure_is_recalled_by_its_title_and_by_its_steps(memory: Memory, ada: Person) -> None:
    steps = "1. Check the order. 2. Write to accounting."
    ada.publish(Proposal("refund a customer", steps, is_procedure=True))
    ada.publish(Proposal("open the harbour gate", "1. Ring the bell.", is_procedure=True))
    by_title = ada.recall("how do I refund a customer").procedures
    assert by_title[0].attribute == "refund_a_customer"
    by_steps = ada.recall("who has to write to accounting").procedures
    assert by_steps[0].attribute == "refund_a_customer"
    assert {item.kind for item in by_steps} == {Kind.PROCEDURE}
    assert "Check the order" in ada.recall("refund").text


def test_the_nearest_memory_s_procedure_stands(memory: Memory, ada: Person) -> None:
    memory.system().publish(Proposal("refund", "1. Ask the system.", is_procedure=True))
    assert ada.recall("refund").procedures[0].scope is Reach.SYSTEM
    memory.tenant().publish(Proposal("refund", "1. Ask the tenant.", is_procedure=True))
    assert ada.recall("refund").procedures[0].scope is Reach.TENANT
    ada.publish(Proposal("refund", "1. Ask Ada.", is_procedure=True))
    (own,) = ada.recall("refund").procedures
    assert (own.scope, own.value) == (Reach.USER, "1. Ask Ada.")
    assert ada.recall("refund").dropped["overridden"] == 2


def test_a_fact_is_recalled_by_its_key_and_by_its_value(ada: Person) -> None:
    ada.note(NewMemory(attribute="home_airport", value="Turin"))
    ada.note(NewMemory(attribute="boat", value="blue"))
    for query in ("home airport", "Turin"):
        assert ada.recall(query).facts[0].value == "Turin"

"""What an assistant's turn states: each family's examples, and how sure it is of them."""

import pytest

from muniment.domain.grammar.assistants import ASSISTANT, FAMILIES, GUESSES, said
from muniment.domain.policy import DEFAULT
from muniment.domain.records import Provenance

EVERY = (*FAMILIES, *GUESSES)
EXAMPLES = [(family.name, *example) for family in EVERY for example in family.examples]
COUNTEREXAMPLES = [(family.name, text) for family in EVERY for text in family.counterexamples]
INFERRED = Provenance.MODEL_INFERRED


@pytest.mark.parametrize(("family", "text", "attribute", "value"), EXAMPLES)
def test_examples_yield(family: str, text: str, attribute: str, value: str) -> None:
    (found,) = said(text)
    assert (found.family, found.attribute, found.value) == (family, attribute, value)
    assert value in text[found.start : found.end]


@pytest.mark.parametrize(("family", "text"), COUNTEREXAMPLES)
def test_counterexamples_do_not(family: str, text: str) -> None:
    assert [statement for statement in said(text) if statement.family == family] == []


def test_every_family_has_both() -> None:
    assert all(family.examples and family.counterexamples for family in EVERY)


def test_its_own_deeds_pass_the_floor_and_guesses_about_the_user_do_not() -> None:
    for family in EVERY:
        passes = DEFAULT.weigh(INFERRED, family.confidence) >= DEFAULT.confidence_floor
        assert passes is (family in FAMILIES), family.name


@pytest.mark.parametrize("text", [text for family in FAMILIES for text, _, _ in family.examples])
def test_what_it_does_is_of_itself(text: str) -> None:
    assert [statement.subject for statement in said(text)] == [ASSISTANT]


def test_what_it_says_in_the_first_person_to_go_on_with_the_talk_states_nothing() -> None:
    assert said("I love jazz too! I live in the cloud. My name is Max. I can help with that.") == []
    assert said("Great question. I'll be here when you need me, and I hope that helps.") == []

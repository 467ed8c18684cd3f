"""Each family's own examples: what it yields, and what it does not."""

import pytest

from muniment.domain.grammar.families import PREDICATES
from muniment.domain.grammar.loose import LOOSE_FAMILIES
from muniment.domain.grammar.loose_sentences import LOOSE_SENTENCES
from muniment.domain.grammar.narratives import NARRATIVES
from muniment.domain.grammar.payments import PAYMENTS
from muniment.domain.grammar.rows import Family
from muniment.domain.grammar.sentences import SENTENCES, Sentence
from muniment.domain.grammar.statements import stated_in
from muniment.domain.grammar.told_sentences import TOLD_SENTENCES

FAMILIES: tuple[Family | Sentence, ...] = (
    *PREDICATES, *NARRATIVES, *LOOSE_FAMILIES, *SENTENCES, *PAYMENTS, *TOLD_SENTENCES,
    *LOOSE_SENTENCES,
)  # fmt: skip
EXAMPLES = [(family.name, *example) for family in FAMILIES for example in family.examples]
COUNTEREXAMPLES = [(family.name, text) for family in FAMILIES for text in family.counterexamples]


@pytest.mark.parametrize(("family", "text", "attribute", "value"), EXAMPLES)
def test_examples_yield(family: str, text: str, attribute: str, value: str) -> None:
    found = [s for s in stated_in(text) if s.family == family]
    assert [(s.attribute, s.value) for s in found] == [(attribute, value)]
    for statement in found:
        assert statement.value is not None
        assert statement.value in text[statement.start : statement.end]
        assert statement.confidence >= 0.6


@pytest.mark.parametrize(("family", "text"), COUNTEREXAMPLES)
def test_counterexamples_do_not(family: str, text: str) -> None:
    assert [s for s in stated_in(text) if s.family == family] == []


def test_every_family_has_both() -> None:
    assert all(family.examples and family.counterexamples for family in FAMILIES)
    names = [family.name for family in FAMILIES]
    assert len(set(names)) == len(names)

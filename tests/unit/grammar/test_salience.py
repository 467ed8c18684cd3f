"""The signs of a sentence: total, bounded, of the order and number that the weights expect."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.e5_gate import WEIGHTS, Weights
from muniment.domain.grammar.salience import MOST, NAMES, SIGNS, signs

SAYS = {
    "owner": "I did", "we": "we did", "mine": "my boat", "you": "you did", "others": "she did",
    "kin": "a sister", "number": "12 boats", "money": "a budget", "time": "on Friday",
    "done": "I painted a boat", "will": "I'll paint", "taste": "to prefer tea", "must": "at least",
    "not": "never again", "decided": "go with tea", "completed": "all done", "state": "still here",
    "often": "usually late", "is": "it is", "unreal": "maybe so", "asks": "show me", "question":
    "so?", "agrees": "Sure thing", "polite": "so, thanks", "praise": "perfect thing",
    "names": "in Turin", "marks": "a = b", "colon": "key: value", "quoted": 'a "b"',
    "points": "for that",
}  # fmt: skip


def test_each_sign_has_an_example() -> None:
    assert list(SAYS) == list(SIGNS)


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_is_counted_where_it_is_and_only_there(name: str) -> None:
    place = NAMES.index(name)
    assert signs(SAYS[name])[place] >= 1
    assert signs("grey rain fell")[place] == 0


def test_the_weights_are_of_these_signs() -> None:
    weights = Weights.load(WEIGHTS)
    assert weights.sign_weights.shape == weights.sign_mean.shape == (len(NAMES),)
    assert WEIGHTS.stat().st_size < 4096


@given(st.text(max_size=300))
def test_any_text_has_its_signs(text: str) -> None:
    found = signs(text)
    assert len(found) == len(NAMES)
    assert all(0 <= value <= MOST for value in found[1:])

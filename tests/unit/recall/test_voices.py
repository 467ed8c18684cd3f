"""Whose words something is: one name whatever its form, and no proof of who bears it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.voices import is_same, named_speaker, voice

ZOE, ZOE_APART = "Zo\u00eb", "Zoe\u0308"


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("What did Ada say?", "Ada"),
        ("what did ada say", "Ada"),
        ("Ada's violin", "Ada"),
        ("What did Adamson say?", None),
        ("Did Ada call Bob?", None),
        ("What is it?", None),
    ],
)
def test_the_one_speaker_who_is_named(query: str, named: str | None) -> None:
    assert named_speaker(query, ["Ada", None, "Bob", "Ada", ""]) == named
    assert named_speaker(query, ["", "Bob", "Ada"]) == named


@pytest.mark.parametrize(
    ("query", "speakers", "named"),
    [
        ("What did Ada say?", ["ADA", "Ada", "ada"], "ADA"),
        (f"What did {ZOE} say?", [ZOE_APART], ZOE_APART),
        (f"What did {ZOE_APART} say?", [ZOE], ZOE),
        ("what did zoe say", [ZOE, "Bob"], ZOE),
        ("What did Zoe say?", [ZOE, "Zoe"], "Zoe"),
        (f"What did {ZOE} say?", [ZOE, "Zoe"], ZOE),
        (f"What did {ZOE} say?", ["Zoe"], "Zoe"),
        ("What did Zoella say?", [ZOE], None),
        ("Where is the house?", ["\u0301"], None),
        ("Where is Ada's house?", ["\u0301", " \u0301", "\u00a8", "Ada"], "Ada"),
    ],
)
def test_a_name_is_one_in_any_case_and_form(
    query: str, speakers: list[str], named: str | None
) -> None:
    assert named_speaker(query, speakers) == named
    assert named_speaker(query, speakers[::-1]) == named


def test_names_that_differ_in_an_accent_are_two() -> None:
    assert is_same(ZOE, ZOE_APART)
    assert is_same(ZOE, ZOE.upper())
    assert not is_same(ZOE, "Zoe")
    assert not is_same("\U0001f600", "!!")


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=40))
def test_any_name_is_held_against_any_other(one: str, other: str, query: str) -> None:
    assert is_same(one, other) is (voice(one) == voice(other))
    assert named_speaker(query, [one, other]) in {None, one, other}

"""Recipes: which parts make a score, and that each can be taken away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.handling import Category
from muniment.domain.ranking import (
    LONG_QUERY,
    MESSAGE,
    NO_SURROUNDINGS,
    PARTS,
    QUESTION,
    RECIPES,
    Asked,
    Evidence,
    Recipe,
    Weights,
    asks_for_time,
    parts,
)
from muniment.domain.traits import MOST_NAMES, Traits
from muniment.domain.worth import Worth

EVERYTHING = Evidence(
    0.5, 0.5, 0.5, 0.5, True, Traits(0.5, True, True, MOST_NAMES), 0.5,
    Worth(0.5, 0.75, 0.5, Category.PLAN, contested=True), 1, 0.5,
)  # fmt: skip
PLANS = frozenset({Category.PLAN})

NAMES = {
    "late": "late_interaction", "session": "session", "speaker": "speaker_named", "time": "time",
    "names": "names", "asks": "asks", "lexical": "by_words", "dense": "by_meaning",
    "feedback": "feedback", "recency": "recency", "importance": "importance",
    "confidence": "confidence", "task": "task", "contested": "contested",
    "within": "within", "exact": "exact",
}  # fmt: skip
ALL = Recipe("all", 1, Weights(**dict.fromkeys(PARTS, 0.3)))


def test_whoever_is_named_is_known_under_each_form_of_the_name() -> None:
    said = ("Ada", "ADA", "Bob", None, "Ada")
    assert Asked(named="Ada").names(said) == {"Ada", "ADA"}
    assert Asked(named="Bob").names(said) == {"Bob"}
    assert not Asked().names(said)


def test_every_weight_has_a_part_of_its_own() -> None:
    whole = parts(Asked(ALL, "Ada", of_time=True, categories=PLANS), EVERYTHING)
    assert set(whole) == set(NAMES.values())
    for weight, name in NAMES.items():
        less = parts(Asked(ALL.without(weight), "Ada", of_time=True, categories=PLANS), EVERYTHING)
        assert not less.get(name)
        assert {k: v for k, v in less.items() if k != name} == {
            k: v for k, v in whole.items() if k != name
        }


@pytest.mark.parametrize(
    ("asked", "evidence", "part", "expected"),
    [
        (Asked(), EVERYTHING, "speaker_named", QUESTION.weights.speaker),
        (Asked(), Evidence(0.5), "speaker_named", None),
        (Asked(of_time=True), EVERYTHING, "time", QUESTION.weights.time),
        (Asked(), EVERYTHING, "time", None),
        (Asked(), EVERYTHING, "names", QUESTION.weights.names),
        (Asked(), EVERYTHING, "asks", -QUESTION.weights.asks / 2),
        (Asked(), EVERYTHING, "by_words", None),
        (Asked(MESSAGE), EVERYTHING, "by_words", MESSAGE.weights.lexical / 2),
        (Asked(MESSAGE), EVERYTHING, "asks", None),
        (Asked(), EVERYTHING, "recency", QUESTION.weights.recency / 2),
        (Asked(of_past=True), EVERYTHING, "recency", None),
        (Asked(), EVERYTHING, "importance", QUESTION.weights.importance / 2),
        (Asked(), EVERYTHING, "confidence", -QUESTION.weights.confidence / 2),
        (Asked(categories=PLANS), EVERYTHING, "task", QUESTION.weights.task),
        (Asked(), EVERYTHING, "task", None),
        (Asked(), EVERYTHING, "contested", -QUESTION.weights.contested),
        (Asked(), Evidence(0.5), "importance", None),
        (Asked(), Evidence(0.5), "confidence", None),
        (Asked(), Evidence(0.0), "late_interaction", 0.0),
        (Asked(), EVERYTHING, "within", QUESTION.weights.within),
        (Asked(), EVERYTHING, "exact", QUESTION.weights.exact / 2),
        (Asked(), EVERYTHING, "feedback", QUESTION.weights.feedback / 2),
        (Asked(MESSAGE), Evidence(0.5, feedback=-0.5), "feedback", -MESSAGE.weights.feedback / 2),
        (Asked(), Evidence(0.5), "feedback", None),
    ],
)
def test_a_part_is_there_where_it_says_something(
    asked: Asked, evidence: Evidence, part: str, expected: float | None
) -> None:
    found = parts(asked, evidence).get(part)
    assert found == (None if expected is None else pytest.approx(expected))


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, MOST_NAMES), st.floats(0, 1))
def test_a_better_match_never_scores_less(a: float, b: float, names: int, asks: float) -> None:
    low, high = sorted((a, b))
    traits = Traits(asks, False, False, names)
    scores = [sum(parts(Asked(), Evidence(x, traits=traits)).values()) for x in (low, high)]
    assert scores == sorted(scores)


def test_a_recipe_without_a_part_says_so() -> None:
    assert set(PARTS) == {*NAMES, "stale"}, "what is stale is known of two records together"
    less = QUESTION.without("surroundings")
    assert (less.label, less.surroundings) == ("question-surroundings/6", NO_SURROUNDINGS)
    assert QUESTION.without("time").label == "question-time/6"
    with pytest.raises(ValueError, match="no part"):
        QUESTION.without("luck")


def test_a_long_query_is_a_message() -> None:
    assert RECIPES.of(LONG_QUERY - 1) is QUESTION
    assert RECIPES.of(LONG_QUERY) is MESSAGE
    assert (QUESTION.label, MESSAGE.label) == ("question/6", "message/4")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("When did I move?", True),
        ("How long have I lived here?", True),
        ("On which day is the exam?", True),
        ("In what year did Ada graduate?", True),
        ("Where do I live?", False),
        ("What did Ada say about the whenever clause?", False),
        ("How many cats do we have?", False),
        ("", False),
    ],
)
def test_asking_for_a_time(query: str, expected: bool) -> None:
    assert asks_for_time(query) is expected

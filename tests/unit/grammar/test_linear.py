"""Extraction takes time linear in what is pasted: known pastes, and drawn ones."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaluation.extraction.timing import PASTES, cpu
from muniment.domain.grammar.facts import statements
from muniment.domain.grammar.salience import LONGEST, signs
from muniment.domain.text import sentences

SHORT, TIMES = 2_500, 4
SLACK = 2.5
"""The machine is shared; a quadratic step would take four times as long as a linear one."""
NOISE = 30.0
"""Milliseconds below which nothing is told from noise."""

TOKENS = (
    *("I ", "I'm ", "my ", "we ", "have ", "went to ", "the ", "a ", "and ", "but ", "so ", "is "),
    *(", ", ". ", ": ", "; ", "'", '"', "(", ")", "- ", "* ", "**", "\n", "\n\n", "? ", "! ", "\t"),
    *("let's ", "go with ", "are ", "not ", "no longer ", "if ", "that ", "sister ", "Anna ", "5 "),
    *("euros ", "on Friday ", "every day ", "remember that ", "used to ", "will ", "it ", "you "),
    *("said ", "{", "=", "\u2019", "actually, ", "not tea but ", "as a ", "been ", "while "),
    *("x" * 40, "still "),
)


def text_of(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]


def assert_linear(unit: str) -> None:
    short, long = (text_of(unit, length) for length in (SHORT, TIMES * SHORT))
    once = cpu(lambda: statements(short), 2)
    whole = cpu(lambda: statements(long), 2)
    if whole > NOISE:
        assert whole < SLACK * TIMES * max(once, NOISE / TIMES), unit


@pytest.mark.parametrize("name", PASTES)
def test_a_paste_takes_time_linear_in_its_length(name: str) -> None:
    assert_linear(PASTES[name])


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=6))
def test_whatever_is_repeated_takes_time_linear_in_its_length(tokens: list[str]) -> None:
    assert_linear("".join(tokens))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=6))
def test_the_signs_of_a_sentence_cost_no_more_than_its_beginning(tokens: list[str]) -> None:
    text = text_of("".join(tokens), 60_000)
    assert signs(text) == signs(text[:LONGEST])


def test_a_quadratic_step_would_be_noticed() -> None:
    def quadratic(length: int) -> None:
        for _ in range(length // 500):  # of long texts: a call's own cost would hide the square
            sentences("a. " * (length // 5))

    once, whole = cpu(lambda: quadratic(SHORT), 5), cpu(lambda: quadratic(TIMES * SHORT), 2)
    assert whole > SLACK * TIMES * once

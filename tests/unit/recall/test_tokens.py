"""The estimate of tokens: an envelope of published tokenizers, as was measured with them.

The counts are the largest of the tokenizers of GPT-4o, GPT-4, Llama 3, Claude, Gemma 3 and Qwen 3;
they are no part of the project, so what they said stands in a file.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.packing import fitting_frame, pack
from muniment.domain.rendering import HEADER, frame
from muniment.domain.tokens import tokens

DATA = Path(__file__).parents[2] / "data"
TEXTS = st.text(max_size=200) | st.text(alphabet="ab é日😀<7  \n\u00a0\u3000", max_size=200)

COUNTED = json.loads((DATA / "token-counts.json").read_text(encoding="utf-8"))

OF_LINES = 1.10
"""A short line may count a little more than its estimate; a section of several does not."""


@pytest.mark.parametrize(("text", "most"), COUNTED["english"])
def test_no_tokenizer_counts_more_of_english_labels_code_and_json(text: str, most: int) -> None:
    assert most <= (1.16 if text.isupper() or "DON'T" in text else OF_LINES) * tokens(text)


@pytest.mark.parametrize(("text", "most"), COUNTED["spaces"])
def test_no_tokenizer_counts_more_of_columns_indents_and_runs_of_spaces(
    text: str, most: int
) -> None:
    assert most <= (1.16 if "139.50" in text else OF_LINES) * tokens(text)


@given(st.sampled_from([chr(n) for n in range(0x3001) if chr(n).isspace()]), st.integers(2, 500))
def test_no_kind_of_space_is_free(space: str, times: int) -> None:
    assert tokens(f"a{space * times}b") >= 2 + (times - 1) / 31


def test_of_english_as_a_whole_none_counts_more() -> None:
    assert sum(most for _, most in COUNTED["english"]) <= sum(
        tokens(text) for text, _ in COUNTED["english"]
    )


@pytest.mark.parametrize(("text", "most"), COUNTED["others"])
def test_of_other_languages_no_more_than_the_documented_margin(text: str, most: int) -> None:
    assert most <= 1.3 * tokens(text)


def test_it_is_no_wild_guess_either() -> None:
    for text, most in COUNTED["english"]:
        assert tokens(text) <= 1.6 * most + 2


@given(TEXTS, TEXTS)
def test_parts_never_come_to_less_than_the_whole_which_grows(one: str, other: str) -> None:
    assert tokens(one) <= tokens(one + other) <= tokens(one) + tokens(other)


def test_signs_words_and_scripts() -> None:
    some = {"": 0, "four": 1, "conversation": 3, "a b": 2, "日本": 3, "4471": 4, "...": 3, "Ж": 1}
    assert {text: tokens(text) for text in some} == some


@pytest.mark.parametrize("token", ["qzvbtx", "bbbbbb", "xwzqvk"])
def test_the_fence_costs_what_it_costs(token: str) -> None:
    within = fitting_frame(token, HEADER, 2000)
    assert within == frame(token)
    assert tokens(within.beginning + within.end) == 55
    assert pack([], 50, within).tokens == 0

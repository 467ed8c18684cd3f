"""The language of a text is named where it is sure, and left open where it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.handling import Handling
from muniment.domain.language import FUNCTION_WORDS, language, spoken


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("My home airport is Turin and I moved.", "en"),
        ("I\u2019m allergic to peanuts, it\u2019s bad", "en"),
        ("Preferisco il posto accanto al finestrino.", "it"),
        ("Ich habe eine Schwester in Oslo und bin nicht vegan.", "de"),
        ("Je suis allergique aux noix et c'est pour \u00e7a.", "fr"),
        ("Yo tengo una hermana que vive en Lima.", "es"),
        ("Eu tenho uma irm\u00e3 que n\u00e3o gosta de viajar.", "pt"),
        ("Ik heb een zus en zij woont niet in Oslo.", "nl"),
    ],
)
def test_function_words_tell_the_language(text: str, code: str) -> None:
    assert language(text) == code


@pytest.mark.parametrize("text", ["", "zebra-4471", "Turin", "ok", "la la la", "\u6771\u4eac"])
def test_what_holds_too_few_of_them_has_none(text: str) -> None:
    assert language(text) is None


def test_what_the_caller_says_counts() -> None:
    told = Handling(language="nds")
    assert spoken(told, "My home airport is Turin.") is told
    assert spoken(Handling(), "My home airport is Turin.").language == "en"


@given(st.text())
def test_any_text_has_one_of_the_languages_or_none(text: str) -> None:
    assert language(text) in {None, *FUNCTION_WORDS}

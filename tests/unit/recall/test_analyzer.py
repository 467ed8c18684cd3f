import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.analyzer import EnglishAnalyzer

TERMS = EnglishAnalyzer().terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("My locker code is zebra-4471.", ("locker", "code", "zebra", "4471")),
        ("She was running, runs, ran", ("run", "run", "ran")),
        ("Ada's violin and Ada’s bow", ("ada", "violin", "ada", "bow")),
        ("Zürich straße café", ("zürich", "strass", "café")),
        ("Где мой ключ", ("где", "мой", "ключ")),
        ("東京 snake_case ﬁsh", ("東京", "snake", "case", "fish")),
        ("what is it that you do", ()),
        ("", ()),
        ("\x00 😀 !!", ()),
    ],
)
def test_terms(text: str, terms: tuple[str, ...]) -> None:
    assert TERMS(text) == terms


@given(st.text())
def test_any_text_gives_the_same_short_terms_every_time(text: str) -> None:
    terms = TERMS(text)
    assert terms == EnglishAnalyzer().terms(text)
    assert all(0 < len(term) <= 64 for term in terms)


def test_endless_words_are_cut() -> None:
    assert TERMS("x" * 200_000) == ("x" * 64,)

"""Quotations: found wherever they were not copied to the letter, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.quoting import Quotable
from muniment.domain.text import trim

TEXT = (
    "Well \u2014 I\u2019ve moved;  my home airport is\nGenoa now\u2026 "
    "Genoa\u00adva is not it. \u201cYes\u201d."
)


def found(quote: str, text: str = TEXT) -> str | None:
    place = Quotable(text).locate(quote)
    return None if place is None else text[slice(*place)]


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ("my home airport is\nGenoa now", "my home airport is\nGenoa now"),
        ("My home airport is Genoa now", "my home airport is\nGenoa now"),
        ("I've moved; my home airport", "I\u2019ve moved;  my home airport"),
        ('"I\'ve moved"', "I\u2019ve moved"),
        ("Well - I've moved", "Well \u2014 I\u2019ve moved"),
        ("Genoa now... Genoava is", "Genoa now\u2026 Genoa\u00adva is"),
        ("  genoa  ", "Genoa"),
    ],
)
def test_a_quotation_is_found_after_the_documented_normalisation(quote: str, place: str) -> None:
    assert found(quote) == place


@pytest.mark.parametrize(
    "quote",
    [
        "my home airport is Turin",
        "my airport is Genoa",  # a word is left out
        "home air",  # ends within a word
        "port is Genoa",  # begins within one
        "",
        "  ",
        "\u2026",
        "...",
        '"',
        "no",
    ],
)
def test_what_was_not_said_is_not_found(quote: str) -> None:
    assert found(quote) is None
    assert found("my home airport is Genoa") is not None


def test_a_letter_that_folds_to_two_is_not_cut_in_two() -> None:
    assert found("strasse 5", "in der Stra\u00dfe 5") == "Stra\u00dfe 5"
    assert found("stra\u00dfe 5", "in der STRASSE 5") == "STRASSE 5"
    assert found("mas", "ein Ma\u00df") is None
    assert found("f", "\ufb01n") is None  # the ligature fi


def test_only_within_the_bounds() -> None:
    text = "Genoa, and again Genoa."
    assert Quotable(text).locate("genoa") == (0, 5)
    assert Quotable(text).locate("genoa", start=1) == (17, 22)
    assert Quotable(text).locate("genoa", start=1, end=20) is None


MESSY = st.text(
    st.sampled_from("ab1 \n\t\u00a0'\u2019\"\u201c-\u2014\u2026\u200b\u00df\ufb01A.")
    | st.characters(),
    max_size=40,
)


@given(MESSY, st.data())
def test_every_run_of_words_is_found_however_it_is_written(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    start, end = trim(text, start, end)
    piece = text[start:end]
    cut = text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()
    place = Quotable(text).locate(piece)
    if not cut and piece[:1].isalnum() and piece[-1:].isalnum() and piece.isascii():
        assert place is not None
    if place is not None:
        again = Quotable(text[slice(*place)]).locate(piece)
        assert again is not None  # what was found is itself a quotation of what was asked for


@given(MESSY, MESSY)
def test_anything_may_be_asked_of_any_text(text: str, quote: str) -> None:
    place = Quotable(text).locate(quote)
    assert place is None or 0 <= place[0] < place[1] <= len(text)

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.chunking import chunk_bounds


def words(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


def cut(text: str, limit: int) -> list[str]:
    pieces = words(text)
    return [
        text[pieces[first][0] : pieces[last - 1][1]]
        for first, last in chunk_bounds(text, pieces, limit)
    ]


def test_a_short_text_stays_whole() -> None:
    assert cut("One two. Three.", 5) == ["One two. Three."]


def test_a_long_text_is_cut_behind_a_sentence() -> None:
    assert cut("One two three. Four five six seven eight", 6) == [
        "One two three.",
        "Four five six seven eight",
    ]


def test_a_line_ends_a_sentence() -> None:
    assert cut("one two three\nfour five six", 4) == ["one two three", "four five six"]


def test_without_a_sentence_it_is_cut_at_a_space() -> None:
    assert cut("one two three four-five six", 5) == ["one two three", "four-five six"]


def test_without_a_space_it_is_cut_at_the_limit() -> None:
    assert cut("a-b-c-d", 2) == ["a-", "b-", "c-", "d"]


def test_nothing_is_one_empty_run() -> None:
    assert chunk_bounds("", [], 4) == [(0, 0)]


def test_a_chunk_holds_something() -> None:
    with pytest.raises(ValueError, match="at least one"):
        chunk_bounds("a", [(0, 1)], 0)


@given(st.text(alphabet="ab .\n-"), st.integers(1, 9))
def test_every_piece_is_in_exactly_one_run_and_none_is_too_long(text: str, limit: int) -> None:
    bounds = chunk_bounds(text, words(text), limit)
    assert [i for first, last in bounds for i in range(first, last)] == list(
        range(len(words(text)))
    )
    assert all(last - first <= limit for first, last in bounds)

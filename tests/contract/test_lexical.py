"""The rules that every adapter shares: tokens, lengths, scores."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.lexical import lexical_score, opaque, query_terms, scored_length


@given(st.text(min_size=1), st.text(min_size=1))
def test_a_token_is_plain_short_and_stands_for_one_term(one: str, other: str) -> None:
    token = opaque(one)
    assert token.isascii()
    assert token == token.lower()
    assert token.replace("_", "").isalnum()
    assert len(token) <= 201
    assert (token == opaque(other)) == (one == other)


def test_plain_terms_stay_readable() -> None:
    assert opaque("zebra4471") == "zebra4471"
    assert opaque("caf\u00e9") == "_636166c3a9"


def _lucene_norm(length: int) -> int:
    """Lucene's SmallFloat, both ways: to one byte, and back."""
    free = 255 - _to_int4(2**31 - 1)
    byte = length if length < free else free + _to_int4(length - free)
    return byte if byte < free else free + _from_int4(byte - free)


def _to_int4(value: int) -> int:
    bits = value.bit_length()
    if bits < 4:
        return value
    shift = bits - 4
    return (value >> shift) & 7 | (shift + 1) << 3


def _from_int4(encoded: int) -> int:
    bits, shift = encoded & 7, (encoded >> 3) - 1
    return bits if shift < 0 else (bits | 8) << shift


@given(st.integers(0, 2**31 - 1))
def test_a_length_is_what_lucene_keeps_of_it(length: int) -> None:
    assert scored_length(length) == _lucene_norm(length)


@given(st.integers(0, 10_000))
def test_short_lengths_are_exact_and_long_ones_near(length: int) -> None:
    assert scored_length(length) == length if length <= 40 else True
    assert length * 7 / 8 <= scored_length(length) <= length


words = st.lists(st.sampled_from("abcdef"), max_size=30)


@given(words, words, words)
def test_scores_grow_with_matches_and_are_bounded(
    query: list[str], one: list[str], other: list[str]
) -> None:
    tokens = query_terms(query).values()
    score = lexical_score(tokens, one)
    assert (score > 0) == bool(set(query) & set(one))
    assert score <= 1.9 * len(set(query) & set(one)) + 1e-6
    assert score == lexical_score(tokens, sorted(one)), "order says nothing"
    assert score == pytest.approx(sum(lexical_score([token], one) for token in tokens), abs=1e-5), (
        "each term by itself"
    )


def test_distinct_query_terms_are_bounded() -> None:
    assert list(query_terms(["b", "a", "b", ""])) == ["b", "a"]
    assert len(query_terms([f"w{n}" for n in range(5000)])) == 512

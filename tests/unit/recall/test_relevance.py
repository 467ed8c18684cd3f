import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.relevance import (
    GATE,
    Signals,
    best_lexical,
    named_speaker,
    names_inside,
    relevance,
)

UNIT = st.floats(0, 1)
LEXICAL = st.none() | UNIT
SIGNALS = st.builds(
    Signals, UNIT, st.floats(-1, 1), LEXICAL, st.integers(0, 10_000), st.integers(0, 500),
    st.booleans(), st.integers(0, 5),
)  # fmt: skip
AT = Signals(0.5, 0.3, 0.4, 500, 9, names=False)


def weighed(s: Signals) -> float:
    lexical = s.lexical or 0.0
    z = 28.0 * s.absolute + 8.6 * s.cosine + 9.7 * lexical - 0.9 * math.log(s.documents)
    return z + 3.8 * math.log(s.pieces) - 1.2 * s.names - 2.0 * min(2, s.unknown)


def test_relevance_is_one_half_at_the_gate() -> None:
    at_gate = replace(AT, absolute=AT.absolute + (GATE - weighed(AT)) / 28.0)
    assert relevance(at_gate) == pytest.approx(0.5)
    stricter = replace(at_gate, absolute=at_gate.absolute - 0.5 / 28.0)
    assert relevance(stricter) == pytest.approx(1 / (1 + math.exp(0.5)))


def test_without_lexical_statistics_it_is_one_half_at_the_other_gate() -> None:
    threshold = 0.41 + 0.0325 * math.log(500) + 0.08
    degraded = Signals(threshold - 0.15, 0.3, None, 500, 9, names=True)
    assert relevance(degraded) == pytest.approx(0.5)


@given(SIGNALS)
def test_relevance_lies_between_none_and_certain(signals: Signals) -> None:
    assert 0 <= relevance(signals) <= 1


@given(SIGNALS, st.floats(0, 0.5))
def test_better_matches_never_lower_it(signals: Signals, more: float) -> None:
    base = relevance(signals)
    assert relevance(replace(signals, absolute=signals.absolute + more)) >= base
    assert relevance(replace(signals, cosine=signals.cosine + more)) >= base
    if signals.lexical is not None:
        assert relevance(replace(signals, lexical=signals.lexical + more)) >= base


@given(SIGNALS, st.integers(0, 5000))
def test_the_same_match_says_less_in_a_larger_memory(signals: Signals, more: int) -> None:
    larger = replace(signals, documents=signals.documents + more)
    assert relevance(larger) <= relevance(signals)


@given(SIGNALS, st.integers(1, 3))
def test_a_name_that_no_record_holds_speaks_against_it(signals: Signals, more: int) -> None:
    stranger = replace(signals, unknown=signals.unknown + more)
    assert relevance(stranger) <= relevance(signals)
    if signals.lexical is not None and not signals.unknown and 1e-9 < relevance(signals) < 1:
        assert relevance(stranger) < relevance(signals)


# --- the owner's BM25 --------------------------------------------------------------------------


def test_best_lexical_by_hand() -> None:
    # of average length, once: 1 * 1.9 / (1 + .9), and the bound is 1.9
    once = best_lexical(["zebra"], [["zebra", "code"]], 10, 2.0, {"zebra": 1})
    assert once == pytest.approx(1 / 1.9)
    # a word that no record holds counts in the bound: idf = ln(1 + (n - df + .5) / (df + .5))
    zebra, unseen = math.log(1 + 9.5 / 1.5), math.log(1 + 10.5 / 0.5)
    half = best_lexical(["zebra", "oboe"], [["zebra", "code"]], 10, 2.0, {"zebra": 1})
    assert half == pytest.approx(zebra / (zebra + unseen) / 1.9)


def test_best_lexical_takes_the_best_and_prefers_short_texts() -> None:
    long, short = ["zebra", *["word"] * 30], ["zebra", "code"]
    frequencies = {"zebra": 2}
    best = best_lexical(["zebra"], [long, short], 10, 8.0, frequencies)
    assert best == best_lexical(["zebra"], [short], 10, 8.0, frequencies)
    assert best > best_lexical(["zebra"], [long], 10, 8.0, frequencies) > 0


@pytest.mark.parametrize(
    ("query", "texts", "documents"), [([], [["a"]], 3), (["a"], [], 3), (["a"], [[]], 0)]
)
def test_best_lexical_without_words_or_texts_is_none(
    query: list[str], texts: list[list[str]], documents: int
) -> None:
    assert best_lexical(query, texts, documents, 0.0, {}) == 0.0


@given(
    st.lists(st.sampled_from("abcd"), max_size=6),
    st.lists(st.lists(st.sampled_from("abcdef"), max_size=9), max_size=5),
    st.integers(0, 40),
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 60)),
)
def test_best_lexical_is_finite_and_order_changes_nothing(
    query: list[str], texts: list[list[str]], documents: int, frequencies: dict[str, int]
) -> None:
    value = best_lexical(query, texts, documents, 4.0, frequencies)
    assert math.isfinite(value)
    assert 0 <= value <= 1
    assert best_lexical(query[::-1], texts[::-1], documents, 4.0, frequencies) == pytest.approx(
        value
    )


# --- who is asked about ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "inside"),
    [
        ("What did Caroline paint?", True),
        ("Caroline painted what?", False),
        ("what do I like?", False),
        ("When did I'm-sure-I go to Genoa?", True),
        ("", False),
    ],
)
def test_names_inside_a_question(query: str, inside: bool) -> None:
    assert names_inside(query) is inside


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

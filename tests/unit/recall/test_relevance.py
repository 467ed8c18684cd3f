import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.encodings import DEFAULT_MODEL
from muniment.adapters.gates import WORDS, for_messages, gates_of, load, save
from muniment.domain.ranking import LONG_QUERY
from muniment.domain.relevance import (
    Gate,
    Gates,
    Signals,
    best_lexical,
    names_inside,
    relevance,
    weighed,
)

UNIT = st.floats(0, 1)
SIGNALS = st.builds(
    Signals, UNIT, st.floats(-1, 1), UNIT, st.integers(0, 10_000), st.integers(0, 500),
    st.booleans(), st.integers(0, 5),
)  # fmt: skip
AT = Signals(0.5, 0.3, 0.4, 500, 9, names=False)
GATE = Gate("e", 28.0, 8.6, 9.7, -0.9, 3.8, -1.2, -2.0, 20.2)


def test_relevance_is_one_half_at_the_gate() -> None:
    at_gate = GATE.at(weighed(AT, GATE))
    assert relevance(AT, at_gate) == pytest.approx(0.5)
    stricter = replace(AT, absolute=AT.absolute - 0.5 / 28.0)
    assert relevance(stricter, at_gate) == pytest.approx(1 / (1 + math.exp(0.5)))


def test_the_sum_by_hand() -> None:
    expected = 28 * 0.5 + 8.6 * 0.3 + 9.7 * 0.4 - 0.9 * math.log(500) + 3.8 * math.log(9)
    assert weighed(AT, GATE) == pytest.approx(expected)
    named = replace(AT, names=True, unknown=5)
    assert weighed(named, GATE) == pytest.approx(expected - 1.2 - 4)


def test_every_gate_that_is_shipped_can_be_read_and_the_default_encoder_has_one() -> None:
    ours = gates_of(DEFAULT_MODEL)
    assert ours.question.encoder == DEFAULT_MODEL
    assert ours.message.encoder == for_messages(DEFAULT_MODEL)
    unknown = gates_of("openai:nobody-knows.512")
    words = unknown.question
    assert (words.encoder, unknown.message.encoder) == (WORDS, for_messages(WORDS))
    assert words.absolute == words.cosine == 0, "its vectors are of a scale that nobody measured"
    assert relevance(replace(AT, absolute=0.0, lexical=0.9), words) > 0.5
    assert relevance(replace(AT, absolute=0.0, lexical=0.0), words) < 0.5


def test_a_long_query_has_a_gate_of_its_own() -> None:
    gates = Gates(GATE, replace(GATE, encoder="e messages"))
    assert gates.of(LONG_QUERY - 1) is gates.question
    assert gates.of(LONG_QUERY) is gates.of(500) is gates.message


def test_gates_are_read_as_they_were_written(tmp_path: Path) -> None:
    gates = {"a": replace(GATE, encoder="a"), "b": Gate("b", *[0.5] * 8)}
    save(gates, tmp_path / "gates.json")
    assert load(tmp_path / "gates.json") == gates


@given(SIGNALS)
def test_relevance_lies_between_none_and_certain(signals: Signals) -> None:
    assert 0 <= relevance(signals, GATE) <= 1


@given(SIGNALS, st.floats(0, 0.5))
def test_better_matches_never_lower_it(signals: Signals, more: float) -> None:
    base = relevance(signals, GATE)
    assert relevance(replace(signals, absolute=signals.absolute + more), GATE) >= base
    assert relevance(replace(signals, cosine=signals.cosine + more), GATE) >= base
    assert relevance(replace(signals, lexical=signals.lexical + more), GATE) >= base


@given(SIGNALS, st.integers(0, 5000))
def test_the_same_match_says_less_in_a_larger_memory(signals: Signals, more: int) -> None:
    larger = replace(signals, documents=signals.documents + more)
    assert relevance(larger, GATE) <= relevance(signals, GATE)


@given(SIGNALS, st.integers(1, 3))
def test_a_name_that_no_record_holds_speaks_against_it(signals: Signals, more: int) -> None:
    stranger = replace(signals, unknown=signals.unknown + more)
    assert relevance(stranger, GATE) <= relevance(signals, GATE)
    if not signals.unknown and 1e-9 < relevance(signals, GATE) < 1:
        assert relevance(stranger, GATE) < relevance(signals, GATE)


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

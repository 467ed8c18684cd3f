"""Intervals and paired tests behave as such."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.recall.run import Row
from evaluation.recall.statistics import holm, mean, paired
from evaluation.recall.summary import summary

shares = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@given(shares)
def test_an_interval_holds_what_can_be(values: list[float]) -> None:
    got = mean(values)
    assert min(values) - 1e-9 <= got.low <= got.high <= max(values) + 1e-9
    assert got == mean(values), "the same every time"
    assert got.count == len(values)


def test_more_values_make_an_interval_narrower() -> None:
    few, many = mean([0, 1] * 5), mean([0, 1] * 200)
    assert (few.mean, many.mean) == (0.5, 0.5)
    assert many.high - many.low < (few.high - few.low) / 3


@given(shares)
def test_nothing_differs_from_itself(values: list[float]) -> None:
    got = paired(values, values)
    assert (got.mean, got.low, got.high, got.p) == (0, 0, 0, 1)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=10))
def test_the_other_way_round_is_the_opposite(pairs: list[tuple[float, float]]) -> None:
    ours, other = zip(*pairs, strict=True)
    there, back = paired(ours, other), paired(other, ours)
    assert there.mean == pytest.approx(-back.mean)
    assert there.p == pytest.approx(back.p)


def test_a_clear_difference_is_told_from_chance() -> None:
    assert paired([1] * 10, [0] * 10).p == pytest.approx(2 / 2**10), "two of all signs"
    assert paired([1] * 40, [0] * 40).p < 0.001
    assert paired([1, 0] * 20, [0, 1] * 20).p > 0.5


def test_a_summary_pairs_the_same_questions_and_groups_them() -> None:
    def row(name: str, condition: str, **values: float) -> Row:
        return Row("c", name, f"kind {name}", "owner", "en", 9, condition, values)

    got = summary([
        row("1", "ours", **{"recall@10": 1.0}), row("2", "ours", **{"recall@10": 1.0}),
        row("1", "BM25", **{"recall@10": 0.0}), row("2", "BM25", over_recall=1.0),
    ])  # fmt: skip
    assert (got.questions, got.conversations) == (2, 1)
    assert got.overall["ours"]["recall@10"].mean == 1
    assert got.groups["category"]["kind 2"]["BM25"]["over_recall"].count == 1
    (against,) = got.against
    assert (against.condition, against.measure) == ("BM25", "recall@10")
    assert (against.difference.mean, against.difference.count) == (1, 1)


def test_groups_that_say_nothing_one_by_one_are_left_out() -> None:
    rows = [
        Row(f"c{n}", "1", "kind", "owner", "en", 9, "ours", {"recall@10": 1.0}) for n in range(99)
    ]
    assert set(summary(rows).groups) == {"category", "said_by", "language", "told_before"}


def test_tests_made_together_are_adjusted_together() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06]), "Holm's own way down"
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []

"""Ratios of what was measured side by side, and how sure they are."""

import json
from pathlib import Path

import pytest
from rich.console import Console

from bench.figures import Figure, Section, Spread, keep, show


def test_a_ratio_is_that_of_the_middle_values_and_lies_in_its_interval() -> None:
    floor = [10.0 + place % 7 for place in range(100)]
    figure = Figure.compared("ours", [2 * value for value in floor], "floor", floor)

    assert figure.ratio == pytest.approx(2.0)
    assert figure.slow_ratio == pytest.approx(2.0)
    assert figure.sure is not None
    assert figure.sure.low == pytest.approx(2.0)
    assert figure.sure.high == pytest.approx(2.0)


def test_an_interval_is_as_wide_as_the_values_are_uneven() -> None:
    floor = [10.0] * 40
    figure = Figure.compared("ours", [10.0, 30.0] * 20, "floor", floor)

    assert figure.sure is not None
    assert figure.sure.low < 1.5
    assert figure.sure.high > 2.5


def test_what_is_kept_and_shown_has_the_ratios(tmp_path: Path) -> None:
    figure = Figure("rate", "a second", 30.0, "alone", 60.0)
    spread = Figure.compared("ours", [3.0, 3.0], "floor", [2.0, 2.0], most=(1.2, 1.5))
    sections = [Section("some", [figure, spread], {"calls": 7})]

    keep(sections, tmp_path / "new" / "bench.json")
    console = Console(width=200, record=True, file=(tmp_path / "table").open("w"))
    show(sections, console)

    kept = json.loads((tmp_path / "new" / "bench.json").read_text())["some"]
    assert [each["ratio"] for each in kept["figures"]] == [0.5, 1.5]
    assert kept["facts"] == {"calls": 7}
    told = console.export_text()
    assert "1.50 (1.50-1.50) of 1.2" in told
    assert "some: calls 7" in told


def test_a_spread_has_the_middle_and_the_slow_end() -> None:
    spread = Spread.of([float(n) for n in range(101)])
    assert (spread.p50, spread.p95) == (50.0, 95.0)

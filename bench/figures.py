"""What was measured, and how it is told: beside a floor, with the ratio and how sure that is."""

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

_RESAMPLES = 1000
_CAPTION = "times: ratio of the p50 with its interval of 95 %, of the most that is aimed at"
_SEED = 5


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle and the slow end of some durations, in the unit of their figure."""

    p50: float
    p95: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return the spread of at least two values."""
        cuts = statistics.quantiles(values, n=20, method="inclusive")
        return cls(cuts[9], cuts[18])


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a ratio lies with 95 %."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured, in `unit`, and the floor that was run beside it.

    `sure` and `slow_sure`: intervals of the ratios of p50 and p95, where single values are known.
    `most`: the ratios that are aimed at.
    """

    name: str
    unit: str
    measured: Spread | float
    floor_name: str
    floor: Spread | float
    sure: Interval | None = None
    slow_sure: Interval | None = None
    most: tuple[float, ...] = ()

    @classmethod
    def compared(  # noqa: PLR0913 - two things with their names
        cls, name: str, values: Sequence[float], floor_name: str, floor: Sequence[float],
        *, unit: str = "ms", most: tuple[float, ...] = (),
    ) -> "Figure":  # fmt: skip
        """Compare values with those of a floor, taken in turns: value by value they are pairs."""
        fast, slow = intervals(values, floor)
        return cls(
            name, unit, Spread.of(values), floor_name, Spread.of(floor), fast, slow, most
        )  # fmt: skip

    @property
    def ratio(self) -> float:
        """How many times the floor it is, by the middle values."""
        return _middle(self.measured) / _middle(self.floor)

    @property
    def slow_ratio(self) -> float | None:
        """How many times the floor it is, by the slow ends."""
        if isinstance(self.measured, Spread) and isinstance(self.floor, Spread):
            return self.measured.p95 / self.floor.p95
        return None


def intervals(values: Sequence[float], floor: Sequence[float]) -> tuple[Interval, Interval]:
    """Return where the ratios of p50 and of p95 lie: percentiles over resampled pairs."""
    chance = np.random.default_rng(_SEED)
    pairs = np.array([values, floor], np.float64)
    picks = chance.integers(0, pairs.shape[1], (_RESAMPLES, pairs.shape[1]))
    drawn = pairs[:, picks]
    found = []
    for quantile in (0.5, 0.95):
        ours, others = np.quantile(drawn, quantile, axis=2)
        low, high = np.quantile(ours / others, (0.025, 0.975))
        found.append(Interval(float(low), float(high)))
    return found[0], found[1]


@dataclass(frozen=True, slots=True)
class Section:
    """The figures of one section, and what else is worth knowing of it, by name."""

    name: str
    figures: Sequence[Figure] = ()
    facts: Mapping[str, Any] | None = None


def show(sections: Sequence[Section], console: Console) -> None:
    """Print a table; times the floor is what another machine may be compared by."""
    table = Table(title="measured on this machine, beside its floor", caption=_CAPTION)
    table.add_column("")
    for column in ("p50 / p95", "of the floor"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("floor")
    for column in ("times", "times, p95"):
        table.add_column(column, justify="right")
    for section in sections:
        for each in section.figures:
            table.add_row(
                each.name, f"{_numbers(each.measured)} {each.unit}", _numbers(each.floor),
                each.floor_name, _times(each.ratio, each.sure, each.most[:1]),
                _times(each.slow_ratio, each.slow_sure, each.most[1:2]),
            )  # fmt: skip
        table.add_section()
    console.print(table)
    for section in sections:
        for name, value in (section.facts or {}).items():
            console.print(f"{section.name}: {name} {value}", highlight=False)


def keep(sections: Sequence[Section], file: Path) -> None:
    """Write figures and facts as JSON, by section."""
    file.parent.mkdir(parents=True, exist_ok=True)
    told = {
        section.name: {
            "figures": [
                asdict(each) | {"ratio": each.ratio, "slow_ratio": each.slow_ratio}
                for each in section.figures
            ],
            "facts": section.facts or {},
        }
        for section in sections
    }
    file.write_text(json.dumps(told, indent=1), encoding="utf-8")


def _numbers(value: Spread | float) -> str:
    return f"{_number(value.p50)} / {_number(value.p95)}" if isinstance(value, Spread) else (
        _number(value)
    )  # fmt: skip


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def _times(ratio: float | None, sure: Interval | None, most: tuple[float, ...]) -> str:
    if ratio is None:
        return ""
    told = f"{ratio:.2f}"
    if sure is not None:
        told += f" ({sure.low:.2f}-{sure.high:.2f})"
    return told + "".join(f" of {aim:g}" for aim in most)


def _middle(value: Spread | float) -> float:
    return value.p50 if isinstance(value, Spread) else value

"""What was measured, and how it is told."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table


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
class Figure:
    """One thing that was measured, in `unit`, and the floor that was run beside it."""

    name: str
    unit: str
    measured: Spread | float
    floor_name: str
    floor: Spread | float

    @property
    def ratio(self) -> float:
        """How many times the floor it is, by the middle values."""
        return _middle(self.measured) / _middle(self.floor)


def show(figures: Sequence[Figure], console: Console) -> None:
    """Print a table; times the floor is what another machine may be compared by."""
    table = Table(title="measured on this machine, beside its floor")
    for column in ("", "p50", "p95", "unit", "floor", "p50", "times the floor"):
        table.add_column(column, justify="left" if column in {"", "unit", "floor"} else "right")
    for each in figures:
        slow = f"{each.measured.p95:.3g}" if isinstance(each.measured, Spread) else ""
        middle, floor = _middle(each.measured), _middle(each.floor)
        cells = (f"{middle:.3g}", slow, each.unit, each.floor_name, f"{floor:.3g}")
        table.add_row(each.name, *cells, f"{each.ratio:.2f}")
    console.print(table)


def keep(figures: Sequence[Figure], file: Path) -> None:
    """Write the figures as JSON."""
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = [asdict(each) | {"ratio": each.ratio} for each in figures]
    file.write_text(json.dumps(rows, indent=1), encoding="utf-8")


def _middle(value: Spread | float) -> float:
    return value.p50 if isinstance(value, Spread) else value

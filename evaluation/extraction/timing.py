"""CPU time of extraction: by length of turn, and on pastes made to be the worst."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from evaluation.extraction.dialogues import Turn
from evaluation.extraction.run import event
from muniment.app.ports import Extractor, Surroundings

LENGTHS = (20, 60, 150, 400)
"""Upper bounds of the groups, in words; longer turns form the last group."""
REPEATS = 3
"""The fastest counts: the machine is shared. Time of this thread, in which the encoder runs too;
others only spin."""

_CODE = """def total(rows, key="price"):
    \"\"\"Sum a column; it isn't my fault if I can't.\"\"\"
    return sum(float(row[key]) for row in rows if row and row[key] != "") # I am here: {x} <y>
"""
PASTES = {
    "code": _CODE,
    "one word": "my ",
    "quotes": '\'I said "no" ',
    "first person": "I am and I have and my ",
    "no space": "a",
    "lines": "- Budget: 5\n",
}


@dataclass(frozen=True, slots=True)
class Group:
    """CPU milliseconds of the turns of up to `words` words."""

    words: int | None
    turns: int
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Paste:
    """CPU milliseconds for a paste of 100 KB and one of 200 KB: double, if time is linear."""

    name: str
    half: float
    whole: float


def by_length(turns: Sequence[Turn], run: Callable[[Turn], object]) -> list[Group]:
    """Time `run` on each turn, in groups of like length."""
    bounds: list[int | None] = [*LENGTHS, None]
    times: dict[int | None, list[float]] = {bound: [] for bound in bounds}
    for turn in turns:
        words = len(turn.text.split())
        bound = next((limit for limit in LENGTHS if words <= limit), None)
        times[bound].append(_cpu(lambda turn=turn: run(turn), REPEATS))  # type: ignore[misc]
    return [
        Group(bound, len(taken), statistics.median(taken), _percentile(taken, 0.95))
        for bound, taken in times.items()
        if taken
    ]


def pastes(extractor: Extractor) -> list[Paste]:
    """Time the pastes."""
    rows = []
    for name, unit in PASTES.items():
        half, whole = (
            _cpu(lambda size=size, unit=unit: _extract(extractor, unit, size), 1)  # type: ignore[misc]
            for size in (100_000, 200_000)
        )
        rows.append(Paste(name, half, whole))
    return rows


def _extract(extractor: Extractor, unit: str, size: int) -> None:
    text = (unit * (size // len(unit) + 1))[:size]
    turn = Turn("paste", 0, "User", text, datetime(2026, 1, 1, tzinfo=UTC), "User")
    extractor.extract(event(turn), Surroundings())


def _cpu(run: Callable[[], object], repeats: int) -> float:
    taken = []
    for _ in range(repeats):
        begin = time.thread_time()
        run()
        taken.append((time.thread_time() - begin) * 1000)
    return min(taken)


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

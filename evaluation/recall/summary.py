"""What a run comes to: means with intervals, by group, and our condition against each other one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evaluation.recall.conditions import OURS
from evaluation.recall.run import Row
from evaluation.recall.statistics import Difference, Mean, holm, mean, paired

COMPARED = (
    "recall@10", "recall@20", "recall_in_600", "reciprocal_rank", "served_recall", "missing",
    "stale_use", "over_recall", "forbidden", "displaced", "tokens", "answer_correct", "declined",
)  # fmt: skip
"""Measures on which conditions are compared pair by pair."""
TIMES = ("milliseconds", "cpu_milliseconds")

type Means = Mapping[str, Mean]
"""By measure."""


@dataclass(frozen=True, slots=True)
class Against:
    """Our condition minus another on one measure."""

    condition: str
    measure: str
    difference: Difference
    adjusted: float = 1.0
    """The difference's p, adjusted for the conditions that the measure is compared with (Holm)."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Percentiles of a time."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Summary:
    """All figures of a run. Names of conditions, groups and measures are keys."""

    questions: int
    conversations: int
    overall: Mapping[str, Means]
    times: Mapping[str, Mapping[str, Spread]]
    """Of `TIMES`, by condition."""
    groups: Mapping[str, Mapping[str, Mapping[str, Means]]]
    """By what is grouped, group and condition; only where the groups are few."""
    against: tuple[Against, ...]


_MOST_GROUPS = 60
"""More say nothing one by one: LongMemEval has a conversation for each question."""


def _history(row: Row) -> str:
    edges = ((0, "nothing"), (20, "1 to 20 turns"), (200, "21 to 200 turns"))
    return next((name for most, name in edges if row.told <= most), "more than 200 turns")


_GROUPINGS: Mapping[str, Callable[[Row], str]] = {
    "category": lambda row: row.category,
    "said_by": lambda row: row.said_by,
    "language": lambda row: row.language,
    "told_before": _history,
    "conversation": lambda row: row.conversation,
}


def summary(rows: Sequence[Row]) -> Summary:
    """Return the figures of at least one row."""
    asked = {(row.conversation, row.question) for row in rows}
    return Summary(
        questions=len(asked),
        conversations=len({name for name, _ in asked}),
        overall=_by_condition(rows),
        times={name: _times(some) for name, some in _split(rows).items()},
        groups={
            name: _grouped(rows, of)
            for name, of in _GROUPINGS.items()
            if len(set(map(of, rows))) <= _MOST_GROUPS
        },
        against=tuple(_adjusted(list(_against(rows)))),
    )


def _split(rows: Sequence[Row]) -> dict[str, list[Row]]:
    conditions: dict[str, list[Row]] = {}
    for row in rows:
        conditions.setdefault(row.condition, []).append(row)
    return conditions


def _grouped(rows: Sequence[Row], of: Callable[[Row], str]) -> dict[str, Mapping[str, Means]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(of(row), []).append(row)
    return {name: _by_condition(groups[name]) for name in groups}


def _by_condition(rows: Sequence[Row]) -> dict[str, Means]:
    return {name: _means(some) for name, some in _split(rows).items()}


def _means(rows: Sequence[Row]) -> dict[str, Mean]:
    measures = dict.fromkeys(name for row in rows for name in row.values)
    return {
        name: mean([row.values[name] for row in rows if name in row.values]) for name in measures
    }


def _times(rows: Sequence[Row]) -> dict[str, Spread]:
    found: dict[str, Spread] = {}
    for name in TIMES:
        values = [row.values[name] for row in rows if name in row.values]
        if values:
            half, most = np.percentile(values, [50, 95])
            found[name] = Spread(float(half), float(most))
    return found


def _against(rows: Sequence[Row]) -> Iterable[Against]:
    by_question = {
        condition: {(row.conversation, row.question): row for row in some}
        for condition, some in _split(rows).items()
    }
    ours = by_question.pop(OURS, {})
    for condition, others in by_question.items():
        for measure in COMPARED:
            pairs = [
                (row.values[measure], others[key].values[measure])
                for key, row in ours.items()
                if measure in row.values and key in others and measure in others[key].values
            ]
            if pairs:
                mine, theirs = zip(*pairs, strict=True)
                yield Against(condition, measure, paired(mine, theirs))


def _adjusted(against: Sequence[Against]) -> Iterable[Against]:
    adjusted: dict[tuple[str, str], float] = {}
    for measure in COMPARED:
        tests = [a for a in against if a.measure == measure]
        for test, p in zip(tests, holm([a.difference.p for a in tests]), strict=True):
            adjusted[test.condition, measure] = p
    return [replace(a, adjusted=adjusted[a.condition, a.measure]) for a in against]

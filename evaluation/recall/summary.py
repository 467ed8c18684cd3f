"""What a run comes to: means with intervals, by group, and our condition against each other one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.recall.conditions import OURS
from evaluation.recall.run import Row
from evaluation.recall.statistics import Difference, Mean, mean, paired

COMPARED = ("recall@10", "recall@20", "recall_in_600", "served_recall", "over_recall", "forbidden")
"""Measures on which conditions are compared pair by pair."""

type Means = Mapping[str, Mean]
"""By measure."""


@dataclass(frozen=True, slots=True)
class Against:
    """Our condition minus another on one measure."""

    condition: str
    measure: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class Summary:
    """All figures of a run. Names of conditions, groups and measures are keys."""

    questions: int
    conversations: int
    overall: Mapping[str, Means]
    groups: Mapping[str, Mapping[str, Mapping[str, Means]]]
    """By what is grouped, group and condition; only where the groups are few."""
    against: tuple[Against, ...]


_MOST_GROUPS = 60
"""More say nothing one by one: LongMemEval has a conversation for each question."""
_GROUPINGS: Mapping[str, Callable[[Row], str]] = {
    "category": lambda row: row.category,
    "said_by": lambda row: row.said_by,
    "language": lambda row: row.language,
    "conversation": lambda row: row.conversation,
}


def summary(rows: Sequence[Row]) -> Summary:
    """Return the figures of at least one row."""
    asked = {(row.conversation, row.question) for row in rows}
    return Summary(
        questions=len(asked),
        conversations=len({name for name, _ in asked}),
        overall=_by_condition(rows),
        groups={
            name: _grouped(rows, of)
            for name, of in _GROUPINGS.items()
            if len(set(map(of, rows))) <= _MOST_GROUPS
        },
        against=tuple(_against(rows)),
    )


def _grouped(rows: Sequence[Row], of: Callable[[Row], str]) -> dict[str, Mapping[str, Means]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(of(row), []).append(row)
    return {name: _by_condition(some) for name, some in groups.items()}


def _by_condition(rows: Sequence[Row]) -> dict[str, Means]:
    conditions: dict[str, list[Row]] = {}
    for row in rows:
        conditions.setdefault(row.condition, []).append(row)
    return {name: _means(some) for name, some in conditions.items()}


def _means(rows: Sequence[Row]) -> dict[str, Mean]:
    measures = dict.fromkeys(name for row in rows for name in row.values)
    return {
        name: mean([row.values[name] for row in rows if name in row.values]) for name in measures
    }


def _against(rows: Sequence[Row]) -> Iterable[Against]:
    by_question: dict[str, dict[tuple[str, str], Row]] = {}
    for row in rows:
        by_question.setdefault(row.condition, {})[row.conversation, row.question] = row
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

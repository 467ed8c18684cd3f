"""The tables of the page: a row a condition, a column a measure; a click on a head sorts."""

from collections.abc import Mapping, Sequence
from html import escape

from evaluation.recall.conditions import OURS
from evaluation.recall.cost import CostSheet
from evaluation.recall.report.naming import (
    CONDITIONS,
    LEVEL,
    MEASURES,
    WITHOUT,
    Named,
    name_of,
    number,
)
from evaluation.recall.statistics import Mean
from evaluation.recall.summary import TIMES, Against, Means, Spread
from evaluation.recall.wording import counted

_EMPTY = '<td class=unit data-value="-1">-</td>'


def in_order(names: Sequence[str]) -> list[str]:
    """Return conditions as they are shown: ours, the plain ones, ours without its parts."""
    first = [name for name in CONDITIONS if name in names]
    return first + [name for name in names if name not in first]


def measures(conditions: Mapping[str, Means], shown: Mapping[str, Named]) -> str:
    """Return a table of the measures that are there; empty if there are none."""
    there = {m: named for m, named in shown.items() if any(m in c for c in conditions.values())}
    if not there:
        return ""
    heads = [f"{named.name} {named.better}".strip() for named in there.values()]
    titles = [_told(named) for named in there.values()]
    rows = {
        name: "".join(_cell(measure, conditions[name]) for measure in there)
        for name in in_order(list(conditions))
    }
    return _table(heads, titles, rows)


def _told(named: Named) -> str:
    wanted = {LEVEL: "", "↑": "; more is better", "↓": "; less is better"}[named.better]
    return named.meaning + wanted


def _cell(measure: str, means: Means) -> str:
    if measure not in means:
        return _EMPTY
    mean = means[measure]
    low, high = number(measure, mean.low), number(measure, mean.high)
    return (
        f'<td data-value="{mean.mean:.6g}" title="{counted(mean.count, "question")}">'
        f"{number(measure, mean.mean)}<br><span class=unit>{low} to {high}</span></td>"
    )


def times(spreads: Mapping[str, Mapping[str, Spread]]) -> str:
    """Return a table of percentiles, in milliseconds."""
    there = [name for name in TIMES if any(name in each for each in spreads.values())]
    heads, titles = [], []
    for name in there:
        what = "CPU" if name.startswith("cpu") else "clock"
        heads += [f"{what} p50", f"{what} p95"]
        titles += [f"half of the answers take less {what} time", "19 of 20 take less"]
    rows = {
        name: "".join(
            _plain(value, f"{value:,.1f}")
            for measure in there
            for value in _both(spreads[name].get(measure))
        )
        for name in in_order(list(spreads))
    }
    return _table(heads, titles, rows)


def _both(spread: Spread | None) -> tuple[float, float]:
    return (spread.p50, spread.p95) if spread else (0.0, 0.0)


def costs(sheet: CostSheet) -> str:
    """Return a table of costs, in US dollars."""
    heads = ["context", "recall", "both"]
    titles = [
        f"read by {sheet.reader} at {sheet.usd_a_million:g} a million tokens",
        "AWS's list prices of what a recall uses; the search domain stands there anyway",
        "context and recall",
    ]
    rows = {}
    for name in in_order(list(sheet.by_condition)):
        cost = sheet.by_condition[name]
        service = _EMPTY if cost.service is None else _plain(cost.service, f"{cost.service:.4f}")
        rows[name] = _interval(cost.context) + service + _plain(cost.total, f"{cost.total:.4f}")
    return _table(heads, titles, rows)


def _interval(mean: Mean) -> str:
    return (
        f'<td data-value="{mean.mean:.6g}">{mean.mean:.4f}<br>'
        f"<span class=unit>{mean.low:.4f} to {mean.high:.4f}</span></td>"
    )


def _plain(value: float, shown: str) -> str:
    return f'<td data-value="{value:.6g}">{shown}</td>'


def _table(heads: Sequence[str], titles: Sequence[str], rows: Mapping[str, str]) -> str:
    head = "".join(
        f'<th title="{escape(title)}">{escape(name)}</th>'
        for name, title in zip(heads, titles, strict=True)
    )
    body = "".join(
        f"<tr{_class(name)}><td>{escape(name)}</td>{cells}</tr>" for name, cells in rows.items()
    )
    return (
        f"<div class=wide><table><thead><tr><th>condition</th>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _class(name: str) -> str:
    return " class=ours" if name == OURS else " class=part" if name.startswith(WITHOUT) else ""


def pairs(against: Sequence[Against]) -> str:
    """Return the table of ours against each other condition, pair by pair."""
    rows = "".join(
        f"<tr><td>{escape(a.condition)}</td><td>{escape(name_of(a.measure))}"
        f" {MEASURES[a.measure].better}</td>"
        f"{_difference(a)}"
        f'<td data-value="{a.difference.p:.6g}">{a.difference.p:.4f}</td>'
        f'<td data-value="{a.adjusted:.6g}">{a.adjusted:.4f}</td>'
        f'<td data-value="{a.difference.count}">{a.difference.count}</td></tr>'
        for a in against
    )
    heads = ("ours minus", "measure", "difference", "95 % interval", "p", "p, Holm", "questions")
    head = "".join(f"<th>{name}</th>" for name in heads)
    return (
        f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _difference(a: Against) -> str:
    mean, low, high = (
        _signed(a.measure, value)
        for value in (a.difference.mean, a.difference.low, a.difference.high)
    )
    return f'<td data-value="{a.difference.mean:.6g}">{mean}</td><td>{low} to {high}</td>'


def _signed(measure: str, value: float) -> str:
    return f"{value:+,.0f}" if measure == "tokens" else f"{value:+.3f}"

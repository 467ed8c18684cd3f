"""The report as one page that needs nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from evaluation.recall import plots
from evaluation.recall.conditions import OURS
from evaluation.recall.measures import BUDGET
from evaluation.recall.summary import Against, Means, Summary

RETRIEVAL_ONLY = (
    "Retrieval only: no route of models was configured, so nothing was answered or judged. The "
    "figures say whether the evidence reaches the model, not what it makes of it."
)
NAMES: Mapping[str, str] = {
    "recall@10": "evidence in the first 10", "recall@20": "in the first 20",
    "episode_recall@10": "in the first 10 episodes", "recall_in_600": f"in {BUDGET} tokens",
    "precision@10": "precision at 10", "hit@10": "hit rate at 10",
    "reciprocal_rank": "mean reciprocal rank", "served_recall": "evidence served",
    "missing": "missing recall", "stale_use": "stale use", "stale_shown": "stale shown",
    "forbidden": "forbidden hits", "contradiction_shown": "contradictions shown",
    "over_recall": "over-recall", "unsupported": "lines without support",
    "displaced": "room without evidence", "tokens": "tokens served",
    "milliseconds": "milliseconds", "cpu_milliseconds": "CPU milliseconds",
}  # fmt: skip
"""The measures of the large table, in its order; the JSON holds them all."""

_FOUND = (
    "The share of the turns (or sessions) that hold the answer, without a floor. Bars with 95 % "
    "bootstrap intervals over questions."
)
_GROUPED = ("recall@10", "recall_in_600", "served_recall", "over_recall", "forbidden", "stale_use")
_STYLE = """
:root{--ink:#22303c;--faint:#66757f;--line:#e4e9ee;--accent:#0b7a75}
*{box-sizing:border-box}
body{margin:0 auto;max-width:960px;padding:2.5rem 1.5rem 4rem;background:#fbfcfd;color:var(--ink);
font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:1.7rem;margin:0 0 .3rem}h2{font-size:1.12rem;margin:2.6rem 0 .5rem}
p{margin:.3rem 0 .8rem;max-width:44rem}.faint,.unit{color:var(--faint)}
.note{border-left:4px solid #d17a22;background:#fdf4ea;padding:.6rem .9rem;max-width:none}
.tiles{display:flex;flex-wrap:wrap;gap:.8rem;margin:1.4rem 0}
.tile{flex:1 1 9rem;background:#fff;border:1px solid var(--line);border-radius:10px;
padding:.8rem 1rem}
.tile b{display:block;font-size:1.7rem;line-height:1.15;color:var(--accent)}
.tile span{font-size:.82rem;color:var(--faint)}
figure{margin:.6rem 0;background:#fff;border:1px solid var(--line);border-radius:10px;padding:.9rem}
figure svg{width:100%;height:auto;font-family:inherit}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
@media(max-width:700px){.pair{grid-template-columns:1fr}}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.82rem;background:#fff;width:100%}
th,td{padding:.3rem .55rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap;
font-variant-numeric:tabular-nums}th:first-child,td:first-child{text-align:left}
thead th{font-weight:600;border-bottom:2px solid var(--ink);vertical-align:bottom}
tr.ours td{background:#eef7f6;font-weight:600}.unit{font-size:.75rem;font-weight:400}
summary{cursor:pointer;color:var(--accent)}
"""


def page(summary: Summary, about: Mapping[str, str]) -> str:
    """Return the page; `about` says what was measured, with what, and when."""
    parts = [
        f"<h1>Recall, measured</h1><p class=faint>{_about(about)}</p>",
        f"<p class=note>{RETRIEVAL_ONLY}</p>",
        _tiles(summary),
        "<h2>How much of the evidence is found</h2>",
        f"<p>{_FOUND}</p>",
        f"<figure>{plots.headline(summary)}</figure>",
        "<div class=pair><div><h2>For how many tokens</h2>",
        f"<figure>{plots.economy(summary)}</figure></div>",
        "<div><h2>What goes wrong</h2>",
        f"<figure>{plots.harm(summary)}</figure></div></div>",
        *_categories(summary),
        *_ablations(summary.against),
        "<h2>Every figure</h2>",
        _table(summary.overall, [name for name in NAMES if _is_there(name, summary.overall)]),
        *_groups(summary),
        _pairs(summary.against),
    ]
    body = "\n".join(parts)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Recall, measured</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{_STYLE}</style><body>{body}</body></html>\n"
    )


def _about(about: Mapping[str, str]) -> str:
    return " · ".join(f"{escape(name)} {escape(value)}" for name, value in about.items())


def _tiles(summary: Summary) -> str:
    ours = summary.overall[OURS]
    tiles = (
        ("recall@10", "of the evidence in the first 10"),
        ("recall_in_600", f"of the evidence in {BUDGET} tokens"),
        ("over_recall", "of what nothing answers recalls something"),
        ("forbidden", "of the questions hit something forbidden"),
        ("tokens", "tokens a question, on average"),
    )
    shown = (
        f"<div class=tile><b>{_number(name, ours[name].mean)}</b><span>{words}</span></div>"
        for name, words in tiles
        if name in ours
    )
    return f"<div class=tiles>{''.join(shown)}</div>"


def _categories(summary: Summary) -> Iterator[str]:
    if categories := summary.groups.get("category"):
        yield "<h2>By kind of question</h2>"
        yield f"<figure>{plots.by_group(categories)}</figure>"


def _ablations(against: Sequence[Against]) -> Iterator[str]:
    if any(a.condition.startswith(f"{OURS} without") for a in against):
        yield "<h2>What each part of the ranking gives</h2>"
        yield "<p>Ours minus ours without the part, on the same questions. Grey: may be chance.</p>"
        yield f"<figure>{plots.ablations(against)}</figure>"


def _groups(summary: Summary) -> Iterator[str]:
    for name, groups in summary.groups.items():
        if len(groups) < 2:
            continue
        tables = "".join(
            f"<h3>{escape(group)}</h3>{_table(means, _those_there(means))}"
            for group, means in groups.items()
        )
        title = name.replace("_", " ")
        yield f"<details><summary>By {escape(title)}</summary>{tables}</details>"


def _those_there(means: Mapping[str, Means]) -> list[str]:
    return [name for name in _GROUPED if _is_there(name, means)]


def _is_there(name: str, conditions: Mapping[str, Means]) -> bool:
    return any(name in means for means in conditions.values())


def _table(conditions: Mapping[str, Means], measures: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in conditions)
    rows = []
    for measure in measures:
        cells = "".join(_cell(measure, means) for means in conditions.values())
        rows.append(f"<tr><td>{escape(NAMES.get(measure, measure))}</td>{cells}</tr>")
    return (
        f"<div class=wide><table><thead><tr><th></th>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(measure: str, means: Means) -> str:
    if measure not in means:
        return "<td class=unit>-</td>"
    mean = means[measure]
    low, high = _number(measure, mean.low), _number(measure, mean.high)
    return (
        f'<td title="{mean.count} values">{_number(measure, mean.mean)}'
        f"<br><span class=unit>{low} to {high}</span></td>"
    )


def _pairs(against: Sequence[Against]) -> str:
    rows = "".join(
        f"<tr><td>{escape(a.condition)}</td><td>{escape(NAMES.get(a.measure, a.measure))}</td>"
        f"<td>{a.difference.mean:+.3f}</td>"
        f"<td>{a.difference.low:+.3f} to {a.difference.high:+.3f}</td>"
        f"<td>{a.difference.p:.4f}</td><td>{a.difference.count}</td></tr>"
        for a in against
    )
    return (
        "<details><summary>Ours minus each other, pair by pair</summary><div class=wide><table>"
        "<thead><tr><th>minus</th><th>measure</th><th>difference</th><th>95 % interval</th>"
        f"<th>p (sign flips)</th><th>questions</th></tr></thead><tbody>{rows}</tbody></table></div>"
        "</details>"
    )


def _number(measure: str, value: float) -> str:
    whole = measure in ("tokens", "milliseconds", "cpu_milliseconds")
    return f"{value:,.0f}" if whole else f"{value:.3f}"

"""The report as one page that needs nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from evaluation.recall.conditions import OURS
from evaluation.recall.cost import CostSheet
from evaluation.recall.measures import BUDGET
from evaluation.recall.report import Report, plots, tables
from evaluation.recall.report.failed import failed_section
from evaluation.recall.report.judged import judged_section
from evaluation.recall.report.naming import CONDITIONS, MEASURES, TABLES, WITHOUT, number
from evaluation.recall.report.style import SORTING, STYLE
from evaluation.recall.summary import Against, Means, Summary

RETRIEVAL_ONLY = (
    "Retrieval only: no route of models was configured, so nothing was answered or judged. The "
    "figures say whether the evidence reaches the model, not what it makes of it."
)
_READING = (
    "Each question has <i>evidence</i>: the turns of the conversation, or its sessions, that "
    "answer it. The same questions are put to every way to remember, of which each knows what was "
    "said before, and nothing else. A share of 1 is all of it. Below a mean stands its interval: "
    "with other questions of this kind it would lie there 95 times of 100 (of few questions that "
    "all go the same way it has no width, and says little). Where two intervals overlap, the pairs "
    "at the end tell more. ↑ more is better, ↓ less is. A click on the head of a table sorts it, "
    "and a head says what it means when it is pointed at."
)
_PAIRS = "On the same questions; p by flipping signs, adjusted for what is tested together (Holm)."
_GROUPED = ("recall@10", "recall_in_600", "served_recall", "missing", "stale_use", "over_recall",
            "forbidden", "answer_correct")  # fmt: skip


def page(report: Report) -> str:
    """Return the page."""
    summary, result = report.figures, report.result
    parts = [
        f"<h1>Recall, measured</h1><p class=faint>{_about(report.about)}</p>",
        "" if result else f"<p class=note>{RETRIEVAL_ONLY}</p>",
        _tiles(summary),
        "<h2>In short</h2>",
        f"<ul>{''.join(f'<li>{told}</li>' for told in _in_short(summary))}</ul>",
        "<h2>How to read this</h2>",
        f"<p>{_READING}</p>",
        _list({name: CONDITIONS[name] for name in CONDITIONS if name in summary.overall}),
        "<h2>How much of the evidence is found</h2>",
        f"<figure>{plots.headline(summary)}</figure>",
        "<div class=pair><div><h2>For how many tokens</h2>",
        f"<figure>{plots.economy(summary)}</figure></div>",
        "<div><h2>What goes wrong</h2>",
        f"<figure>{plots.harm(summary)}</figure></div></div>",
        *_categories(summary),
        *_ablations(summary.against),
        *(judged_section(summary, result) if result else ()),
        *_measures(summary.overall),
        "<h2>Time of an answer, in milliseconds</h2>",
        tables.times(summary.times),
        *_costs(report.costs),
        *failed_section(report.failed),
        "<h2>Part by part</h2>",
        *_groups(summary),
        f"<details><summary>Ours minus each other, pair by pair</summary><p>{_PAIRS}</p>",
        f"{tables.pairs(summary.against)}</details>",
        "<details><summary>What the measures mean</summary>",
        _list({f"{named.name} ({key})": named.meaning for key, named in MEASURES.items()}),
        "</details>",
    ]
    body = "\n".join(filter(None, parts))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Recall, measured</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{STYLE}</style><body>{body}<script>{SORTING}</script></body></html>\n"
    )


def _costs(costs: CostSheet) -> Iterator[str]:
    yield f"<h2>Cost of {costs.recalls:,} answers, in US dollars</h2>"
    yield (
        f"<p>List prices of {escape(costs.looked_up)} (docs/costs.md): {escape(costs.reader)} "
        "reads the context. Writing, the answer and what stands there anyway are not in it. What a "
        "recall uses of AWS is priced for ours alone: the others run here, and have no service.</p>"
    )
    yield tables.costs(costs)


def _about(about: Mapping[str, str]) -> str:
    return " · ".join(f"{escape(name)} {escape(value)}" for name, value in about.items())


def _list(entries: Mapping[str, str]) -> str:
    told = "".join(
        f"<dt>{escape(n)}</dt><dd>{escape(meaning)}</dd>" for n, meaning in entries.items()
    )
    return f"<dl>{told}</dl>"


def _tiles(summary: Summary) -> str:
    ours = summary.overall[OURS]
    tiles = (
        ("recall@10", "of the evidence in the first 10"),
        ("recall_in_600", f"of the evidence in {BUDGET} tokens"),
        ("over_recall", "of the questions that nothing answers are given lines all the same"),
        ("forbidden", "of the questions hit something forbidden"),
        ("answer_correct", "of the answers are right"),
        ("tokens", "tokens a question, on average"),
    )
    shown = (
        f"<div class=tile><b>{number(name, ours[name].mean)}</b><span>{words}</span></div>"
        for name, words in tiles
        if name in ours
    )
    return f"<div class=tiles>{''.join(shown)}</div>"


_SHORT = {
    "recall@10": "Of the evidence, {ours} is in the first 10 lines",
    "recall_in_600": "Inside " + str(BUDGET) + " tokens it is {ours}",
    "served_recall": "By default {ours} of the evidence is served",
    "answer_correct": "A model answers {ours} of the questions right",
    "over_recall": "Where nothing answers, {ours} of the questions recall something",
    "stale_use": "Where something has changed, what was so before comes first in {ours}",
}


def _in_short(summary: Summary) -> Iterator[str]:
    """Yield what a reader should know, with the nearest of the other conditions."""
    plain = {n: m for n, m in summary.overall.items() if n != OURS and not n.startswith(WITHOUT)}
    ours = summary.overall[OURS]
    for measure, words in _SHORT.items():
        if measure not in ours:
            continue
        mean = ours[measure]
        told = words.format(ours=f"<b>{mean.mean:.3f}</b> [{mean.low:.3f}, {mean.high:.3f}]")
        others = {n: means[measure].mean for n, means in plain.items() if measure in means}
        if measure in ("over_recall", "stale_use"):
            others = {n: value for n, value in others.items() if n in ("BM25", "vectors")}
            listed = ", ".join(f"{value:.3f} with {n}" for n, value in others.items())
            yield f"{told}; {listed}." if listed else f"{told}."
        elif others:
            yield f"{told}; {_best(summary, others, measure)}."
        else:
            yield f"{told}."


def _best(summary: Summary, others: Mapping[str, float], measure: str) -> str:
    """Return which others are best, all of those that share the first place, and what they have."""
    most = f"{max(others.values()):.3f}"
    names = [name for name, value in others.items() if f"{value:.3f}" == most]
    apart = {name: _pair(summary, name, measure) for name in names}
    listed = " and ".join(map(escape, names))
    if len(set(apart.values())) == 1:
        has = "has" if len(names) == 1 else "have"
        return f"the best of the others, {listed}, {has} {most}{apart[names[0]]}"
    each = "; ".join(f"{escape(name)}{pair or ', no pairs'}" for name, pair in apart.items())
    return f"the best of the others, {listed}, have {most}: {each}"


def _pair(summary: Summary, condition: str, measure: str) -> str:
    for a in summary.against:
        if (a.condition, a.measure) == (condition, measure):
            d = a.difference
            if d.low == d.high == 0:
                return ", the same on every question"
            is_sure = d.low > 0 or d.high < 0
            said = "" if is_sure else ", which may be chance"
            return f" ({d.mean:+.3f} [{d.low:+.3f}, {d.high:+.3f}]{said})"
    return ""


def _categories(summary: Summary) -> Iterator[str]:
    categories = summary.groups.get("category", {})
    if any("recall@10" in means.get(OURS, {}) for means in categories.values()):
        yield "<h2>By kind of question</h2>"
        yield f"<figure>{plots.by_group(categories)}</figure>"


def _ablations(against: Sequence[Against]) -> Iterator[str]:
    if any(a.condition.startswith(WITHOUT) for a in against):
        yield "<h2>What each part of the ranking gives</h2>"
        yield "<p>Ours minus ours without the part, on the same questions. Grey: may be chance.</p>"
        yield f"<figure>{plots.ablations(against)}</figure>"


def _measures(overall: Mapping[str, Means]) -> Iterator[str]:
    for title, shown in TABLES.items():
        if table := tables.measures(overall, shown):
            yield f"<h2>{escape(title)}</h2>"
            yield table


def _groups(summary: Summary) -> Iterator[str]:
    shown = {name: MEASURES[name] for name in _GROUPED}
    for name, groups in summary.groups.items():
        if len(groups) < 2:
            continue
        found = ((group, tables.measures(means, shown)) for group, means in groups.items())
        told = "".join(f"<h3>{escape(group)}</h3>{table}" for group, table in found if table)
        title = name.replace("_", " ")
        yield f"<details><summary>By {escape(title)}</summary>{told}</details>"

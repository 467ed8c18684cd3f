"""The main figures at a terminal, and the report's files."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from evaluation.judging.exam import Result
from evaluation.recall.conditions import OURS
from evaluation.recall.report import Report
from evaluation.recall.report.judged import spending, trust
from evaluation.recall.report.page import RETRIEVAL_ONLY, page
from evaluation.recall.report.tables import in_order
from evaluation.recall.summary import Summary
from evaluation.recall.wording import counted

PRINTED: Mapping[str, str] = {
    "recall@10": "R@10", "recall@20": "R@20", "recall_in_600": "in 600", "reciprocal_rank": "MRR",
    "missing": "missing", "stale_use": "stale", "forbidden": "forb.", "over_recall": "over",
    "answer_correct": "right", "declined": "declined", "tokens": "tokens",
}  # fmt: skip
"""Heads of columns by measure; docs/evaluation.md has them beside the names on the page."""
_EXPLAINED = "What each column is: docs/evaluation.md, under Measures, and the end of the page."


def show(screen: Console, figures: Summary, result: Result | None) -> None:
    """Print the figures that matter most."""
    names = in_order(list(figures.overall))
    table = Table(title=f"{counted(figures.questions, 'question')}; shares, and tokens served")
    table.add_column("", no_wrap=True)
    measures = [m for m in PRINTED if any(m in figures.overall[name] for name in names)]
    for measure in measures:
        table.add_column(PRINTED[measure], justify="right", no_wrap=True)
    for name in names:
        means = figures.overall[name]
        digits = [0 if measure == "tokens" else 3 for measure in measures]
        cells = [
            f"{means[measure].mean:.{places}f}" if measure in means else "-"
            for measure, places in zip(measures, digits, strict=True)
        ]
        table.add_row(name, *cells, style="bold" if name == OURS else "")
    screen.print(table)
    screen.print(_EXPLAINED)
    screen.print(f"{trust(result)}\n{spending(result)}" if result else RETRIEVAL_ONLY)


def replaced(stem: Path) -> str:
    """Return of when the report is that lies under a path and is about to go; empty if none is."""
    there = stem.with_name(f"{stem.name}.json")
    if not there.exists():
        return ""
    return f"{datetime.fromtimestamp(there.stat().st_mtime, UTC):%Y-%m-%d %H:%M} UTC"


def write(stem: Path, report: Report) -> Sequence[Path]:
    """Write the report under a path without ending, as JSON and as a page; return both paths."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    result = report.result
    content = {
        "about": report.about, "note": None if result else RETRIEVAL_ONLY,
        "summary": asdict(report.figures), "costs": asdict(report.costs),
        "answers": _answers(result) if result else None, "rows": [asdict(r) for r in report.rows],
    }  # fmt: skip
    as_json, as_page = (stem.with_name(f"{stem.name}.{end}") for end in ("json", "html"))
    as_json.write_text(json.dumps(content, indent=1), encoding="utf-8")
    as_page.write_text(page(report), encoding="utf-8")
    return as_json, as_page


def _answers(result: Result) -> Mapping[str, object]:
    spent = {
        job: {"outcomes": dict(s.outcomes), "usage": asdict(s.usage), "cost": s.cost}
        for job, s in result.spent.items()
    }
    labels, again = (asdict(a) if a else None for a in (result.labels, result.again))
    return {
        "answerer": result.answerer, "judge": result.judge, "labels": labels, "again": again,
        "answered": result.answered, "unanswered": result.unanswered, "skipped": result.skipped,
        "unspent": result.unspent, "spent": spent,
    }  # fmt: skip

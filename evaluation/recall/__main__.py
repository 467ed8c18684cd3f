"""Measure recall on conversations with questions, beside simpler ways to remember.

    make eval
    make eval DATA=conversations.json
    make eval DATA=folder ARGS="--only conv-26 --parts"

Without data, our own golden set. The forms of LoCoMo, LongMemEval, BEAM and RealMem are read as
they are published; docs/evaluation.md says how your own data have to look, and what is measured.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from evaluation.recall.conditions import OURS
from evaluation.recall.forms.reading import read
from evaluation.recall.model import Conversation
from evaluation.recall.page import RETRIEVAL_ONLY, page
from evaluation.recall.plots import PLAIN
from evaluation.recall.run import Row, conditions, run
from evaluation.recall.summary import Summary, summary
from evaluation.recall.unrelated import with_unrelated
from local.model import provide
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_gate import E5SentenceGate
from muniment.adapters.pattern_extractor import PatternExtractor

GOLDEN = Path(__file__).parents[1] / "data" / "recall-golden.json"
REPORTS = Path("build/reports")
_PRINTED = {
    "recall@10": "R@10", "recall@20": "R@20", "recall_in_600": "in 600", "reciprocal_rank": "MRR",
    "missing": "missing", "stale_use": "stale", "forbidden": "forb.", "over_recall": "over",
    "tokens": "tokens",
}  # fmt: skip
screen = Console(highlight=False)


class Bars:
    """Implements run.Watch for a person at a terminal."""

    def __init__(self, progress: Progress, conversations: int) -> None:
        self._progress = progress
        self._all = progress.add_task("conversations", total=conversations)
        self._told = progress.add_task("turns", total=1)
        self._asked = progress.add_task("questions", total=1)
        self._begun = 0

    def begin(self, conversation: Conversation) -> None:
        """See Watch."""
        self._progress.update(self._all, completed=self._begun, description=conversation.name)
        self._begun += 1
        self._progress.reset(self._told, total=len(conversation.turns))
        self._progress.reset(self._asked, total=len(conversation.questions))

    def told(self, turns: int) -> None:
        """See Watch."""
        self._progress.advance(self._told, turns)

    def asked(self) -> None:
        """See Watch."""
        self._progress.advance(self._asked)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print the main figures, and write the report."""
    options = _options(arguments)
    general = _lines(options.unrelated)
    chosen = [
        conversation
        for path in options.data or [GOLDEN]
        for conversation in read(path)
        if options.only in (None, conversation.name)
    ]
    if not chosen:
        raise SystemExit(f"no conversation is called {options.only}")
    if options.unrelated or options.foreign:
        chosen = list(with_unrelated(chosen, general, foreign=options.foreign))
    encoder = E5Encoder(provide())
    extractor = PatternExtractor(E5SentenceGate(encoder))
    with _progress() as progress:
        make = conditions(encoder, extractor, parts=options.parts)
        rows = list(run(chosen, make, Bars(progress, len(chosen))))
    figures = summary(rows)
    _show(figures)
    _write(options.report, figures, rows, {
        "data": ", ".join(path.name for path in options.data or [GOLDEN]),
        "questions": str(figures.questions), "conversations": str(figures.conversations),
        "encoder": encoder.model, "extractor": extractor.version,
        "measured": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    })  # fmt: skip


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "evaluation.recall", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("data", nargs="*", type=Path, help="files or folders; default: golden set")
    parser.add_argument("--only", help="the name of one conversation")
    parser.add_argument(
        "--parts", action="store_true", help="also ours without each part of the ranking"
    )
    parser.add_argument(
        "--unrelated", type=Path, help="a file of general questions, one a line, asked as well"
    )
    parser.add_argument(
        "--foreign", action="store_true", help="also ask each conversation questions of the others"
    )
    parser.add_argument(
        "--report", type=Path, default=REPORTS / "recall", help="without ending; %(default)s"
    )
    return parser.parse_args(arguments)


def _lines(path: Path | None) -> list[str]:
    text = path.read_text(encoding="utf-8") if path else ""
    return [line for line in text.splitlines() if line.strip()]


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description:>18}"), BarColumn(), MofNCompleteColumn(),
        TimeElapsedColumn(), console=screen,
    )  # fmt: skip


def _show(figures: Summary) -> None:
    table = Table(title=f"{figures.questions} questions; shares, and tokens served")
    names = [name for name in (*PLAIN, OURS) if name in figures.overall]
    names += [name for name in figures.overall if name not in names]
    table.add_column("", no_wrap=True)
    measures = [m for m in _PRINTED if any(m in figures.overall[name] for name in names)]
    for measure in measures:
        table.add_column(_PRINTED[measure], justify="right", no_wrap=True)
    for name in names:
        means = figures.overall[name]
        digits = [0 if measure == "tokens" else 3 for measure in measures]
        cells = [
            f"{means[measure].mean:.{places}f}" if measure in means else "-"
            for measure, places in zip(measures, digits, strict=True)
        ]
        table.add_row(name, *cells, style="bold" if name == OURS else "")
    screen.print(table)
    screen.print(RETRIEVAL_ONLY)


def _write(stem: Path, figures: Summary, rows: Sequence[Row], about: dict[str, str]) -> None:
    stem.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "about": about, "note": RETRIEVAL_ONLY, "summary": asdict(figures),
        "rows": [asdict(row) for row in rows],
    }  # fmt: skip
    stem.with_suffix(".json").write_text(json.dumps(content, indent=1), encoding="utf-8")
    stem.with_suffix(".html").write_text(page(figures, about), encoding="utf-8")
    screen.print(f"kept in {stem}.json and {stem}.html")


if __name__ == "__main__":
    main()

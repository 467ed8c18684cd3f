"""`make gate-report`: run the gates' detectors over a file, or over our own sets, and tell rates.

The report has numbers of lines and names of kinds, and never a text.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from evaluation.measures import Measure, Rate, Verdict, rates, verdicts
from evaluation.samples import SampleError, read
from evaluation.scanners import SCANNERS
from evaluation.sets import SETS

REPORT = Path("build/reports/gates.json")
_WIDTH = 110  # where no terminal says its own

app = typer.Typer(add_completion=False)


@app.command()
def report(
    file: Annotated[
        Path | None, typer.Argument(help="JSON Lines of text, label, group; or plain lines")
    ] = None,
    by: Annotated[str, typer.Option(help="group, form or all")] = "group",
    output: Annotated[Path, typer.Option(help="where the JSON goes")] = REPORT,
) -> None:
    """Print detection and false-alarm rates, and write them as JSON."""
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    try:
        judged = _judged(file)
    except (OSError, UnicodeDecodeError, SampleError) as error:
        console.print(f"cannot read {file}: {error}")
        raise typer.Exit(2) from None
    for name, some in judged.items():
        together = [] if by == "all" else rates(some, "all")
        console.print(_table(name, [*rates(some, by), *together]))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps({name: _json(some) for name, some in judged.items()}, indent=1))
    console.print(f"written to {output}")


def _judged(file: Path | None) -> dict[str, list[Verdict]]:
    if file is not None:
        return {file.name: list(verdicts(read(file), SCANNERS))}
    return {
        each.name: list(verdicts(each.samples(), [s for s in SCANNERS if s.label in each.labels]))
        for each in SETS
    }


def _table(name: str, found: Sequence[Rate]) -> Table:
    table = Table(title=name, title_justify="left")
    for heading in ("scanner", "measure", "group"):
        table.add_column(heading)
    for heading in ("texts", "found", "rate"):
        table.add_column(heading, justify="right")
    table.add_column("odd lines", overflow="ellipsis", no_wrap=True, max_width=24)
    for rate in found:
        odd = () if rate.measure is Measure.UNLABELLED else rate.odd
        table.add_row(
            rate.scanner, rate.measure, rate.name, str(rate.texts), str(rate.found),
            f"{rate.share:.3f}", " ".join(map(str, odd)),
        )  # fmt: skip
    return table


def _json(judged: Sequence[Verdict]) -> dict[str, list[dict[str, object]]]:
    return {
        by: [asdict(rate) | {"share": round(rate.share, 4)} for rate in rates(judged, by)]
        for by in ("all", "group", "form")
    }


if __name__ == "__main__":
    app()

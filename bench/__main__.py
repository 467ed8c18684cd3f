"""The command: `python -m bench`."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bench import figures
from bench.ingestion import WARM, Ingestion, encoding
from examples.stack import LOCAL, Stack

REPORT = Path("build/reports/bench.json")
MODEL = Path("build/model/e5-small-v2")


def main(
    stack: Annotated[Path, typer.Option(help="The description of a stack that is up.")] = LOCAL,
    turns: Annotated[int, typer.Option(help="Turns to send through the queue.")] = 400,
    single: Annotated[int, typer.Option(help="Turns to follow one by one.")] = 40,
) -> None:
    """Measure the write path of a stack, beside its floors."""
    console = Console(stderr=True)
    ingestion = Ingestion(Stack.read(stack))
    with _progress(console) as bar:
        task = bar.add_task("encoding alone", total=1)
        floor = encoding(MODEL, ingestion.seed)
        bar.advance(task)
        task = bar.add_task("turns through the queue", total=turns)
        through = ingestion.throughput(turns, lambda steps: bar.advance(task, steps), floor)
        task = bar.add_task("turns one by one", total=single + WARM)
        followed = ingestion.readable(single, lambda steps: bar.advance(task, steps))
    measured = [through, *followed]
    figures.show(measured, Console())
    figures.keep(measured, REPORT)
    console.print(f"kept in {REPORT}")


def _progress(console: Console) -> Progress:
    shown = (TextColumn("{task.description:>24}"), BarColumn(), MofNCompleteColumn())
    return Progress(*shown, TimeElapsedColumn(), console=console)


if __name__ == "__main__":
    typer.run(main)

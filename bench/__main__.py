"""The command: `python -m bench`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bench import figures, scale
from bench.figures import Section
from bench.floor.deployed import deployed
from bench.ingestion import WARM, Ingestion, encoding
from bench.large import Large
from bench.memory import resident
from bench.owner import DeployedOwner
from bench.recall import QUESTIONS, RecallBench
from bench.whole import DIFFERENT, Told
from examples.stack import LOCAL, Stack
from muniment.adapters.e5_encoder import E5Encoder

REPORT = Path("build/reports/bench.json")
MODEL = Path("build/model/e5-small-v2")

type Bar = Callable[[str, int], Callable[[int], None]]
"""Shows a bar of a name and a number of steps, and returns what advances it."""


class Part(StrEnum):
    """What may be measured by itself."""

    RECALL = "recall"
    COLD = "cold"
    INGESTION = "ingestion"
    SCALE = "scale"
    LARGE = "large"
    OWNER = "owner"


LARGE_ROUNDS = 24
WIDTH = 120
"""Columns of the table, where it goes to no terminal."""
_LONG = 10
"""Seconds."""
USUAL = (Part.RECALL, Part.COLD, Part.INGESTION, Part.SCALE)


def main(  # noqa: PLR0913, PLR0917 - the options of a command
    parts: Annotated[list[Part] | None, typer.Argument(help="What to measure.")] = None,
    stack: Annotated[Path, typer.Option(help="The description of a stack that is up.")] = LOCAL,
    pairs: Annotated[int, typer.Option(help="Recalls to ask, each beside its floor.")] = 200,
    starts: Annotated[int, typer.Option(help="Cold starts, each beside its floor.")] = 10,
    turns: Annotated[int, typer.Option(help="Turns to send through the queue.")] = 400,
    single: Annotated[int, typer.Option(help="Turns to follow one by one.")] = 40,
    documents: Annotated[str, typer.Option(help="Sizes of the index.")] = "10000,100000",
    engines: Annotated[str, typer.Option(help="sqlite, opensearch or both.")] = "sqlite",
    rounds: Annotated[int, typer.Option(help="Questions to each size of the index.")] = 100,
    records: Annotated[
        int, typer.Option(help="Records of the owner of `large` and `owner`.")
    ] = 50_000,
) -> None:
    """Measure a stack beside its floors, and the index at several sizes."""
    console = Console(stderr=True)
    wanted = parts or list(USUAL)
    sections: list[Section] = []
    with _progress(console) as progress, _kept(sections):
        bar = _bar(progress)
        if Part.RECALL in wanted or Part.COLD in wanted:
            sections += _recall(Stack.read(stack), wanted, pairs, starts, bar)
        if Part.INGESTION in wanted:
            sections.append(_ingestion(Stack.read(stack), turns, single, bar))
        if Part.OWNER in wanted:
            owner = DeployedOwner(Stack.read(stack), MODEL, records)
            sections.append(owner.run(LARGE_ROUNDS, bar))
        if not set(wanted) <= {Part.SCALE, Part.LARGE}:
            sections.append(resident(Stack.read(stack)))
        if Part.SCALE in wanted or Part.LARGE in wanted:
            sizes = sorted(int(size) for size in documents.split(","))
            sections += _sizes(wanted, engines.split(","), sizes, rounds, records, bar)
    console.print(f"kept in {REPORT}")


@contextmanager
def _kept(sections: list[Section]) -> Iterator[None]:
    """Show and keep what was measured, also when the rest was broken off."""
    try:
        yield
    finally:
        if sections:
            figures.show(sections, _screen())
            figures.keep(sections, REPORT)


def _screen() -> Console:
    """Return where the table goes: wide enough for its words where that is no terminal."""
    screen = Console()
    return screen if screen.is_terminal else Console(width=WIDTH)


def _recall(stack: Stack, wanted: list[Part], pairs: int, starts: int, bar: Bar) -> list[Section]:
    bench = RecallBench(stack, MODEL)
    bench.prepare(bar("questions and their calls", QUESTIONS + 1))
    sections = []
    with deployed(stack, bench.plans) as floor:
        if Part.RECALL in wanted:
            sections.append(bench.latency(pairs, bar("recall and its floor", pairs)))
            rounds = max(2, pairs // 20)
            sections.append(bench.at_once(rounds, bar("eight at once", rounds + 1)))
        if Part.COLD in wanted:
            sections.append(bench.cold(floor, starts, bar("cold starts", starts)))
    return sections


def _sizes(  # noqa: PLR0913, PLR0917 - the options of a command
    wanted: list[Part], engines: list[str], sizes: list[int], rounds: int, records: int, bar: Bar
) -> list[Section]:
    encoder = E5Encoder(MODEL)
    told = Told.by(encoder, bar("texts to remember", DIFFERENT))
    sections = []
    for name in engines:
        if Part.SCALE in wanted:
            sections.append(scale.run(scale.named(name, sizes, encoder), told, rounds, bar))
        if Part.LARGE in wanted:
            engine = scale.named(name, [sizes[0]], encoder)
            engine.sizes[0].fill(bar(f"{name}: {engine.sizes[0].label}", sizes[0]))
            large = Large(engine, engine.sizes[0], records)
            sections.append(large.run(told, LARGE_ROUNDS, bar))
    return sections


def _ingestion(stack: Stack, turns: int, single: int, bar: Bar) -> Section:
    ingestion = Ingestion(stack)
    advance = bar("encoding alone", 1)
    floor = encoding(MODEL, ingestion.seed)
    advance(1)
    through = ingestion.throughput(turns, bar("turns through the queue", turns), floor)
    followed = ingestion.readable(single, bar("turns one by one", single + WARM))
    return Section("ingestion", [through, *followed])


def _bar(progress: Progress) -> Bar:
    def show(name: str, total: int) -> Callable[[int], None]:
        task = progress.add_task(name, total=total)
        if progress.console.is_terminal:
            return lambda steps: progress.advance(task, steps)
        # There a bar is seen at its end only: a line for each tenth of what takes long.
        progress.console.print(f"  {name} …")
        told = 0

        def advance(steps: int) -> None:
            nonlocal told
            progress.advance(task, steps)
            done = progress.tasks[task]
            if done.elapsed and done.elapsed > _LONG and int(done.percentage / 10) > told:
                told = int(done.percentage / 10)
                progress.console.print(f"  {name}: {told * 10} % after {done.elapsed:.0f} s")

        return advance

    return show


def _progress(console: Console) -> Progress:
    shown = (TextColumn("{task.description:>32}"), BarColumn(), MofNCompleteColumn())
    return Progress(*shown, TimeElapsedColumn(), console=console)


if __name__ == "__main__":
    typer.run(main)

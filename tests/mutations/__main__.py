"""Break each law on purpose and expect its tests to notice (`make mutate`)."""

import argparse
import shutil
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tests.mutations import patches
from tests.mutations.runner import BUILD, Report, Verdict, judge, tracked


def main(arguments: Sequence[str]) -> int:
    """Judge the mutations whose names begin with the arguments; 0 if every one was caught."""
    parser = argparse.ArgumentParser(prog="tests.mutations", description=__doc__)
    parser.add_argument("names", nargs="*", help="beginnings of names; all, if none is given")
    parser.add_argument("--parallel", type=int, default=2)
    asked = parser.parse_args(arguments)
    chosen = [
        mutation
        for mutation in patches.every()
        if not asked.names or mutation.name.startswith(tuple(asked.names))
    ]
    console = Console(highlight=False)
    if not chosen:
        console.print("no mutation has such a name")
        return 2
    started = time.monotonic()
    reports = _judge_all(chosen, asked.parallel, console)
    _show(console, reports, time.monotonic() - started)
    return 0 if all(report.verdict is Verdict.CAUGHT for report in reports) else 1


def _judge_all(chosen: Sequence[patches.Mutation], parallel: int, console: Console) -> list[Report]:
    files = tracked()
    reports: list[Report] = []
    with (
        Progress(console=console, transient=True) as progress,
        ThreadPoolExecutor(parallel) as pool,
    ):
        task = progress.add_task("mutations", total=len(chosen))
        for done in as_completed([pool.submit(judge, mutation, files) for mutation in chosen]):
            report = done.result()
            reports.append(report)
            progress.advance(task)
            good = report.verdict is Verdict.CAUGHT
            colour = "green" if good else "red"
            progress.console.print(
                f"[{colour}]{'✓' if good else '✗'}[/{colour}] {report.mutation.name}: "
                f"{report.verdict.value}"
            )
            if not good:
                progress.console.print(report.details, style="dim", markup=False)
    shutil.rmtree(BUILD, ignore_errors=True)
    return sorted(reports, key=lambda report: (report.mutation.law, report.mutation.name))


def _show(console: Console, reports: Sequence[Report], seconds: float) -> None:
    table = Table("law", "mutation", "what", "verdict")
    for report in reports:
        mutation = report.mutation
        table.add_row(str(mutation.law), mutation.name, mutation.what, report.verdict.name.lower())
    console.print(table)
    caught = sum(report.verdict is Verdict.CAUGHT for report in reports)
    console.print(f"{caught} of {len(reports)} mutations caught in {seconds:.0f} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

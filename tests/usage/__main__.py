"""Measure what the product uses of AWS, and keep it for the cost sheet (`make cost-usage`)."""

import json
import platform
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from tests.usage import disk, experiments
from tests.usage.lab import Lab, Used, lab
from tests.usage.turns import conversation

KEPT = Path("costs/usage.json")
ROUTES = json.dumps({
    "version": 1,
    "models": {"small": {"provider": "bedrock", "model": "small"}},
    "routes": {"extract": {"models": ["small"], "last": "deterministic"}},
    "budget": {
        "event": {"calls": 12, "tokens": 60_000},
        "tenant_day": {"calls": 1_000_000, "tokens": 4_000_000_000},
    },
})  # fmt: skip
"""A model that is asked about all that the route lets it be asked about."""


def main(
    owners: Annotated[int, typer.Option(help="Users whose turns are written.")] = 4,
    turns: Annotated[int, typer.Option(help="Turns of each of them.")] = 100,
    large: Annotated[int, typer.Option(help="Turns that the user who is asked has.")] = 400,
    *,
    search: Annotated[bool, typer.Option(help="Ask a real OpenSearch for its disk, too.")] = False,
) -> None:
    """Measure, and replace the constants of the cost sheet."""
    console = Console(stderr=True)
    with Progress(console=console) as bar:
        task = bar.add_task("turns", total=owners * turns + large + turns)
        with lab() as world:
            used, found = _measured(world, owners, turns, large, lambda n: bar.advance(task, n))
            documents = list(world.entries.values())
        found["model"], used["asked"] = _asked(turns, lambda n: bar.advance(task, n))
    found["document_bytes"] = disk.bytes_a_document(documents) if search else _known()
    made = {"made": _made(owners, turns, large), "used": used} | found
    KEPT.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    console.print(f"kept in {KEPT}")


def _measured(
    world: Lab, owners: int, turns: int, large: int, advance: experiments.Advance
) -> tuple[dict[str, experiments.Figures], dict[str, object]]:
    world.requeue()  # loads the function; there is nothing to find yet
    writing = experiments.Writing(world, advance)
    for owner in range(owners):
        writing.tell(f"u{owner}", islice(conversation(owner), turns))
    used = writing.figures() | experiments.schedules(world, len(writing.requests))
    used[f"recall_of_{turns}"] = experiments.recalls(world, "u0", seed=1)
    kept = experiments.stored(world, writing.turns, writing.facts, experiments.ASKED)
    experiments.Writing(world, advance).tell("u0", islice(conversation(0), turns, large))
    used["recall"] = experiments.recalls(world, "u0", seed=2)
    return used, {"stored": kept, "metrics": sorted(world.metrics)}


def _asked(
    turns: int, advance: experiments.Advance
) -> tuple[dict[str, float], experiments.Figures]:
    """Return what a route asks about, and what asking adds to the extraction of a turn."""
    runs: list[list[Used]] = []
    for routes in (ROUTES, "{}"):
        with lab(routes) as world:
            # One by one: short turns of a session that come together share a call.
            writing = experiments.Writing(world, advance, sizes=(1,))
            writing.tell("u0", islice(conversation(0), turns))
            runs.append([used for _, used in writing.extractions])
    prompts = [used.meter.prompted for used in runs[0] if used.meter.prompted]
    asked = {
        "share": round(len(prompts) / turns, 3),
        "characters": round(sum(prompts) / len(prompts)),
    }
    return asked, experiments.added_by_asking(*runs)


def _made(owners: int, turns: int, large: int) -> dict[str, str]:
    return {
        "by": "make cost-usage",
        "on": f"{datetime.now(UTC):%F}",
        "with": f"{owners} users of {turns} turns, one of them asked again at {large}",
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
    }


def _known() -> float:
    known: float = json.loads(KEPT.read_text("utf-8"))["document_bytes"] if KEPT.exists() else 0.0
    return known


if __name__ == "__main__":
    typer.run(main)

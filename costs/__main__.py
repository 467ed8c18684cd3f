"""The command: `python -m costs`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from costs import telling
from costs.lines import Case
from costs.lines_standing import NODES
from costs.prices import FILE as PRICES
from costs.prices import Prices
from costs.sheet import Sheet
from costs.usage import Usage
from costs.workload import Assumptions, Workload
from infra.config import PROD, STAGES, DomainSize

REPORT = Path("build/reports/cost.json")
MODELS = ("nova_micro", "nova_lite")
"""Models of which the list has both prices."""
WIDTH = 160
"""Columns, where what is printed goes to no terminal."""
_WORK, _ASSUMED = Workload(), Assumptions()


def main(  # noqa: PLR0913, PLR0917 - each number of the workload is an option
    events: Annotated[float, typer.Option(min=0, help="Calls that bring turns.")] = _WORK.events,
    records: Annotated[float, typer.Option(min=0, help="Facts made of them.")] = _WORK.records,
    recalls: Annotated[float, typer.Option(min=0)] = _WORK.recalls,
    turns_per_event: Annotated[float, typer.Option(min=1)] = _WORK.turns_per_event,
    months: Annotated[float, typer.Option(min=1, help="Months of work kept.")] = _WORK.months,
    uploads: Annotated[float, typer.Option(min=0, help="Documents sent apart.")] = _WORK.uploads,
    upload_megabytes: Annotated[float, typer.Option(min=0)] = _WORK.upload_megabytes,
    tenants: Annotated[float, typer.Option(min=1)] = _WORK.tenants,
    turns_a_day: Annotated[
        float, typer.Option(min=1, help="Of a user who says anything that day.")
    ] = _WORK.turns_a_day,
    stage: Annotated[str, typer.Option(help="dev, small or prod: infra/config.py.")] = "prod",
    data_nodes: Annotated[int, typer.Option(min=0, help="0: the stage's, as the next.")] = 0,
    data_type: Annotated[str, typer.Option(help=f"One of {', '.join(NODES)}.")] = "",
    master_nodes: Annotated[int, typer.Option(min=-1, help="-1: the stage's.")] = -1,
    volume: Annotated[int, typer.Option(min=0, help="GiB of a data node.")] = 0,
    model: Annotated[str, typer.Option(help=f"One of {', '.join(MODELS)}; none asks none.")] = "",
    cpu_factor: Annotated[float, typer.Option(min=0)] = _ASSUMED.cpu_factor,
    dynamodb_ms: Annotated[float, typer.Option(min=0)] = _ASSUMED.dynamodb_ms,
    index_ms: Annotated[float, typer.Option(min=0)] = _ASSUMED.index_ms,
    other_ms: Annotated[float, typer.Option(min=0)] = _ASSUMED.other_ms,
    model_ms: Annotated[float, typer.Option(min=0)] = _ASSUMED.model_ms,
    tokens_out: Annotated[float, typer.Option(min=0)] = _ASSUMED.tokens_out,
    cold_share: Annotated[float, typer.Option(min=0, max=1)] = _ASSUMED.cold_share,
    cold_ms: Annotated[float, typer.Option(min=0)] = _ASSUMED.cold_ms,
    prices: Annotated[Path, typer.Option(help="A file of prices like costs/prices.toml.")] = PRICES,
    report: Annotated[Path, typer.Option(help="Where the JSON goes.")] = REPORT,
) -> None:
    """Print what a month costs, line by line, beside AgentCore Memory's list price."""
    deployed = ("dev", "small", "prod")
    if stage not in deployed:
        raise typer.BadParameter(f"the stage is one of {', '.join(deployed)}")
    if model and model not in MODELS:
        raise typer.BadParameter(f"the model is one of {', '.join(MODELS)}")
    workload = Workload(
        events, records, recalls, turns_per_event, months, uploads, upload_megabytes, tenants,
        turns_a_day,
    )  # fmt: skip
    assumed = Assumptions(
        cpu_factor, dynamodb_ms, index_ms, other_ms, model_ms, tokens_out, cold_share, cold_ms
    )
    usage, listed = Usage.read(), Prices.read(prices)
    domain = _domain(STAGES[stage].domain, data_nodes, data_type, master_nodes, volume)
    stages = [replace(STAGES[stage], domain=domain), *(STAGES[n] for n in deployed if n != stage)]
    sheet, *others = (
        Sheet(Case(workload, each, listed, usage, assumed, model or None)) for each in stages
    )
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    telling.show(sheet, others, MODELS, console)
    telling.keep(sheet, others, MODELS, report)
    Console(stderr=True).print(f"kept in {report}")


def _domain(
    given: DomainSize, data_nodes: int, data_type: str, master_nodes: int, volume: int
) -> DomainSize:
    """Return the stage's domain with what was asked for instead."""
    if data_type and data_type not in NODES:
        raise typer.BadParameter(f"the type is one of {', '.join(NODES)}")
    masters = given.master_nodes if master_nodes < 0 else master_nodes
    return replace(
        given,
        data_nodes=data_nodes or given.data_nodes,
        data_type=data_type or given.data_type,
        master_nodes=masters,
        master_type=(given.master_type or PROD.domain.master_type) if masters else None,
        volume=volume or given.volume,
    )


if __name__ == "__main__":
    typer.run(main)

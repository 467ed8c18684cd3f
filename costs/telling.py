"""How a sheet is told: a table for people, JSON for programs."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from costs.lines import Line
from costs.sheet import TARGET, Sheet

SCALES: Final = (0.1, 1.0, 10.0)


def show(sheet: Sheet, others: Sequence[Sheet], models: Sequence[str], console: Console) -> None:
    """Print the sheet, the same work in other sizes and on other stages, and with models."""
    pages = list(dict.fromkeys(line.price.page for line in (*sheet.lines, *sheet.theirs)))
    console.print(_lines(sheet, pages))
    console.print(_sizes([sheet, *others]))
    console.print(_models(sheet, models))
    console.print(_words(sheet, pages))
    for number, page in enumerate(pages, 1):
        console.print(f"[dim]{number:>3} {page}[/dim]", highlight=False)


def keep(sheet: Sheet, others: Sequence[Sheet], models: Sequence[str], file: Path) -> None:
    """Write all of it as JSON."""
    file.parent.mkdir(parents=True, exist_ok=True)
    case = sheet.case
    told = {
        "region": case.prices.region,
        "currency": case.prices.currency,
        "prices_from": f"{case.prices.oldest:%F}",
        "usage": case.usage.made.model_dump(by_alias=True),
        "workload": asdict(case.workload),
        "assumptions": asdict(case.assumptions),
        "target": TARGET,
        "lines": [_line(line) for line in sheet.lines],
        "agentcore": [_line(line) for line in sheet.theirs],
        "domain": asdict(case.stage.domain),
        "sizes": [
            {"stage": each.case.stage.name, "times": scale, **_sums(each.times(scale))}
            for each in (sheet, *others)
            for scale in SCALES
        ],
        "models": {name: _sums(sheet.asking(name)) for name in models},
    }
    file.write_text(json.dumps(told, indent=1), encoding="utf-8")


def _line(line: Line) -> dict[str, object]:
    return {
        "service": line.service, "what": line.what, "fixed": line.fixed,
        "quantity": line.quantity, "unit": line.price.unit, "price_usd": line.price.usd,
        "price_per": line.price.per, "usd": line.usd, "assumption": line.assumption,
        "page": line.price.page, "seen": line.price.seen or line.price.page,
        "looked_up": f"{line.price.looked_up:%F}",
    }  # fmt: skip


def _sums(sheet: Sheet) -> dict[str, object]:
    return {
        "used_usd": sheet.used, "standing_usd": sheet.standing, "total_usd": sheet.total,
        "agentcore_usd": sheet.reference,
        "agentcore_own_model_usd": sheet.reference_with_own_model,
        "ratio_of_use": sheet.ratio_of_use, "ratio": sheet.ratio,
        "met": sheet.is_met, "met_without_standing": sheet.ratio_of_use <= TARGET,
        "met_from_times": _finite(sheet.met_from), "met_to_times": _finite(sheet.met_to),
        "index_gib": sheet.index_gib, "index_fits": sheet.fits,
    }  # fmt: skip


def _lines(sheet: Sheet, pages: Sequence[str]) -> Table:
    case = sheet.case
    title = (
        f"a month on the stage {case.stage.name}, {case.prices.region},"
        f" list prices looked up {case.prices.oldest:%F}"
    )
    table = Table(title=title, show_footer=True)
    table.add_column("", "total")
    table.add_column("what")
    table.add_column("quantity", justify="right")
    table.add_column("unit")
    table.add_column("USD", f"{sheet.total:,.2f}", justify="right")
    table.add_column("assumption", ratio=1)
    table.add_column("page", justify="right")
    by_service = attrgetter("service")
    for service, group in groupby(sorted(sheet.lines, key=by_service), key=by_service):
        for line in group:
            table.add_row(
                service, line.what + (" (fixed)" if line.fixed else ""), _number(line.quantity),
                line.price.unit, f"{line.usd:,.2f}", line.assumption,
                str(pages.index(line.price.page) + 1),
            )  # fmt: skip
        table.add_section()
    return table


def _sizes(sheets: Sequence[Sheet]) -> Table:
    table = Table(title=f"beside AgentCore Memory's list price; wanted: at most {TARGET:.2f} of it")
    for name in (
        "stage", "work", "used", "fixed", "total", "AgentCore", "ratio of use", "ratio", "index",
    ):  # fmt: skip
        table.add_column(name, justify="left" if name in {"stage", "index"} else "right")
    for sheet in sheets:
        for scale in SCALES:
            sized = sheet.times(scale)
            table.add_row(
                sheet.case.stage.name, f"{scale:g} times", f"{sized.used:,.2f}",
                f"{sized.standing:,.2f}", f"{sized.total:,.2f}", f"{sized.reference:,.2f}",
                _judged(sized.ratio_of_use), _judged(sized.ratio) if sized.fits else "",
                f"{sized.index_gib:.1f} GiB" + ("" if sized.fits else ", [red]no room[/red]"),
            )  # fmt: skip
        table.add_section()
    return table


def _models(sheet: Sheet, models: Sequence[str]) -> Table:
    share = sheet.case.usage.model.share
    table = Table(title=f"with a model, asked about {share:.0%} of the turns (by default: none)")
    for name in ("model", "more a month", "ratio of use", "ratio"):
        table.add_column(name, justify="left" if name == "model" else "right")
    plain = sheet.asking(None)
    for name in models:
        asked = sheet.asking(name)
        table.add_row(
            name.replace("_", " "), f"{asked.total - plain.total:,.2f}",
            _judged(asked.ratio_of_use), _judged(asked.ratio),
        )  # fmt: skip
    return table


def _words(sheet: Sheet, pages: Sequence[str]) -> str:
    theirs = " + ".join(
        f"{line.usd:,.0f} ({_number(line.quantity)} {line.what})" for line in sheet.theirs
    )
    low, high = sheet.met_from, sheet.met_to
    when = (
        f"from {low:.2g} to {high:.3g} times this work" if low <= high else "with no amount of it"
    )
    page = pages.index(sheet.theirs[0].price.page) + 1
    return (
        f"AgentCore Memory (page {page}), built-in strategies:"
        f" {theirs} = {sheet.reference:,.2f}; with strategies of one's own"
        f" {sheet.reference_with_own_model:,.2f}, and their model beside it.\n"
        f"The stage {sheet.case.stage.name}, all included, is at {TARGET:.2f} or below {when};"
        " beyond, its volumes are full."
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _judged(ratio: float) -> str:
    return f"[{'green' if ratio <= TARGET else 'red'}]{ratio:.3f}[/]"


def _number(value: float) -> str:
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:,.1f} {sign}"
    return f"{value:,.2f}".rstrip("0").rstrip(".")

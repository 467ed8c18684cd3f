"""What answering from a memory costs at list prices: reading its context, and the recall itself.

Prices are those of costs/prices.toml, quantities those of costs/usage.json (docs/costs.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from costs.lines import Case
from costs.prices import Prices
from costs.sheet import Sheet
from costs.usage import Usage
from costs.workload import Workload
from evaluation.recall.conditions import OURS
from evaluation.recall.statistics import Mean
from infra.config import STAGES

READERS: Mapping[str, str] = {"nova_micro": "Amazon Nova Micro", "nova_lite": "Amazon Nova Lite"}
"""Models whose list price is known, and what they are called."""
RECALLS = 1000


@dataclass(frozen=True, slots=True)
class Cost:
    """US dollars of so many recalls."""

    context: Mean
    """For the model that reads what was recalled."""
    service: float | None
    """For recalling, without what stands there anyway; `None` where nothing is priced."""

    @property
    def total(self) -> float:
        """Both."""
        return self.context.mean + (self.service or 0.0)


@dataclass(frozen=True, slots=True)
class CostSheet:
    """Costs by condition, with what they are made from."""

    reader: str
    usd_a_million: float
    looked_up: str
    recalls: int
    by_condition: Mapping[str, Cost]


def cost_sheet(tokens: Mapping[str, Mean], reader: str = "nova_lite") -> CostSheet:
    """Return what `RECALLS` recalls cost, by condition, from the tokens that each serves."""
    prices = Prices.read()
    price = prices[f"{reader}_in"]
    service = _recalling(prices)
    return CostSheet(
        READERS[reader], price.of(1_000_000), f"{price.looked_up}", RECALLS,
        {
            name: Cost(_times(mean, price.of(RECALLS)), service if name.startswith(OURS) else None)
            for name, mean in tokens.items()
        },
    )  # fmt: skip


def _times(mean: Mean, factor: float) -> Mean:
    return replace(mean, mean=mean.mean * factor, low=mean.low * factor, high=mean.high * factor)


def _recalling(prices: Prices) -> float:
    """Return what is paid by use for `RECALLS` recalls, beside a month's work that is as it was."""
    work = Workload()
    without = replace(work, recalls=work.recalls - RECALLS)
    month, less = (
        Sheet(Case(each, STAGES["prod"], prices, Usage.read())).used for each in (work, without)
    )
    return month - less

"""A line of the sheet, and what lines are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from costs.prices import Price, Prices
from costs.usage import DAYS_A_MONTH, Usage, Used
from costs.workload import Assumptions, Workload
from infra.config import FunctionName, Stage

GB = 1e9
GIB = 1024**3
VCPU_MEMORY = 1769
"""MiB of memory with which a function gets one whole vCPU."""
HOURS_A_MONTH = DAYS_A_MONTH * 24
SECONDS_A_MONTH = HOURS_A_MONTH * 3600


@dataclass(frozen=True, slots=True)
class Line:
    """A quantity at a price. `fixed` is what a stack costs that nobody uses."""

    service: str
    what: str
    quantity: float
    price: Price
    assumption: str
    fixed: bool = False

    @property
    def usd(self) -> float:
        """US dollars a month."""
        return self.price.of(self.quantity)


@dataclass(frozen=True, slots=True)
class Ran:
    """One function's month: so many invocations, and what all of them use together."""

    invocations: float
    used: Used


@dataclass(frozen=True)
class Case:
    """A workload on a stage, with all that its price depends on."""

    workload: Workload
    stage: Stage
    prices: Prices
    usage: Usage
    assumptions: Assumptions = field(default_factory=Assumptions)
    model: str | None = None
    """Name of the model that is asked about turns; `None` is the product's default."""

    def line(  # noqa: PLR0913 - the parts of a line
        self,
        service: str,
        what: str,
        quantity: float,
        price: str,
        assumption: str,
        *,
        fixed: bool = False,
    ) -> Line:
        """Return a line at a price of the list."""
        return Line(service, what, quantity, self.prices[price], assumption, fixed)

    @cached_property
    def ran(self) -> Mapping[FunctionName, Ran]:
        """What each function does for the workload; the schedules are no part of it."""
        work = self.workload
        written = self._sum(request=work.events, event=work.turns)
        extracted = self._sum(extract_turn=work.turns, extract_fact=work.records, asked=self.asked)
        projected = self._sum(index_turn=work.turns, index_fact=work.records)
        kept_up = self._sum(owner_night=work.nights, request_swept=work.events)
        return {
            "write": Ran(work.events, written),
            "extract": Ran(work.turns, extracted),
            "index": Ran(work.turns, projected),
            "read": Ran(work.recalls, self._sum(recall=work.recalls)),
            "consolidate": Ran(work.nights, kept_up),
        }

    @cached_property
    def scheduled(self) -> Ran:
        """What the two schedules do, whatever the workload."""
        tenants = self.workload.tenants
        looks = SECONDS_A_MONTH / 60 / self.stage.requeue_minutes
        used = self._sum(requeue=looks * tenants, night=DAYS_A_MONTH * tenants)
        return Ran(looks + DAYS_A_MONTH, used)

    @property
    def asked(self) -> float:
        """Turns that a model is asked about."""
        return self.workload.turns * self.usage.model.share if self.model else 0.0

    def gb_seconds(self, function: FunctionName, ran: Ran) -> float:
        """Return the memory of a function times the time that it runs.

        It computes for its CPU time, with the share of a vCPU that its memory brings, and waits for
        each of its calls.
        """
        assumed, memory = self.assumptions, self.stage.functions[function].memory
        computing = ran.used.cpu_ms * assumed.cpu_factor / min(1.0, memory / VCPU_MEMORY)
        waiting = (
            ran.used.dynamodb_calls * assumed.dynamodb_ms
            + ran.used.index_calls * assumed.index_ms
            + ran.used.other_calls * assumed.other_ms
        )
        starting = ran.invocations * assumed.cold_share * assumed.cold_ms
        modelled = self.asked * assumed.model_ms if function == "extract" else 0.0
        return (computing + waiting + starting + modelled) / 1000 * memory / 1024

    def _sum(self, **times: float) -> Used:
        """Return what so many of each of the measured things use together."""
        total = Used(**dict.fromkeys(Used.model_fields, 0.0))
        for name, count in times.items():
            total = total.plus(self.usage.used[name], count)
        return total

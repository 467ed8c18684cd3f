"""Models, budgets and clocks that do as a test says, without a socket."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from muniment.app.budget import Allowance, Allowances, Limit, Spend
from muniment.app.models import Answer, Limits, ModelError, StructuredJob, Usage
from muniment.domain.scope import Scope

type Said = str | ModelError | Callable[[StructuredJob], str]


@dataclass
class ToldModel:
    """Implements app.models.Model: says what it was told, then the last of it again."""

    said: list[Said]
    name: str = "told"
    limits: Limits = field(default_factory=Limits)
    usage: Usage = field(default_factory=lambda: Usage(1, 100, 10))
    asked: list[StructuredJob] = field(default_factory=list)

    def answer(self, job: StructuredJob) -> Answer:
        self.asked.append(job)
        said = self.said.pop(0) if len(self.said) > 1 else self.said[0]
        if isinstance(said, ModelError):
            raise said
        return Answer(said if isinstance(said, str) else said(job), self.usage)


@dataclass
class CountingBudget:
    """Implements app.budget.Budget in memory."""

    allowances: Allowances = field(default_factory=Allowances)
    spent: dict[str, list[int]] = field(default_factory=dict)

    def reserve(self, scope: Scope, event: str, at: datetime, spend: Spend) -> Limit | None:
        counters: list[tuple[Limit, str, Allowance]] = [
            ("event", f"{at:%F}/{event}", self.allowances.event),
            ("tenant_day", f"{at:%F}/{scope.tenant}", self.allowances.tenant_day),
        ]
        for limit, key, allowance in counters:
            calls, tokens = self.spent.setdefault(key, [0, 0])
            if calls + spend.calls > allowance.calls or tokens + spend.tokens > allowance.tokens:
                return limit
        self.settle(scope, event, at, spend)
        return None

    def settle(self, scope: Scope, event: str, at: datetime, spend: Spend) -> None:
        for key in (f"{at:%F}/{event}", f"{at:%F}/{scope.tenant}"):
            counter = self.spent.setdefault(key, [0, 0])
            counter[0] += spend.calls
            counter[1] += spend.tokens

"""The budget of models: two counters, each changed by one conditional update.

A tenant's counter of a day is one item. A shared item would be a bottleneck for requests; a call of
a model takes a second and is paid for, so that thousands at once are another tenant's problem, and
a limit that is spread over shards is not hard.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from muniment.adapters.dynamodb import codec, keys
from muniment.adapters.dynamodb.table import Table
from muniment.app.budget import Allowance, Allowances, Limit, Spend
from muniment.app.storage import ExistsError
from muniment.domain.scope import Scope

_TENANT = "D"
_KEPT = timedelta(days=8)  # so that a week can be looked at


@dataclass(frozen=True, slots=True)
class DynamoModelBudget:
    """Implements app.budget.Budget."""

    records: Table
    allowances: Allowances = field(default_factory=Allowances)

    def reserve(self, scope: Scope, event: str, at: datetime, spend: Spend) -> Limit | None:
        """See the port."""
        if not self._take(scope, _event(event), at, spend, self.allowances.event):
            return "event"
        if not self._take(scope, _TENANT, at, spend, self.allowances.tenant_day):
            back = Spend(-spend.calls, -spend.tokens)
            self._add(scope, _event(event), at, back, None)
            return "tenant_day"
        return None

    def settle(self, scope: Scope, event: str, at: datetime, spend: Spend) -> None:
        """See the port."""
        for counter in (_event(event), _TENANT):
            self._add(scope, counter, at, spend, None)

    def _take(
        self, scope: Scope, counter: str, at: datetime, spend: Spend, allowance: Allowance
    ) -> bool:
        most = {
            "calls": allowance.calls - spend.calls, "tokens": allowance.tokens - spend.tokens,
        }  # fmt: skip
        if min(most.values()) < 0:  # a counter that is not there yet is not compared
            return False
        try:
            self._add(scope, counter, at, spend, most)
        except ExistsError:
            return False
        return True

    def _add(
        self, scope: Scope, counter: str, at: datetime, spend: Spend, most: dict[str, int] | None
    ) -> None:
        by = {"calls": spend.calls, "tokens": spend.tokens}
        ttl = codec.epoch_seconds(at + _KEPT) or 0
        self.records.count(keys.spending(scope.tenant, f"{at:%Y-%m-%d}"), counter, by, most, ttl)


def _event(event: str) -> str:
    return f"E#{event}"

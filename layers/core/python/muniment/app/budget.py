"""What may be spent on models: calls and tokens, for each event, and for each tenant and day."""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from muniment.app.models import StructuredJob, Usage
from muniment.app.ports import Clock, UnavailableError
from muniment.domain.scope import Scope

type Limit = Literal["event", "tenant_day"]
"""Which allowance is used up."""

CHARACTERS_A_TOKEN = 3
"""For what is reserved before a call. English has about four; the reservation must not be less
than what the provider will count, and is settled by its own count afterwards."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The most that may be spent."""

    calls: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Allowances:
    """The most for one event, its retries included, and for one tenant on one day (UTC)."""

    event: Allowance = field(default_factory=lambda: Allowance(calls=12, tokens=60_000))
    """A turn of 60,000 characters is some eight calls and 40,000 tokens."""
    tenant_day: Allowance = field(default_factory=lambda: Allowance(20_000, 40_000_000))


@dataclass(frozen=True, slots=True)
class Spend:
    """What is taken from an allowance; negative where too much had been reserved."""

    calls: int
    tokens: int


class Budget(Protocol):
    """Counts what is spent; hard, because it is taken before the call, in one conditional write.

    `event` names an event without telling which. What was reserved by a process that died stays
    reserved. Raises UnavailableError if the count cannot be kept.
    """

    def reserve(self, scope: Scope, event: str, at: datetime, spend: Spend) -> Limit | None:
        """Take `spend` from both allowances, or from none and return the one that is used up."""
        ...

    def settle(self, scope: Scope, event: str, at: datetime, spend: Spend) -> None:
        """Add `spend` to what both allowances have lost, whatever is left."""
        ...


@dataclass(frozen=True, slots=True)
class Purse:
    """The budget as one event sees it."""

    budget: Budget
    scope: Scope
    event: str
    clock: Clock

    def reserve(self, job: StructuredJob, tokens_out: int) -> "Reserved | Limit":
        """Reserve one call of `job` with an answer of at most `tokens_out`."""
        said = sum(map(len, (job.system, *job.parts, str(job.schema))))
        spend = Spend(1, -(-said // CHARACTERS_A_TOKEN) + tokens_out)
        at = self.clock()
        refused = self.budget.reserve(self.scope, self.event, at, spend)
        return refused or Reserved(self, at, spend)


@dataclass(frozen=True, slots=True)
class Reserved:
    """One call that was reserved."""

    purse: Purse
    at: datetime
    spend: Spend

    def settle(self, usage: Usage | None) -> None:
        """Replace what was reserved by what was used; unknown usage leaves the reservation.

        So does a store that does not answer: an answer that is paid for is not lost for that.
        """
        if usage is None:
            return
        purse = self.purse
        rest = Spend(usage.calls - self.spend.calls, usage.tokens - self.spend.tokens)
        if rest != Spend(0, 0):
            with suppress(UnavailableError):
                purse.budget.settle(purse.scope, purse.event, self.at, rest)

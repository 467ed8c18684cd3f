"""A route: the models of one job in order, the next one tried where one gives no usable answer."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from muniment.app.budget import Purse, Reserved
from muniment.app.models import (
    InvalidOutputError,
    Job,
    Model,
    ModelError,
    Price,
    StructuredJob,
    Usage,
)

ANSWERED = "answered"
OVER_BUDGET = "model_budget"
OUT_OF_TIME = "model_time"

TRIES = 2
"""Calls of one model: an answer that is not valid is mended once, then the next model is asked."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One model of a route, and what it costs."""

    model: Model
    price: Price = field(default_factory=Price)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One call and its end: "answered", or the reason code of its error. Numbers only."""

    model: str
    outcome: str
    usage: Usage
    cost: float
    seconds: float


Meter = Callable[[Attempt], None]
"""Counts each call where an operator sees it."""


@dataclass(frozen=True, slots=True)
class Asked[T]:
    """What came of a job: a value, or `None` where no model gave one.

    `note` says why it ended before the last model: over budget, or out of time.
    """

    value: T | None
    attempts: tuple[Attempt, ...]
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Deadline:
    """When an event's time with models is over, on a clock that only goes forward."""

    at: float
    now: Callable[[], float] = time.monotonic

    @classmethod
    def after(cls, seconds: float, now: Callable[[], float] = time.monotonic) -> "Deadline":
        """Return the deadline that is `seconds` away."""
        return cls(now() + seconds, now)

    def leaves(self, seconds: float) -> bool:
        """Whether a call of `seconds` would end in time."""
        return self.now() + seconds <= self.at


@dataclass(frozen=True, slots=True)
class Route:
    """The models of one job, best first."""

    job: Job
    legs: tuple[Leg, ...]
    meter: Meter | None = None

    @property
    def version(self) -> str:
        """The models' names in order."""
        return ">".join(leg.model.name for leg in self.legs)

    def ask[T](
        self,
        job: StructuredJob,
        accept: Callable[[str], T],
        purse: Purse,
        deadline: Deadline,
    ) -> Asked[T]:
        """Ask model after model until `accept` takes an answer.

        `accept` raises InvalidOutputError for an answer that it cannot use. Neither the budget nor
        the deadline is ever overdrawn: a call that would not fit is not made.
        """
        attempts: list[Attempt] = []
        for leg in self.legs:
            wording = job
            for _ in range(TRIES):
                if not deadline.leaves(leg.model.limits.seconds):
                    return Asked(None, tuple(attempts), OUT_OF_TIME)
                reserved = purse.reserve(wording, leg.model.limits.tokens_out)
                if not isinstance(reserved, Reserved):
                    return Asked(None, tuple(attempts), OVER_BUDGET)
                call = _Call(leg, wording, reserved, deadline.now)
                try:
                    value = call(accept)
                except InvalidOutputError as error:
                    wording = job.corrected(error.detail)
                except ModelError:
                    break
                else:
                    return Asked(value, (*attempts, call.attempt))
                finally:
                    attempts.append(call.attempt)
                    if self.meter:
                        self.meter(call.attempt)
        return Asked(None, tuple(attempts))


@dataclass(slots=True)
class _Call:
    """One call of one model, and what is to be said of it afterwards."""

    leg: Leg
    job: StructuredJob
    reserved: Reserved
    now: Callable[[], float]
    usage: Usage = field(default_factory=lambda: Usage(calls=1))
    outcome: str = ANSWERED
    seconds: float = 0.0

    def __call__[T](self, accept: Callable[[str], T]) -> T:
        """Ask, settle the budget and return what `accept` makes of the answer."""
        began = self.now()
        spent: Usage | None = None
        try:
            answer = self.leg.model.answer(self.job)
            spent = answer.usage
            return accept(answer.text)
        except ModelError as error:
            spent = spent or error.usage
            self.outcome = error.reason
            raise
        finally:
            self.seconds = self.now() - began
            self.usage = spent or self.usage
            self.reserved.settle(spent)

    @property
    def attempt(self) -> Attempt:
        """What is kept of the call: numbers only."""
        cost = self.leg.price.of(self.usage)
        return Attempt(self.leg.model.name, self.outcome, self.usage, cost, self.seconds)

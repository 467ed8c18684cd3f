"""Routes: the next model is tried, an answer is mended once, and budgets are never overdrawn."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from muniment.app.budget import Allowance, Allowances, Purse
from muniment.app.models import (
    InvalidOutputError,
    Job,
    Limits,
    ModelError,
    ModelRefusedError,
    ModelThrottledError,
    ModelTimeoutError,
    ModelUnavailableError,
    Price,
    StructuredJob,
    Usage,
)
from muniment.app.ports import UnavailableError
from muniment.app.routes import OUT_OF_TIME, OVER_BUDGET, Asked, Attempt, Deadline, Leg, Route
from muniment.domain.scope import Scope
from tests.support.models import CountingBudget, ToldModel

JOB = StructuredJob(Job.EXTRACT, "system", "content", {"type": "object"})
SCOPE = Scope("acme", "a" * 26)
AT = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass
class Steps:
    """A clock that goes on by `step` at each look."""

    step: float = 0.0
    at: float = 0.0

    def __call__(self) -> float:
        self.at += self.step
        return self.at


def good(text: str) -> str:
    if text != "good":
        raise InvalidOutputError("say good")
    return text


def ask(
    *models: ToldModel,
    budget: CountingBudget | None = None,
    seconds: float = 60,
    now: Steps | None = None,
    met: list[Attempt] | None = None,
) -> Asked[str]:
    price = Price(1.0, 10.0)
    route = Route(
        Job.EXTRACT, tuple(Leg(m, price) for m in models), met.append if met is not None else None
    )
    purse = Purse(budget or CountingBudget(), SCOPE, "event", lambda: AT)
    return route.ask(JOB, good, purse, Deadline.after(seconds, now or Steps()))


def outcomes(asked: Asked[str]) -> list[tuple[str, str]]:
    return [(attempt.model, attempt.outcome) for attempt in asked.attempts]


def test_the_first_model_that_answers_well_is_the_last_that_is_asked() -> None:
    second = ToldModel(["good"], "second")
    asked = ask(ToldModel(["good"], "first"), second)
    assert asked.value == "good"
    assert outcomes(asked) == [("first", "answered")]
    assert second.asked == []


@pytest.mark.parametrize(
    "error",
    [ModelTimeoutError(), ModelThrottledError(), ModelRefusedError(), ModelUnavailableError()],
    ids=lambda error: error.reason,
)
def test_the_next_model_is_asked_at_once_where_one_does_not_answer(error: ModelError) -> None:
    first, second = ToldModel([error], "first"), ToldModel(["good"], "second")
    asked = ask(first, second)
    assert asked.value == "good"
    assert outcomes(asked) == [("first", error.reason), ("second", "answered")]
    assert len(first.asked) == 1


def test_an_invalid_answer_is_mended_once_by_telling_what_is_wrong() -> None:
    model = ToldModel(["bad", "good"])
    asked = ask(model)
    assert asked.value == "good"
    assert outcomes(asked) == [("told", "invalid"), ("told", "answered")]
    assert [job.correction for job in model.asked] == ["", "say good"]
    assert model.asked[1].parts == ("content", "say good")


def test_a_second_invalid_answer_is_the_models_last() -> None:
    first, second = ToldModel(["bad"], "first"), ToldModel(["good"], "second")
    asked = ask(first, second)
    assert outcomes(asked) == [("first", "invalid")] * 2 + [("second", "answered")]
    assert len(first.asked) == 2
    assert second.asked[0].correction == ""  # it has said nothing wrong yet


def test_where_nobody_answers_there_is_nothing_and_every_try_is_told() -> None:
    asked = ask(ToldModel([ModelThrottledError()], "first"), ToldModel(["bad"], "second"))
    assert asked.value is None
    assert asked.note is None
    assert outcomes(asked) == [("first", "throttled")] + [("second", "invalid")] * 2


def test_every_call_is_metered_with_its_cost() -> None:
    met: list[Attempt] = []
    asked = ask(
        ToldModel([InvalidOutputError("cut off", Usage(1, 1000, 500))], "first"),
        ToldModel(["good"], "second", usage=Usage(1, 2000, 100)),
        met=met,
    )
    assert tuple(met) == asked.attempts
    assert [attempt.cost for attempt in met] == pytest.approx([0.006, 0.006, 0.003])


# --- budgets -----------------------------------------------------------------------------------


def limited(event: Allowance | None = None, day: Allowance | None = None) -> CountingBudget:
    plenty = Allowance(100, 1_000_000)
    return CountingBudget(Allowances(event or plenty, day or plenty))


@pytest.mark.law(9)
@pytest.mark.parametrize(
    "budget",
    [limited(event=Allowance(2, 10**6)), limited(day=Allowance(2, 10**6))],
    ids=["event", "day"],
)
def test_no_call_beyond_the_budget(budget: CountingBudget) -> None:
    model = ToldModel(["bad"], "first")
    asked = ask(model, ToldModel(["good"], "second"), budget=budget)
    assert asked.value is None
    assert asked.note == OVER_BUDGET
    assert len(model.asked) == 2


@pytest.mark.law(9)
def test_tokens_are_reserved_before_the_call_and_settled_after_it() -> None:
    budget = limited(event=Allowance(100, 2000))
    model = ToldModel(["bad"], limits=Limits(20, 1500), usage=Usage(1, 300, 250))
    asked = ask(model, budget=budget)
    assert asked.note == OVER_BUDGET  # the second try might have taken 1500 once more
    assert len(model.asked) == 1
    assert budget.spent["2026-03-01/event"] == [1, 550]
    assert budget.spent["2026-03-01/acme"] == [1, 550]


def test_what_a_call_took_that_nobody_heard_of_stays_reserved() -> None:
    budget = limited()
    ask(ToldModel([ModelTimeoutError()], limits=Limits(20, 1500)), budget=budget)
    calls, tokens = budget.spent["2026-03-01/event"]
    assert calls == 1
    assert tokens > 1500


def test_what_was_throttled_took_no_tokens() -> None:
    budget = limited()
    ask(ToldModel([ModelThrottledError(usage=Usage(calls=1))]), budget=budget)
    assert budget.spent["2026-03-01/event"] == [1, 0]


class Unsettled(CountingBudget):
    def settle(self, *_: object) -> None:
        raise UnavailableError("store")

    def reserve(self, *_: object) -> None:
        return None


def test_an_answer_is_not_lost_because_the_count_cannot_be_settled() -> None:
    assert ask(ToldModel(["good"]), budget=Unsettled()).value == "good"


# --- time --------------------------------------------------------------------------------------


def test_a_call_that_might_not_end_in_time_is_not_made() -> None:
    first = ToldModel(["bad"], "first", Limits(seconds=20))
    second = ToldModel(["good"], "second", Limits(seconds=20))
    assert ask(first, second, seconds=45).value == "good"
    slow = ask(first, second, seconds=45, now=Steps(step=10))
    assert slow.value is None
    assert slow.note == OUT_OF_TIME
    assert len(slow.attempts) == 1

"""Every budget is hard, counts each tenant and day alone, and gives back what was not used."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import boto3
import pytest
from moto import mock_aws

from local.in_process.dynamo import QuickDynamo
from muniment.adapters.dynamodb.model_budget import DynamoModelBudget
from muniment.adapters.dynamodb.table import Table
from muniment.app.budget import Allowance, Allowances, Budget, Spend
from muniment.domain.scope import Scope
from tests.support.models import CountingBudget
from tests.support.resources import CREDENTIALS, RECORDS, create_tables

AT = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
ADA, BOB = Scope("acme", "a" * 26), Scope("acme", "b" * 26)
OTHER = Scope("globex", "a" * 26)
ONE = Spend(1, 100)

type Make = Callable[[Allowances], Budget]


@pytest.fixture(params=["fake", "quick", "moto"])
def make(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    match request.param:
        case "fake":
            yield CountingBudget
        case "quick":
            client, tables = boto3.client("dynamodb"), QuickDynamo()
            tables.serve(client)
            tables.call("CreateTable", {"TableName": RECORDS})
            yield lambda allowances: DynamoModelBudget(Table(client, RECORDS), allowances)
        case _:
            with mock_aws():
                client = boto3.client("dynamodb")
                create_tables(client)
                yield lambda allowances: DynamoModelBudget(Table(client, RECORDS), allowances)


def allowances(
    event: tuple[int, int] = (99, 9999), day: tuple[int, int] = (99, 9999)
) -> Allowances:
    return Allowances(Allowance(*event), Allowance(*day))


@pytest.mark.law(9)
def test_calls_of_an_event_are_bounded(make: Make) -> None:
    budget = make(allowances(event=(2, 9999)))
    assert [budget.reserve(ADA, "e1", AT, ONE) for _ in range(3)] == [None, None, "event"]
    assert budget.reserve(ADA, "e2", AT, ONE) is None


@pytest.mark.law(9)
def test_tokens_of_an_event_are_bounded(make: Make) -> None:
    budget = make(allowances(event=(99, 250)))
    assert [budget.reserve(ADA, "e1", AT, ONE) for _ in range(3)] == [None, None, "event"]
    assert budget.reserve(ADA, "e1", AT, Spend(1, 50)) is None
    assert budget.reserve(ADA, "e2", AT, Spend(1, 251)) == "event"  # the first of all


@pytest.mark.law(9)
def test_a_day_is_bounded_for_the_tenant_and_for_no_other(make: Make) -> None:
    budget = make(allowances(day=(2, 9999)))
    assert budget.reserve(ADA, "e1", AT, ONE) is None
    assert budget.reserve(BOB, "e2", AT, ONE) is None
    assert budget.reserve(ADA, "e3", AT, ONE) == "tenant_day"
    assert budget.reserve(OTHER, "e1", AT, ONE) is None
    assert budget.reserve(ADA, "e3", AT + timedelta(minutes=1), ONE) is None


def test_what_the_day_refuses_is_not_taken_from_the_event(make: Make) -> None:
    budget = make(allowances(event=(1, 9999), day=(1, 9999)))
    assert budget.reserve(ADA, "e1", AT, ONE) is None
    assert budget.reserve(ADA, "e2", AT, ONE) == "tenant_day"
    budget.settle(ADA, "e1", AT, Spend(-1, -100))
    assert budget.reserve(ADA, "e2", AT, ONE) is None


def test_what_was_not_used_comes_back_and_what_was_more_is_counted(make: Make) -> None:
    budget = make(allowances(event=(9, 250), day=(9, 400)))
    assert budget.reserve(ADA, "e1", AT, Spend(1, 200)) is None
    assert budget.reserve(ADA, "e1", AT, ONE) == "event"
    budget.settle(ADA, "e1", AT, Spend(0, -150))
    assert budget.reserve(ADA, "e1", AT, ONE) is None
    budget.settle(ADA, "e1", AT, Spend(0, 500))
    assert budget.reserve(ADA, "e1", AT, Spend(1, 0)) == "event"
    assert budget.reserve(ADA, "e2", AT, ONE) == "tenant_day"


@pytest.mark.law(9)
@pytest.mark.parametrize("make", ["quick"], indirect=True)  # moto itself is not safe from threads
def test_many_at_once_do_not_overdraw(make: Make) -> None:
    budget = make(allowances(day=(10, 9999)))
    with ThreadPoolExecutor(max_workers=8) as pool:
        answers = list(pool.map(lambda n: budget.reserve(ADA, f"e{n}", AT, ONE), range(25)))
    assert sorted(map(str, answers)) == ["None"] * 10 + ["tenant_day"] * 15

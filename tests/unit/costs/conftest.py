"""The cases that the sheet is made for."""

import pytest

from costs.lines import Case
from costs.prices import Prices
from costs.sheet import Sheet
from costs.usage import Usage
from costs.workload import Workload
from infra.config import DEV, PROD


@pytest.fixture(scope="session")
def case() -> Case:
    return Case(Workload(), PROD, Prices.read(), Usage.read())


@pytest.fixture(scope="session")
def prod(case: Case) -> Sheet:
    return Sheet(case)


@pytest.fixture(scope="session")
def dev(case: Case) -> Sheet:
    return Sheet(Case(case.workload, DEV, case.prices, case.usage))

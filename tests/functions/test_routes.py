"""The routes of the gateway, of the handlers and of the API's description are the same."""

import re

import pytest

from infra.api import ROUTES
from muniment.edge import openapi
from tests.functions.conftest import OWNERS, load

pytestmark = pytest.mark.usefixtures("stack")


_PARAMETER = re.compile(r"<(user|purpose|record|recall|operation|erasure|review|session|result)>")


def answered_by(function: str) -> set[str]:
    resolver = load(function).api._resolver
    routes = [*resolver._static_routes, *resolver._dynamic_routes]
    return {f"{route.method} {_PARAMETER.sub(_name, route.path)}" for route in routes}


def _name(parameter: re.Match[str]) -> str:
    return f"{{{parameter[1]}}}" if parameter[1] in ("user", "purpose", "result") else "{id}"


@pytest.mark.parametrize("function", ["read", "write", "delete"])
def test_the_gateway_sends_a_function_what_it_answers(function: str) -> None:
    expected = {route for name, routes in ROUTES.items() for route in routes if name == function}
    assert expected
    assert answered_by(function) == expected


def test_every_route_is_described() -> None:
    every = {route for routes in ROUTES.values() for route in routes}
    assert {route.key for route in openapi.ROUTES} == every == set(OWNERS)

"""A memory with an end, over HTTP."""

import pytest

from tests.functions.conftest import Stack
from tests.functions.events import Caller

STORE = "POST /v1/memory/{user}/store"
AGENT = Caller(subject="agent", scope="memory:read memory:write memory:any_user")
GUEST = {"attribute": "guest", "value": "Bo"}


def test_a_memory_may_say_when_it_is_to_be_gone(stack: Stack) -> None:
    body = {**GUEST, "expires_at": "2099-12-31T23:00:00+01:00"}
    stored = stack.call(STORE, body=body, headers={"Idempotency-Key": "k1"})
    assert stored.status == 201
    assert stored.body["record"]["expires_at"] == "2099-12-31T22:00:00Z"
    again = stack.call(STORE, body=body, headers={"Idempotency-Key": "k1"})
    assert (again.status, again.body) == (201, stored.body)
    other = {**body, "expires_at": "2098-12-31T23:00:00Z"}
    assert stack.call(STORE, body=other, headers={"Idempotency-Key": "k1"}).status == 409
    sooner = stack.call(STORE, body=other).body["record"]
    assert (sooner["id"], sooner["expires_at"]) == (
        stored.body["record"]["id"], "2098-12-31T23:00:00Z",
    )  # fmt: skip
    inferred = stack.call(STORE, AGENT, user="bob", body=body).body["record"]
    assert inferred["expires_at"] < "2098", "what an assistant says ends by policy at the latest"


@pytest.mark.parametrize(
    ("body", "field", "reason"),
    [
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at", "is not in the future"),
        ({"expires_at": "2101-01-01T00:00:00Z"}, "expires_at", "is not in the years 1970 to 2100"),
        ({"expires_at": "tomorrow"}, "expires_at", "is not a time"),
        ({"expires_at": 60}, "expires_at", "is not a string"),
        (
            {"expires_at": "2099-01-01T00:00:00Z", "cites": "e1"},
            "body", "cites a turn and has labels or an end of its own",
        ),
    ],
)  # fmt: skip
def test_an_end_that_cannot_be_meant_is_refused(
    stack: Stack, body: dict[str, object], field: str, reason: str
) -> None:
    answer = stack.call(STORE, body={**GUEST, **body})
    assert answer.status == 400
    (error,) = answer.body["errors"]
    assert (error["field"], error["reason"]) == (field, reason)
    assert error["fix"]
    assert stack.call("GET /v1/memory/{user}/records").body["records"] == []

"""Systems of record and corrections through the handlers."""

import pytest

from tests.functions.conftest import Stack
from tests.functions.events import Caller
from tests.functions.test_memory import ADA, BOB, OPERATION, records, stored_items, tell

STATE = "POST /v1/memory/{user}/state"
STORE = "POST /v1/memory/{user}/store"
CORRECT = "PATCH /v1/memory/{user}/records/{id}"
CRM = Caller(subject="crm", scope="memory:state memory:any_user memory:read")
AGENT = Caller(subject="agent", scope="memory:write memory:any_user memory:read")


def facts(stack: Stack, caller: Caller = ADA) -> dict[str, str]:
    return {r["attribute"]: r["value"] for r in records(stack, caller) if r["kind"] == "fact"}


def test_a_system_of_record_writes_state_with_a_permission_of_its_own(stack: Stack) -> None:
    body = {"system": "crm", "state": [{"attribute": "plan", "value": "Pro (yearly)"}]}
    for caller in (ADA, AGENT):
        assert stack.call(STATE, caller, user="ada", body=body).status == 403
    accepted = stack.call(STATE, CRM, user="ada", body=body)
    assert accepted.status == 202
    assert stack.call(STATE, CRM, user="ada", body=body).body["events"][0]["status"] == "known"
    stack.settle()
    assert stack.call(OPERATION, CRM, id=accepted.body["operation_id"]).body["status"] == "done"
    (fact,) = [r for r in records(stack) if r["kind"] == "fact"]
    assert (fact["value"], fact["provenance"]) == ("Pro (yearly)", "tool_verified")
    assert (fact["category"], fact["origin"]["writer"]) == ("state", "system")


@pytest.mark.law(3)
def test_no_payload_claims_a_door(stack: Stack) -> None:
    said = {"session": "s1", "text": "My plan is pro."}
    for events, field in (
        ({**said, "role": "state"}, "events[0].role"),
        ({**said, "role": "user", "provenance": "tool_verified"}, "events[0].provenance"),
        ({**said, "role": "user", "door": "state"}, "events[0].door"),
    ):
        answer = stack.call("POST /v1/memory/{user}/events", ADA, body={"events": [events]})
        assert (answer.status, answer.body["errors"][0]["field"]) == (400, field)
    body = {"text": "My plan is pro.", "provenance": "tool_verified"}
    assert stack.call(STORE, ADA, body=body).status == 400
    assert facts(stack) == {}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"state": [{"attribute": "plan", "value": "pro"}]}, "system"),
        ({"system": "crm", "state": []}, "state"),
        ({"system": "crm", "state": [{"value": "pro"}]}, "state[0].attribute"),
        ({"system": "crm", "state": [{"attribute": "a: b", "value": "x"}]}, "state[0].attribute"),
        ({"system": "crm", "state": [{"attribute": "plan", "text": "x"}]}, "state[0].text"),
    ],
)
def test_state_that_is_none_is_refused(stack: Stack, body: dict[str, object], field: str) -> None:
    answer = stack.call(STATE, CRM, user="ada", body=body)
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, field)


def test_a_secret_in_the_name_of_an_attribute_is_refused_and_one_in_its_value_taken_out(
    stack: Stack,
) -> None:
    secret = "ghp_" + "a1B2" * 9
    named = {"system": "crm", "state": [{"attribute": f"key {secret}", "value": "on"}]}
    refused = stack.call(STATE, CRM, user="ada", body=named)
    assert (refused.status, refused.body["errors"][0]["field"]) == (422, "state[0].attribute")
    assert secret not in refused.text
    held = {"system": "crm", "state": [{"attribute": "key", "value": f"use {secret}"}]}
    assert stack.call(STATE, CRM, user="ada", body=held).status == 202
    stack.settle()
    (value,) = facts(stack).values()
    assert secret not in stored_items()
    assert value.startswith("use [redacted")


def test_a_fact_is_corrected_and_retracted(stack: Stack) -> None:
    operation = tell(stack)
    fact = next(o["record"] for o in operation["events"][0]["outcomes"] if o["kind"] == "fact")
    corrected = stack.call(CORRECT, ADA, id=fact, body={"value": "Genoa"})
    assert (corrected.status, corrected.body["record"]["value"]) == (200, "Genoa")
    assert stack.call(CORRECT, BOB, id=fact, body={"value": "Rome"}).status == 404
    for body in ({}, {"value": "x", "retract": True}, {"retract": False}, {"value": ""}):
        assert stack.call(CORRECT, ADA, id=fact, body=body).status == 400
    closed = stack.call(CORRECT, ADA, id=fact, body={"retract": True})
    assert (closed.status, closed.body) == (200, {"record": fact, "status": "retracted"})
    assert facts(stack) == {}


def test_an_agent_cites_the_owner_s_turn(stack: Stack) -> None:
    tell(stack, text="Bergen is where I grew up.", id="turn-1")
    body = {"attribute": "birthplace", "value": "Bergen", "cites": "turn-1"}
    stored = stack.call(STORE, AGENT, user="ada", body=body)
    assert (stored.status, stored.body["record"]["provenance"]) == (201, "user_stated")
    wrong = stack.call(STORE, AGENT, user="ada", body={**body, "value": "Molde"})
    assert (wrong.status, wrong.body["errors"][0]["reason"]) == (409, "not_in_event")

"""Events out through the handlers: another system's queue hears ids of all five kinds."""

import json
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError

from muniment.bootstrap import callers, parts
from tests.functions.conftest import LISTENER, Stack
from tests.functions.events import Caller, Context, queue_event, stream_event
from tests.functions.test_memory import ADA, EVENTS, STORE, records, stored_items, tell, turn

OPERATOR = Caller(scope="memory:review memory:any_user")
AGENT = Caller(subject="robot", scope="memory:write memory:state memory:any_user")
STATE = "POST /v1/memory/{user}/state"
TYPES = {f"memory.{name}" for name in ("committed", "contested", "quarantined", "proposed",
                                       "erased")}  # fmt: skip
FIELDS = {"tenant", "owner", "kind", "id", "version", "review", "at"}
CANARY = "zebra-4471"


def heard(stack: Stack) -> list[dict[str, Any]]:
    return stack.waiting(LISTENER)


def types(told: list[dict[str, Any]]) -> set[str]:
    return {event["detail-type"] for event in told}


def live(stack: Stack) -> list[dict[str, Any]]:
    """Let one memory go through all that may happen to one, and return what was heard."""
    tell(stack, text=f"My locker code is {CANARY}. My boat is called Selkie.")
    stack.call(STORE, AGENT, user="ada", body={"attribute": "pet", "value": "Rex"})
    body = {"system": "crm", "state": [{"attribute": "city", "value": "Oslo"}]}
    assert stack.call(STATE, AGENT, user="ada", body=body).status == 202
    stack.settle()
    stack.call(STORE, ADA, body={"attribute": "city", "value": "Turin"})
    stack.settle()
    city = next(r["id"] for r in records(stack, ADA) if r.get("value") == "Oslo")
    told = heard(stack)
    stack.call("POST /v1/memory/{user}/records/{id}/quarantine", OPERATOR, user="ada", id=city)
    stack.settle()
    told += heard(stack)
    stack.call("DELETE /v1/memory/{user}", ADA)
    stack.settle()
    return told + heard(stack)


@pytest.mark.law(7)
def test_all_five_are_heard_and_hold_ids_only(stack: Stack) -> None:
    tell(stack, text=f"My locker code is {CANARY}.")
    assert CANARY in stored_items(), "it is what might be told"
    told = live(stack)
    assert types(told) == TYPES
    for event in told:
        assert event["source"] == "muniment"
        assert set(event["detail"]) <= FIELDS
    written = json.dumps([event["detail"] for event in told])
    for word in (CANARY, "Selkie", "Oslo", "Turin", '"ada"', '"robot"'):
        assert word not in written


def test_an_event_names_what_the_api_knows(stack: Stack) -> None:
    tell(stack, text="My boat is called Selkie.")
    stack.settle()
    told = heard(stack)
    shown = {record["id"] for record in records(stack, ADA)}
    assert {event["detail"]["id"] for event in told} == shown != set()
    erasure = stack.call("DELETE /v1/memory/{user}", ADA).body["erasure_id"]
    stack.settle()
    ended = [e["detail"] for e in heard(stack) if e["detail"]["kind"] == "erasure"]
    assert [each["id"] for each in ended] == [erasure]
    assert stack.call("GET /v1/erasures/{id}", ADA, id=erasure).body["status"] == "done"


@pytest.mark.law(8)
def test_what_a_dead_bus_did_not_take_comes_again_from_the_stream(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack.call(EVENTS, ADA, body=turn("My boat is called Selkie."))
    stack.handler("extract")(queue_event(*stack.waiting("extraction")), Context())
    items = boto3.client("dynamodb").scan(TableName="records")["Items"]
    keys = [(item["pk"]["S"], item["sk"]["S"]) for item in items]
    event = stream_event([key for key in keys if key[1].startswith(("1F#", "3E#"))])
    with monkeypatch.context() as broken:
        broken.setattr(parts.announcer().client, "put_events", _no_bus)
        answer = stack.handler("index")(event, Context())
    first = event["Records"][0]["dynamodb"]["SequenceNumber"]
    assert answer == {"batchItemFailures": [{"itemIdentifier": first}]}
    assert heard(stack) == []
    assert parts.index().count(callers.scope("acme", "ada")) == len(event["Records"])
    assert stack.handler("index")(event, Context()) == {"batchItemFailures": []}
    assert types(heard(stack)) == {"memory.committed"}


def _no_bus(**_: object) -> None:
    raise ClientError({"Error": {"Code": "ResourceNotFoundException"}}, "PutEvents")

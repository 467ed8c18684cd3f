"""Labels and filters over HTTP: within bounds or refused whole, and never ignored."""

import json
from typing import Any

import pytest

from tests.functions.conftest import Stack
from tests.functions.test_doors import CRM, STATE
from tests.functions.test_memory import ADA, EVENTS, RECALL, RECORDS, STORE, records

TURN = {"session": "s1", "role": "user", "text": "My home airport is Turin."}
FULL = {
    "tags": [f"t{n}" for n in range(16)],
    "metadata": {"topic": "a", "seats": 3, "share": 0.5, "paid": True, "due": "2026-02-01"},
}


def listed(stack: Stack, **wanted: object) -> list[str]:
    answer = stack.call(RECORDS, ADA, parameters={"filter": json.dumps(wanted), "limit": "50"})
    assert answer.status == 200
    return sorted(record.get("value") or record["text"] for record in answer.body["records"])


def test_labels_come_in_are_shown_and_are_filtered_by(stack: Stack) -> None:
    turns = [
        {**TURN, "position": 1, **FULL},
        {**TURN, "position": 2, "text": "My tent is a dome.", "tags": ["trip"],
         "metadata": {"topic": "b", "seats": 5.0}},
    ]  # fmt: skip
    assert stack.call(EVENTS, ADA, body={"events": turns}).status == 202
    state = [{"attribute": "plan", "value": "pro", "tags": ["crm"], "metadata": {"seats": 7}}]
    assert stack.call(STATE, CRM, user="ada", body={"system": "crm", "state": state}).status == 202
    note = {"attribute": "dog", "value": "Rex", "tags": ["pet"], "metadata": {"topic": "a"}}
    assert stack.call(STORE, ADA, body=note).status == 201
    stack.settle()

    (airport,) = [r for r in records(stack) if r.get("value") == "Turin"]
    assert airport["tags"] == sorted(FULL["tags"])
    assert airport["metadata"] == FULL["metadata"]

    assert listed(stack, tags="trip") == ["My tent is a dome.", "a dome"]
    assert listed(stack, **{"metadata.topic": "a", "kind": "fact"}) == ["Rex", "Turin"]
    assert listed(stack, **{"metadata.topic": {"ne": "a"}, "kind": "fact"}) == ["a dome", "pro"]
    assert listed(stack, **{"metadata.seats": {"gte": 5}, "kind": "fact"}) == ["a dome", "pro"]
    assert listed(stack, **{"metadata.due": {"lt": "2026-03-01"}, "kind": "fact"}) == ["Turin"]
    assert listed(stack, **{"metadata.paid": True, "kind": "fact"}) == ["Turin"]
    assert listed(stack, provenance="tool_verified", kind="fact") == ["pro"]
    assert listed(stack, tags={"in": ["pet", "crm"]}, kind="fact") == ["Rex", "pro"]

    asked = {"query": "airport tent plan dog", "floor": 0.0, "filter": {"tags": "trip"}}
    recalled = stack.call(RECALL, ADA, body=asked).body
    assert [item["value"] for item in recalled["facts"]] == ["a dome"]
    assert [item["text"] for item in recalled["episodes"]] == ["My tent is a dome."]
    as_text = {"query": "airport tent plan dog", "floor": "0", "filter": '{"tags": "crm"}'}
    got = stack.call("GET /v1/memory/{user}/recall", ADA, parameters=as_text).body
    assert [item["value"] for item in got["facts"]] == ["pro"]


BAD_LABELS: list[tuple[dict[str, Any], str, int]] = [
    ({"tags": ["a,b|c"]}, "tags[0]", 400),
    ({"tags": ["ok", ""]}, "tags[1]", 400),
    ({"tags": ["x" * 65]}, "tags[0]", 400),
    ({"tags": [f"t{n}" for n in range(17)]}, "tags", 400),
    ({"tags": "trip"}, "tags", 400),
    ({"tags": [1]}, "tags[0]", 400),
    ({"metadata": {"Topic": "a"}}, "metadata", 400),
    ({"metadata": {"a b": "a"}}, "metadata", 400),
    ({"metadata": {"": "a"}}, "metadata", 400),
    ({"metadata": {"a": None}}, "metadata", 400),
    ({"metadata": {"a": [1]}}, "metadata", 400),
    ({"metadata": {"a": {"b": 1}}}, "metadata", 400),
    ({"metadata": {"a": 10**15}}, "metadata", 400),
    ({"metadata": {"a": "x" * 257}}, "metadata", 400),
    ({"metadata": {"a": "two\nlines"}}, "metadata", 400),
    ({"metadata": {f"k{n}": n for n in range(17)}}, "metadata", 400),
    ({"metadata": {f"k{n}": "x" * 250 for n in range(9)}}, "metadata", 400),
    ({"metadata": ["a"]}, "metadata", 400),
    ({"metadata": {"a": "x" * 2_000_000}}, "body", 413),
    ({"metadata": {"user_id": "bob", "tenant": "globex"}}, "", 0),  # labels, and nothing else
]


@pytest.mark.parametrize(("labels", "field", "status"), BAD_LABELS)
def test_labels_out_of_bounds_refuse_the_request_and_store_nothing_of_it(
    stack: Stack, labels: dict[str, Any], field: str, status: int
) -> None:
    good = {**TURN, "text": "My tent is a dome.", "position": 2}
    bodies: dict[str, tuple[Any, dict[str, Any], str]] = {
        EVENTS: (ADA, {"events": [good, {**TURN, **labels}]}, "events[1]."),
        STATE: (
            CRM,
            {"system": "crm", "state": [{"attribute": "plan", "value": "pro", **labels}]},
            "state[0].",
        ),
        STORE: (ADA, {"attribute": "dog", "value": "Rex", **labels}, ""),
    }
    for route, (caller, body, where) in bodies.items():
        answer = stack.call(route, caller, user="ada", body=body)
        if not status:
            assert answer.status in (201, 202)
            continue
        assert answer.status == status
        (error, *_) = answer.body["errors"]
        assert error["field"] == (field if status == 413 else where + field)
        assert error["reason"]
        assert error["fix"]
    stack.settle()
    assert bool(records(stack)) is not bool(status)
    assert {r["metadata"].get("tenant") for r in records(stack)} <= {None, "globex"}
    # The request whose labels are right is taken.
    assert stack.call(EVENTS, ADA, body={"events": [good]}).status == 202


BAD_FILTERS: list[object] = [
    {"colour": "red"},
    {"metadata": {"topic": "a"}},
    {"metadata.Topic": "a"},
    {"tags": {"like": "t"}},
    {"kind": "dream"},
    {"observed_at": {"gte": "yesterday"}},
    {"metadata.seats": {"gt": "many"}},
    {f"metadata.a{n}": 1 for n in range(17)},
    ["tags"],
    "tags",
    "\ud83d",
    7,
]


@pytest.mark.parametrize("wanted", BAD_FILTERS)
def test_a_filter_that_cannot_be_applied_is_refused(stack: Stack, wanted: object) -> None:
    stack.call(STORE, ADA, body={"attribute": "dog", "value": "Rex"})
    in_body = stack.call(RECALL, ADA, body={"query": "dog", "filter": wanted})
    in_query = stack.call(RECORDS, ADA, parameters={"filter": json.dumps(wanted)})
    for answer in (in_body, in_query):
        assert (answer.status, answer.body["errors"][0]["field"]) == (400, "filter")
        assert answer.headers["Content-Type"] == "application/problem+json"
    assert stack.call(RECORDS, ADA, parameters={"filter": "{}"}).status == 200
    assert stack.call(RECORDS, ADA, parameters={"filter": "{"}).status == 400
    assert stack.call(RECORDS, ADA, parameters={"filter": " " * 8193}).status == 400


def test_labels_beside_a_citation_are_refused(stack: Stack) -> None:
    turn = {**TURN, "id": "t1"}
    assert stack.call(EVENTS, ADA, body={"events": [turn]}).status == 202
    body = {"text": "Turin", "cites": "t1", "tags": ["trip"]}
    assert stack.call(STORE, ADA, body=body).status == 400
    assert stack.call(STORE, ADA, body={"text": "Turin", "cites": "t1"}).status == 201

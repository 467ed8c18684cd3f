"""Working memory and the context scheduler over HTTP."""

from typing import Any

import pytest

from tests.functions.conftest import Answer, Stack
from tests.functions.events import Caller

SESSION = "/v1/memory/{user}/sessions/{id}"
PUT, PATCH, GET, DELETE = (f"{method} {SESSION}" for method in ("PUT", "PATCH", "GET", "DELETE"))
COMPLETE, RESULTS, CONTEXT = (
    f"POST {SESSION}/{action}" for action in ("complete", "tool-results", "context")
)
RESULT = f"GET {SESSION}/tool-results/{{result}}"
PINNED = "Never spend more than 400 euros"
TRIP: dict[str, Any] = {
    "task": "Book a night train",
    "plan": [{"text": "Find trains", "state": "active"}, {"text": "Book one"}],
    "constraints": [PINNED],
    "turns": [{"id": "t1", "role": "user", "text": "A sleeper to Vienna, please"}],
    "calls": [{"id": "c1", "tool": "rail", "arguments": '{"to": "Vienna"}'}],
    "variables": {"seats": 2, "flexible": True, "city": "Vienna"},
    "results": [{"name": "price", "text": "139 euros", "sources": ["t1"]}],
}


def put(stack: Stack, body: object = TRIP, was: int | None = None, **rest: Any) -> Answer:
    headers = {} if was is None else {"if-match": f'"{was}"'}
    return stack.call(PUT, id="trip", body=body, headers=headers, **rest)


def patch(stack: Stack, body: object, was: int, **rest: Any) -> Answer:
    return stack.call(PATCH, id="trip", body=body, headers={"if-match": f'"{was}"'}, **rest)


def kind(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.body["type"].removeprefix("urn:muniment:problem:")


def test_a_session_from_its_beginning_to_its_end(stack: Stack) -> None:
    made = put(stack)
    assert (made.status, made.headers["ETag"]) == (201, '"1"')
    read = stack.call(GET, id="trip")
    assert read.headers["ETag"] == '"1"'
    assert read.body == made.body
    for slot in ("task", "variables"):
        assert read.body[slot] == TRIP[slot]
    assert read.body["constraints"][0]["by"] == "owner"
    assert read.body["plan"][1] == {"text": "Book one", "state": "open"}

    changed = patch(stack, {"turns": [{"role": "assistant", "text": "Noted"}]}, 1)
    assert (changed.status, changed.headers["ETag"]) == (200, '"2"')
    assert [turn["text"] for turn in changed.body["turns"]][1:] == ["Noted"]

    found: dict[str, Any] = {"trains": [{"at": "22:03", "seats": 12}], "log": "x" * 3000}
    body = {"tool": "rail", "content": found, "fields": ["trains[].at"], "call": "c1"}
    kept = stack.call(RESULTS, id="trip", body=body)
    assert kept.status == 201
    assert kept.body["projection"] == "trains.at: 22:03"
    assert stack.call(RESULTS, id="trip", body=body).status == 200, "the same again"
    result = kept.body["id"]
    assert kept.headers["Location"].endswith(f"/sessions/trip/tool-results/{result}")
    assert stack.call(RESULT, id="trip", result=result).body["content"] == found
    after = stack.call(GET, id="trip").body
    assert (after["version"], after["calls"]) == (3, [])
    assert [each["id"] for each in after["tool_results"]] == [result]

    context = stack.call(CONTEXT, id="trip", body={"budget": 3000, "system": "Be brief."})
    text = context.body["text"]
    assert text.startswith("Be brief.\n\nConstraints of this task, pinned; ")
    assert text.index(PINNED) < text.index("<muniment-memory-") < text.index("22:03")
    assert context.body["tokens"] <= context.body["usable"] < 3000
    assert (context.body["constraints"], context.body["session_version"]) == (1, 3)
    again = stack.call(CONTEXT, id="trip", body={"budget": 3000, "system": "Be brief."})
    assert again.body["text"] != text, "the fence is new each time"

    done = stack.call(COMPLETE, id="trip")
    assert (done.status, done.body["results"]) == (200, 1)
    assert stack.call(GET, id="trip").body["task"] == ""
    assert kind(stack.call(CONTEXT, id="trip", body={})) == (409, "session-completed")
    assert kind(patch(stack, {"task": "x"}, 4)) == (409, "session-completed")
    assert stack.call(DELETE, id="trip").status == 200
    assert kind(stack.call(GET, id="trip")) == (404, "not-found")


def test_a_writer_names_the_version_that_it_read(stack: Stack) -> None:
    put(stack)
    assert kind(put(stack)) == (409, "session-exists")
    without = stack.call(PATCH, id="trip", body={"task": "Book a bus"})
    assert kind(without) == (428, "no-version")
    assert patch(stack, {"task": "Book a bus"}, 1).status == 200
    late = patch(stack, {"task": "Walk"}, 1)
    assert kind(late) == (412, "session-changed")
    assert late.body["errors"][0]["field"] == "header.if-match"
    assert kind(put(stack, was=1)) == (412, "session-changed")
    for route in (COMPLETE, DELETE):
        stale = stack.call(route, id="trip", headers={"if-match": '"1"'})
        assert kind(stale) == (412, "session-changed")
    assert stack.call(GET, id="trip").body["task"] == "Book a bus"


def test_a_budget_that_does_not_hold_what_is_pinned_is_refused_with_the_way_out(
    stack: Stack,
) -> None:
    put(stack)
    refused = stack.call(CONTEXT, id="trip", body={"budget": 50, "system": "Be kind. " * 30})
    assert kind(refused) == (422, "budget-too-small")
    (finding,) = refused.body["errors"]
    assert finding["field"] == "budget"
    assert PINNED not in refused.text
    least = int("".join(filter(str.isdigit, finding["fix"].split(",")[0])))
    body = {"budget": least, "system": "Be kind. " * 30}
    assert PINNED in stack.call(CONTEXT, id="trip", body=body).body["text"]
    body["budget"] = least - 1
    assert kind(stack.call(CONTEXT, id="trip", body=body)) == (422, "budget-too-small")


@pytest.mark.law(2)
def test_sessions_are_their_owners_and_need_the_permission(stack: Stack) -> None:
    put(stack)
    bob = Caller(subject="bob")
    agent = Caller(subject="bot", scope="memory:read memory:write memory:any_user")
    for caller in (bob, Caller(tenant="globex")):
        assert kind(stack.call(GET, caller, id="trip")) == (404, "not-found")
        assert kind(stack.call(CONTEXT, caller, id="trip", body={})) == (404, "not-found")
    assert kind(stack.call(GET, bob, user="ada", id="trip")) == (404, "not-found")
    seen = stack.call(GET, agent, user="ada", id="trip")
    assert seen.body["task"] == TRIP["task"]
    pinned = {"constraints": [PINNED, "Only direct trains"]}
    changed = patch(stack, pinned, 1, caller=agent, user="ada")
    assert [each["by"] for each in changed.body["constraints"]] == ["owner", "agent"]
    reader, writer = Caller(scope="memory:read"), Caller(scope="memory:write")
    for route in (PUT, PATCH, DELETE, COMPLETE, RESULTS):
        refused = stack.call(route, reader, id="trip", body={}, headers={"if-match": '"1"'})
        assert kind(refused) == (403, "forbidden")
    for route in (GET, CONTEXT):
        assert kind(stack.call(route, writer, id="trip", body={})) == (403, "forbidden")


@pytest.mark.parametrize(
    ("field", "body"),
    [
        ("taks", {"taks": "x"}),
        ("plan[0].state", {"plan": [{"text": "x", "state": "perhaps"}]}),
        ("constraints", {"constraints": ["x"] * 51}),
        ("constraints[0]", {"constraints": ["x" * 1025]}),
        ("turns[0].text", {"turns": [{"role": "user", "text": "x" * 20_000}]}),
        ("turns[0].role", {"turns": [{"role": "state", "text": "x"}]}),
        ("variables", {"variables": {"Not A Name": 1}}),
        ("variables", {"variables": {"name": [1]}}),
        ("ttl_seconds", {"ttl_seconds": 1}),
        ("buffer.strategy", {"buffer": {"strategy": "all"}}),
    ],
)
def test_what_is_wrong_with_a_slot_is_named(stack: Stack, field: str, body: object) -> None:
    refused = put(stack, body)
    assert kind(refused) == (400, "invalid-request")
    assert field in {each["field"] for each in refused.body["errors"]}
    assert put(stack, {}).status == 201


@pytest.mark.parametrize(
    ("field", "body"),
    [
        ("budget", {"budget": 49}),
        ("body", {"budget": 100, "reserve": 100}),
        ("shares.tunes.[key]", {"shares": {"tunes": 1}}),
        ("query", {"query": "x" * 9000}),
        ("filter", {"filter": {"colour": "red"}}),
    ],
)
def test_what_is_wrong_with_a_context_is_named(stack: Stack, field: str, body: object) -> None:
    put(stack)
    refused = stack.call(CONTEXT, id="trip", body=body)
    assert kind(refused) == (400, "invalid-request")
    assert refused.body["errors"][0]["field"].startswith(field.split(".", maxsplit=1)[0])


@pytest.mark.parametrize(
    "content", ["", "x" * 205_000, {"a": "x" * 205_000}, "a\0b", {"a": "\ud800"}]
)
def test_a_result_that_cannot_be_kept_is_refused(stack: Stack, content: object) -> None:
    put(stack)
    refused = stack.call(RESULTS, id="trip", body={"tool": "t", "content": content})
    assert kind(refused) == (400, "invalid-request")


def test_a_result_that_is_nested_too_deeply_is_refused(stack: Stack) -> None:
    put(stack)
    content: object = "x"
    for _ in range(60):
        content = [content]
    refused = stack.call(RESULTS, id="trip", body={"tool": "t", "content": content})
    assert kind(refused) == (400, "invalid-request")


@pytest.mark.law(6)
def test_erasing_the_user_takes_the_session(stack: Stack) -> None:
    put(stack)
    stack.call(RESULTS, id="trip", body={"tool": "t", "content": "an answer"})
    started = stack.call("DELETE /v1/memory/{user}")
    assert kind(stack.call(GET, id="trip")) == (404, "not-found")
    stack.settle()
    erasure = stack.call("GET /v1/erasures/{id}", id=started.body["erasure_id"]).body
    assert erasure["status"] == "done"
    counted = {name: erasure["counted"][name] for name in ("working_sessions", "tool_results")}
    assert counted == {"working_sessions": 1, "tool_results": 1}
    assert put(stack).status == 201

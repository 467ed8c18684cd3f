"""The assistant's own words over the API: marked, last, short-lived, promoted by who may."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from muniment.adapters.dynamodb import policies
from muniment.domain.policy import ASSISTANT_DAYS
from tests.functions.conftest import Stack
from tests.functions.events import Caller
from tests.functions.test_memory import (
    ADA,
    AGENT,
    BOB,
    EVENTS,
    HISTORY,
    OPERATION,
    RECORD,
    RECORDS,
    STORE,
    recall,
    records,
    tell,
    turn,
)

PROMOTE = "POST /v1/memory/{user}/records/{id}/promote"
CORRECT = "PATCH /v1/memory/{user}/records/{id}"
SET_POLICY = "PUT /v1/tenant/policy"
ADMIN = Caller(subject="root", scope="memory:admin")
REVIEWER = Caller(subject="rita", scope="memory:review")
BOOKED = "I booked a table for 7 at the Ramiro."


def said(stack: Stack, text: str = BOOKED) -> dict[str, Any]:
    """Let an assistant say something, and return the fact that it became."""
    accepted = stack.call(EVENTS, AGENT, user="ada", body=turn(text, role="assistant"))
    stack.settle()
    operation = stack.call(OPERATION, id=accepted.body["operation_id"]).body
    ids = [o["record"] for o in operation["events"][0]["outcomes"] if o["kind"] == "fact"]
    record: dict[str, Any] = stack.call(RECORD, id=ids[0]).body
    return record


@pytest.mark.law(3)
def test_it_is_marked_wherever_it_is_shown(stack: Stack) -> None:
    tell(stack, text="My home airport is Turin.")
    fact = said(stack)
    assert (fact["namespace"], fact["provenance"], fact["subject"]) == (
        "assistant", "model_inferred", "assistant",
    )  # fmt: skip
    assert fact["confidence"] < 0.9
    ends = datetime.fromisoformat(fact["expires_at"])
    assert ends - datetime.fromisoformat(fact["observed_at"]) == timedelta(days=ASSISTANT_DAYS)
    listed = [(r["kind"], r["namespace"]) for r in records(stack)]
    assert listed == [
        ("fact", "owner"), ("fact", "assistant"), ("episode", "owner"), ("episode", "assistant"),
    ]  # fmt: skip
    for namespace in ("owner", "assistant"):
        page = stack.call(RECORDS, parameters={"namespace": namespace}).body["records"]
        assert [record["namespace"] for record in page] == [namespace] * 2
    assert stack.call(RECORDS, parameters={"namespace": "tenant"}).status == 400
    context = recall(stack, "table airport")
    assert [item["namespace"] for item in context["facts"]] == ["owner", "assistant"]
    assert "[assistant fact, " in context["text"]


@pytest.mark.law(3)
def test_the_owner_and_a_reviewer_promote_and_nobody_else(stack: Stack) -> None:
    fact = said(stack)
    for caller, user, status in (
        (BOB, "me", 404), (AGENT, "ada", 404), (Caller(scope="memory:read"), "me", 403),
        (Caller(tenant="globex", scope="memory:review"), "ada", 404),
    ):  # fmt: skip
        assert stack.call(PROMOTE, caller, user=user, id=fact["id"]).status == status
        assert stack.call(RECORD, id=fact["id"]).body["namespace"] == "assistant"
        assert [r["namespace"] for r in records(stack) if r["kind"] == "fact"] == ["assistant"]
    for caller, user, speaker in ((REVIEWER, "ada", "Reviewer"), (ADA, "me", "User")):
        promoted = stack.call(PROMOTE, caller, user=user, id=fact["id"])
        assert promoted.status == 200, promoted.text
        own = promoted.body["record"]
        assert (own["namespace"], own["provenance"]) == ("owner", "user_stated")
        assert (own["value"], "expires_at" in own) == (fact["value"], False)
        assert own["speaker"] in {speaker, "Reviewer"}
        history = stack.call(HISTORY, id=own["id"]).body["assertions"]
        assert {tuple(entry["promotes"]) for entry in history} == {tuple(fact["sources"])}
    assert [r["id"] for r in records(stack) if r["kind"] == "fact"] == [own["id"]]


@pytest.mark.law(3)
def test_an_agent_neither_contests_nor_corrects_the_owner(stack: Stack) -> None:
    body = {"attribute": "home airport", "value": "Turin"}
    own = stack.call(STORE, ADA, body=body).body["record"]
    again = stack.call(STORE, AGENT, user="ada", body=body)
    assert (again.status, again.body["record"]["id"]) == (201, own["id"])
    other = {**body, "value": "Genoa"}
    for answer in (
        stack.call(STORE, AGENT, user="ada", body=other),
        stack.call(CORRECT, AGENT, user="ada", id=own["id"], body={"value": "Genoa"}),
        stack.call(CORRECT, AGENT, user="ada", id=own["id"], body={"retract": True}),
    ):
        assert answer.status == 409
        assert answer.body["errors"][0]["reason"] == "superseded"
    assert stack.call(RECORD, id=own["id"]).body == own


def test_a_tenant_says_how_long_it_lives(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "CACHE_SECONDS", 0.0)
    headers = {"if-match": '"1"'}
    for days, status in ((0, 400), ("3", 400), (3651, 400), (3, 200)):
        answer = stack.call(SET_POLICY, ADMIN, body={"assistant_days": days}, headers=headers)
        assert answer.status == status, days
    assert answer.body["assistant_days"] == 3
    fact = said(stack)
    ends = datetime.fromisoformat(fact["expires_at"])
    assert ends - datetime.fromisoformat(fact["observed_at"]) == timedelta(days=3)

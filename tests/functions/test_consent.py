"""Consent, purpose and access over HTTP: claims, routes and problems."""

from typing import Any

import pytest

from muniment.adapters.dynamodb import policies
from muniment.app.ports import ErasureJob
from muniment.bootstrap import callers, deleting
from tests.functions.conftest import Answer, Stack
from tests.functions.events import EVERYTHING, Caller

STORE = "POST /v1/memory/{user}/store"
EVENTS = "POST /v1/memory/{user}/events"
RECALL = "POST /v1/memory/{user}/recall"
LIST = "GET /v1/memory/{user}/records"
GET = "GET /v1/memory/{user}/records/{id}"
HISTORY = "GET /v1/memory/{user}/records/{id}/history"
FORGET = "DELETE /v1/memory/{user}/records/{id}"
CONSENTS = "GET /v1/memory/{user}/consent"
CONSENT = "GET /v1/memory/{user}/consent/{purpose}"
CHANGE = "PUT /v1/memory/{user}/consent/{purpose}"
POLICY = "GET /v1/tenant/policy"
SET_POLICY = "PUT /v1/tenant/policy"

ALL_PURPOSES = {"purposes": "assistance work health"}
ADA = Caller(extra=ALL_PURPOSES)
ADMIN = Caller(subject="root", scope=f"{EVERYTHING} memory:admin memory:any_user")
NOTE = {"text": "My knee hurts when it rains"}


def agent(name: str) -> Caller:
    return Caller(extra={"agent": name})


def change(stack: Stack, *states: str, purpose: str = "health", caller: Caller = ADA) -> Answer:
    """Take steps of a consent; return the answer to the last."""
    for state in states:
        body = {"state": state, "notice_version": "2026-03", "source": "settings page"}
        answer = stack.call(CHANGE, caller, purpose=purpose, body=body)
    return answer


def texts(answer: Answer) -> set[str]:
    assert answer.status == 200, answer.text
    return {record["text"] for record in answer.body["records"]}


def field(answer: Answer) -> str:
    return str(answer.body["errors"][0]["field"])


# --- consent -----------------------------------------------------------------------------------


def test_a_consent_from_the_question_to_the_end(stack: Stack) -> None:
    assert stack.call(CONSENT, ADA, purpose="health").body == {
        "purpose": "health", "state": "not_collected", "grant": 0, "needed": True, "steps": [],
    }  # fmt: skip
    health: dict[str, Any] = {"body": {**NOTE, "purpose": "health"}}
    refused = stack.call(STORE, ADA, **health)
    assert (refused.status, field(refused)) == (409, "purpose")
    assert refused.body["type"] == "urn:muniment:problem:no-consent"
    assert "not_collected" in refused.body["detail"]
    turn = {"session": "s1", "role": "user", "text": NOTE["text"]}
    assert stack.call(EVENTS, ADA, body={"events": [turn], "purpose": "health"}).status == 409

    granted = change(stack, "requested", "granted")
    assert (granted.status, granted.body["state"], granted.body["grant"]) == (200, "granted", 1)
    stored = stack.call(STORE, ADA, **health)
    assert stored.status == 201
    record = stored.body["record"]
    assert record["purposes"] == ["health"]
    asked = {"purpose": "health"}
    assert texts(stack.call(LIST, ADA, parameters=asked)) == {NOTE["text"]}
    assert stack.call(GET, ADA, id=record["id"], parameters=asked).status == 200
    assert stack.call(GET, ADA, id=record["id"]).status == 404
    assert stack.call(HISTORY, ADA, id=record["id"]).status == 404
    assert stack.call(HISTORY, ADA, id=record["id"], parameters=asked).status == 200

    change(stack, "paused")
    assert texts(stack.call(LIST, ADA, parameters=asked)) == set()
    change(stack, "active", "revoked")
    assert stack.call(GET, ADA, id=record["id"], parameters=asked).status == 404
    steps = stack.call(CONSENT, ADA, purpose="health").body["steps"]
    assert [step["state"] for step in steps] == [
        "requested", "granted", "active", "paused", "active", "revoked",
    ]  # fmt: skip
    assert {step["notice_version"] for step in steps if "notice_version" in step} == {"2026-03"}
    known = {c["purpose"]: c["state"] for c in stack.call(CONSENTS, ADA).body["consents"]}
    assert known["health"] == "revoked"
    assert known["assistance"] == "not_collected"


def test_what_is_withdrawn_is_deleted_by_the_job_that_says_so(stack: Stack) -> None:
    change(stack, "requested", "granted")
    body = {**NOTE, "purpose": "health"}
    assert stack.call(STORE, ADA, body=body).status == 201
    assert stack.call(STORE, ADA, body={"text": "My umbrella is green"}).status == 201
    asked = change(stack, "revoked", "delete_requested")
    early = change(stack, "deleted")
    assert (early.status, early.body["type"]) == (409, "urn:muniment:problem:deletion-pending")
    scope = callers.scope("acme", "ada")
    job = ErasureJob(scope, asked.body["erasure_id"])
    deleting.carry_on_erasure()(job, last_try=False)
    erasure = stack.call("GET /v1/erasures/{id}", ADA, id=asked.body["erasure_id"]).body
    assert (erasure["target"], erasure["status"]) == ("purpose", "done")
    assert erasure["counted"]["facts"] == 1
    assert stack.call(CONSENT, ADA, purpose="health").body["state"] == "deleted"
    assert texts(stack.call(LIST, ADA)) == {"My umbrella is green"}


def test_a_step_that_is_not_legal_names_those_that_are(stack: Stack) -> None:
    answer = change(stack, "active")
    assert (answer.status, field(answer)) == (409, "state")
    assert "requested" in answer.body["errors"][0]["fix"]
    assert change(stack, "requested", "requested").status == 200
    assert change(stack, "sure").status == 400
    assert change(stack, "requested", purpose="gossip").status == 400
    assert change(stack, "requested", purpose="assistance").status == 409


def test_consent_is_the_owners_own_or_an_administrators_to_give(stack: Stack) -> None:
    reader = Caller(scope="memory:read", extra=ALL_PURPOSES)
    helper = Caller(subject="bot", scope=f"{EVERYTHING} memory:any_user")
    said = {"state": "requested", "notice_version": "1", "source": "phone"}
    for caller in (reader, helper):
        refused = stack.call(CHANGE, caller, user="ada", purpose="health", body=said)
        assert refused.status == 403
    assert stack.call(CONSENT, helper, user="ada", purpose="health").status == 403
    stranger = Caller(subject="eve", scope=f"{EVERYTHING} memory:admin")
    assert stack.call(CHANGE, stranger, user="ada", purpose="health", body=said).status == 404
    assert stack.call(CHANGE, ADMIN, user="ada", purpose="health", body=said).status == 200
    assert stack.call(CONSENT, reader, purpose="health").body["state"] == "requested"


# --- purpose -----------------------------------------------------------------------------------


@pytest.mark.law(2)
def test_a_purpose_is_bounded_by_the_token(stack: Stack) -> None:
    plain, bounded = Caller(), Caller(extra={"purposes": "work"})
    question = {"query": "knee", "floor": 0}
    for caller, purpose in ((plain, "work"), (bounded, "health"), (bounded, None)):
        named = {"purpose": purpose} if purpose else {}
        for refused in (
            stack.call(STORE, caller, body={**NOTE, **named}),
            stack.call(RECALL, caller, body={**question, **named}),
            stack.call(LIST, caller, parameters=named),
        ):
            assert refused.status == 403
            assert refused.body["type"] == "urn:muniment:problem:purpose-not-allowed"
    assert stack.call(STORE, bounded, body={**NOTE, "purpose": "work"}).status == 201
    assert stack.call(STORE, plain, body=NOTE).status == 201
    assert stack.call(STORE, Caller(extra={"purposes": "[work assistance]"}), body=NOTE).status in (
        200,
        201,
    )


def test_case_40_a_health_note_is_not_there_for_a_work_mail(stack: Stack) -> None:
    stack.call(STORE, ADA, body={"text": "My therapist is Dr Brandt, every Tuesday"})
    stack.call(STORE, ADA, body={"text": "Our Tuesday meeting is in room 4"})
    question = {"query": "What happens on Tuesday?", "floor": 0}
    work = stack.call(RECALL, ADA, body={**question, "purpose": "work"}).body
    assert [item["text"] for item in work["facts"]] == ["Our Tuesday meeting is in room 4"]
    assert work["dropped"]["purpose"] == 1
    assert len(stack.call(RECALL, ADA, body=question).body["facts"]) == 2


def test_purposes_that_are_none(stack: Stack) -> None:
    everything = Caller(extra={"purposes": "assistance gossip"})
    unknown = stack.call(STORE, everything, body={**NOTE, "purpose": "gossip"})
    assert (unknown.status, field(unknown)) == (400, "purpose")
    assert "assistance" in unknown.body["errors"][0]["fix"]
    for wrong in ("", "*", "Work", "a" * 33, 7):
        assert stack.call(STORE, everything, body={**NOTE, "purpose": wrong}).status == 400


# --- access ------------------------------------------------------------------------------------


@pytest.mark.law(2)
def test_what_is_private_to_an_agent_is_unknown_to_others(stack: Stack) -> None:
    private = {"attribute": "city", "value": "Oslo", "access": "private"}
    record = stack.call(STORE, agent("planner"), body=private).body["record"]
    assert record["agent"] == "planner"
    assert stack.call(STORE, agent("coder"), body=NOTE).status == 201
    stack.settle()
    for other in (agent("coder"), Caller(), agent("planner2")):
        assert texts(stack.call(LIST, other)) == {NOTE["text"]}
        assert stack.call(GET, other, id=record["id"]).status == 404
        assert stack.call(HISTORY, other, id=record["id"]).status == 404
        assert stack.call(FORGET, other, id=record["id"]).status == 404
        found = stack.call(RECALL, other, body={"query": "Which city?", "floor": 0})
        assert "Oslo" not in found.text
    own = stack.call(RECALL, agent("planner"), body={"query": "Which city?", "floor": 0})
    assert "Oslo" in own.text
    assert stack.call(FORGET, agent("planner"), id=record["id"]).status == 202


def test_a_correction_stays_where_the_fact_is(stack: Stack) -> None:
    private = {"attribute": "city", "value": "Oslo", "access": "private"}
    record = stack.call(STORE, agent("planner"), body=private).body["record"]
    change_it = "PATCH /v1/memory/{user}/records/{id}"
    assert stack.call(change_it, Caller(), id=record["id"], body={"value": "Rome"}).status == 404
    corrected = stack.call(change_it, agent("planner"), id=record["id"], body={"value": "Rome"})
    assert corrected.status == 200
    assert corrected.body["record"]["id"] == record["id"]
    assert texts(stack.call(LIST, Caller())) == set()

    told = stack.call(STORE, ADA, body={"attribute": "dog", "value": "Rex"}).body["record"]
    through = {"value": "Ada", "purpose": "work"}
    corrected = stack.call(change_it, ADA, id=told["id"], body=through)
    assert corrected.body["record"]["id"] == told["id"]
    assert corrected.body["record"]["purposes"] == ["assistance"]
    only_work = Caller(extra={"purposes": "work"})
    assert stack.call(change_it, only_work, id=told["id"], body=through).status == 403


def test_private_needs_an_agent_and_a_safe_one(stack: Stack) -> None:
    refused = stack.call(STORE, Caller(), body={**NOTE, "access": "private"})
    assert (refused.status, field(refused)) == (403, "token.agent")
    for odd in ("", "*", "a/b", "a#b", "a b"):
        assert stack.call(LIST, agent(odd)).status == 403
    assert stack.call(STORE, Caller(), body={**NOTE, "access": "secret"}).status == 400


# --- policy ------------------------------------------------------------------------------------


def test_a_tenants_policy_is_versioned(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "CACHE_SECONDS", 0.0)
    first = stack.call(POLICY, ADMIN)
    assert (first.status, first.headers["ETag"]) == (200, '"1"')
    assert first.body["base"] == "default"
    assert first.body["purposes"]["health"]["consent"] is True

    def put(body: object, tag: str | None) -> Answer:
        headers = {} if tag is None else {"if-match": tag}
        return stack.call(SET_POLICY, ADMIN, body=body, headers=headers)

    strict = {"base": "strict"}
    assert put(strict, None).status == 428
    assert put(strict, "*").status == 400
    assert put(strict, '"7"').status == 412
    done = put(strict, '"1"')
    assert (done.status, done.headers["ETag"], done.body["version"]) == (200, '"2"', 2)
    assert put(strict, '"1"').status == 412
    assert stack.call(STORE, Caller(), body=NOTE).status == 409

    assert put({"purposes": {"assistance": {"consent": False}}}, '"2"').status == 200
    stored = stack.call(STORE, Caller(), body=NOTE)
    assert stored.body["record"]["origin"]["policy"] == "default/3"
    for version, base in ((1, "default"), (2, "strict"), (3, "default")):
        kept = stack.call(POLICY, ADMIN, parameters={"version": str(version)}).body
        assert (kept["version"], kept["base"]) == (version, base)
    assert stack.call(POLICY, ADMIN, parameters={"version": "4"}).status == 404


@pytest.mark.parametrize(
    "body",
    [
        {"base": "lenient"},
        {"purposes": {}},
        {"purposes": {"work": {"consent": False}}},
        {"purposes": {"assistance": {"consent": False, "reads": ["gossip"]}}},
        {"purposes": {"Assistance": {"consent": False}}, "default_purpose": "Assistance"},
        {"purposes": {"assistance": {"consent": "no"}}},
        {"purposes": {"assistance": {"consent": False, "topics": ["weather"]}}},
        {"purposes": {f"p{n}": {"consent": False} for n in range(13)}, "default_purpose": "p1"},
        {"default_purpose": "gossip"},
        {"confidence_floor": 2},
        {"review_days": 0},
        {"assistant_days": 0},
        {"personal": {"otherwise": "sell"}},
        {"personal": {"kinds": {"shoe_size": "flag"}}},
        {"personal": {"kinds": {"password": "flag"}}},
        {"personal": {"kinds": {"card": "flag"}}},
        {"colour": "red"},
    ],
)
def test_policies_that_are_not_sound_are_refused(stack: Stack, body: object) -> None:
    headers = {"if-match": '"1"'}
    assert stack.call(SET_POLICY, ADMIN, body=body, headers=headers).status == 400
    assert stack.call(POLICY, ADMIN).body["version"] == 1


@pytest.mark.parametrize(("action", "status"), [("flag", 201), ("redact", 201), ("refuse", 422)])
def test_personal_data_is_flagged_redacted_or_refused_as_the_policy_says(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, action: str, status: int
) -> None:
    monkeypatch.setattr(policies, "CACHE_SECONDS", 0.0)
    address = "ada" + "@" + "example.org"
    body = {"personal": {"otherwise": "flag", "kinds": {"email": action}}}
    put = stack.call(SET_POLICY, ADMIN, body=body, headers={"if-match": '"1"'})
    assert put.body["personal"] == {
        "otherwise": "flag", "kinds": {"card": "redact", "email": action},
    }  # fmt: skip
    told = {"text": f"Write to the harbour office at {address}"}
    stored = stack.call(STORE, Caller(), body=told)
    assert stored.status == status, stored.text
    if action == "flag":
        assert address in stored.body["record"]["text"]
        assert stored.body["record"]["personal"] == ["email"]
    else:
        assert address not in stored.text
    plain = stack.call(STORE, Caller(), body={"text": "The harbour office opens at nine"})
    assert plain.status == 201


def test_the_policy_is_an_administrators_business(stack: Stack) -> None:
    headers = {"if-match": '"1"'}
    assert stack.call(POLICY, ADA).status == 403
    assert stack.call(SET_POLICY, ADA, body={"base": "strict"}, headers=headers).status == 403
    other = Caller(tenant="globex", subject="root", scope="memory:admin")
    assert stack.call(SET_POLICY, other, body={"base": "strict"}, headers=headers).status == 200
    assert stack.call(POLICY, ADMIN).body["version"] == 1, "another tenant's is another policy"

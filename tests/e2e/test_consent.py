"""Consent, purpose and access on the deployed stack, with tokens of the issuer's own."""

import uuid

import pytest

from examples.client import Json, Memory, wait_for
from tests.e2e.world import FULL, World, status_of

PURPOSES = "assistance work health"


@pytest.fixture
def name() -> str:
    return f"ada-{uuid.uuid4().hex[:10]}"


def change(memory: Memory, *states: str) -> dict[str, object]:
    """Take steps of the consent for health; return where it stands."""
    for state in states:
        body: dict[str, Json] = {"state": state, "notice_version": "2026-03", "source": "test"}
        answer = memory.request("PUT", "/v1/memory/me/consent/health", body).json()
    return dict(answer)


def recalled(memory: Memory, query: str, **more: str) -> tuple[set[str], dict[str, int]]:
    """Return the texts that a recall without a floor gives, and what it dropped."""
    body: dict[str, Json] = {"query": query, "floor": 0, **more}
    context = memory.request("POST", "/v1/memory/me/recall", body).json()
    found = {item["text"] for item in (*context["facts"], *context["episodes"])}
    return found, context["dropped"]


@pytest.mark.law(6)
def test_consent_from_the_question_to_the_deletion(world: World, name: str) -> None:
    ada = world.through(name, purposes=PURPOSES)
    turn: Json = {"session": "s1", "role": "user", "text": "Oslo is where my knee was mended"}
    told: dict[str, Json] = {"events": [turn], "purpose": "health"}

    def tell() -> object:
        return ada.request("POST", "/v1/memory/me/events", told)

    assert status_of(tell) == 409
    change(ada, "requested", "granted", "active")
    accepted = ada.request("POST", "/v1/memory/me/events", told).json()
    ada.settle(accepted["operation_id"])
    texts = {"Oslo is where my knee was mended"}
    wait_for(lambda: recalled(ada, "knee", purpose="health")[0] >= texts or None, "the index")
    assert not recalled(ada, "knee")[0] & texts

    change(ada, "paused")
    assert recalled(ada, "knee", purpose="health")[0] == set()
    change(ada, "active")
    assert recalled(ada, "knee", purpose="health")[0] >= texts
    change(ada, "revoked")
    assert recalled(ada, "knee", purpose="health")[0] == set()
    job = str(change(ada, "delete_requested")["erasure_id"])

    def queued() -> bool | None:
        world.invoke("consolidate", {"job": "requeue"})
        return ada.erasure(job)["status"] == "done" or None

    wait_for(queued, "the erasure", 180)
    assert ada.request("GET", "/v1/memory/me/consent/health").json()["state"] == "deleted"
    assert world.stack.search_tables("knee was mended") == []


def test_a_health_note_is_not_there_for_a_work_mail(world: World, name: str) -> None:
    ada = world.through(name, purposes=PURPOSES)
    for text in ("My therapist is Dr Brandt, every Tuesday", "Our Tuesday meeting is in room 4"):
        ada.request("POST", "/v1/memory/me/store", {"text": text})
    work, dropped = recalled(ada, "What happens on Tuesday?", purpose="work")
    assert work == {"Our Tuesday meeting is in room 4"}
    assert dropped["purpose"] == 1
    assert len(recalled(ada, "What happens on Tuesday?")[0]) == 2


@pytest.mark.law(2)
def test_a_token_bounds_purpose_and_agent(world: World, name: str) -> None:
    planner, coder = (world.through(name, agent=agent) for agent in ("planner", "coder"))
    private = {"attribute": "city", "value": "Oslo", "access": "private"}
    record = planner.request("POST", "/v1/memory/me/store", private).json()["record"]["id"]
    assert planner.record(record)["value"] == "Oslo"
    assert status_of(lambda: coder.record(record)) == 404
    assert recalled(coder, "Which city?")[0] == set()
    work = {"text": "My desk is grey", "purpose": "work"}
    assert status_of(lambda: coder.request("POST", "/v1/memory/me/store", work)) == 403


def test_a_policy_is_set_by_an_administrator_under_its_version(world: World) -> None:
    tenant = f"t-{uuid.uuid4().hex[:8]}"
    root = world.caller("root", tenant, f"{FULL} memory:admin")
    first = root.request("GET", "/v1/tenant/policy")
    tag = {"If-Match": first.headers["etag"]}
    root.request("PUT", "/v1/tenant/policy", {"base": "strict"}, tag)
    assert status_of(lambda: root.request("PUT", "/v1/tenant/policy", {}, tag)) == 412
    assert status_of(lambda: root.request("PUT", "/v1/tenant/policy", {})) == 428

    def held() -> bool | None:
        note = {"text": f"My tent is blue {uuid.uuid4().hex}"}
        return status_of(lambda: root.request("POST", "/v1/memory/me/store", note)) == 409 or None

    wait_for(held, "the policy in the writing function", 30)

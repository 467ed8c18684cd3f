"""Shared memory and procedures through the handlers: proposed, approved, read, taken back."""

import pytest

from tests.functions.conftest import Stack
from tests.functions.events import Caller
from tests.functions.test_memory import ADA, BOB, ERASURE, STORE
from tests.functions.test_reviews import DECIDE, REVIEW, REVIEWER, REVIEWS

KEEPER = Caller(subject="kim", scope="memory:read memory:tenant")
OPERATOR = Caller(tenant="ops", subject="olga", scope="memory:read memory:system memory:review")
FOREIGN = Caller(tenant="globex", subject="gus", scope="memory:read memory:tenant memory:review")
PROCEDURES = "POST /v1/memory/{user}/procedures"
BODY = {"attribute": "refund window", "value": "30 days"}


def publish(stack: Stack, whose: str, keeper: Caller, reviewer: Caller, **body: object) -> str:
    """Propose and approve; return the record's id."""
    waits = stack.call(f"POST /v1/{whose}/records", keeper, body=body or BODY)
    assert (waits.status, waits.body["reason"]) == (202, "shared"), waits.text
    review = waits.body["review"]
    assert waits.headers["Location"] == f"/v1/reviews/{review}"
    decided = stack.call(DECIDE, reviewer, id=review, body={"decision": "approve"})
    assert decided.status == 200, decided.text
    return str(decided.body["record"])


def listed(stack: Stack, whose: str, caller: Caller) -> list[str]:
    answer = stack.call(f"GET /v1/{whose}/records", caller)
    assert answer.status == 200, answer.text
    return [record["value"] for record in answer.body["records"]]


def test_a_tenant_shares_what_a_reviewer_approved(stack: Stack) -> None:
    record = publish(stack, "tenant", KEEPER, REVIEWER)
    assert listed(stack, "tenant", ADA) == listed(stack, "tenant", BOB) == ["30 days"]
    got = stack.call("GET /v1/tenant/records/{id}", ADA, id=record).body
    assert (got["attribute"], got["origin"]["writer"]) == ("refund_window", "reviewer")
    history = stack.call("GET /v1/tenant/records/{id}/history", ADA, id=record).body
    assert [entry["value"] for entry in history["assertions"]] == ["30 days"]
    again = stack.call("POST /v1/tenant/records", KEEPER, body=BODY)
    assert (again.status, again.body["record"]["id"]) == (200, record)
    for caller in (ADA, REVIEWER):
        gone = stack.call("DELETE /v1/tenant/records/{id}", caller, id=record)
        assert gone.status == 403
    gone = stack.call("DELETE /v1/tenant/records/{id}", KEEPER, id=record)
    assert gone.status == 202
    stack.settle()
    assert stack.call(ERASURE, KEEPER, id=gone.body["erasure_id"]).body["status"] == "done"
    assert stack.call(ERASURE, ADA, id=gone.body["erasure_id"]).status == 404
    assert listed(stack, "tenant", ADA) == []


@pytest.mark.law(2)
def test_what_a_tenant_shares_no_other_tenant_reads_or_decides(stack: Stack) -> None:
    review = stack.call("POST /v1/tenant/records", KEEPER, body=BODY).body["review"]
    for caller in (FOREIGN, OPERATOR, ADA):
        assert stack.call(REVIEW, caller, id=review).status == 404
    for caller in (FOREIGN, OPERATOR):
        answer = stack.call(DECIDE, caller, id=review, body={"decision": "approve"})
        assert answer.status == 404
        assert stack.call(REVIEWS, caller).body["reviews"] == []
    approved = stack.call(DECIDE, REVIEWER, id=review, body={"decision": "approve"})
    record = approved.body["record"]
    assert listed(stack, "tenant", FOREIGN) == []
    assert stack.call("GET /v1/tenant/records/{id}", FOREIGN, id=record).status == 404
    assert stack.call("DELETE /v1/tenant/records/{id}", FOREIGN, id=record).status == 404
    assert listed(stack, "tenant", ADA) == ["30 days"]


@pytest.mark.law(2)
def test_the_systems_memory_is_written_by_its_operators_and_read_by_all(stack: Stack) -> None:
    for caller in (KEEPER, FOREIGN, REVIEWER):
        assert stack.call("POST /v1/system/records", caller, body=BODY).status == 403
    waits = stack.call("POST /v1/system/records", OPERATOR, body=BODY)
    review = waits.body["review"]
    for caller in (REVIEWER, FOREIGN):
        assert stack.call(REVIEWS, caller).body["reviews"] == []
        answer = stack.call(DECIDE, caller, id=review, body={"decision": "approve"})
        assert answer.status == 404
    assert [item["id"] for item in stack.call(REVIEWS, OPERATOR).body["reviews"]] == [review]
    answer = stack.call(DECIDE, OPERATOR, id=review, body={"decision": "approve"})
    assert answer.status == 200
    for caller in (ADA, FOREIGN):
        assert listed(stack, "system", caller) == ["30 days"]
        assert listed(stack, "tenant", caller) == []


def test_a_registered_attribute_is_refused_with_its_reason(stack: Stack) -> None:
    publish(stack, "tenant", KEEPER, REVIEWER, **BODY, registered=True)
    body = {"attribute": "Refund window", "value": "90 days"}
    answer = stack.call(STORE, ADA, body=body)
    assert (answer.status, "registered" in answer.text) == (409, True)
    elsewhere = Caller(tenant="globex", subject="ada")
    assert stack.call(STORE, elsewhere, body=body).status == 201


def test_a_procedure_waits_for_a_reviewer(stack: Stack) -> None:
    body = {"title": "release", "text": "1. Run the tests. 2. Tag the commit."}
    waits = stack.call(PROCEDURES, ADA, body=body)
    assert (waits.status, waits.body["reason"]) == (202, "procedure")
    review = waits.body["review"]
    assert stack.call(DECIDE, ADA, id=review, body={"decision": "approve"}).status == 404
    shown = stack.call(REVIEW, REVIEWER, id=review).body
    assert (shown["kind"], shown["attribute"], "subject" in shown) == (
        "procedure",
        "release",
        False,
    )
    assert stack.call(DECIDE, REVIEWER, id=review, body={"decision": "approve"}).status == 200
    only = {"kind": "procedure"}
    (record,) = stack.call("GET /v1/memory/{user}/records", ADA, parameters=only).body["records"]
    assert (record["kind"], record["value"]) == ("procedure", body["text"])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"value": "30 days"}, "attribute"),
        ({"attribute": "x"}, "body"),
        ({**BODY, "text": "30 days"}, "body"),
        ({**BODY, "kind": "procedure"}, "body"),
        ({**BODY, "kind": "episode"}, "kind"),
        ({**BODY, "session": "s1"}, "session"),
        ({**BODY, "speaker": "Ada"}, "speaker"),
        ({**BODY, "provenance": "tool_verified"}, "provenance"),
        ({**BODY, "registered": "yes"}, "registered"),
    ],
)
def test_what_does_not_belong_to_shared_memory_is_refused(
    stack: Stack, body: dict[str, object], field: str
) -> None:
    answer = stack.call("POST /v1/tenant/records", KEEPER, body=body)
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, field)
    assert stack.call(REVIEWS, REVIEWER).body["reviews"] == []


@pytest.mark.law(2)
def test_an_operator_takes_what_is_shared_out_of_everybodys_sight(stack: Stack) -> None:
    record = publish(stack, "tenant", KEEPER, REVIEWER)
    route = "POST /v1/tenant/records/{id}/"
    for caller in (ADA, KEEPER):
        assert stack.call(f"{route}quarantine", caller, id=record).status == 403
    assert stack.call(f"{route}quarantine", FOREIGN, id=record).status == 404
    assert listed(stack, "tenant", ADA) == ["30 days"]
    hidden = stack.call(f"{route}quarantine", REVIEWER, id=record)
    assert (hidden.status, hidden.body["status"]) == (200, "quarantined")
    assert listed(stack, "tenant", ADA) == listed(stack, "tenant", BOB) == []
    shown = stack.call(f"{route}release", REVIEWER, id=record)
    assert (shown.status, shown.body["status"]) == (200, "active")
    assert listed(stack, "tenant", ADA) == ["30 days"]


@pytest.mark.law(2)
def test_a_tenants_reviewer_hides_nothing_of_the_systems(stack: Stack) -> None:
    record = publish(stack, "system", OPERATOR, OPERATOR)
    route = "POST /v1/system/records/{id}/quarantine"
    for caller in (REVIEWER, FOREIGN):
        assert stack.call(route, caller, id=record).status == 403
    assert listed(stack, "system", ADA) == ["30 days"]
    assert stack.call(route, OPERATOR, id=record).status == 200
    assert listed(stack, "system", ADA) == []

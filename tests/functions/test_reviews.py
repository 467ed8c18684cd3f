"""The review queue through the handlers: listed, shown with its evidence, decided."""

import json

import pytest

from tests.functions.conftest import Stack
from tests.functions.events import Caller
from tests.functions.test_memory import ADA, BOB, STORE, records, stored_items, tell

REVIEWS = "GET /v1/reviews"
REVIEW = "GET /v1/reviews/{id}"
DECIDE = "POST /v1/reviews/{id}/decision"
ALLERGY = "I'm allergic to peanuts."
REVIEWER = Caller(subject="rita", scope="memory:review")
READER = Caller(subject="rita", scope="memory:read")


def propose(stack: Stack) -> str:
    tell(stack, text=ALLERGY)
    (review,) = stack.call(REVIEWS, ADA).body["reviews"]
    return str(review["id"])


def facts(stack: Stack, caller: Caller = ADA) -> list[str]:
    return [r["value"] for r in records(stack, caller) if r["kind"] == "fact"]


def test_an_owner_confirms_what_was_proposed(stack: Stack) -> None:
    review = propose(stack)
    shown = stack.call(REVIEW, ADA, id=review).body
    assert (shown["waiting"], shown["status"], shown["value"]) == ("proposed", "open", "peanuts")
    assert shown["quote"] in ALLERGY
    assert facts(stack) == []
    decided = stack.call(DECIDE, ADA, id=review, body={"decision": "approve"})
    assert (decided.status, decided.body["status"]) == (200, "approved")
    assert facts(stack) == ["peanuts"]
    again = stack.call(DECIDE, ADA, id=review, body={"decision": "approve"})
    assert again.body == decided.body
    other = stack.call(DECIDE, ADA, id=review, body={"decision": "reject"})
    assert (other.status, other.body["errors"][0]["field"]) == (409, "decision")


def test_a_reviewer_decides_for_the_tenant_and_reads_nothing_else(stack: Stack) -> None:
    review = propose(stack)
    page = stack.call(REVIEWS, REVIEWER).body
    assert [item["id"] for item in page["reviews"]] == [review]
    assert stack.call("GET /v1/memory/{user}/records", REVIEWER).status == 403
    answer = stack.call(DECIDE, REVIEWER, id=review, body={"decision": "reject"})
    assert answer.status == 200
    assert stack.call(REVIEWS, REVIEWER).body["reviews"] == []
    assert facts(stack) == []
    kept = json.loads(stored_items())
    decided = [i for table in kept for i in table["Items"] if i["sk"]["S"].startswith("4Q")]
    assert len(decided) == 1
    assert "peanuts" not in json.dumps(decided)


@pytest.mark.law(2)
def test_a_review_of_another_user_or_tenant_is_unknown(stack: Stack) -> None:
    review = propose(stack)
    foreign = Caller(tenant="globex", subject="rita", scope="memory:review")
    for caller in (BOB, READER, foreign):
        assert stack.call(REVIEW, caller, id=review).status == 404
        assert stack.call(REVIEWS, caller).body["reviews"] == []
    for caller in (BOB, foreign):
        answer = stack.call(DECIDE, caller, id=review, body={"decision": "approve"})
        assert answer.status == 404
    assert stack.call(DECIDE, READER, id=review, body={"decision": "approve"}).status == 403
    assert stack.call(REVIEW, ADA, id=review).status == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "decision"),
        ({"decision": "maybe"}, "decision"),
        ({"decision": "edit"}, "value"),
        ({"decision": "approve", "value": "pollen"}, "value"),
        ({"decision": "edit", "value": "  "}, "value"),
        ({"decision": "approve", "trust": "high"}, "trust"),
    ],
)
def test_a_decision_that_says_too_little_or_too_much_is_refused(
    stack: Stack, body: dict[str, str], field: str
) -> None:
    review = propose(stack)
    answer = stack.call(DECIDE, ADA, id=review, body=body)
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, field)
    assert stack.call(REVIEW, ADA, id=review).body["status"] == "open"


def test_an_explicit_memory_that_waits_says_so(stack: Stack) -> None:
    agent = Caller(subject="agent", scope="memory:write memory:any_user memory:read")
    body = {"attribute": "allergy", "value": "peanuts"}
    answer = stack.call(STORE, agent, user="ada", body=body)
    assert (answer.status, answer.body["waiting"]) == (202, "proposed")
    assert answer.headers["Location"] == f"/v1/reviews/{answer.body['review']}"
    assert stack.call(REVIEW, ADA, id=answer.body["review"]).body["provenance"] == "model_inferred"
    assert stack.call(STORE, ADA, body=body).status == 201

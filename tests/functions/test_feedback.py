"""A recall's trace and what is said of it, over HTTP."""

import json

import pytest

from tests.functions.conftest import Answer, Stack

RECALL = "POST /v1/memory/{user}/recall"
TRACE = "GET /v1/memory/{user}/recalls/{id}"
FEEDBACK = "POST /v1/memory/{user}/recalls/{id}/feedback"


def recalled(stack: Stack) -> Answer:
    stored = stack.call("POST /v1/memory/{user}/store", body={"text": "My harbour is Oslo"})
    assert stored.status == 201
    body = {"query": "harbour Oslo", "floor": 0.0, "filter": {"kind": "fact"}, "margin": 25}
    return stack.call(RECALL, body=body)


def test_a_recall_is_explained_and_judged(stack: Stack, capsys: pytest.CaptureFixture[str]) -> None:
    answer = recalled(stack)
    recall = answer.body["recall_id"]
    (fact,) = answer.body["facts"]
    trace = stack.call(TRACE, id=recall)
    assert trace.status == 200
    assert trace.body["recipe"] == answer.body["recipe"]
    assert trace.body["purposes"] == ["assistance"]
    (item,) = trace.body["items"]
    assert (item["id"], item["standing"], item["scope"]) == (fact["id"], "there", "user")
    assert "Oslo" not in trace.text
    assert trace.body["limits"] == {
        "k": 10, "floor": 0.0, "budget": 1600, "filtered_by": ["kind"],
    }  # fmt: skip
    assert trace.body["dropped"] == answer.body["dropped"]
    assert trace.body["time_zone"] == "UTC"
    assert trace.body["understood"] == answer.body["understood"] == {
        "question": "none", "of_time_alone": False, "numbers": 0,
    }  # fmt: skip
    capsys.readouterr()

    body = {"items": [{"flag": "wrong", "id": fact["id"]}, {"flag": "missing"}]}
    heard = stack.call(FEEDBACK, id=recall, body=body)
    assert heard.status == 200
    assert [each["effect"] for each in heard.body["items"]] == ["counted", "counted"]
    review = heard.body["items"][0]["review"]
    assert stack.call("GET /v1/reviews/{id}", id=review).body["waiting"] == "flagged"
    counted = [json.loads(line) for line in capsys.readouterr().out.splitlines() if "flag" in line]
    assert {(m["tenant"], m["flag"]) for m in counted if "Feedback" in m} == {
        ("acme", "wrong"), ("acme", "missing"),
    }  # fmt: skip
    again = stack.call(FEEDBACK, id=recall, body=body)
    assert [each["effect"] for each in again.body["items"]] == ["repeated", "repeated"]
    assert '"Feedback"' not in capsys.readouterr().out, "the rates count each word once"


@pytest.mark.parametrize(
    ("items", "field"),
    [
        ([{"flag": "wrong"}], "items[0]"),
        ([{"flag": "helpful", "id": "f_unknown"}], "items[0].id"),
        ([], "items"),
        ([{"flag": "missing", "text": "why"}], "items[0].text"),
        ([{"flag": "missing"}] * 51, "items"),
    ],
)
def test_feedback_that_cannot_be_meant_is_refused(stack: Stack, items: object, field: str) -> None:
    recall = recalled(stack).body["recall_id"]
    answer = stack.call(FEEDBACK, id=recall, body={"items": items})
    assert answer.status == 400
    assert answer.body["errors"][0]["field"] == field


def test_an_unknown_recall_is_not_found(stack: Stack) -> None:
    assert stack.call(TRACE, id="r_unknown").status == 404
    body = {"items": [{"flag": "missing"}]}
    assert stack.call(FEEDBACK, id="r_unknown", body=body).status == 404

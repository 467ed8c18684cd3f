"""Typed values over HTTP: how they come in, how they are shown, and what they never become."""

import json
from typing import Any

import pytest

from muniment.domain.rendering import NO_AUTHORISATION
from tests.functions.conftest import Stack
from tests.functions.test_doors import CRM, STATE
from tests.functions.test_memory import ADA, HISTORY, RECALL, STORE, records, tell
from tests.functions.test_reviews import DECIDE, REVIEW, REVIEWS

AUTO_PAY = "Auto-pay the $9.99 Spotify plan."
SPOTIFY = {"type": "money", "amount": "9.99", "currency": "USD", "payee": "Spotify"}


def fields_of(part: Any) -> set[str]:
    """Return the names of all members, however deep."""
    if isinstance(part, dict):
        return set(part).union(*map(fields_of, part.values()))
    return set().union(*map(fields_of, part)) if isinstance(part, list) else set()


def test_a_payment_that_was_told_is_a_statement_wherever_it_is_shown(stack: Stack) -> None:
    tell(stack, text=AUTO_PAY)
    (review,) = stack.call(REVIEWS, ADA).body["reviews"]
    assert (review["waiting"], review["typed"]) == ("proposed", SPOTIFY)
    assert [r["kind"] for r in records(stack)] == ["episode"]

    answers = [stack.call(REVIEW, ADA, id=review["id"])]
    answers.append(stack.call(DECIDE, ADA, id=review["id"], body={"decision": "approve"}))
    (fact,) = [r for r in records(stack) if r["kind"] == "fact"]
    assert (fact["typed"], fact["sensitivity"]) == (SPOTIFY, ["money"])

    asked = {"query": "May I pay $19.99 to Xenon Media?", "floor": 0.0}
    answers += [stack.call(RECALL, ADA, body=asked), stack.call(HISTORY, ADA, id=fact["id"])]
    text = answers[2].body["text"]
    assert "$9.99 Spotify" in text
    assert "Xenon" not in text
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert all(f"user_stated, {NO_AUTHORISATION}]" in line for line in lines)
    assert [item["typed"] for item in answers[2].body["facts"]] == [SPOTIFY]
    assert [said["typed"] for said in answers[3].body["assertions"]] == [SPOTIFY]

    # No member of any answer says that something may be done, to this payee or another.
    for answer in answers:
        assert answer.status == 200
        names = {name.lower() for name in fields_of(answer.body)}
        words = ("allow", "authori", "permi", "grant", "approved", "may_", "can_")
        assert not [name for name in names if any(word in name for word in words)]


@pytest.mark.parametrize(
    ("sent", "kept", "typed"),
    [
        (True, "true", {"type": "boolean", "value": True}),
        (42, "42", {"type": "number", "amount": "42"}),
        (9.5, "9.5", {"type": "number", "amount": "9.5"}),
        ("72 kg", "72 kg", {"type": "number", "amount": "72", "unit": "kg"}),
        ("2027-05-03", "2027-05-03", {"type": "date", "date": "2027-05-03"}),
        ("90 minutes", "90 minutes", {"type": "duration", "seconds": "5400"}),
        ("Pro (yearly)", "Pro (yearly)", None),
    ],
)
def test_a_value_of_json_is_kept_as_it_is_at_both_doors(
    stack: Stack, sent: object, kept: str, typed: object
) -> None:
    stored = stack.call(STORE, ADA, body={"attribute": "one", "value": sent}).body["record"]
    assert (stored["value"], stored.get("typed")) == (kept, typed)
    body = {"system": "crm", "state": [{"attribute": "two", "value": sent}]}
    assert stack.call(STATE, CRM, user="ada", body=body).status == 202
    stack.settle()
    (fact,) = [r for r in records(stack) if r.get("attribute") == "two"]
    assert (fact["value"], fact.get("typed")) == (kept, typed)


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ("0.12345678901234567890", "body"),
        ("1e400", "body"),
        ("1e99999999999999999999", "body"),
        ("1000000000000000", "value"),
        ("null", "body"),
        ("[1]", "value"),
        ('{"amount": 1}', "value"),
    ],
)
def test_a_value_that_would_not_stay_what_it_is_is_refused(
    stack: Stack, raw: str, field: str
) -> None:
    answer = stack.call(STORE, ADA, raw_body=f'{{"attribute": "plan", "value": {raw}}}')
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, field)
    assert json.loads(answer.text)["errors"][0]["fix"]
    assert stack.call(STORE, ADA, raw_body='{"attribute": "plan", "value": 0.1}').status == 201

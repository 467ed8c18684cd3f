"""What callers are told about secrets, over the routes: what was taken out, and what is refused."""

import pytest

from tests.functions.conftest import Stack
from tests.functions.test_memory import (
    ADA,
    EVENTS,
    OPERATION,
    STORE,
    recall,
    records,
    stored_items,
    turn,
)

TOKEN = "gh" + "p_" + "16C7e42F292c6912E7710c838347Ae178B4a"
BESIDE = "the deposit box is in Turin"


@pytest.mark.law(7)
def test_a_token_in_a_turn_is_taken_out_and_said_to_be(
    stack: Stack, capfd: pytest.CaptureFixture[str]
) -> None:
    accepted = stack.call(EVENTS, ADA, body=turn(f"{BESIDE}, the token is {TOKEN}"))
    assert (accepted.status, accepted.body["redacted"]) == (202, {"access_token": 1})
    stack.settle()
    operation = stack.call(OPERATION, ADA, id=accepted.body["operation_id"]).body
    assert operation["redacted"] == {"access_token": 1}
    (record,) = records(stack)
    assert record["redacted"] == {"access_token": 1}
    assert "redacted: access token" in recall(stack, "deposit box")["text"]
    written = capfd.readouterr()
    for kept in (stored_items(), written.out, written.err):
        assert TOKEN not in kept
    assert BESIDE in stored_items()


@pytest.mark.law(7)
def test_a_token_in_an_explicit_memory(stack: Stack) -> None:
    stored = stack.call(STORE, ADA, body={"text": f"{BESIDE}, the token is {TOKEN}"})
    assert (stored.status, stored.body["record"]["redacted"]) == (201, {"access_token": 1})
    assert TOKEN not in stored_items()
    assert BESIDE in stored_items()


@pytest.mark.law(7)
def test_what_is_nothing_but_a_secret_is_refused(stack: Stack) -> None:
    refused = stack.call(STORE, ADA, body={"attribute": "deploy token", "value": TOKEN})
    assert (refused.status, refused.body["errors"][0]["reason"]) == (409, "redacted")
    assert TOKEN not in refused.text + stored_items()


@pytest.mark.law(7)
def test_a_token_as_an_identifier_is_refused_by_field_and_kind(
    stack: Stack, capfd: pytest.CaptureFixture[str]
) -> None:
    refused = stack.call(EVENTS, ADA, body=turn(BESIDE, session=TOKEN))
    assert refused.status == 422
    (error,) = refused.body["errors"]
    assert (error["field"], error["reason"]) == (
        "events[0].session", "holds data of the kind access token",
    )  # fmt: skip
    written = capfd.readouterr()
    for kept in (refused.text, stored_items(), written.out, written.err):
        assert TOKEN not in kept


def test_personal_data_is_flagged(stack: Stack) -> None:
    mail = "ada.rossi@" + "example.org"
    stored = stack.call(STORE, ADA, body={"text": f"write to {mail}, {BESIDE}"})
    assert (stored.status, stored.body["record"]["personal"]) == (201, ["email"])

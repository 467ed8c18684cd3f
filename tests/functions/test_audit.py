"""The audit through the handlers: nobody acts unnamed, and only those who may look see it."""

import json
from typing import Any

import boto3
import pytest

from muniment.bootstrap import callers
from tests.functions.conftest import Stack
from tests.functions.events import Caller
from tests.functions.test_events_out import live
from tests.functions.test_memory import ADA, BOB, FORGET, STORE, stored_items, tell

AUDIT = "GET /v1/memory/{user}/audit"
AUDITOR = Caller(subject="olaf", scope="memory:audit")
REVIEWER = Caller(subject="rita", scope="memory:review")
FUNCTIONS = {"extract", "delete", "consolidate"}
CANARY = "zebra-4471"


def audit(stack: Stack, caller: Caller = AUDITOR, limit: str = "3") -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    parameters = {"limit": limit}
    while True:
        answer = stack.call(AUDIT, caller, user="ada", parameters=parameters)
        assert answer.status == 200, answer.text
        entries += answer.body["entries"]
        if "next_cursor" not in answer.body:
            return entries
        parameters["cursor"] = answer.body["next_cursor"]


def test_everything_that_was_done_names_who_did_it(stack: Stack) -> None:
    live(stack)
    corrected = stack.call(STORE, ADA, body={"attribute": "boat", "value": "Petrel"}).body["record"]
    stack.call(FORGET, ADA, id=corrected["id"])
    stack.settle()
    handles = {
        name: callers.scope("acme", name).owner for name in ("ada", "robot", "agent", "olaf")
    }
    entries = audit(stack)
    assert {entry["by"] for entry in entries} <= {*handles.values(), *FUNCTIONS}
    done = {(entry["action"], entry["by"]) for entry in entries}
    assert {
        ("accept", handles["ada"]), ("assert", handles["ada"]), ("assert", "extract"),
        ("assert", handles["robot"]), ("erase_user", handles["ada"]), ("erased", "delete"),
        ("erase_record", handles["ada"]), ("quarantine", handles["ada"]),
    } <= done  # fmt: skip
    assert [e["at"] for e in entries] == sorted((e["at"] for e in entries), reverse=True)
    items = boto3.client("dynamodb").scan(TableName="ledger")["Items"]
    assert all(i["by"]["S"] for i in items if i["sk"]["S"].startswith("A#"))


@pytest.mark.law(2)
def test_who_may_not_audit_learns_nothing(stack: Stack) -> None:
    tell(stack, text="My boat is called Selkie.")
    assert audit(stack) == audit(stack, REVIEWER, "100") != []
    assert stack.call(AUDIT, ADA).status == 403
    assert stack.call(AUDIT, BOB, user="ada").status == 403
    foreign = Caller(tenant="globex", subject="olaf", scope="memory:audit")
    assert stack.call(AUDIT, foreign, user="ada").body["entries"] == []
    own = Caller(scope="memory:audit")
    assert stack.call(AUDIT, own).body["entries"]


@pytest.mark.law(7)
def test_the_audit_that_is_shown_holds_no_text(stack: Stack) -> None:
    tell(stack, text=f"My locker code is {CANARY}.")
    assert CANARY in stored_items()
    shown = json.dumps(audit(stack))
    assert "assert" in shown or "proposed" in shown
    for word in (CANARY, "locker", '"ada"'):
        assert word not in shown


@pytest.mark.parametrize("parameters", [{"limit": "0"}, {"cursor": "%"}, {"since": "1"}])
def test_a_bad_question_is_told_so(stack: Stack, parameters: dict[str, str]) -> None:
    assert stack.call(AUDIT, AUDITOR, user="ada", parameters=parameters).status == 400

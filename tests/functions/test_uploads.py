"""Documents that are sent by themselves, through the handlers and a bucket that moto plays."""

import base64
import json
from typing import Any
from urllib.parse import quote_plus

import boto3
import pytest

from muniment.domain.uploads import LARGEST
from tests.functions.conftest import MAX_RECEIVES, UPLOADS, Stack
from tests.functions.events import Caller, Context, queue_event
from tests.functions.test_memory import ADA, BOB, OPERATION, stored_items

ANNOUNCE = "POST /v1/memory/{user}/uploads"
ERASE = "DELETE /v1/memory/{user}"
ERASURE = "GET /v1/erasures/{id}"
LOG: dict[str, object] = {
    "session": "docs", "id": "log", "name": "The log", "content_type": "text/plain", "size": 90_000,
}  # fmt: skip
TEXT = "\n\n".join(
    f"Day {day}. The sea was calm and the wind came from the west." for day in range(300)
)
OWNER_ALONE = Caller(scope="memory:read memory:write")


def announce(stack: Stack, caller: Caller = ADA, **changed: object) -> dict[str, Any]:
    answer = stack.call(ANNOUNCE, caller, body=LOG | changed)
    assert answer.status == 201, answer.text
    body: dict[str, Any] = answer.body
    return body


def send(announced: dict[str, Any], body: bytes = TEXT.encode()) -> dict[str, Any]:
    """Put a document where the form would, and return what S3 tells of it."""
    key = announced["form"]["fields"]["key"]
    boto3.client("s3").put_object(Bucket=UPLOADS, Key=key, Body=body, ContentType="text/plain")
    return told(key)


def told(*keys: str) -> dict[str, Any]:
    return {
        "Records": [
            {
                "eventSource": "aws:s3", "eventName": "ObjectCreated:Post",
                "s3": {"bucket": {"name": UPLOADS}, "object": {"key": quote_plus(key), "size": 1}},
            }
            for key in keys
        ]
    }  # fmt: skip


def take(stack: Stack, *messages: object, receives: int = 1) -> Any:
    return stack.handler("upload")(queue_event(*messages, receives=receives), Context())


def lying() -> list[str]:
    found = boto3.client("s3").list_objects_v2(Bucket=UPLOADS).get("Contents", [])
    return [entry["Key"] for entry in found]


def test_a_document_from_the_announcement_to_its_records(
    stack: Stack, capsys: pytest.CaptureFixture[str]
) -> None:
    announced = announce(stack)
    form, operation = announced["form"], announced["operation_id"]
    assert form["max_bytes"] == 90_000
    assert form["fields"]["Content-Type"] == "text/plain"
    assert form["fields"]["key"].endswith(f"/1/{operation}")
    assert "ada" not in form["fields"]["key"]
    waiting = stack.call(OPERATION, ADA, id=operation).body
    assert (waiting["status"], waiting["document"]) == ("waiting_for_upload", "log")
    assert waiting["until"] == form["until"]

    assert take(stack, send(announced)) == {"batchItemFailures": []}
    assert lying() == []
    stack.settle()
    done = stack.call(OPERATION, ADA, id=operation).body
    assert (done["status"], len(done["events"])) == ("done", 4)
    assert all(event["id"].startswith("log:") for event in done["events"])
    records = stack.call("GET /v1/memory/{user}/records", ADA).body["records"]
    assert {(r["document"], r["speaker"], r["provenance"]) for r in records} == {
        ("log", "The log", "observed")
    }
    assert "The sea was calm" not in capsys.readouterr().out


def test_the_form_is_signed_for_one_key_one_type_and_a_size(stack: Stack) -> None:
    fields = announce(stack)["form"]["fields"]
    policy = json.loads(base64.b64decode(fields["policy"]))
    assert {"key": fields["key"]} in policy["conditions"]
    assert {"Content-Type": "text/plain"} in policy["conditions"]
    assert ["content-length-range", 1, 90_000] in policy["conditions"]
    assert {"bucket": UPLOADS} in policy["conditions"]


def test_a_repeated_request_gets_the_same_operation(stack: Stack) -> None:
    headers = {"idempotency-key": "k"}
    first = stack.call(ANNOUNCE, ADA, body=LOG, headers=headers)
    again = stack.call(ANNOUNCE, ADA, body=LOG, headers=headers)
    assert again.body["operation_id"] == first.body["operation_id"]
    other = stack.call(ANNOUNCE, ADA, body=LOG | {"size": 5}, headers=headers)
    assert other.status == 409
    take(stack, send(first.body))
    assert "form" not in stack.call(ANNOUNCE, ADA, body=LOG, headers=headers).body


@pytest.mark.parametrize(
    "kind", ["text/html", "application/json", "application/pdf", "text/plain; a"]
)
def test_a_type_that_nobody_reads_is_415(stack: Stack, kind: str) -> None:
    answer = stack.call(ANNOUNCE, ADA, body=LOG | {"content_type": kind})
    assert (answer.status, answer.body["errors"][0]["field"]) == (415, "content_type")
    assert "text/plain, text/markdown" in answer.body["errors"][0]["fix"]
    assert kind not in answer.text


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"size": 0}, "size"), ({"size": LARGEST + 1}, "size"), ({"session": "*"}, "session"),
        ({"id": "a/b"}, "id"), ({"bucket": "mine"}, "bucket"), ({"provenance": "x"}, "provenance"),
    ],
)  # fmt: skip
def test_an_announcement_that_is_none_is_refused(
    stack: Stack, changed: dict[str, object], field: str
) -> None:
    answer = stack.call(ANNOUNCE, ADA, body=LOG | changed)
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, field)
    assert "9O#" not in stored_items()


def test_who_may_deliver_documents_may_announce_them(stack: Stack) -> None:
    assert stack.call(ANNOUNCE, OWNER_ALONE, body=LOG).status == 403
    assert stack.call(ANNOUNCE, BOB, user="ada", body=LOG).status == 404
    agent = Caller(subject="agent", scope="memory:ingest memory:any_user")
    announced = stack.call(ANNOUNCE, agent, user="ada", body=LOG)
    assert announced.status == 201
    assert stack.call(OPERATION, ADA, id=announced.body["operation_id"]).status == 200


@pytest.mark.law(2)
def test_an_upload_of_another_user_or_tenant_is_unknown(stack: Stack) -> None:
    announced = announce(stack)
    for caller in (BOB, Caller(tenant="globex")):
        assert stack.call(OPERATION, caller, id=announced["operation_id"]).status == 404


def test_what_is_no_text_fails_with_its_reason(stack: Stack) -> None:
    announced = announce(stack)
    take(stack, send(announced, b"\xff\xfe\x00"))
    failed = stack.call(OPERATION, ADA, id=announced["operation_id"]).body
    assert (failed["status"], failed["reason"], lying()) == ("failed", "not_utf8", [])


def test_what_nobody_asked_for_is_removed_and_counted(
    stack: Stack, capsys: pytest.CaptureFixture[str]
) -> None:
    announced = announce(stack)
    key = announced["form"]["fields"]["key"]
    unknown = key.rpartition("_")[0] + "_" + "a" * 26
    boto3.client("s3").put_object(Bucket=UPLOADS, Key=unknown, Body=b"x")
    messages = (told(unknown), told("no such form of key"), told("a/b/c/d"), told("acme/x/1/o_x"))
    assert take(stack, *messages) == {"batchItemFailures": []}
    assert lying() == []
    became = [json.loads(line).get("became") for line in capsys.readouterr().out.splitlines()]
    assert (became.count("unknown"), became.count("foreign")) == (1, 3)


def test_the_greeting_of_s3_is_no_work_and_nonsense_fails(stack: Stack) -> None:
    greeting = {"Service": "Amazon S3", "Event": "s3:TestEvent", "Bucket": UPLOADS}
    assert take(stack, greeting) == {"batchItemFailures": []}
    for nonsense in ({}, {"Event": "s3:Other"}, "no JSON", {"tenant": "acme"}):
        failed = take(stack, nonsense)
        assert failed["batchItemFailures"] == [{"itemIdentifier": "message-0"}]


def test_an_outage_is_tried_again_and_told_at_the_last_try(stack: Stack) -> None:
    announced = announce(stack)
    message = send(announced)
    bucket = boto3.client("s3")
    bucket.delete_object(Bucket=UPLOADS, Key=announced["form"]["fields"]["key"])
    bucket.delete_bucket(Bucket=UPLOADS)
    assert len(take(stack, message)["batchItemFailures"]) == 1
    operation = announced["operation_id"]
    assert stack.call(OPERATION, ADA, id=operation).body["status"] == "waiting_for_upload"
    assert len(take(stack, message, receives=MAX_RECEIVES)["batchItemFailures"]) == 1
    failed = stack.call(OPERATION, ADA, id=operation).body
    assert (failed["status"], failed["reason"]) == ("failed", "UnavailableError")


def test_the_schedule_asks_by_a_message_of_its_own(stack: Stack) -> None:
    announced = announce(stack)
    send(announced)
    _, owner, epoch, operation = announced["form"]["fields"]["key"].split("/")
    job = {"tenant": "acme", "owner": owner, "epoch": int(epoch), "operation": operation}
    assert take(stack, job) == {"batchItemFailures": []}
    assert stack.call(OPERATION, ADA, id=operation).body["status"] == "pending"


@pytest.mark.law(6)
def test_an_erasure_takes_what_lies_there_and_counts_it(stack: Stack) -> None:
    mine, others = announce(stack), announce(stack, BOB)
    message = send(mine)
    send(others)
    erasure = stack.call(ERASE, ADA).body["erasure_id"]
    stack.settle()
    receipt = stack.call(ERASURE, ADA, id=erasure).body
    assert receipt["status"] == "done"
    assert (receipt["counted"]["uploads"], receipt["probes"]["uploads"]) == (1, 0)
    assert lying() == [others["form"]["fields"]["key"]]
    send(mine)
    assert take(stack, message) == {"batchItemFailures": []}
    assert lying() == [others["form"]["fields"]["key"]]
    assert stack.call("GET /v1/memory/{user}/records", ADA).body["records"] == []

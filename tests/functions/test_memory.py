"""One memory's life through the handlers: told, extracted, recalled, explained, taken back."""

import json
import re
from datetime import timedelta
from typing import Any, NoReturn

import boto3
import pytest

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app import consolidation
from muniment.bootstrap import parts, reading
from tests.functions.conftest import MAX_RECEIVES, Stack
from tests.functions.events import Caller, Context, queue_event
from tests.support.wiring import forget_wiring

EVENTS = "POST /v1/memory/{user}/events"
STORE = "POST /v1/memory/{user}/store"
RECALL = "POST /v1/memory/{user}/recall"
RECORDS = "GET /v1/memory/{user}/records"
RECORD = "GET /v1/memory/{user}/records/{id}"
HISTORY = "GET /v1/memory/{user}/records/{id}/history"
OPERATION = "GET /v1/operations/{id}"
ERASURE = "GET /v1/erasures/{id}"
FORGET = "DELETE /v1/memory/{user}/records/{id}"
ERASE = "DELETE /v1/memory/{user}"

ADA = Caller()
BOB = Caller(subject="bob")
AGENT = Caller(
    subject="agent", scope="memory:read memory:write memory:ingest memory:erase memory:any_user"
)
AIRPORT = "My home airport is Turin."


def turn(text: str = AIRPORT, **rest: object) -> dict[str, list[dict[str, object]]]:
    return {"events": [{"session": "s1", "position": 1, "role": "user", "text": text, **rest}]}


def tell(stack: Stack, caller: Caller = ADA, text: str = AIRPORT, **rest: object) -> dict[str, Any]:
    """Deliver a turn and return its finished operation."""
    accepted = stack.call(EVENTS, caller, body=turn(text, **rest))
    assert accepted.status == 202
    stack.settle()
    answer = stack.call(OPERATION, caller, id=accepted.body["operation_id"])
    assert answer.status == 200
    operation: dict[str, Any] = answer.body
    return operation


def stored_items() -> str:
    """Return everything that both tables hold."""
    tables = [boto3.client("dynamodb").scan(TableName=name) for name in ("records", "ledger")]
    return json.dumps(tables, default=str)


def records(stack: Stack, caller: Caller = ADA) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    parameters: dict[str, str] = {"limit": "2"}
    while True:
        page = stack.call(RECORDS, caller, parameters=parameters).body
        found += page["records"]
        if "next_cursor" not in page:
            return found
        parameters["cursor"] = page["next_cursor"]


def recall(stack: Stack, query: str, caller: Caller = ADA) -> dict[str, Any]:
    answer = stack.call(RECALL, caller, body={"query": query, "floor": 0})
    assert answer.status == 200, answer.text
    context: dict[str, Any] = answer.body
    return context


def test_a_turn_becomes_a_fact_and_an_episode_with_its_source(stack: Stack) -> None:
    accepted = stack.call(EVENTS, body=turn(id="turn-1"))
    assert accepted.status == 202
    assert accepted.headers["Location"] == f"/v1/operations/{accepted.body['operation_id']}"
    assert accepted.body["events"] == [{"id": "turn-1", "status": "accepted"}]
    pending = stack.call(OPERATION, id=accepted.body["operation_id"]).body
    assert pending["status"] == "pending"
    stack.settle()
    done = stack.call(OPERATION, id=accepted.body["operation_id"]).body
    assert done["status"] == "done"
    outcomes = {outcome["kind"]: outcome for outcome in done["events"][0]["outcomes"]}
    assert outcomes.keys() == {"fact", "episode"}
    for outcome in outcomes.values():
        record = stack.call(RECORD, id=outcome["record"]).body
        assert record["sources"] == ["turn-1"]
        assert record["provenance"] == "user_stated"
    assert {record["kind"] for record in records(stack)} == {"fact", "episode"}


def test_a_question_of_a_time_says_which_it_was(stack: Stack) -> None:
    tell(stack, at="2026-01-02T23:30:00Z")
    body = {"query": "What did I tell you on 3 January 2026?"}
    rome = stack.call(RECALL, ADA, body={**body, "time_zone": "Europe/Rome"}).body
    assert rome["understood"] == {
        "question": "what", "since": "2026-01-02T23:00:00Z", "until": "2026-01-03T23:00:00Z",
        "of_time_alone": True, "numbers": 0,
    }  # fmt: skip
    assert rome["episodes"][0]["text"] == AIRPORT
    utc = stack.call(RECALL, ADA, body=body).body
    assert (utc["understood"]["since"], utc["text"]) == ("2026-01-03T00:00:00Z", "")
    assert recall(stack, "home airport")["understood"]["question"] == "none"


@pytest.mark.parametrize(
    "zone",
    ["", "Europe", "Nowhere/City", "europe/rome", "../etc/passwd", "+01:00", "A" * 99],
)
def test_a_time_zone_that_there_is_not_is_a_400(stack: Stack, zone: str) -> None:
    answer = stack.call(RECALL, ADA, body={"query": "q", "time_zone": zone})
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, "time_zone")
    assert "IANA" in answer.body["errors"][0]["fix"]


def test_a_question_of_50000_characters_is_refused_with_the_limit(stack: Stack) -> None:
    long = stack.call(RECALL, ADA, body={"query": "Where is it? " * 3847})
    (wrong,) = long.body["errors"]
    assert (long.status, wrong["field"]) == (400, "query")
    assert "8192 bytes" in wrong["reason"]
    assert "question" in wrong["fix"]
    assert stack.call(RECALL, ADA, body={"query": "Where is it? " * 630}).status == 200


def test_a_margin_leaves_room_for_a_model_that_counts_more(stack: Stack) -> None:
    tell(stack)
    body = {"query": "What is my home airport?", "floor": 0, "budget": 110}
    whole = stack.call(RECALL, ADA, body=body).body
    less = stack.call(RECALL, ADA, body={**body, "margin": 60}).body
    assert less["tokens"] <= 110 / 1.6 < whole["tokens"] <= 110
    odd = stack.call(RECALL, ADA, body={**body, "margin": 201})
    assert (odd.status, odd.body["errors"][0]["field"]) == (400, "margin")


def test_each_answer_has_a_fence_of_its_own(stack: Stack) -> None:
    tell(stack)
    first, second = (recall(stack, "What is my home airport?")["text"] for _ in range(2))
    opening, _, rest = first.partition("\n")
    assert re.fullmatch(r"<muniment-memory-[b-z]{6}>", opening)
    assert rest.endswith(f"\n</{opening[1:]}")
    assert second.partition("\n")[2].partition("\n")[2].startswith("- [")
    assert opening not in second


def test_recall_finds_facts_and_episodes_by_both_methods(stack: Stack) -> None:
    tell(stack)
    context = recall(stack, "What is my home airport?")
    assert [item["value"] for item in context["facts"]] == ["Turin"]
    assert [item["text"] for item in context["episodes"]] == [AIRPORT]
    assert "Turin" in context["text"]
    assert context["degraded"] == []
    parameters = {"query": "What is my home airport?", "floor": "0"}
    answer = stack.call("GET /v1/memory/{user}/recall", parameters=parameters)
    assert answer.body["facts"] == context["facts"]
    # Where its time went, as browsers and proxies read it; names of parts and numbers only.
    timing = dict(part.split(";dur=") for part in answer.headers["Server-Timing"].split(", "))
    assert set(timing) == {"encode", "rank", "search", "store", "total"}
    assert 0 < float(timing["store"]) <= float(timing["total"])


def test_an_explicit_memory_is_readable_at_once(stack: Stack) -> None:
    stored = stack.call(STORE, body={"attribute": "home airport", "value": "Genoa"})
    assert stored.status == 201
    record = stored.body["record"]
    assert stored.headers["Location"] == f"/v1/memory/me/records/{record['id']}"
    assert stack.call(RECORD, id=record["id"]).body == record
    assert [item["value"] for item in recall(stack, "home airport")["facts"]] == ["Genoa"]
    history = stack.call(HISTORY, id=record["id"]).body["assertions"]
    assert [assertion["value"] for assertion in history] == ["Genoa"]


def test_a_key_gives_the_same_answer_again_and_409_for_another_body(stack: Stack) -> None:
    headers = {"Idempotency-Key": "k1"}
    first = stack.call(EVENTS, body=turn(), headers=headers)
    again = stack.call(EVENTS, body=turn(), headers=headers)
    assert (again.status, again.body) == (202, first.body)
    other = stack.call(EVENTS, body=turn("My home airport is Genoa."), headers=headers)
    assert other.status == 409
    assert other.body["errors"][0]["field"] == "header.idempotency-key"
    elsewhere = stack.call(EVENTS, BOB, body=turn("Another."), headers=headers)
    assert elsewhere.status == 202


def test_an_event_id_with_another_content_is_a_409(stack: Stack) -> None:
    assert stack.call(EVENTS, body=turn(id="turn-1")).status == 202
    again = stack.call(EVENTS, body=turn(id="turn-1"))
    assert (again.status, again.body["events"][0]["status"]) == (202, "known")
    assert stack.call(EVENTS, body=turn("Other.", id="turn-1")).status == 409


@pytest.mark.law(6)
def test_a_forgotten_record_is_gone_and_stays_so(stack: Stack) -> None:
    operation = tell(stack)
    tell(stack, text="My sister lives in Oslo.", position=2)
    fact = next(
        outcome["record"]
        for outcome in operation["events"][0]["outcomes"]
        if outcome["kind"] == "fact"
    )
    begun = stack.call(FORGET, id=fact)
    assert begun.status == 202
    assert begun.headers["Location"] == f"/v1/erasures/{begun.body['erasure_id']}"
    assert stack.call(RECORD, id=fact).status == 404
    stack.settle()
    erasure = stack.call(ERASURE, id=begun.body["erasure_id"]).body
    assert (erasure["status"], erasure["target"]) == ("done", "record")
    assert not any(erasure["probes"].values())
    assert {"point_in_time_backups", "uploads"} <= erasure["outlives"].keys()
    tell(stack, session="s2")
    left = json.dumps(records(stack))
    assert "Turin" not in left
    assert "Oslo" in left
    assert "Turin" not in recall(stack, "home airport Turin")["text"]
    assert "Turin" not in json.dumps(
        boto3.client("dynamodb").scan(TableName="records"), default=str
    )


@pytest.mark.law(6)
def test_an_erased_user_is_gone_and_another_is_still_there(stack: Stack) -> None:
    tell(stack)
    tell(stack, BOB, "My home airport is Genoa.")
    waiting = stack.call(EVENTS, body=turn("My favourite tea is sage.", position=2))
    assert waiting.status == 202
    begun = stack.call(ERASE)
    assert begun.status == 202
    assert records(stack) == []
    stack.settle()
    assert stack.call(ERASURE, id=begun.body["erasure_id"]).body["status"] == "done"
    assert records(stack) == []
    assert "Genoa" in json.dumps(records(stack, BOB))
    stored = stored_items()
    assert "Turin" not in stored
    assert "sage" not in stored
    assert "Genoa" in stored
    tell(stack, text="My home airport is Lyon.")
    assert "Lyon" in json.dumps(records(stack))


@pytest.mark.law(2)
@pytest.mark.parametrize("tenant", ["acme", "globex"])
def test_ids_of_another_scope_are_like_ids_that_never_were(stack: Stack, tenant: str) -> None:
    caller = Caller(tenant, "ada" if tenant == "globex" else "bob")
    operation = tell(stack)
    record = operation["events"][0]["outcomes"][0]["record"]
    spare = stack.call(STORE, body={"attribute": "tea", "value": "sage"}).body["record"]["id"]
    erasure = stack.call(FORGET, id=spare).body["erasure_id"]
    for route, there, never in (
        (RECORD, record, f"f_{'a' * 26}"),
        (HISTORY, record, f"f_{'a' * 26}"),
        (FORGET, record, f"f_{'a' * 26}"),
        (OPERATION, operation["id"], f"o_{'a' * 26}_{'b' * 26}"),
        (ERASURE, erasure, f"x_{'a' * 26}_{'b' * 26}"),
    ):
        foreign = stack.call(route, caller, id=there)
        assert foreign.status == 404
        assert foreign.text == stack.call(route, caller, id=never).text
    assert stack.call(RECORD, id=record).status == 200
    assert stack.call(OPERATION, id=operation["id"]).status == 200
    assert stack.call(ERASURE, id=erasure).status == 200


@pytest.mark.law(2)
def test_another_user_needs_the_permission(stack: Stack) -> None:
    tell(stack)
    assert stack.call(RECORDS, BOB, user="ada").status == 404
    assert stack.call(RECORDS, BOB, user="nobody").text == stack.call(RECORDS, BOB, user="ada").text
    assert stack.call(RECORDS, AGENT, user="ada").body["records"]
    assert stack.call(RECORDS, AGENT).body["records"] == []


@pytest.mark.law(3)
def test_what_an_agent_stores_for_a_user_is_inferred(stack: Stack) -> None:
    body = {"attribute": "home airport", "value": "Genoa"}
    by_agent = stack.call(STORE, AGENT, user="ada", body=body).body["record"]
    by_bob = stack.call(STORE, BOB, body=body).body["record"]
    assert by_agent["provenance"] == "model_inferred"
    assert by_bob["provenance"] == "user_stated"


@pytest.mark.parametrize(
    ("route", "scope", "body"),
    [
        (RECALL, "memory:write", {"query": "a"}),
        (RECORDS, "memory:write", None),
        (RECORD, "memory:write", None),
        (HISTORY, "", None),
        (OPERATION, "memory:erase", None),
        (ERASURE, "memory:write", None),
        (EVENTS, "memory:read", turn()),
        (EVENTS, "memory:write", turn(role="assistant")),
        (EVENTS, "memory:write", turn(speaker="Bob")),
        (STORE, "memory:ingest", {"text": "a"}),
        (FORGET, "memory:read memory:write", None),
        (ERASE, "memory:read memory:write", None),
    ],
)
def test_a_missing_permission_is_a_403(stack: Stack, route: str, scope: str, body: object) -> None:
    refused = stack.call(route, Caller(scope=scope), id="f_a", body=body)
    assert refused.status == 403
    assert "memory:" in refused.body["errors"][0]["fix"]


def test_unsafe_users_and_ids_are_a_400(stack: Stack) -> None:
    for user in ("*", "%", "bob&agent_id=x", " "):
        assert stack.call(RECORDS, AGENT, user=user).status == 400
        assert stack.call(ERASE, AGENT, user=user).status == 400
    assert stack.call(RECORD, id="*").status == 400
    assert stack.call(FORGET, id="*").status == 400
    assert stack.call(OPERATION, id="*").status == 400


def test_a_cursor_of_ones_own_making_is_a_400(stack: Stack) -> None:
    for cursor in ("abc", "é", "ZmFjdHw*", "Li4vLi4", "a" * 1024):
        answer = stack.call(RECORDS, parameters={"cursor": cursor})
        assert answer.status == 400
        assert answer.body["errors"][0]["field"] == "cursor"


def test_a_long_turn_is_read_and_kept_from_its_beginning_to_its_end(stack: Stack) -> None:
    """Case 21."""
    filling = "The guide went on about the museum and its long history in great detail. " * 411
    said = f"My home airport is Turin. {filling}I live in Ghent. {filling}My tea is sage."
    assert len(said) > 60_000
    assert tell(stack, text=said)["status"] == "done"
    found = records(stack)
    values = {record["value"] for record in found if record["kind"] == "fact"}
    assert values >= {"Turin", "Ghent", "sage"}
    parts = [record["text"] for record in found if record["kind"] == "episode"]
    assert max(map(len, parts)) <= 4000
    told = " ".join(parts)
    assert all(words in told for words in ("airport is Turin", "live in Ghent", "tea is sage"))


def test_the_largest_turn_is_accepted(stack: Stack) -> None:
    assert stack.call(EVENTS, body=turn("word " * (200 * 1024 // 5))).status == 202
    assert len(stack.waiting("extraction")) == 1


def test_the_largest_request_is_accepted(stack: Stack) -> None:
    events = [
        {
            "session": "s1",
            "position": place,
            "role": "user",
            "text": f"Turn {place}: " + "é" * 12_000,
        }
        for place in range(40)
    ]
    assert (
        stack.call(EVENTS, raw_body=json.dumps({"events": events}, ensure_ascii=False)).status
        == 202
    )
    assert len(stack.waiting("extraction")) == 40


@pytest.mark.law(7)
def test_a_failure_is_told_at_the_last_try_and_by_its_class(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError(AIRPORT)

    accepted = stack.call(EVENTS, body=turn())
    waiting = stack.waiting("extraction")
    monkeypatch.setattr(PatternExtractor, "extract", fail)
    for receives, status in ((1, "pending"), (MAX_RECEIVES, "failed")):
        answer = stack.handler("extract")(queue_event(*waiting, receives=receives), Context())
        assert answer == {"batchItemFailures": [{"itemIdentifier": "message-0"}]}
        operation = stack.call(OPERATION, id=accepted.body["operation_id"]).body
        assert operation["status"] == status
    assert operation["events"][0]["reason"] == "ZeroDivisionError"
    printed = capfd.readouterr()
    assert "Turin" not in json.dumps(operation) + printed.out + printed.err


def test_what_was_never_queued_is_found_by_the_schedule(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted = stack.call(EVENTS, body=turn())
    assert stack.waiting("extraction")  # and lost
    stack.follow()
    monkeypatch.setattr(consolidation, "STUCK_AFTER", timedelta(0))
    answer = stack.handler("consolidate")({"job": "requeue"}, Context())
    assert answer == {"job": "requeue", "written": 1}
    stack.settle()
    assert stack.call(OPERATION, id=accepted.body["operation_id"]).body["status"] == "done"


def test_every_night_owners_with_news_are_consolidated(stack: Stack) -> None:
    tell(stack)
    assert stack.handler("consolidate")({"job": "nightly"}, Context())["written"] == 1
    owners = stack.waiting("consolidation")
    answer = stack.handler("consolidate")(queue_event(*owners), Context())
    assert answer == {"batchItemFailures": []}
    assert stack.handler("consolidate")({"job": "nightly"}, Context())["written"] == 0


def test_a_receipt_on_one_machine_speaks_of_no_backups(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_STAGE", parts.LOCAL)
    forget_wiring()
    assert reading.get_erasure().outlives.keys() == {"uploads"}


@pytest.mark.law(1)
def test_the_index_is_rebuilt_from_the_store(stack: Stack) -> None:
    tell(stack)
    answer = stack.handler("consolidate")({"job": "reindex"}, Context())
    assert answer["written"] == len(records(stack)) == 2


@pytest.mark.law(7)
def test_no_handler_logs_what_it_is_told(stack: Stack, capfd: pytest.CaptureFixture[str]) -> None:
    tell(stack, text="My locker code is zebra-4471.")
    recall(stack, "zebra-4471")
    stack.call(RECORDS, parameters={"cursor": "zebra-4471"})
    stack.call(RECALL, body={"zebra-4471": 1})
    printed = capfd.readouterr()
    assert "zebra" not in printed.out + printed.err
    assert "ada" not in printed.out + printed.err

"""What bad input gets: problem+json with the field, the reason and the way out; never a 500."""

import json

import httpx
import pytest

from tests.e2e.world import ACME, FULL, OWN, World

pytestmark = pytest.mark.any_index

EVENTS, STORE, RECALL = "/v1/memory/me/events", "/v1/memory/me/store", "/v1/memory/me/recall"
RECORDS = "/v1/memory/me/records"
TURN = {"session": "s1", "role": "user", "text": "The kiln cracked at noon."}


def events(**changes: object) -> str:
    return json.dumps({"events": [{**TURN, **changes}]})


HALF_A_PAIR = events().replace("kiln", "\\ud800")

BAD_REQUESTS: dict[str, tuple[str, str, str | bytes | None]] = {
    "no body": ("POST", EVENTS, ""),
    "no JSON": ("POST", EVENTS, "{events"),
    "no object": ("POST", EVENTS, "[]"),
    "not UTF-8": ("POST", EVENTS, b'{"events": "\xff\xfe"}'),
    "no events": ("POST", EVENTS, '{"events": []}'),
    "too many events": ("POST", EVENTS, json.dumps({"events": [TURN] * 41})),
    "empty text": ("POST", EVENTS, events(text="")),
    "blank text": ("POST", EVENTS, events(text=" \n\t ")),
    "oversized text": ("POST", EVENTS, events(text="a" * (200 * 1024 + 1))),
    "text that is no string": ("POST", EVENTS, events(text=17)),
    "unknown role": ("POST", EVENTS, events(role="system")),
    "unknown field": ("POST", EVENTS, events(colour="red")),
    "metadata that is no scalar": ("POST", EVENTS, events(metadata={"a": {"b": 1}})),
    "tag with a separator": ("POST", EVENTS, events(tags=["a,b|c"])),
    "naive time": ("POST", EVENTS, events(at="2026-03-02T01:30:00")),
    "no time": ("POST", EVENTS, events(at="yesterday")),
    "empty id": ("POST", EVENTS, events(id="")),
    "wildcard id": ("POST", EVENTS, events(id="*")),
    "wildcard session": ("POST", EVENTS, events(session="%")),
    "session with a separator": ("POST", EVENTS, events(session="a#b")),
    "negative position": ("POST", EVENTS, events(position=-1)),
    "an owner who is an assistant": ("POST", EVENTS, events(role="assistant", by_owner=True)),
    "half a surrogate pair": ("POST", EVENTS, HALF_A_PAIR),
    "nothing to store": ("POST", STORE, "{}"),
    "attribute without value": ("POST", STORE, '{"attribute": "tea"}'),
    "text and attribute": ("POST", STORE, '{"text": "a", "attribute": "b", "value": "c"}'),
    "no query": ("POST", RECALL, "{}"),
    "empty query": ("POST", RECALL, '{"query": " "}'),
    "k of none": ("POST", RECALL, '{"query": "a", "k": 0}'),
    "k beyond the most": ("POST", RECALL, '{"query": "a", "k": 51}'),
    "floor above one": ("POST", RECALL, '{"query": "a", "floor": 1.5}'),
    "floor that is no number": ("POST", RECALL, '{"query": "a", "floor": NaN}'),
    "budget too small": ("POST", RECALL, '{"query": "a", "budget": 49}'),
    "misspelt option": ("POST", RECALL, '{"query": "a", "topk": 5}'),
    "no query in the URL": ("GET", RECALL, None),
    "unknown kind": ("GET", f"{RECORDS}?kind=summary", None),
    "limit beyond the most": ("GET", f"{RECORDS}?limit=101", None),
    "a cursor of one's own making": ("GET", f"{RECORDS}?cursor=abc", None),
    "a wildcard record": ("GET", f"{RECORDS}/*", None),
    "a wildcard user": ("GET", "/v1/memory/*/records", None),
}  # fmt: skip


@pytest.fixture(scope="module")
def token(world: World) -> str:
    return world.stack.token(ACME, "tester-of-bad-input", FULL)


def problem(answer: httpx.Response, status: int) -> dict[str, object]:
    """Require a problem document of this status and return it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    document: dict[str, object] = answer.json()
    assert document["status"] == status
    assert document["title"]
    return document


@pytest.mark.parametrize("name", BAD_REQUESTS)
def test_a_request_that_cannot_be_understood_gets_400(world: World, token: str, name: str) -> None:
    method, path, content = BAD_REQUESTS[name]
    document = problem(world.send(method, path, token, content), 400)
    errors = document["errors"]
    assert isinstance(errors, list)
    assert errors
    assert all(error["field"] and error["reason"] and error["fix"] for error in errors)


def test_after_all_of_it_nothing_was_written(world: World, token: str) -> None:
    assert world.send("GET", RECORDS, token).json()["records"] == []
    assert world.send("POST", STORE, token, '{"attribute": "tea", "value": "sage"}').is_success
    assert len(world.send("GET", RECORDS, token).json()["records"]) == 1


@pytest.mark.law(7)
def test_a_problem_never_repeats_what_was_sent(world: World, token: str) -> None:
    secret = "heron-2093"
    for content in (events(at=secret), events(role=secret), events(id=f"#{secret}")):
        document = problem(world.send("POST", EVENTS, token, content), 400)
        assert secret not in json.dumps(document)


def test_a_body_beyond_the_limit_gets_413(world: World, token: str) -> None:
    content = json.dumps({"events": [{**TURN, "text": "a" * 150_000}] * 8})
    problem(world.send("POST", EVENTS, token, content), 413)


def test_without_a_valid_token_the_gateway_answers_401(world: World, token: str) -> None:
    for bad in (None, "nonsense", token[:-4] + "AAAA"):
        assert world.send("GET", RECORDS, bad).status_code == 401
    assert world.send("GET", RECORDS, token).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "content", "scope"),
    [
        ("POST", RECALL, '{"query": "a"}', "memory:write"),
        ("GET", RECORDS, None, "memory:write"),
        ("POST", STORE, '{"text": "Remember the kiln."}', "memory:read"),
        ("POST", EVENTS, events(), "memory:read"),
        ("POST", EVENTS, events(role="assistant"), OWN),
        ("POST", EVENTS, events(speaker="Bert"), OWN),
        ("DELETE", "/v1/memory/me", None, OWN),
        ("DELETE", f"{RECORDS}/f_{'a' * 26}", None, OWN),
        ("GET", RECORDS, None, ""),
    ],
)
def test_a_missing_permission_gets_403(
    world: World, method: str, path: str, content: str | None, scope: str
) -> None:
    poor = world.stack.token(ACME, "tester-of-permissions", scope)
    document = problem(world.send(method, path, poor, content), 403)
    assert "memory:" in json.dumps(document["errors"])


def test_what_is_not_there_gets_404(world: World, token: str) -> None:
    for path in (
        f"{RECORDS}/f_{'a' * 26}",
        f"{RECORDS}/nonsense",
        f"{RECORDS}/e_{'a' * 26}/history",
        f"/v1/operations/o_{'a' * 26}_{'b' * 26}",
        "/v1/erasures/nonsense",
    ):
        problem(world.send("GET", path, token), 404)

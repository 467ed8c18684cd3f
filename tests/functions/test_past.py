"""Records as of another time, over HTTP."""

from itertools import product

from tests.functions.conftest import Stack
from tests.functions.test_memory import ADA, BOB, RECALL, RECORD, RECORDS, tell

RECALL_URL = "GET /v1/memory/{user}/recall"

TURIN, GENOA = "2026-01-02T10:00:00Z", "2026-02-02T10:00:00+01:00"
BETWEEN = "2026-01-20T00:00:00Z"


def moved(stack: Stack) -> str:
    tell(stack, text="My home airport is Turin.", at=TURIN, session="first")
    done = tell(stack, text="I moved, my home airport is Genoa now.", at=GENOA, session="second")
    (fact,) = [o for o in done["events"][0]["outcomes"] if o["kind"] == "fact"]
    return str(fact["record"])


def values(stack: Stack, **parameters: str) -> list[str]:
    answer = stack.call(RECORDS, ADA, parameters={"kind": "fact", **parameters})
    assert answer.status == 200, answer.text
    return [record["value"] for record in answer.body["records"]]


def test_a_fact_is_read_and_listed_as_of_a_time(stack: Stack) -> None:
    fact = moved(stack)
    assert stack.call(RECORD, ADA, id=fact).body["value"] == "Genoa"
    was = stack.call(RECORD, ADA, id=fact, parameters={"as_of": BETWEEN})
    assert (was.status, was.body["value"], was.body["status"]) == (200, "Turin", "active")
    assert was.body["at"] == "2026-01-02T10:00:00Z"
    for before in ({"as_of": "2025-12-31T00:00:00Z"}, {"known_at": BETWEEN}):
        assert stack.call(RECORD, ADA, id=fact, parameters=before).status == 404
    assert values(stack, as_of=BETWEEN) == ["Turin"]
    assert values(stack, as_of=BETWEEN, known_at=BETWEEN) == []
    assert values(stack) == ["Genoa"]
    assert stack.call(RECORD, BOB, id=fact, parameters={"as_of": BETWEEN}).status == 404


def test_recall_answers_as_of_a_time_by_both_routes(stack: Stack) -> None:
    moved(stack)
    asked = {"query": "What is my home airport?", "as_of": BETWEEN}
    by_body = stack.call(RECALL, ADA, body={**asked, "floor": 0})
    by_parameters = stack.call(RECALL_URL, ADA, parameters={**asked, "floor": "0"})
    for answer in (by_body, by_parameters):
        assert answer.status == 200, answer.text
        assert [fact["value"] for fact in answer.body["facts"]] == ["Turin"]
        assert "Genoa" not in answer.body["text"]
        assert answer.body["degraded"] == []
    unknown = stack.call(RECALL, ADA, body={**asked, "known_at": BETWEEN, "floor": 0}).body
    assert (unknown["facts"], unknown["episodes"], unknown["text"]) == ([], [], "")


NO_TIMES = (
    "2026-01-20", "2026-01-20T00:00:00", "yesterday", "", "1768867200", "1900-01-01T00:00:00Z",
)  # fmt: skip


def test_a_time_that_is_none_is_a_400(stack: Stack) -> None:
    for name, value in product(("as_of", "known_at"), NO_TIMES):
        for route, rest in ((RECORDS, {}), (RECORD, {"id": f"f_{'a' * 26}"}), (RECALL_URL, {})):
            query = {"query": "q"} if route == RECALL_URL else {}
            answer = stack.call(route, ADA, parameters={name: value, **query}, **rest)
            assert (answer.status, answer.body["errors"][0]["field"]) == (400, name)


def test_what_says_the_same_is_listed_each_by_itself_where_that_is_asked_for(stack: Stack) -> None:
    for place in range(2):
        tell(stack, text="We walked to the old harbour.", position=place)
    assert stack.call(RECORDS, ADA, parameters={"kind": "episode"}).body["records"][0]["also"]
    each = stack.call(RECORDS, ADA, parameters={"kind": "episode", "duplicates": "true"})
    assert each.status == 200, each.text
    assert len(each.body["records"]) == 2
    odd = stack.call(RECORDS, ADA, parameters={"duplicates": "perhaps"})
    assert (odd.status, odd.body["errors"][0]["field"]) == (400, "duplicates")

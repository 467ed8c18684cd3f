"""Working memory and the context scheduler on the deployed stack."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from examples.client import ApiError, Json, Memory
from tests.e2e.page import play
from tests.e2e.world import ACME, World, status_of, tell

pytestmark = pytest.mark.any_index

PATH = "/v1/memory/me/sessions/trip"
PINNED = "Never spend more than 400 euros"


def context(ada: Memory, budget: int, **body: Json) -> dict[str, Any]:
    sent: dict[str, Json] = {"budget": budget, "query": "What is my home airport?", **body}
    answer: dict[str, Any] = ada.request("POST", f"{PATH}/context", sent).json()
    return answer


def test_the_commands_of_the_page_see_a_task_through(world: World, tmp_path: Path) -> None:
    token = world.stack.token(ACME, f"ada-{uuid.uuid4().hex[:10]}", "memory:read memory:write")
    for _ in range(2):  # a completed session is begun anew
        printed = play(world, token, "/sessions/", tmp_path)
        text = printed[printed.index('{"text":"You book') :]
        places = [text.index(w) for w in ("You book travel.", "400 euros", "Which airport", "139")]
        assert places == sorted(places)


@pytest.mark.law(9)
def test_what_is_pinned_survives_and_the_task_ends_clean(world: World) -> None:
    ada = world.someone()
    tell(ada, "My home airport is Genoa.")
    made = ada.request("PUT", PATH, {"task": "Book a flight", "constraints": [PINNED]})
    assert (made.status_code, made.headers["ETag"]) == (201, '"1"')

    def write(number: int) -> int:
        turn: Json = {"role": "user", "text": f"I am writer {number}"}
        headers = {"If-Match": '"1"'}
        return status_of(lambda: ada.request("PATCH", PATH, {"turns": [turn]}, headers))

    with ThreadPoolExecutor() as pool:
        assert sorted(pool.map(write, range(2))) == [200, 412], "of two at once one is told"

    flood = "every flight is late " * 9_500  # 50,000 tokens, in each of two results
    for number in range(2):
        ada.request("POST", f"{PATH}/tool-results", {"tool": "air", "content": f"{flood}{number}"})
    fare: Json = {"fare": {"total": 139}, "log": "x" * 9000}
    kept = ada.request(
        "POST", f"{PATH}/tool-results", {"tool": "air", "content": fare, "fields": ["fare.total"]}
    ).json()
    section = context(ada, 900, system="Be brief.", floor=0.0)
    text = section["text"]
    assert text.startswith("Be brief.\n\nConstraints of this task, pinned; ")
    places = [text.index(each) for each in (PINNED, "Genoa", "I am writer", "fare.total: 139")]
    assert places == sorted(places)
    assert section["tokens"] <= section["usable"] < 900
    assert section["degraded"] == []
    whole = ada.request("GET", f"{PATH}/tool-results/{kept['id']}").json()
    assert whole["content"] == fare
    with pytest.raises(ApiError) as refused:
        context(ada, 50, system="Be very kind. " * 30)
    assert refused.value.status == 422
    assert PINNED in context(ada, 50, reserve=0)["text"]

    stranger = world.someone("bob")
    assert status_of(lambda: stranger.request("GET", PATH)) == 404
    assert ada.request("POST", f"{PATH}/complete").json()["results"] == 3
    assert status_of(lambda: context(ada, 900)) == 409
    assert ada.request("DELETE", PATH).status_code == 200
    assert status_of(lambda: ada.request("GET", PATH)) == 404


@pytest.mark.law(6)
def test_an_erasure_reaches_the_session(world: World) -> None:
    ada = world.someone()
    tell(ada, "My locker code is zebra-4471.", "My dog is called Rex.")
    ada.request("PUT", PATH, {"task": "Open zebra-4471", "variables": {"dog": "Rex"}})
    (fact,) = [f for f in ada.records("fact") if "4471" in str(f.get("value"))]
    ada.delete(fact["id"])
    session = ada.request("GET", PATH)
    assert "4471" not in session.text
    assert session.json()["variables"] == {"dog": "Rex"}

"""Results of tools: kept whole and apart, shown by a projection."""

from datetime import timedelta

import pytest

from muniment.app.errors import NotFoundError, SensitiveDataError, ToolResultConflictError
from muniment.app.working.requests import NewCall, SlotChange
from muniment.app.working.results import MOST_VALUES
from muniment.domain.working.results import MOST_RESULTS, Json
from tests.support.memory import Memory, Person, of_kinds
from tests.support.working import Desk

ORDER: Json = {
    "id": "4821",
    "total": 12.5,
    "lines": [{"sku": "a"}, {"sku": "b"}],
    "log": "x" * 9000,
}


@pytest.fixture
def desk(ada: Person) -> Desk:
    desk = Desk(ada)
    desk.put(SlotChange(calls=[NewCall("c1", "shop", "order 4821"), NewCall("c2", "shop")]))
    return desk


def test_the_full_one_is_apart_and_the_projection_is_in_the_session(desk: Desk) -> None:
    made = desk.result(ORDER, "id", "lines[].sku").result
    assert made.projection.text == "id: 4821; lines.sku: a, b"
    assert desk.get().results == (made,)
    whole = desk.whole(made.id)
    assert whole.is_json
    assert '"log":"xxx' in whole.content
    assert whole.result == made


def test_the_call_that_it_answers_is_resolved_and_the_session_moves_on(desk: Desk) -> None:
    desk.result(ORDER, "id", call="c1")
    session = desk.get().session
    assert [call.id for call in session.slots.calls] == ["c2"]
    assert session.revision == 2
    desk.result("no call", call="unknown")
    assert desk.get().session.revision == 2, "a result that answers no call changes no slot"


def test_a_result_that_is_sent_again_is_known(desk: Desk, memory: Memory) -> None:
    first = desk.result(ORDER, "id", call="c1")
    again = desk.result(ORDER, "id", call="c1")
    assert (first.is_new, again.is_new) == (True, False)
    assert again.result == first.result
    named = desk.result("yes", id="r1")
    assert desk.result("yes", id="r1").result == named.result
    with pytest.raises(ToolResultConflictError):
        desk.result("no", id="r1")
    assert len(of_kinds(memory.rows(), "8T")) == 2


def test_it_has_a_life_of_its_own(desk: Desk, memory: Memory) -> None:
    short = desk.result("short", life=timedelta(minutes=5)).result
    desk.result("long", id="r1")
    memory.clock.forward(timedelta(minutes=5))
    with pytest.raises(NotFoundError):
        desk.whole(short.id)
    assert [result.id for result in desk.get().results] == ["r1"]
    assert desk.result("short", life=timedelta(minutes=5)).is_new
    ttls = {row["ttl"] for row in of_kinds(memory.rows(), "8T")}
    assert len(ttls) == 2


@pytest.mark.law(9)
def test_a_session_keeps_the_newest_results(desk: Desk, memory: Memory) -> None:
    for number in range(MOST_RESULTS + 3):
        memory.clock.forward(timedelta(seconds=1))
        desk.result(f"answer {number}", id=f"r{number}")
    kept = [result.id for result in desk.get().results]
    assert kept == [f"r{number}" for number in range(3, MOST_RESULTS + 3)]
    assert len(of_kinds(memory.rows(), "8T")) == MOST_RESULTS
    assert desk.end().results == MOST_RESULTS
    assert of_kinds(memory.rows(), "8T", "8P") == []


@pytest.mark.law(7)
def test_secrets_go_value_by_value_and_the_structure_stays(desk: Desk, memory: Memory) -> None:
    secret = "tops3cret" + "value"
    content: Json = {"user": "ada", "db": [{"password": secret, "port": 5432}], "pin": 1234}
    made = desk.result(content, "user", "db[].port", "db[].password")
    assert made.redacted == {"password": 1, "pin": 1}
    assert made.result.projection.text == (
        "user: ada; db.port: 5432; db.password: [redacted: password]"
    )
    assert secret.encode() not in memory.bytes()
    assert '"pin":"[redacted: pin]"' in desk.whole(made.result.id).content
    clean = desk.result({"user": "ada", "ports": [5432, 1234]}, "ports[]")
    assert clean.result.projection.text == "ports: 5432, 1234"
    many: Json = [{"password": secret}, *range(MOST_VALUES)]
    with pytest.raises(SensitiveDataError):
        desk.result(many)


def test_without_a_session_there_is_no_result(ada: Person, bob: Person, desk: Desk) -> None:
    made = desk.result("answer").result
    for other in (Desk(ada, "s2"), Desk(bob)):
        with pytest.raises(NotFoundError):
            other.result("x")
        with pytest.raises(NotFoundError):
            other.whole(made.id)

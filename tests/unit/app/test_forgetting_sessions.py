"""What is erased is in no session, from the request on; and nobody writes it into one again."""

import pytest

from muniment.app.errors import NotFoundError, RefusedError
from muniment.app.working.requests import NewCall, NewValidated, SlotChange
from muniment.domain.working.session import Step
from muniment.domain.working.turns import Buffer, Strategy
from tests.support.memory import Memory, Person, of_kinds, turn
from tests.support.working import Desk, said

SAID = "my locker is zebra-4471"
CODE = "4471"


@pytest.fixture
def desk(ada: Person) -> Desk:
    """A session in which a code stands everywhere, and other things beside it."""
    ada.tell(turn(f"I was late. {SAID}. The boats were out", id="e1"), turn("my dog is Rex", 1))
    desk = Desk(ada)
    desk.put(
        SlotChange(
            task=f"Open the locker. {SAID}",
            plan=[Step("Go there"), Step(f"Type zebra-{CODE}")],
            constraints=["Never wake Bob", f"Only use zebra-{CODE}"],
            turns=[
                said(f"I was late. {SAID}. The boats were out", "t1", event="e1"),
                said("my dog is Rex", "t2"),
                said(f"zebra-{CODE}", "t3"),
            ],
            calls=[NewCall("c1", "door", f"open zebra-{CODE}")],
            variables=[("code", f"zebra-{CODE}"), ("dog", "Rex")],
            results=[NewValidated("locker", f"zebra-{CODE} fits"), NewValidated("dog", "Rex")],
        )
    )
    desk.result({"code": f"zebra-{CODE}", "dog": "Rex"}, "dog", id="r1")
    desk.result({"dog": "Rex"}, "dog", id="r2")
    return desk


def words(desk: Desk) -> str:
    view = desk.get()
    results = [result.projection.text for result in view.results]
    return " ".join([*view.session.slots.texts(), *results, desk.context().text])


@pytest.mark.law(6)
def test_an_erased_record_is_in_no_slot_and_the_rest_stays(
    memory: Memory, ada: Person, desk: Desk
) -> None:
    assert CODE in words(desk)
    erasure = ada.forget(ada.facts()["locker"].id)
    assert (erasure.status, erasure.probes["sessions"]) == ("done", 0)
    assert CODE.encode() not in memory.bytes()
    slots = desk.get().session.slots
    assert slots.task == "Open the locker"
    assert [step.text for step in slots.plan] == ["Go there"]
    assert [constraint.text for constraint in slots.constraints] == ["Never wake Bob"]
    assert [turn.text for turn in slots.turns] == [
        "I was late … The boats were out",
        "my dog is Rex",
    ]
    assert slots.variables == (("dog", "Rex"),)
    assert [result.name for result in slots.results] == ["dog"]
    assert [result.id for result in desk.get().results] == ["r2"]


@pytest.mark.law(6)
def test_serving_stops_with_the_request(memory: Memory, ada: Person, desk: Desk) -> None:
    memory.forget_record(ada.scope, ada.facts()["locker"].id)
    assert CODE not in words(desk)
    assert "Rex" in words(desk)
    with pytest.raises(NotFoundError):
        desk.whole("r1")
    assert desk.whole("r2")


@pytest.mark.law(6)
def test_what_was_forgotten_is_not_written_again(memory: Memory, ada: Person, desk: Desk) -> None:
    fact = ada.facts()["locker"].id
    memory.forget_record(ada.scope, fact)
    for _ in range(2):  # while the erasure is at work, and after it
        read = desk.get().session.revision
        desk.put(SlotChange(task=f"Go. {SAID}", turns=[said(SAID, "t9", event="e1")]), read)
        desk.patch(SlotChange(variables=[("code", f"zebra-{CODE}"), ("dog", "Rex")]))
        with pytest.raises(RefusedError):
            desk.result({"code": f"zebra-{CODE}"})
        assert CODE not in words(desk)
        memory.settle()
    assert CODE.encode() not in memory.bytes()


@pytest.mark.law(6)
def test_a_word_without_digits_goes_where_it_is_said(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", id="e1"))
    desk = Desk(ada)
    desk.put(SlotChange(task="A flat in Oslo", turns=[said("my city is Oslo", "t1", event="e1")]))
    ada.forget(ada.facts()["city"].id)
    assert b"Oslo" not in memory.bytes()
    assert desk.get().session.slots.task.startswith("A flat in")


@pytest.mark.law(6)
def test_a_summary_is_made_anew_without_its_source(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", id="e1"))
    desk = Desk(ada)
    desk.put(
        SlotChange(turns=[
            said("We decided to stay in Oslo.", "t1"), said("Never call me before 9.", "t2"),
            said("ok", "t3"), said("fine", "t4"),
        ]),
        buffer=Buffer(Strategy.SUMMARY, turns=2),
    )  # fmt: skip
    before = desk.context().text
    assert "earlier decision" in before
    assert "Oslo" in before
    ada.forget(ada.facts()["city"].id)
    after = desk.context().text
    assert "Oslo" not in after
    assert "Never call me before 9." in after


@pytest.mark.law(6)
def test_a_turn_whose_event_has_expired_goes_as_a_whole(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo. We like the snow", id="e1"))
    desk = Desk(ada)
    desk.put(SlotChange(turns=[said("so Oslo it is", "t1", event="e1"), said("we go", "t2")]))
    (row,) = of_kinds(memory.rows(), "6T")
    memory.records.delete(row["pk"], row["sk"])
    ada.forget(ada.facts()["city"].id)
    assert [turn.id for turn in desk.get().session.slots.turns] == ["t2"]


@pytest.mark.law(6)
def test_erasing_the_user_takes_sessions_and_results_and_counts_them(
    memory: Memory, ada: Person, bob: Person, desk: Desk
) -> None:
    Desk(bob).put(SlotChange(task="bob's"))
    memory.erase_owner(ada.scope)
    with pytest.raises(NotFoundError):
        desk.get()
    memory.settle()
    erasure = ada.erase()
    assert erasure.status == "done"
    assert [row["task"] for row in of_kinds(memory.rows(), "8")] == ["bob's"]


@pytest.mark.law(6)
def test_a_user_who_has_nothing_but_a_session_can_be_erased_again(
    memory: Memory, ada: Person
) -> None:
    Desk(ada).put(SlotChange(task="first"))
    first = ada.erase()
    assert first.counted["working_sessions"] == 1
    assert ada.erase().id == first.id, "nothing has come since"
    Desk(ada).put(SlotChange(task="Kilimanjaro"))
    second = ada.erase()
    assert second.id != first.id
    assert of_kinds(memory.rows(), "8") == []
    assert b"Kilimanjaro" not in memory.bytes()

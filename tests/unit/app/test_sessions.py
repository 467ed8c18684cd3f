"""Sessions: typed slots, one writer at a time, an end."""

from datetime import timedelta

import pytest

from muniment.app.errors import (
    NotFoundError,
    SessionCompletedError,
    SessionConflictError,
    SessionExistsError,
)
from muniment.app.working.requests import NewCall, NewValidated, SlotChange
from muniment.domain.access import NoConsentError
from muniment.domain.consent import ConsentState
from muniment.domain.events import Role
from muniment.domain.working.errors import SessionTooLargeError
from muniment.domain.working.session import Pinner, Step, StepState
from muniment.domain.working.turns import Buffer, Strategy
from tests.support.memory import Memory, Person, of_kinds
from tests.support.working import Desk, said

TRIP = SlotChange(
    task="Book a night train to Vienna",
    plan=(Step("Find trains", StepState.DONE), Step("Book one")),
    constraints=("Never spend more than 400 euros",),
    turns=(said("A sleeper, please", "t1"), said("Noted", "t2", role=Role.ASSISTANT)),
    calls=(NewCall("c1", "rail", '{"to": "Vienna"}'),),
    variables=(("seats", 2), ("flexible", True), ("city", "Vienna")),
    results=(NewValidated("price", "139 euros", ("t1",)),),
)


def test_every_slot_comes_back_as_it_was_written(ada: Person) -> None:
    desk = Desk(ada)
    made = desk.put(TRIP)
    assert (made.is_new, made.session.revision) == (True, 1)
    slots = desk.get().session.slots
    assert slots == made.session.slots
    assert (slots.task, [step.state for step in slots.plan]) == (TRIP.task, ["done", "open"])
    assert [(c.text, c.by) for c in slots.constraints] == [
        ("Never spend more than 400 euros", Pinner.OWNER)
    ]
    assert [(turn.id, turn.role, turn.text) for turn in slots.turns] == [
        ("t1", Role.USER, "A sleeper, please"), ("t2", Role.ASSISTANT, "Noted"),
    ]  # fmt: skip
    assert slots.variables == (("seats", 2), ("flexible", True), ("city", "Vienna"))
    assert slots.results[0].sources == ("t1",)


def test_a_change_leaves_the_other_slots_and_adds_turns(ada: Person) -> None:
    desk = Desk(ada)
    desk.put(TRIP)
    changed = desk.patch(SlotChange(task="Book a bus", turns=[said("A bus, then", "t3")]))
    slots = changed.session.slots
    assert slots.task == "Book a bus"
    assert [turn.id for turn in slots.turns] == ["t1", "t2", "t3"]
    assert slots.constraints == desk.get().session.slots.constraints
    again = desk.patch(SlotChange(turns=[said("A bus, then", "t3")]))
    assert len(again.session.slots.turns) == 3, "a turn that is known is not added again"
    replaced = desk.put(SlotChange(task="Stay here"), again.session.revision)
    assert not replaced.session.slots.plan
    assert not replaced.session.slots.turns


def test_a_constraint_keeps_its_day_and_who_pinned_it(memory: Memory, ada: Person) -> None:
    desk = Desk(ada)
    first = desk.put(TRIP).session.slots.constraints[0]
    memory.clock.forward(timedelta(hours=2))
    both = ("Never spend more than 400 euros", "Only direct trains")
    later = desk.patch(SlotChange(constraints=both), by_agent=True)
    assert later.session.slots.constraints[0] == first
    assert later.session.slots.constraints[1].by is Pinner.AGENT
    assert later.session.slots.constraints[1].at > first.at


def test_of_two_writers_at_once_one_is_told_and_nothing_is_lost(
    memory: Memory, ada: Person
) -> None:
    desk = Desk(ada)
    read = desk.put(TRIP).session.revision

    def first_writes() -> None:
        desk.patch(SlotChange(variables=[("seats", 3)]), read)

    memory.faults.before("TransactWriteItems", first_writes)
    with pytest.raises(SessionConflictError):
        desk.patch(SlotChange(task="Book a bus"), read)
    slots = desk.get().session.slots
    assert slots.task == TRIP.task
    assert slots.variables == (("seats", 3),)
    assert desk.patch(SlotChange(task="Book a bus")).session.slots.variables == (("seats", 3),)


def test_of_two_who_make_the_same_session_one_is_told(memory: Memory, ada: Person) -> None:
    desk = Desk(ada)

    def first_makes() -> None:
        desk.put(TRIP)

    memory.faults.before("TransactWriteItems", first_makes)
    with pytest.raises(SessionExistsError):
        desk.put(SlotChange(task="Book a bus"))
    assert desk.get().session.slots.task == TRIP.task


def test_a_session_expires_and_its_successor_goes_on_counting(memory: Memory, ada: Person) -> None:
    desk = Desk(ada)
    desk.put(TRIP, life=timedelta(hours=1))
    desk.result("ok", id="r1")
    memory.clock.forward(timedelta(minutes=59))
    assert desk.patch(SlotChange(task="Hurry")).session.revision == 2
    memory.clock.forward(timedelta(hours=1))
    for gone in (desk.get, lambda: desk.patch(SlotChange(task="x"), 2), desk.end):
        with pytest.raises(NotFoundError):
            gone()
    with pytest.raises(SessionConflictError):
        desk.put(TRIP, 2)
    memory.clock.forward(timedelta(seconds=1))
    new = desk.put(SlotChange(task="Anew"))
    assert (new.is_new, new.session.revision, new.results) == (True, 3, ())
    (row,) = of_kinds(memory.rows(), "8S")
    assert row["ttl"] == int(new.session.expires_at.timestamp())


def test_what_is_completed_is_cleared_and_late_writers_are_told(
    memory: Memory, ada: Person
) -> None:
    desk = Desk(ada)
    read = desk.put(TRIP).session.revision
    desk.result({"price": 139}, "price")
    assert b"sleeper" in memory.bytes()
    cleared = desk.end(was=read)
    assert (cleared.results, cleared.slots > 10) == (1, True)
    assert desk.end() == desk.end(), "again it changes nothing"
    for trace in (b"sleeper", b"Vienna", b"400 euros", b"139"):
        assert trace not in memory.bytes()
    for late in (
        lambda: desk.patch(SlotChange(task="x"), read),
        lambda: desk.patch(SlotChange(task="x")),
        lambda: desk.put(TRIP, read),
        lambda: desk.result("late"),
        desk.context,
    ):
        with pytest.raises(SessionCompletedError):
            late()
    assert desk.put(SlotChange(task="Next trip")).session.slots.task == "Next trip"


def test_what_is_deleted_never_was(memory: Memory, ada: Person) -> None:
    desk = Desk(ada)
    desk.put(TRIP)
    for number in range(3):
        desk.result(f"answer {number}")
    with pytest.raises(SessionConflictError):
        desk.end(deletes=True, was=7)
    assert desk.end(deletes=True).results == 3
    assert of_kinds(memory.rows(), "8") == []
    with pytest.raises(NotFoundError):
        desk.get()


@pytest.mark.law(2)
def test_nobody_elses_session_exists(memory: Memory, ada: Person, bob: Person) -> None:
    Desk(ada).put(TRIP)
    private = Desk(ada.using(agent="planner", private=True))
    private.put(SlotChange(task="a secret plan"))
    for other in (bob, memory.of("ada", "globex")):
        with pytest.raises(NotFoundError):
            Desk(other).get()
        assert Desk(other).put(SlotChange(task="mine")).is_new
    assert Desk(ada).get().session.slots.task == TRIP.task
    assert Desk(ada.using(agent="coder")).get().session.slots.task == TRIP.task
    assert Desk(ada.using(agent="planner")).get().session.slots.task == "a secret plan"
    private_only = Desk(ada.using(agent="planner", private=True), "s2")
    private_only.put(SlotChange(task="another"))
    with pytest.raises(NotFoundError):
        Desk(ada, "s2").get()
    assert Desk(ada, "s2").put(SlotChange(task="mine")).is_new, "as if there were none"


@pytest.mark.law(6)
def test_a_session_rests_on_its_consent(memory: Memory, ada: Person) -> None:
    health = ada.using("health")
    with pytest.raises(NoConsentError):
        Desk(health).put(TRIP)
    ada.consent("health", "requested", "granted")
    Desk(health).put(TRIP)
    assert memory.get_consent(ada.scope, "health").state is ConsentState.ACTIVE
    Desk(health).result("a long answer")
    with pytest.raises(NotFoundError):
        Desk(ada).get()
    ada.consent("health", "paused")
    with pytest.raises(NotFoundError):
        Desk(health).get()
    ada.consent("health", "revoked", "delete_requested")
    memory.clock.forward(timedelta(minutes=2))
    memory.requeue()
    memory.erase()
    assert of_kinds(memory.rows(), "8") == []


@pytest.mark.law(2)
def test_the_session_of_one_purpose_does_not_exist_for_another(ada: Person) -> None:
    ada.consent("personalisation", "requested", "granted")
    Desk(ada).put(TRIP)
    other = Desk(ada.using("personalisation"))
    for use in (
        other.get,
        other.context,
        lambda: other.patch(SlotChange(task="x"), 1),
        lambda: other.result("x"),
        other.end,
    ):
        with pytest.raises(NotFoundError):
            use()
    assert other.put(SlotChange(task="Another")).is_new
    assert other.get().session.slots.task == "Another"
    assert Desk(ada).get().session.slots.task == TRIP.task


@pytest.mark.law(7)
def test_a_secret_is_kept_in_no_slot(memory: Memory, ada: Person) -> None:
    secret = "hunter" + "2hunter"
    words = f"the password is {secret}"
    desk = Desk(ada)
    view = desk.put(
        SlotChange(
            task=words,
            plan=[Step(words)],
            constraints=[words],
            turns=[said(words)],
            calls=[NewCall("c1", "login", words)],
            variables=[("password", secret)],
            results=[NewValidated("login", words)],
        )
    )
    desk.result({"user": "ada", "password": secret})
    desk.result(words)
    assert view.redacted == {"password": 7}
    assert secret.encode() not in memory.bytes()
    assert desk.get().session.slots.variables == (("password", "[redacted: password]"),)


def test_the_buffer_bounds_what_is_kept(ada: Person) -> None:
    desk = Desk(ada)
    desk.put(SlotChange(), buffer=Buffer(Strategy.WINDOW, turns=3))
    for number in range(5):
        desk.patch(SlotChange(turns=[said(f"turn {number}", f"t{number}")]))
    assert [turn.id for turn in desk.get().session.slots.turns] == ["t2", "t3", "t4"]


@pytest.mark.law(9)
def test_a_session_is_bounded_as_a_whole(memory: Memory, ada: Person) -> None:
    desk = Desk(ada)
    desk.put(TRIP)
    with pytest.raises(SessionTooLargeError):
        desk.patch(SlotChange(results=[NewValidated(f"r{n}", "x " * 4000) for n in range(50)]))
    assert desk.get().session.slots.task == TRIP.task
    assert desk.get().session.revision == 1

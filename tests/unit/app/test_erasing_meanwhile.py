"""An erasure that begins while something else is under way wins."""

import pytest

from muniment.app.errors import NotFoundError
from muniment.app.remember import NewMemory
from muniment.domain.records import Kind
from tests.support.faults import then
from tests.support.memory import Memory, Person, of_kinds, turn

CODE = b"zebra-4471"


@pytest.mark.law(6)
@pytest.mark.parametrize("nth", range(1, 5))
def test_a_user_who_is_erased_between_any_two_commits_of_an_extraction(
    memory: Memory, ada: Person, nth: int
) -> None:
    ada.send(turn("my city is Oslo and my dog is Rex"))
    (job,) = memory.extraction.take()
    erased: list[str] = []

    def erase() -> None:
        erased.append(ada.erase().status)

    # The commits are: what is pinned, the episode, and the two facts.
    memory.faults.before("TransactWriteItems", then(erase), nth=nth)
    memory.extract_event(job, last_try=False)
    memory.settle()

    assert erased == ["done"]
    assert ada.records() == []
    assert [row["sk"] for row in memory.rows() if row["pk"].endswith(ada.scope.owner)] == ["0M"]
    assert memory.index.count(ada.scope) == 0

    ada.tell(turn("my city is Bergen"))
    assert ada.values() == {"city": "Bergen"}, "what is sent afterwards is new"


@pytest.mark.law(6)
def test_what_was_queued_before_a_user_was_erased_is_refused(memory: Memory, ada: Person) -> None:
    accepted = ada.send(turn("my city is Oslo", id="t1"))
    (late,) = memory.extraction.take()
    ada.erase()
    ada.tell(turn("my city is Bergen", id="t1"))

    memory.extract_event(late, last_try=True)

    assert ada.values() == {"city": "Bergen"}
    assert b"Oslo" not in memory.bytes()
    assert b"Bergen" in memory.bytes()
    assert late.epoch == 1
    assert accepted.events[0].id == "t1"


@pytest.mark.law(6)
def test_events_that_are_stored_while_the_user_is_erased_are_of_one_epoch_or_the_other(
    memory: Memory, ada: Person
) -> None:
    memory.faults.before("TransactWriteItems", then(lambda: memory.erase_owner(ada.scope)))
    ada.send(turn("my city is Oslo"))
    memory.settle()

    epochs = {row["epoch"] for row in of_kinds(memory.rows(), "6T", "1F", "3E")}
    assert epochs == {2}, "the decision was taken again after the erasure"
    assert ada.values() == {"city": "Oslo"}


@pytest.mark.law(6)
def test_an_explicit_memory_is_not_committed_into_an_ended_epoch(
    memory: Memory, ada: Person
) -> None:
    memory.faults.before("TransactWriteItems", then(lambda: memory.erase_owner(ada.scope)))
    ada.note(NewMemory(attribute="city", value="Oslo"))
    memory.settle()
    assert {row["epoch"] for row in of_kinds(memory.rows(), "1F", "2A")} == {2}


@pytest.mark.law(6)
@pytest.mark.parametrize("value", ["zebra-4471", "turquoise"])
@pytest.mark.parametrize("nth", range(1, 4))
def test_a_value_that_is_forgotten_between_any_two_commits_of_a_turn_that_repeats_it(
    memory: Memory, ada: Person, nth: int, value: str
) -> None:
    # A code is looked for in every turn; a word is known again by the sentence it stands in.
    ada.tell(turn(f"my locker is {value}", 0))
    ada.send(turn(f"My locker is {value}! The boats were out", 1))
    (job,) = memory.extraction.take()

    def forget() -> None:
        ada.forget(ada.facts()["locker"].id)

    assert value.encode() in memory.bytes()
    memory.faults.before("TransactWriteItems", then(forget), nth=nth)
    memory.extract_event(job, last_try=False)
    memory.settle()

    assert ada.values() == {}
    assert value.encode() not in memory.bytes()
    assert "The boats were out" in ada.episodes(), "what is left of the turn is kept"


@pytest.mark.law(6)
def test_a_value_that_is_forgotten_while_the_turn_that_repeats_it_is_on_its_way(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my locker is zebra-4471", 0))

    def forget() -> None:
        ada.forget(ada.facts()["locker"].id)

    memory.faults.before("TransactWriteItems", then(forget))
    ada.tell(turn("I said that my locker is zebra-4471. The boats were out", 1))
    assert ada.values() == {}
    assert CODE not in memory.bytes()


@pytest.mark.law(6)
def test_one_turn_of_which_two_facts_are_forgotten_at_once(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my locker is zebra-4471. my alarm is otter-9902. I like the boats"))
    for attribute in ("locker", "alarm"):
        memory.forget_record(ada.scope, ada.facts()[attribute].id)
    first, second = memory.erasure.take()

    memory.carry_on(first, last_try=False)
    assert ada.records(Kind.EPISODE) == [], "the other one is still under way"

    memory.carry_on(second, last_try=False)
    memory.project()
    assert list(ada.episodes()) == ["I like the boats"]
    assert CODE not in memory.bytes()
    assert b"otter-9902" not in memory.bytes()
    assert memory.store.owner(ada.scope).erasing == frozenset()


@pytest.mark.law(6)
def test_serving_stops_with_the_request_and_not_with_the_job(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my locker is zebra-4471", 0), turn("I like the boats", 1))
    assert {"my locker is zebra-4471", "I like the boats"} == set(ada.episodes())
    memory.forget_record(ada.scope, ada.facts()["locker"].id)
    assert ada.values() == {}
    assert list(ada.episodes()) == ["I like the boats"]


@pytest.mark.law(6)
def test_what_was_accepted_before_is_not_read_while_it_is_being_purged(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("I like the boats", 1))
    known = [record.id for record in ada.records()]
    assert len(known) == 3
    memory.erase_owner(ada.scope)

    assert ada.records() == []
    for record in known:
        with pytest.raises(NotFoundError):
            ada.get(record)
        with pytest.raises(NotFoundError):
            ada.history(ada.scope, record)
    recalled = ada.recall("city boats")
    assert (recalled.facts, recalled.episodes) == ((), ())
    assert memory.index.count(ada.scope) == 3, "the index lags behind"


@pytest.mark.law(6)
def test_a_user_is_erased_while_a_record_is_being_forgotten(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my locker is zebra-4471"))
    record = memory.forget_record(ada.scope, ada.facts()["locker"].id)
    user = memory.erase_owner(ada.scope)
    memory.settle()
    assert [ada.erasure(e.id).status for e in (record, user)] == ["done", "done"]
    assert CODE not in memory.bytes()


@pytest.mark.law(6)
def test_an_erasure_under_way_stops_a_commit_that_was_decided_before_it(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my locker is zebra-4471", 0))
    # Another fact, so that nothing but the governance version tells of the erasure.
    ada.send(turn("my bike lock is zebra-4471", 1))
    (job,) = memory.extraction.take()
    forgotten: list[str] = []

    def forget_between() -> None:
        forgotten.append(memory.forget_record(ada.scope, ada.facts()["locker"].id).status)

    memory.faults.before("TransactWriteItems", then(forget_between), nth=3)
    memory.extract_event(job, last_try=False)

    assert forgotten == ["pending"], "it was forgotten in between"
    assert ada.values() == {}
    memory.settle()
    assert CODE not in memory.bytes()

"""What a decision rested on changes meanwhile: it is taken again, and ends as if it had not."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from muniment.app.ports import UnavailableError
from muniment.app.remember import NewMemory
from tests.support.faults import Action, Answer, cancelled, error, then
from tests.support.memory import NOW, Memory, Person, of_kinds, turn, without
from tests.support.resources import LEDGER, Row

type UseCase = Callable[[Person], object]

MET = {
    "another transaction had the item": cancelled("TransactionConflict"),
    "a condition no longer held": cancelled("ConditionalCheckFailed"),
    "another transaction was on its way": error("TransactionConflictException"),
}


def told(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("I watched the boats", 1))


def erase(ada: Person) -> None:
    told(ada)
    ada.erase()


def forget(ada: Person) -> None:
    told(ada)
    ada.forget(ada.facts()["city"].id)


def expire(ada: Person) -> None:
    ada.note(NewMemory(attribute="guest", value="Bo", expires_at=NOW + timedelta(hours=1)))
    ada.memory.project()
    ada.memory.clock.forward(timedelta(days=1))
    ada.memory.nightly()
    for job in ada.memory.consolidation.take():
        ada.memory.consolidate_owner(job)


USE_CASES: dict[str, UseCase] = {
    "tell": told,
    "remember": lambda ada: ada.note(NewMemory("the boat is blue")),
    "forget": forget,
    "erase": erase,
    "expire": expire,
}


def everything(memory: Memory) -> list[Row]:
    return [*memory.rows(), *memory.rows(LEDGER)]


@pytest.mark.law(4)
@pytest.mark.parametrize("met", MET)
@pytest.mark.parametrize("name", USE_CASES)
def test_every_commit_may_meet_another(memories: Callable[[], Memory], name: str, met: str) -> None:
    undisturbed, disturbed = memories(), memories()
    USE_CASES[name](undisturbed.of())
    commits = _meet_at_every_commit(disturbed, MET[met])
    USE_CASES[name](disturbed.of())

    assert len(commits) > 0, "something was met"
    assert everything(disturbed) == everything(undisturbed)


def _meet_at_every_commit(memory: Memory, met: Action) -> list[int]:
    """Let every second transaction fail, so that each is decided twice; note those that did."""
    failed: list[int] = []

    def fail() -> Answer | None:
        failed.append(memory.faults.calls)
        memory.faults.before("TransactWriteItems", fail, nth=2)
        return met()

    memory.faults.before("TransactWriteItems", fail)
    return failed


def test_one_who_meets_another_every_time_gives_up_and_may_come_again(
    memory: Memory, ada: Person
) -> None:
    accepted = ada.send(turn("my city is Oslo"))
    (job,) = memory.extraction.take()
    for nth in range(1, 13):
        memory.faults.before("TransactWriteItems", MET["a condition no longer held"], nth=nth)
    with pytest.raises(UnavailableError):
        memory.extract_event(job, last_try=False)
    assert ada.operation(accepted.operation).status == "pending"

    memory.extract_event(job, last_try=False)
    assert ada.values() == {"city": "Oslo"}


@pytest.mark.law(4)
def test_two_turns_of_one_session_that_are_worked_at_once(
    memories: Callable[[], Memory],
) -> None:
    turns = (turn("my city is Oslo", 0), turn("my city is Bergen", 1), turn("my dog is Rex", 2))
    apart, at_once = memories(), memories()
    apart.of().tell(*turns)

    ada = at_once.of()
    ada.send(*turns)
    first, second, third = at_once.extraction.take()

    def work_second() -> None:
        at_once.extract_event(second, last_try=False)

    def work_third() -> None:
        at_once.extract_event(third, last_try=False)

    # Before its own commits of the episode and of the fact, the others overtake.
    at_once.faults.before("TransactWriteItems", then(work_second), nth=2)
    at_once.extract_event(first, last_try=False)
    at_once.faults.before("TransactWriteItems", then(work_third), nth=1)
    at_once.extract_event(second, last_try=False)
    work_third()
    at_once.project()

    assert records(at_once) == records(apart)
    assert ada.values() == {"city": "Bergen", "dog": "Rex"}


@pytest.mark.law(4)
def test_two_facts_of_one_attribute_that_are_worked_at_once(memory: Memory, ada: Person) -> None:
    ada.send(turn("my city is Oslo", 0, id="t1"), turn("my city is Bergen", 1, session="s2"))
    first, second = memory.extraction.take()

    def work_second() -> None:
        memory.extract_event(second, last_try=False)

    # Between what the first one has read of the fact and its commit, the other one overtakes.
    memory.faults.before("TransactWriteItems", then(work_second), nth=3)
    memory.extract_event(first, last_try=False)

    assert ada.values() == {"city": "Bergen"}
    assert len(ada.history(ada.scope, ada.facts()["city"].id)) == 2


def records(memory: Memory) -> list[Row]:
    kept = of_kinds(memory.rows(), "1F", "2A", "3E", "3P", "5V", "6X", "7R")
    return without(["revision"], kept)


def test_the_same_turn_from_two_clients_at_once_is_one_event(memory: Memory, ada: Person) -> None:
    def other_client() -> None:
        ada.send(turn("my city is Oslo", id="t1"))

    memory.faults.before("TransactWriteItems", then(other_client))
    accepted = ada.send(turn("my city is Oslo", id="t1"))
    memory.settle()

    assert accepted.events[0].id == "t1"
    assert len(of_kinds(memory.rows(), "6T")) == 1
    assert ada.values() == {"city": "Oslo"}


def test_one_key_from_two_clients_at_once_gives_one_operation(memory: Memory, ada: Person) -> None:
    answers: list[str] = []

    def other_client() -> None:
        answers.append(ada.send(turn("I like boats"), key="k").operation)

    memory.faults.before("TransactWriteItems", then(other_client))
    answers.append(ada.send(turn("I like boats"), key="k").operation)

    assert answers[0] == answers[1]
    assert len(of_kinds(memory.rows(), "9O")) == 1


def test_a_record_that_two_forget_at_once_is_one_erasure(memory: Memory, ada: Person) -> None:
    told(ada)
    city = ada.facts()["city"].id
    others: list[str] = []

    def other_client() -> None:
        others.append(memory.forget_record(ada.scope, city).id)

    memory.faults.before("TransactWriteItems", then(other_client))
    own = memory.forget_record(ada.scope, city)
    memory.settle()

    assert others == [own.id]
    assert ada.erasure(own.id).status == "done"
    assert list(ada.episodes()) == ["I watched the boats"]


def test_a_user_whom_two_erase_at_once_is_erased(memory: Memory, ada: Person) -> None:
    told(ada)
    memory.faults.before("TransactWriteItems", then(lambda: memory.erase_owner(ada.scope)))
    erasure = memory.erase_owner(ada.scope)
    memory.settle()
    assert ada.erasure(erasure.id).status == "done"
    assert ada.records() == []
    ada.tell(turn("my city is Bergen", id="anew"))
    assert ada.values() == {"city": "Bergen"}

"""The store or a queue does not answer: the caller is told to come again, and nothing is halved."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from muniment.app.ports import ExtractionJob, UnavailableError
from muniment.app.remember import NewMemory
from muniment.app.working.requests import NewCall, SlotChange
from muniment.domain.ids import Ids
from tests.support.faults import cancelled, error, throttled
from tests.support.memory import Memory, Person, turn
from tests.support.resources import LEDGER, Row
from tests.support.working import Desk, said

OUTAGES = {
    "throttled": throttled(),
    "throttled in a transaction": cancelled("None", "ThrottlingError"),
    "broken": error("InternalServerError", status=500),
}


@dataclass(frozen=True)
class Step:
    """Something that may be repeated, after whatever has to come before it."""

    before: Callable[[Person], object]
    work: Callable[[Person], object]


def nothing(_: Person) -> None:
    pass


def told(ada: Person) -> None:
    ada.tell(turn("my city is Oslo. The boats were out", 0), turn("my dog is Rex", 1))


def sent(ada: Person) -> None:
    told(ada)
    ada.send(turn("my city is Bergen", 2), turn("the rain came down", 3))


def sitting(ada: Person) -> None:
    told(ada)
    turns = [said("my city is Oslo", "t1"), said("a flat in Oslo", "t2")]
    Desk(ada).put(SlotChange(task="A flat in Oslo", turns=turns, calls=[NewCall("c1", "flats")]))
    Desk(ada).result({"city": "Oslo"}, "city", id="r1")


def forgetting_at_a_desk(ada: Person) -> None:
    sitting(ada)
    ada.memory.forget_record(ada.scope, ada.facts()["city"].id)


def extract(ada: Person) -> None:
    for job in list(ada.memory.extraction.jobs):
        ada.memory.extract_event(job, last_try=False)


def forgetting(ada: Person) -> None:
    told(ada)
    ada.memory.forget_record(ada.scope, ada.facts()["city"].id)


def leaving(ada: Person) -> None:
    told(ada)
    ada.memory.erase_owner(ada.scope)


def carry_on(ada: Person) -> None:
    for job in list(ada.memory.erasure.jobs):
        ada.memory.carry_on(job, last_try=False)


def carry_a_user_on(ada: Person) -> None:
    """What got further leaves a message, instead of coming again: that is told as an outage."""
    queue = ada.memory.erasure
    (job,) = queue.jobs
    ada.memory.carry_on(job, last_try=False)
    if len(queue.jobs) > 1:
        assert queue.jobs.pop() == job
        raise UnavailableError("left to another message")


STEPS = {
    "send": Step(told, lambda ada: ada.send(turn("my city is Bergen", 2), key="k")),
    "extract": Step(sent, extract),
    "remember": Step(told, lambda ada: ada.note(NewMemory(attribute="boat", value="Selkie"))),
    "forget": Step(
        told, lambda ada: ada.memory.forget_record(ada.scope, city(ada.memory))
    ),
    "carry a record's erasure on": Step(forgetting, carry_on),
    "erase": Step(told, lambda ada: ada.memory.erase_owner(ada.scope)),
    "carry a user's erasure on": Step(leaving, carry_a_user_on),
    "carry an erasure on into a session": Step(forgetting_at_a_desk, carry_on),
    "change a session": Step(sitting, lambda ada: Desk(ada).patch(SlotChange(task="A house"))),
    "keep a tool's result": Step(sitting, lambda ada: Desk(ada).result("none", call="c1")),
    "complete a session": Step(sitting, lambda ada: Desk(ada).end()),
    "project": Step(sent, lambda ada: ada.memory.project()),
}  # fmt: skip


def city(memory: Memory) -> str:
    """Return the id of the fact, also when its head has lost its attribute."""
    return Ids(memory.keys.digester("acme"), memory.scope(), 1).fact("user", "city")


def everything(memory: Memory) -> list[Row]:
    return [*memory.rows(), *memory.rows(LEDGER)]


@pytest.mark.law(4)
@pytest.mark.law(8)
@pytest.mark.parametrize(
    ("name", "outage"),
    [*((name, "throttled") for name in STEPS), *(("send", outage) for outage in OUTAGES)],
)
def test_an_outage_at_any_call_is_made_up_for_by_coming_again(
    memories: Callable[[], Memory], name: str, outage: str
) -> None:
    step, memory = STEPS[name], memories()
    step.before(memory.of())
    start, path = memory.tables.snapshot(), memory.index_path
    index = path.read_bytes()
    calls, expected = _undisturbed(memory, step)

    for nth in calls:
        memory.tables.restore(start)
        path.write_bytes(index)
        memory.faults.at(nth, OUTAGES[outage])
        with pytest.raises(UnavailableError):
            step.work(memory.of())
        step.work(memory.of())
        assert everything(memory) == expected, f"after an outage at call {nth}"


def _undisturbed(memory: Memory, step: Step) -> tuple[Sequence[int], list[Row]]:
    before = memory.faults.calls
    step.work(memory.of())
    calls = range(1, memory.faults.calls - before + 1)
    assert calls
    return calls, everything(memory)


@pytest.mark.law(4)
@pytest.mark.parametrize("name", ["send", "remember", "forget", "erase"])
def test_a_transaction_that_is_refused_leaves_nothing(memory: Memory, name: str) -> None:
    step = STEPS[name]
    step.before(memory.of())
    before = everything(memory)
    memory.faults.before("TransactWriteItems", throttled())
    with pytest.raises(UnavailableError):
        step.work(memory.of())
    assert everything(memory) == before


@pytest.mark.law(8)
def test_a_store_that_does_not_answer_is_no_empty_memory(memory: Memory, ada: Person) -> None:
    told(ada)
    reads: Sequence[Callable[[], object]] = (
        ada.records, ada.facts, lambda: ada.get(city(memory)),
        lambda: ada.history(ada.scope, city(memory)),
    )  # fmt: skip
    for read in reads:
        assert read()
        memory.faults.before("GetItem", throttled())
        with pytest.raises(UnavailableError):
            read()


def test_an_event_whose_queue_fails_is_stored_and_queued_by_the_same_request_again(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Sequence[ExtractionJob]) -> None:
        raise UnavailableError("queue")

    with monkeypatch.context() as down:
        down.setattr(memory.extraction, "send", refuse)
        with pytest.raises(UnavailableError):
            ada.send(turn("my city is Oslo", id="t1"), key="k")
    assert memory.extraction.jobs == []
    accepted = ada.send(turn("my city is Oslo", id="t1"), key="k")
    assert [job.event for job in memory.extraction.jobs] == ["t1"]
    memory.settle()
    assert ada.operation(accepted.operation).status == "done"
    assert ada.values() == {"city": "Oslo"}


def test_the_last_try_notes_why_and_a_redrive_makes_up_for_it(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted = ada.send(turn("my city is Oslo"))
    (job,) = memory.extraction.take()

    def refuse(*_: object) -> None:
        raise RuntimeError("the model answered with the words of the user")

    with monkeypatch.context() as broken:
        broken.setattr(memory.extractor, "extract", refuse)
        with pytest.raises(RuntimeError):
            memory.extract_event(job, last_try=False)
        assert ada.operation(accepted.operation).status == "pending"
        with pytest.raises(RuntimeError):
            memory.extract_event(job, last_try=True)
    failed = ada.operation(accepted.operation)
    assert (failed.status, failed.reason) == ("failed", "RuntimeError")

    memory.extract_event(job, last_try=False)
    assert ada.operation(accepted.operation).status == "done"
    assert ada.values() == {"city": "Oslo"}

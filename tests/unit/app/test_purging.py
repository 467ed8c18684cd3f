"""Erasing a user of very many records: by any number of messages, each with a part of it."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from muniment.adapters.dynamodb.store import DynamoStore
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.changes import Change, PutErasure
from muniment.app.ports import ErasureJob, UnavailableError
from muniment.app.progress import OldItems, PurgeStage
from muniment.app.purge_owner import LeftoversError
from muniment.app.remember import NewMemory
from muniment.app.stored import Owner
from muniment.app.views import ErasureView
from muniment.domain.scope import Scope
from tests.support.faults import throttled
from tests.support.memory import Memory, Person, state, turn

pytestmark = [pytest.mark.law(6), pytest.mark.any_index]


def never() -> bool:
    """No time for another step: each message does one."""
    return False


@pytest.fixture
def leaving(memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch) -> ErasureView:
    """A user of several pages who is to be erased; the first message waits."""
    monkeypatch.setattr("muniment.adapters.dynamodb.store._PURGE_PAGE", 7)
    monkeypatch.setattr("muniment.adapters.sqlite_shelves.PURGED_AT_ONCE", 2)
    ada.tell(*(turn(f"my locker is zebra-{n}. The boats were out", n) for n in range(5)))
    return memory.erase_owner(ada.scope)


def items(memory: Memory, ada: Person) -> int:
    """Count what is kept of the owner, but for their state."""
    own = [row for row in memory.rows() if row["pk"].endswith(ada.scope.owner)]
    return sum(row["sk"] != "0M" for row in own)


def one_message(memory: Memory, time_left: Callable[[], bool] = never) -> None:
    (job,) = memory.erasure.take()
    memory.carry_on(job, last_try=False, time_left=time_left)


def test_many_messages_do_a_little_each_and_the_last_writes_the_receipt(
    memory: Memory, ada: Person, leaving: ErasureView
) -> None:
    before = items(memory, ada)
    entries = memory.index.count(ada.scope)
    assert (before > 40, entries) == (True, 6)
    messages, seen = 0, [ada.erasure(leaving.id)]
    left = [before]
    while seen[-1].status != "done":
        one_message(memory)
        messages += 1
        seen.append(ada.erasure(leaving.id))
        left.append(items(memory, ada))
        assert left[-2] - left[-1] <= 7, "no message does more than its part"
    assert messages > 15
    assert memory.erasure.jobs == [], "the last message leaves none behind"
    receipt = seen[-1]
    assert receipt.counted.pop("index_entries") == entries  # type: ignore[attr-defined]
    assert sum(receipt.counted.values()) == before, "just what was there, each once"
    assert set(receipt.probes.values()) == {0}
    assert left[-1] == 0
    assert b"zebra" not in memory.bytes()


def test_whoever_asks_sees_how_far_it_has_come(
    memory: Memory, ada: Person, leaving: ErasureView
) -> None:
    assert (leaving.stage, leaving.counted) == (None, {})
    stages: list[str | None] = []
    counts: list[int] = []
    while (now := ada.erasure(leaving.id)).status != "done":
        stages.append(now.stage)
        counts.append(sum(now.counted.values()))
        assert (now.probes, now.outlives, now.finished_at) == ({}, {}, None)
        one_message(memory)
    assert list(dict.fromkeys(stages)) == [
        None,
        PurgeStage.INDEX,
        PurgeStage.RECORDS,
        PurgeStage.PROOF,
    ]
    assert counts == sorted(counts)
    assert len(set(counts)) > 6
    assert now.stage is None


def test_with_time_left_one_message_does_it_all(
    memory: Memory, ada: Person, leaving: ErasureView
) -> None:
    one_message(memory, lambda: True)
    assert ada.erasure(leaving.id).status == "done"
    assert memory.erasure.jobs == []


def test_a_throttled_run_that_got_further_is_no_failure(
    memory: Memory, ada: Person, leaving: ErasureView
) -> None:
    memory.faults.before("BatchWriteItem", throttled(), nth=4)
    one_message(memory, lambda: True)
    assert ada.erasure(leaving.id).status == "pending"
    one_message(memory, lambda: True)
    assert ada.erasure(leaving.id).status == "done"


def test_a_run_that_gets_nowhere_fails_and_keeps_what_others_did(
    memory: Memory, ada: Person, leaving: ErasureView, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(8):
        one_message(memory)
    reached = ada.erasure(leaving.id)
    assert reached.stage is PurgeStage.RECORDS
    (job,) = memory.erasure.take()
    with monkeypatch.context() as broken:
        broken.setattr(DynamoStore, "old_items", refuse)
        for last_try, status in ((False, "pending"), (True, "failed")):
            with pytest.raises(UnavailableError):
                memory.carry_on(job, last_try=last_try)
            now = ada.erasure(leaving.id)
            assert (now.status, now.stage) == (status, reached.stage)
            assert now.counted == reached.counted
    assert memory.erasure.jobs == [], "it comes again by itself, or is a dead letter"
    assert memory.erase_owner(ada.scope).id == leaving.id, "asked for again, it is carried on"
    one_message(memory)
    assert ada.erasure(leaving.id).status == "pending"
    memory.settle()
    assert ada.erasure(leaving.id).status == "done"


def refuse(*_: object) -> OldItems:
    raise UnavailableError("store")


def test_a_run_that_is_overtaken_ends_and_spoils_nothing(
    memory: Memory, ada: Person, leaving: ErasureView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message comes twice: while one run reads a page, the other does all there is to do."""
    before = items(memory, ada)
    (job,) = memory.erasure.take()
    read = DynamoStore.old_items
    overtake = [lambda: memory.carry_on(job, last_try=False)]

    def slowly(store: DynamoStore, scope: Scope, epoch: int, after: str | None) -> OldItems:
        page = read(store, scope, epoch, after)
        if overtake:
            overtake.pop()()
            receipts.append(ada.erasure(leaving.id))
        return page

    receipts: list[ErasureView] = []
    monkeypatch.setattr(DynamoStore, "old_items", slowly)
    memory.carry_on(job, last_try=True)
    assert receipts[0].status == "done"
    assert ada.erasure(leaving.id) == receipts[0]
    assert sum(receipts[0].counted.values()) == before + receipts[0].counted["index_entries"]
    assert memory.erasure.jobs == []


@pytest.mark.parametrize("place", ["records", "index"])
def test_no_receipt_while_something_is_left_however_often_it_is_tried(
    memory: Memory, ada: Person, leaving: ErasureView, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (job,) = memory.erasure.take()
    with monkeypatch.context() as broken:
        if place == "index":
            broken.setattr(SqliteIndex, "purge", lambda *_: False)
        else:
            broken.setattr(DynamoStore, "delete_items", lambda *_: None)
        receipts: list[object] = []
        for last_try, status in ((False, "pending"), (False, "pending"), (True, "failed")):
            with pytest.raises(LeftoversError, match=place):
                memory.carry_on(job, last_try=last_try)
            assert ada.erasure(leaving.id).status == status
            receipts.append(ada.erasure(leaving.id).counted)
        assert receipts[0] == receipts[1] == receipts[2], "a receipt does not grow with the tries"
    memory.carry_on(job, last_try=False)
    assert ada.erasure(leaving.id).status == "done"
    assert items(memory, ada) == 0


def test_what_arrives_late_is_removed_by_a_second_round_and_counted(
    memory: Memory, ada: Person, leaving: ErasureView
) -> None:
    late = {"pk": {"S": f"T#{ada.scope.tenant}#U#{ada.scope.owner}"}, "sk": {"S": "1F#f_late"}}
    while ada.erasure(leaving.id).stage != PurgeStage.PROOF:
        one_message(memory)
    facts = ada.erasure(leaving.id).counted["facts"]
    item = {**late, "epoch": {"N": "1"}}
    memory.tables.call("PutItem", {"TableName": "records", "Item": item})
    memory.settle()
    receipt = ada.erasure(leaving.id)
    assert (receipt.status, receipt.counted["facts"]) == ("done", facts + 1)
    assert items(memory, ada) == 0


def test_whatever_is_written_between_two_messages(
    memory: Memory, ada: Person, leaving: ErasureView
) -> None:
    """What is told anew stays, and is none of it."""
    assert b"zebra" in memory.bytes()
    told = 0
    while ada.erasure(leaving.id).status != "done":
        one_message(memory)
        ada.tell(turn(f"my city is Oslo, and it is day {told}", told, session="after"))
        told += 1
        assert "zebra" not in repr(ada.values()), "old values are not served"
    assert len(ada.episodes()) == told
    assert b"zebra" not in memory.bytes()
    owner = memory.store.owner(ada.scope)
    assert all(row["epoch"] == owner.epoch for row in memory.rows() if "epoch" in row)


def test_a_job_of_an_earlier_epoch_commits_nothing_between_two_messages(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.adapters.dynamodb.store._PURGE_PAGE", 3)
    ada.tell(turn("my city is Oslo", 0))
    ada.send(turn("my locker is zebra-1", 1))
    late = memory.extraction.take()
    erasure = memory.erase_owner(ada.scope)
    while ada.erasure(erasure.id).status != "done":
        one_message(memory)
        for job in late:
            memory.extract_event(job, last_try=False)
    assert items(memory, ada) == 0


def test_a_note_of_which_only_the_answer_is_lost_fails_the_run_and_so_brings_it_again(
    memory: Memory, ada: Person, leaving: ErasureView, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = DynamoStore.commit
    notes: list[PutErasure] = []

    def lose(
        store: DynamoStore, scope: Scope, changes: Sequence[Change], guard: Owner | None
    ) -> None:
        commit(store, scope, changes, guard)
        notes.extend(change for change in changes if isinstance(change, PutErasure))
        if len(notes) == 3:
            raise UnavailableError("store")

    (job,) = memory.erasure.take()
    with monkeypatch.context() as broken:
        broken.setattr(DynamoStore, "commit", lose)
        with pytest.raises(UnavailableError):
            memory.carry_on(job, last_try=False)
    memory.carry_on(job, last_try=False)
    memory.settle()
    assert ada.erasure(leaving.id).status == "done"


def test_an_erasure_whose_message_is_lost_ends_though_a_later_one_took_all(
    memory: Memory, ada: Person, leaving: ErasureView
) -> None:
    for _ in range(4):
        one_message(memory)
    assert memory.erasure.take(), "the message that is lost"
    ada.send(turn("my city is Oslo", 0))
    later = memory.erase_owner(ada.scope)
    for job in memory.erasure.take():
        if job.job == later.id:
            memory.carry_on(job, last_try=False)
    assert ada.erasure(later.id).status == "done"
    memory.clock.forward(timedelta(hours=3))
    memory.requeue()
    memory.settle()
    assert ada.erasure(leaving.id).status == "done"


def test_a_receipt_keeps_what_was_counted_as_none(memory: Memory, ada: Person) -> None:
    ada.send(turn("my city is Oslo", 0))  # nothing is made of it yet
    erasure = memory.erase_owner(ada.scope)
    memory.settle()
    receipt = ada.erasure(erasure.id)
    assert receipt.counted["index_entries"] == 0
    assert sum(receipt.counted.values()) > 0


def test_the_questions_of_the_new_epoch_stay_on_the_list_however_many_facts_there_are(
    memory: Memory, ada: Person
) -> None:
    def pointers() -> int:
        return sum("#R#" in row["pk"] for row in memory.rows())

    ada.tell(state("old guest", "Bo", id="old"))
    ada.note(NewMemory(attribute="old guest", value="Al"))
    memory.project()
    assert pointers() == 1
    memory.erase_owner(ada.scope)
    guests = [f"guest {letter}" for letter in "abcdef"]
    ada.send(*(state(guest, "Bo", id=guest[-1]) for guest in guests))
    memory.extract()
    for guest in guests:
        ada.note(NewMemory(attribute=guest, value="Al"))
    memory.project()
    memory.tables.page = 2
    assert not memory.store.heads(ada.scope).complete
    for job in memory.erasure.take():
        memory.carry_on(job, last_try=False)
    assert pointers() == len(guests), "the old one is gone"


def test_an_unknown_job_is_done(memory: Memory, ada: Person) -> None:
    memory.carry_on(ErasureJob(ada.scope, "x_unknown"), last_try=True)
    assert memory.erasure.jobs == []

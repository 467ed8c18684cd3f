"""What the clock does: stuck work, the nightly round, expiry; and the index made anew."""

import sqlite3
from datetime import timedelta

import pytest

from muniment.app.errors import NotFoundError
from muniment.app.remember import NewMemory
from muniment.domain.records import Status
from tests.support.encoder import SpentEncoder
from tests.support.memory import NOW, Memory, Person, turn

DAY = timedelta(days=1)


def night(memory: Memory) -> int:
    queued = memory.nightly()
    for job in memory.consolidation.take():
        memory.consolidate_owner(job)
    return queued


@pytest.mark.law(4)
def test_what_was_stored_and_never_queued_is_queued_by_the_schedule(
    memory: Memory, ada: Person, bob: Person
) -> None:
    accepted = ada.send(turn("my city is Oslo", id="t1"))
    bob.send(turn("my city is Bergen", id="t1"))
    memory.extraction.take()  # lost

    assert memory.requeue() == 0, "it may still be on its way"
    memory.clock.forward(timedelta(minutes=2))
    assert memory.requeue() == 2
    assert memory.requeue() == 0, "it has just been queued: a long queue must not grow by itself"
    memory.clock.forward(timedelta(minutes=2))
    assert memory.requeue() == 2, "as long as it is not seen to end"
    memory.settle()
    memory.clock.forward(timedelta(minutes=5))
    assert memory.requeue() == 0
    assert ada.operation(accepted.operation).status == "done"
    assert (ada.values(), bob.values()) == ({"city": "Oslo"}, {"city": "Bergen"})
    assert not [row for row in memory.rows() if "#P#" in row["pk"]], "and is off the list"


@pytest.mark.law(6)
def test_an_erasure_that_was_never_queued_is_queued_by_the_schedule(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my locker is zebra-4471"))
    erasure = memory.forget_record(ada.scope, ada.facts()["locker"].id)
    memory.erasure.take()  # lost
    memory.clock.forward(timedelta(minutes=2))
    memory.requeue()
    memory.settle()
    assert ada.erasure(erasure.id).status == "done"
    assert b"4471" not in memory.bytes()


@pytest.mark.law(6)
def test_operations_of_an_erased_user_leave_the_list_and_are_not_queued(
    memory: Memory, ada: Person, bob: Person
) -> None:
    ada.send(turn("my city is Oslo"))
    bob.send(turn("my city is Oslo"))
    memory.extraction.take()
    ada.erase()
    memory.clock.forward(timedelta(minutes=2))
    assert memory.requeue() == 1
    assert [job.scope for job in memory.extraction.jobs] == [bob.scope]


def test_a_night_visits_those_with_news_once(memory: Memory, ada: Person, bob: Person) -> None:
    ada.tell(turn("my city is Oslo"))
    assert night(memory) == 1
    assert night(memory) == 0
    bob.tell(turn("my city is Oslo"))
    assert night(memory) == 2, "both were projected"


def test_a_night_makes_the_counts_right(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("I like the boats", 1), turn("my dog is Rex", 2))
    ada.forget(ada.facts()["dog"].id)
    night(memory)
    counts = memory.store.heads(ada.scope).counts
    assert (counts.facts, counts.episodes) == (1, 2)


@pytest.mark.law(6)
def test_what_has_expired_is_not_served_and_goes_with_the_night(
    memory: Memory, ada: Person
) -> None:
    ada.note(NewMemory(attribute="city", value="Oslo"))
    guest = ada.note(NewMemory(attribute="guest", value="zebra-4471", expires_at=NOW + DAY))
    memory.project()
    assert ada.values() == {"city": "Oslo", "guest": "zebra-4471"}
    assert memory.index.count(ada.scope) == 2

    memory.clock.forward(DAY)
    assert ada.values() == {"city": "Oslo"}, "a filter first"
    with pytest.raises(NotFoundError):
        ada.get(guest.id)

    assert night(memory) == 1
    head = memory.store.facts(ada.scope, 1, [guest.id])[guest.id]
    assert (head.status, head.value) == (Status.EXPIRED, None)
    assert memory.index.count(ada.scope) == 1, "a removal later"
    assert not memory.index.holds(ada.scope, guest.id)


@pytest.mark.law(4)
def test_what_an_expired_value_had_replaced_does_not_rise_again(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my guest is Bo", 0))
    ada.note(NewMemory(attribute="guest", value="Cy", expires_at=NOW + DAY))
    memory.project()
    assert ada.values() == {"guest": "Cy"}
    memory.clock.forward(DAY)
    assert ada.values() == {}
    night(memory)
    assert ada.values() == {}
    ada.tell(turn("my guest is Di", at=NOW + DAY))
    assert ada.values() == {"guest": "Di"}


@pytest.mark.law(1)
def test_the_index_is_rebuilt_from_the_store_without_encoding(
    memory: Memory, ada: Person, bob: Person
) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("I like the boats", 1))
    ada.tell(turn("my city is Bergen", 2))
    bob.tell(turn("my dog is Rex"))
    before = _entries(memory)
    memory.index_path.unlink()
    memory.index.ensure()
    assert memory.index.count(ada.scope) == 0

    memory.encoder = SpentEncoder()
    assert memory.reindex() == 6
    assert _entries(memory) == before
    assert memory.index.count(ada.scope) == 4
    assert memory.index.count(bob.scope) == 2


@pytest.mark.law(1)
def test_a_late_or_repeated_stream_record_projects_what_the_store_holds_now(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my city is Oslo", 0))
    early = [row for row in memory.rows() if row["sk"].startswith(("1F", "3E"))]
    ada.tell(turn("my city is Bergen", 1))
    memory.project()
    before = _entries(memory)
    memory.projector.project(ada.scope, [row["id"] for row in early])
    assert _entries(memory) == before


@pytest.mark.law(1)
def test_a_late_projection_of_what_is_gone_takes_it_out_of_the_index(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("I like the boats", 0), turn("the rain came down", 1))
    gone, kept = (ada.episodes()[text].id for text in ("I like the boats", "the rain came down"))
    assert memory.index.holds(ada.scope, gone)
    (row,) = (row for row in memory.rows() if row["sk"] == f"3E#{gone}")
    memory.records.delete(row["pk"], row["sk"])

    memory.projector.project(ada.scope, [gone, kept])
    assert not memory.index.holds(ada.scope, gone)
    assert memory.index.holds(ada.scope, kept)


def _entries(memory: Memory) -> list[object]:
    """Return what the index holds, apart from in which generation."""
    with sqlite3.connect(memory.index_path) as connection:
        return sorted(
            connection.execute("SELECT id, kind, epoch, version, vector FROM entries").fetchall()
        )

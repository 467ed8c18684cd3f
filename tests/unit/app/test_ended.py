"""What is left when a memory's own end has come: nothing of it, before the night as after it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from muniment.app.errors import ExpiryError, NotFoundError
from muniment.app.ports import ConsolidationJob
from muniment.app.remember import NewMemory
from muniment.app.views import Closed, RecordView
from muniment.domain.feedback import Flag, Word
from muniment.domain.namespaces import Namespace, namespace_of
from muniment.domain.records import Kind, Status
from muniment.domain.reviews import Choice
from tests.support.memory import NOW, Memory, Person, state

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def parking(value: str = "zebra", until: datetime | None = None) -> NewMemory:
    return NewMemory(attribute="parking", value=value, expires_at=until)


def night(memory: Memory, person: Person) -> None:
    memory.consolidate_owner(ConsolidationJob(person.scope))
    memory.settle()
    memory.project()


@pytest.mark.law(6)
@pytest.mark.parametrize("after_the_night", [False, True])
@pytest.mark.parametrize("value", ["zebra", "P5"])
def test_where_the_owners_word_has_ended_an_agent_is_heard(
    memory: Memory, ada: Person, after_the_night: bool, value: str
) -> None:
    ada.note(parking(until=NOW + DAY))
    memory.clock.forward(DAY + HOUR)
    if after_the_night:
        night(memory, ada)
    answer = ada.remember(parking(value), by_agent=True)
    assert isinstance(answer, RecordView)
    assert namespace_of(answer.id) is Namespace.ASSISTANT
    assert [fact.value for fact in ada.records(Kind.FACT)] == [value]
    assert [fact.text for fact in ada.recall("parking").facts] == [f"parking: {value}"]


@pytest.mark.law(6)
def test_what_an_agent_had_said_before_does_not_rise_at_the_end(
    memory: Memory, ada: Person
) -> None:
    ada.note(parking("P1"), by_agent=True)
    assert ada.values() == {"parking": "P1"}
    memory.clock.forward(HOUR)
    ada.note(parking(until=NOW + DAY))
    memory.clock.forward(DAY)
    assert (ada.records(Kind.FACT), ada.recall("parking").facts) == ([], ())


@pytest.mark.law(4)
@pytest.mark.law(6)
@pytest.mark.parametrize("after_the_night", [False, True])
def test_what_has_ended_contests_nothing_whichever_came_first(
    memories: Callable[[], Memory], after_the_night: bool
) -> None:
    seen = []
    for state_first in (True, False):
        memory = memories()
        ada = memory.of("ada")
        if state_first:
            ada.tell(state("parking", "P9", at=NOW - 5 * HOUR, id="s1"))
        fact = ada.note(parking(until=NOW + DAY)).id
        if state_first:
            assert ada.facts()["parking"].status is Status.CONTESTED
            assert len(ada.reviews()) == 1
        memory.clock.forward(2 * DAY)
        if not state_first:
            ada.tell(state("parking", "P9", at=NOW - 5 * HOUR, id="s1"))
        if after_the_night:
            night(memory, ada)
        head = ada.facts()["parking"]
        (found,) = ada.recall("parking").facts
        assert (head.status, found.status, ada.reviews()) == (Status.ACTIVE, Status.ACTIVE, [])
        entries = ada.history(ada.scope, fact)
        assert "zebra" not in repr((head, entries))
        seen.append([(e.id, e.status, e.value, e.superseded_by) for e in entries])
    assert seen[0] == seen[1]


@pytest.mark.law(6)
@pytest.mark.parametrize("after", [None, "P5"])
def test_the_night_takes_every_word_of_it_out_of_the_store(
    memory: Memory, ada: Person, after: str | None
) -> None:
    """Also of a value that another one had replaced by then; so there is nothing to forget."""
    fact = ada.note(parking("zebra-4471", NOW + DAY)).id
    memory.clock.forward(HOUR)
    if after:
        ada.note(parking(after))
    memory.clock.forward(2 * DAY)
    before = ada.history(ada.scope, fact)
    assert "zebra" not in repr(before)
    assert b"zebra" in memory.bytes()
    night(memory, ada)
    assert b"zebra" not in memory.bytes()
    assert ada.history(ada.scope, fact) == before, "the night changes nothing that is seen"
    assert ada.values() == ({"parking": after} if after else {})
    rows = memory.rows()
    night(memory, ada)
    assert memory.rows() == rows
    if not after:
        with pytest.raises(NotFoundError):
            ada.forget(fact)


def test_a_night_comes_after_every_end(memory: Memory, ada: Person) -> None:
    """The owner says nothing more, and the last night was before the end on its very day."""
    ada.note(parking("zebra-4471", NOW + 20 * DAY))
    memory.project()
    for _ in range(22):
        assert b"zebra" in memory.bytes()
        memory.nightly()
        for job in memory.consolidation.take():
            memory.consolidate_owner(job)
        memory.clock.forward(DAY)
        if b"zebra" not in memory.bytes():
            break
    assert memory.clock() > NOW + 20 * DAY
    assert b"zebra" not in memory.bytes()


def test_an_edit_ends_when_what_it_corrects_does_by_then(memory: Memory, ada: Person) -> None:
    fact = ada.note(parking(until=NOW + HOUR)).id
    (heard,) = ada.say(ada.recall("parking").recall_id, Word(Flag.WRONG, fact)).items
    memory.clock.forward(HOUR / 2)
    ada.note(parking())
    memory.clock.forward(HOUR)
    ada.decide(heard.review or "", Choice.EDIT, "P8")
    assert ada.values() == {"parking": "P8"}


@pytest.mark.parametrize(
    ("choice", "ends"), [(Choice.APPROVE, NOW + DAY), (Choice.REJECT, None), (Choice.EDIT, None)]
)
def test_what_decides_a_contradiction_lasts_as_long_as_what_it_takes(
    memory: Memory, ada: Person, choice: Choice, ends: datetime | None
) -> None:
    ada.tell(state("parking", "P9", at=NOW - 5 * HOUR, id="s1"))
    ada.note(parking(until=NOW + DAY))
    memory.clock.forward(HOUR)
    (review,) = ada.reviews()
    record = ada.decide(review.id, choice, "P7" if choice is Choice.EDIT else None).record
    said = ada.history(ada.scope, record or "")[0]
    stated = {Choice.APPROVE: "zebra", Choice.REJECT: "P9", Choice.EDIT: "P7"}
    assert said.value == stated[choice]
    known = memory.store.assertions(ada.scope, 1, record or "")
    assert next(a for a in known if a.id == said.id).until == ends


def test_a_retry_under_its_key_is_no_new_memory(memory: Memory, ada: Person) -> None:
    def store(key: str) -> object:
        return memory.remember(
            ada.scope, parking(until=NOW + HOUR), by_agent=False, idempotency_key=key,
            fingerprint="b", caller=ada.caller,
        )  # fmt: skip

    store("k1")
    for _ in range(2):
        memory.clock.forward(2 * HOUR)
        rows = memory.rows()
        answer = store("k1")
        assert isinstance(answer, Closed)
        assert (answer.status, memory.rows()) == (Status.EXPIRED, rows)
        night(memory, ada)
    with pytest.raises(ExpiryError):
        store("k2")


def test_what_is_promoted_keeps_its_own_end_and_no_policys(ada: Person) -> None:
    dated = ada.note(parking(until=NOW + DAY), by_agent=True)
    assert ada.promote(dated.id).expires_at == NOW + DAY
    plain = ada.note(NewMemory(attribute="desk", value="D4"), by_agent=True)
    assert plain.expires_at is not None
    assert ada.promote(plain.id).expires_at is None

"""Accepting events and explicit memories: once each, whatever is sent again."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from muniment.app.errors import EventConflictError, IdempotencyConflictError, RefusedError
from muniment.app.intake import NewTurn
from muniment.app.ports import UnavailableError
from muniment.app.remember import NewMemory
from muniment.app.stored import Extraction, Operation
from muniment.app.views import RecordView
from muniment.domain.events import Role
from tests.support.extractor import PlainExtractor
from tests.support.faults import throttled
from tests.support.memory import START, Memory, Person, of_kinds, turn


def test_the_same_key_and_body_give_the_same_answer(memory: Memory, ada: Person) -> None:
    first = ada.send(turn("my city is Oslo"), key="k")
    before = memory.rows()
    assert ada.send(turn("my city is Oslo"), key="k") == first
    memory.settle()
    assert ada.send(turn("my city is Oslo"), key="k") == replace(first, status="done")
    assert len(of_kinds(before, "6T")) == 1
    assert memory.extraction.jobs == [], "what is done is not queued again"


def test_the_same_events_again_are_known_and_say_how_far_they_are(
    memory: Memory, ada: Person
) -> None:
    turns = turn("my city is Oslo", 0), turn("my dog is Rex", 1)
    first = ada.send(*turns)
    waiting = ada.send(*turns)
    memory.settle()
    done = ada.send(*turns)
    assert [a.operation for a in (waiting, done)] == [first.operation] * 2
    assert [a.status for a in (first, waiting, done)] == ["pending", "pending", "done"]
    assert [[event.known for event in a.events] for a in (first, waiting, done)] == [
        [False] * 2, [True] * 2, [True] * 2,
    ]  # fmt: skip
    assert ada.operation(first.operation).status == done.status


@pytest.mark.parametrize("states", list(product((None, "pending", "done", "failed"), repeat=2)))
def test_an_operation_is_done_when_all_is_and_failed_when_something_is(
    states: tuple[str | None, ...],
) -> None:
    operation = Operation("o_1", 1, START, ("a", "b"), (False, False))
    found = {
        event: Extraction(event, "plain/1", (), status=state)
        for event, state in zip(operation.events, states, strict=True)
        if state
    }
    ended = "done" if set(states) == {"done"} else "pending"
    assert operation.status(found) == ("failed" if "failed" in states else ended)


def test_the_same_key_with_another_body_is_a_conflict(memory: Memory, ada: Person) -> None:
    ada.send(turn("my city is Oslo"), key="k", body="one")
    before = memory.rows()
    with pytest.raises(IdempotencyConflictError):
        ada.send(turn("my city is Bergen"), key="k", body="two")
    assert memory.rows() == before


def test_a_key_is_free_again_after_its_day(memory: Memory, ada: Person) -> None:
    first = ada.send(turn("my city is Oslo"), key="k", body="one")
    memory.clock.forward(timedelta(hours=24, seconds=1))
    second = ada.send(turn("my city is Bergen", 1), key="k", body="two")
    assert [event.known for event in second.events] == [False]
    assert first.events != second.events


@pytest.mark.law(2)
def test_keys_of_two_users_are_two_keys(ada: Person, bob: Person) -> None:
    ada.send(turn("my city is Oslo"), key="k", body="one")
    assert bob.send(turn("my city is Bergen"), key="k", body="two").operation


def test_an_event_is_told_as_known_when_it_comes_again_among_new_ones(ada: Person) -> None:
    ada.send(turn("my city is Oslo", 0))
    accepted = ada.send(turn("my city is Oslo", 0), turn("my dog is Rex", 1))
    assert [event.known for event in accepted.events] == [True, False]


def test_an_event_id_with_another_content_is_a_conflict(memory: Memory, ada: Person) -> None:
    ada.send(turn("my city is Oslo", id="t1"))
    before = memory.rows()
    for other in (
        turn("my city is Bergen", id="t1"),
        turn("my city is Oslo", id="t1", session="s2"),
        turn("my city is Oslo", id="t1", role=Role.ASSISTANT),
        turn("my city is Oslo", id="t1", speaker="Bo"),
    ):
        with pytest.raises(EventConflictError):
            ada.send(other)
    assert memory.rows() == before


def test_ids_without_a_callers_come_from_session_place_and_text(ada: Person) -> None:
    def identifier(**changed: object) -> str:
        values: dict[str, object] = {"text": "my city is Oslo", "position": 1, **changed}
        return ada.send(turn(**values)).events[0].id  # type: ignore[arg-type]

    ids = {
        identifier(), identifier(session="s2"), identifier(position=2),
        identifier(text="my city is Bergen"), identifier(speaker="Bo"),
    }  # fmt: skip
    assert len(ids) == 5
    assert identifier() in ids


@pytest.mark.law(3)
def test_only_the_owner_states_the_owners_facts(ada: Person) -> None:
    ada.tell(
        turn("my city is Oslo", 0),
        turn("my dog is Rex", 1, role=Role.ASSISTANT),
        turn("my boat is Selkie", 2, role=Role.TOOL),
        turn("my cat is Tom", 3, speaker="Bo"),
    )
    assert {name: fact.provenance for name, fact in ada.facts().items()} == {
        "city": "user_stated", "dog": "model_inferred", "boat": "observed", "cat": "observed",
    }  # fmt: skip


@pytest.mark.law(3)
def test_a_later_word_of_less_authority_contests_and_does_not_replace(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my city is Bergen", 1, role=Role.TOOL))
    city = ada.facts()["city"]
    assert (city.value, city.status) == ("Oslo", "contested")
    ada.tell(turn("my city is Bergen", 2))
    city = ada.facts()["city"]
    assert (city.value, city.status) == ("Bergen", "active")


@pytest.mark.law(3)
def test_what_an_agent_stores_is_inferred_and_what_the_owner_stores_is_stated(ada: Person) -> None:
    own = ada.note(NewMemory(attribute="city", value="Oslo"))
    agents = ada.note(NewMemory(attribute="dog", value="Rex"), by_agent=True)
    assert (own.provenance, agents.provenance) == ("user_stated", "model_inferred")


def test_an_explicit_memory_is_there_at_once_and_once(memory: Memory, ada: Person) -> None:
    record = ada.note(NewMemory("the boat is blue"))
    assert ada.get(record.id).text == "the boat is blue"
    before = memory.rows()
    assert ada.note(NewMemory("the boat is blue")) == record
    assert memory.rows() == before


@pytest.mark.law(5)
@pytest.mark.parametrize(
    ("memory_", "reason"),
    [(NewMemory("   "), "trivial"), (NewMemory(attribute="city", value=" "), "trivial")],
)
def test_an_explicit_memory_passes_the_gates(
    memory: Memory, ada: Person, memory_: NewMemory, reason: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        ada.note(memory_)
    assert refused.value.reason == reason
    assert of_kinds(memory.rows(), "1F", "2A", "6T") == []


@pytest.mark.law(5)
def test_every_record_knows_its_turn_and_every_turn_its_records(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("Listen, my city is Oslo", 0, id="t1"))
    city, episode = ada.facts()["city"], ada.records()[-1]
    assert city.sources == episode.sources == ("t1",)
    assert city.quote == "my city is Oslo"
    edges = memory.store.edges(ada.scope, 1, "t1")
    assert {edge.record for edge in edges} == {city.id, episode.id}
    event = memory.store.event(ada.scope, 1, "t1")
    assert event is not None
    quoted = next(edge for edge in edges if edge.record == city.id)
    assert event.text[quoted.start : quoted.end] == city.quote


@pytest.mark.law(4)
def test_a_retry_replays_what_was_pinned_and_does_not_ask_again(
    memory: Memory, ada: Person
) -> None:
    assert isinstance(memory.extractor, PlainExtractor)
    ada.send(turn("my city is Oslo", id="t1"))
    (job,) = memory.extraction.take()
    memory.faults.before("TransactWriteItems", throttled(), nth=2)
    with pytest.raises(UnavailableError):
        memory.extract_event(job, last_try=False)
    memory.extract_event(job, last_try=False)
    assert memory.extractor.asked == ["t1"]
    assert ada.values() == {"city": "Oslo"}


def test_a_key_that_is_used_again_after_its_day_names_another_operation(
    memory: Memory, ada: Person
) -> None:
    first = ada.send(turn("my city is Oslo"), key="k", body="one")
    memory.clock.forward(timedelta(hours=25))
    second = ada.send(turn("my city is Bergen"), key="k", body="two")
    memory.settle()
    assert first.operation != second.operation
    for accepted in (first, second):
        found = ada.operation(accepted.operation)
        assert [event.id for event in found.events] == [event.id for event in accepted.events]
        assert found.status == "done"


def test_one_key_for_the_owner_and_an_agent_who_store_the_same(memory: Memory, ada: Person) -> None:
    def store(*, by_agent: bool) -> str:
        stored = memory.remember(
            ada.scope, NewMemory("the boats are blue"), by_agent=by_agent, idempotency_key="k",
            fingerprint="body",
        )  # fmt: skip
        assert isinstance(stored, RecordView)
        return stored.provenance

    assert store(by_agent=True) == "model_inferred"
    assert store(by_agent=False) == "user_stated", "a statement of its own"
    with pytest.raises(IdempotencyConflictError):
        memory.remember(
            ada.scope, NewMemory("the boats are red"), by_agent=False, idempotency_key="k",
            fingerprint="another",
        )  # fmt: skip


def test_turns_of_one_request_that_say_no_time_were_said_one_after_the_other(
    memory: Memory,
) -> None:
    cities = ("Oslo", "Bergen", "Turku", "Molde", "Genoa")
    for number in range(8):  # of equal times an id would decide, which is right by chance
        person = memory.of(f"user-{number}")
        person.tell(*(NewTurn("s1", Role.USER, f"my city is {city}") for city in cities))
        assert person.values() == {"city": "Genoa"}
        known = person.history(person.scope, person.facts()["city"].id)
        assert [entry.value for entry in known] == list(reversed(cities))


def test_what_held_before_can_be_stored_again(memory: Memory, ada: Person) -> None:
    for value in ("Oslo", "Bergen", "Oslo", "Bergen", "Bergen"):
        memory.clock.forward(timedelta(minutes=1))
        assert ada.note(NewMemory(attribute="city", value=value)).value == value
        assert ada.values() == {"city": value}
    city = ada.facts()["city"].id
    for value in ("Bergen", "Oslo"):
        memory.clock.forward(timedelta(minutes=1))
        ada.correct(city, None)
        assert ada.values() == {}
        memory.clock.forward(timedelta(minutes=1))
        assert ada.note(NewMemory(attribute="city", value=value)).value == value
    before = memory.rows()
    memory.clock.forward(timedelta(minutes=1))
    ada.note(NewMemory(attribute="city", value="Oslo"))
    assert memory.rows() == before, "a repeat of what holds changes nothing"


@pytest.mark.law(9)
def test_a_turn_of_more_facts_than_are_kept_says_so(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.app.extraction.MOST_FACTS", 2)
    more = ada.tell(turn("my city is Oslo, my dog is Rex, my boat is Ida", 0))
    found = ada.operation(more.operation)
    assert (found.status, found.events[0].reason) == ("done", "over_budget")
    assert set(ada.values()) == {"city", "dog"}
    assert len(ada.episodes()) == 1, "the turn itself is kept"
    enough = ada.tell(turn("my cat is Tom and my car is red", 1))
    assert ada.operation(enough.operation).events[0].reason is None
    assert set(ada.values()) == {"city", "dog", "cat", "car"}


def test_statements_without_a_word_are_refused_instead_of_replacing_each_other(
    ada: Person,
) -> None:
    assert ada.note(NewMemory("the boats are blue")).text == "the boats are blue"
    for text in ("!!", "\N{SHRUG}", "the of"):
        with pytest.raises(RefusedError, match="trivial"):
            ada.note(NewMemory(text))
    assert len(ada.facts()) == 1


@pytest.mark.law(6)
def test_what_is_refused_as_superseded_is_not_kept(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", at=memory.clock.now))
    ada.forget(ada.facts()["city"].id)
    with pytest.raises(RefusedError, match="superseded"):
        ada.note(NewMemory(None, "city", "Milan"), by_agent=True)
    assert b"Milan" not in memory.bytes()
    memory.clock.forward(timedelta(minutes=1))
    assert ada.note(NewMemory(None, "city", "Milan")).value == "Milan"
    assert b"Milan" in memory.bytes()

"""What other systems hear: where everything stands, by ids alone, at least once."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import timedelta

import pytest

from muniment.app.ports import UnavailableError
from muniment.app.stored import Touched
from muniment.domain.announcements import About, Announcement, Happened
from muniment.domain.events import Role
from muniment.domain.records import Effect
from muniment.domain.reviews import Choice
from tests.support.memory import START, Memory, Person, turn

CANARY = "zebra-4471"


def heard(person: Person) -> set[tuple[str, str]]:
    """Return type and subject of everything that was told of a user, and forget it."""
    told = [said for scope, said in person.memory.bus.told if scope == person.scope]
    person.memory.bus.told.clear()
    return {(said.happened.value, said.about.value) for said in told}


def latest(person: Person, about: About) -> Announcement:
    return [said for _, said in person.memory.bus.told if said.about is about][-1]


def test_what_is_committed_is_told_with_its_version(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    first = latest(ada, About.FACT)
    assert first.id == ada.facts()["city"].id
    assert heard(ada) == {("memory.committed", "fact"), ("memory.committed", "episode")}
    memory.project()
    assert latest(ada, About.FACT) == first, "a repetition is told as such by id and version"
    ada.tell(turn("my city is Bergen", 1))
    second = latest(ada, About.FACT)
    assert (second.id, second.happened) == (first.id, Happened.COMMITTED)
    assert (second.version or 0) > (first.version or 0)


def test_a_question_is_told_with_its_id_and_its_answer_by_the_record(ada: Person) -> None:
    ada.tell(turn("my diagnosis is asthma", 0))
    (review,) = ada.reviews()
    asked = latest(ada, About.REVIEW)
    assert (asked.happened, asked.id) == (Happened.PROPOSED, review.id)
    assert heard(ada) == {("memory.proposed", "review"), ("memory.committed", "episode")}
    ada.decide(review.id, Choice.APPROVE)
    assert ("memory.committed", "fact") in heard(ada)
    ada.memory.project()
    assert ("memory.proposed", "review") not in heard(ada)


def test_what_is_contested_is_told_with_the_question_that_it_asks(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    heard(ada)
    ada.tell(
        turn("my city is Turin", 1, role=Role.USER, by_owner=False, speaker="Bo",
             at=START + timedelta(days=1))
    )  # fmt: skip
    fact = ada.facts()["city"]
    assert fact.contested_by is not None
    told = latest(ada, About.FACT)
    assert (told.happened, told.id) == (Happened.CONTESTED, fact.id)
    assert [told.review] == [review.id for review in ada.reviews()]


def test_an_operators_mark_and_its_end_are_told(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    records = [record.id for record in ada.records()]
    heard(ada)
    for record in records:
        ada.mark(record, Effect.QUARANTINE)
    assert {("memory.quarantined", "fact"), ("memory.quarantined", "episode")} <= heard(ada)
    for record in records:
        ada.mark(record, Effect.RELEASE)
    ada.memory.bus.told.clear()
    ada.memory.project()
    assert heard(ada) == {("memory.committed", "fact"), ("memory.committed", "episode")}


def gone(person: Person, keys: Sequence[str]) -> set[str]:
    """Return which of the records are told to be erased when their keys change."""
    person.memory.follow([Touched(person.scope, key) for key in keys])
    told = [said for _, said in person.memory.bus.told if said.happened is Happened.ERASED]
    return {said.id for said in told if said.about is not About.ERASURE}


@pytest.mark.law(6)
def test_what_is_forgotten_is_told_and_the_end_of_the_erasure_too(ada: Person) -> None:
    ada.tell(turn(f"my code is {CANARY}", 0), turn("my dog is Rex", 1))
    keys = [record.id for record in ada.records()]
    doomed = {record.id for record in ada.records() if CANARY in record.text}
    assert doomed
    assert gone(ada, keys) == set()
    erasure = ada.forget(ada.facts()["code"].id)
    assert latest(ada, About.ERASURE) == Announcement(Happened.ERASED, About.ERASURE, erasure.id)
    assert gone(ada, keys) == doomed
    erasure = ada.erase()
    assert latest(ada, About.ERASURE).id == erasure.id
    assert gone(ada, keys) == set(keys)


@pytest.mark.law(7)
def test_no_event_holds_text_or_a_subject(memory: Memory, ada: Person) -> None:
    ada.tell(turn(f"my code is {CANARY}", 0), turn(f"my diagnosis is {CANARY}", 1))
    ada.mark(ada.facts()["code"].id, Effect.QUARANTINE)
    assert CANARY.encode() in memory.bytes(), "it is what might have been told"
    told = repr(memory.bus.told)
    assert len(memory.bus.told) >= 4
    assert CANARY not in told
    assert "ada" not in [part for said in memory.bus.told for part in repr(said).split("'")]
    assert {field.name for field in fields(Announcement)} == {
        "happened", "about", "id", "version", "review",
    }  # fmt: skip


@pytest.mark.law(8)
def test_a_bus_that_fails_loses_no_event_and_keeps_nothing_from_the_index(
    memory: Memory, ada: Person
) -> None:
    ada.send(turn("my city is Oslo", 0))
    memory.extract()
    touched = [Touched(ada.scope, record.id) for record in ada.records()]
    assert not memory.index.holds(ada.scope, touched[0].record)
    memory.bus.deaf = True
    with pytest.raises(UnavailableError):
        memory.follow(touched)
    assert memory.index.holds(ada.scope, touched[0].record)
    memory.bus.deaf = False
    memory.follow(touched)
    assert {said.id for _, said in memory.bus.told} == {touch.record for touch in touched}


@pytest.mark.law(8)
def test_an_erasure_ends_when_those_who_listen_were_told(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    erasure = memory.forget_record(ada.scope, ada.facts()["city"].id)
    (job,) = memory.erasure.take()
    memory.bus.deaf = True
    with pytest.raises(UnavailableError):
        memory.carry_on(job, last_try=False)
    assert ada.erasure(erasure.id).status == "pending"
    assert ada.facts() == {}, "and serving stopped long before"
    memory.bus.deaf = False
    memory.carry_on(job, last_try=False)
    assert ada.erasure(erasure.id).status == "done"
    assert latest(ada, About.ERASURE).id == erasure.id

"""The history of a record explains it: each statement, what gates said, and who let it in."""

from datetime import timedelta

import pytest

from muniment.app.views import AssertionView
from muniment.domain.reviews import Choice
from muniment.domain.rulings import Reason, Verdict
from tests.support.memory import START, Memory, Person, turn

CANARY = "zebra-4471"


def history(person: Person, record: str) -> list[AssertionView]:
    return list(person.history(person.scope, record))


def proposed(person: Person) -> str:
    (review,) = [each.id for each in person.reviews() if each.waiting == "proposed"]
    return review


def test_what_nobody_objected_to_names_its_writer_versions_and_times(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my city is Bergen", 1))
    later, earlier = history(ada, ada.facts()["city"].id)
    assert (later.value, earlier.value) == ("Bergen", "Oslo")
    assert earlier.superseded_by == later.id
    for entry in (later, earlier):
        assert entry.origin is not None
        assert (entry.origin.writer, entry.origin.policy) == ("extractor", "default/1")
        assert entry.origin.extractor == ada.memory.extractor.version
        assert entry.valid_from < entry.observed_at
        assert (entry.gates, entry.decision) == ((), None)


@pytest.mark.parametrize(("may_review", "by"), [(False, "owner"), (True, "reviewer")])
def test_what_was_proposed_says_why_and_who_approved_it_when(
    memory: Memory, ada: Person, may_review: bool, by: str
) -> None:  # fmt: skip
    ada.tell(turn("my diagnosis is asthma", 0))
    review = proposed(ada)
    memory.clock.forward(timedelta(hours=3))
    record = ada.decide(review, Choice.APPROVE, may_review=may_review).record
    (entry,) = history(ada, record or "")
    (gate,) = entry.gates
    assert (gate.gate, gate.verdict, gate.reason) == (
        "sensitive", Verdict.PROPOSED, Reason.SENSITIVE,
    )  # fmt: skip
    assert entry.decision is not None
    assert (entry.decision.review, entry.decision.choice) == (review, "approve")
    assert (entry.decision.by, entry.decision.at) == (by, memory.clock.now)


def test_what_was_edited_and_what_was_settled_name_their_reviews(ada: Person) -> None:
    ada.tell(turn("my diagnosis is asthma", 0))
    record = ada.decide(proposed(ada), Choice.EDIT, "hay fever").record
    (entry,) = history(ada, record or "")
    assert entry.value == "hay fever"
    assert entry.decision is not None
    assert entry.decision.choice == "edit"
    ada.tell(turn("my city is Oslo", 1))
    ada.tell(
        turn("my city is Turin", 2, by_owner=False, speaker="Bo", at=START + timedelta(days=1))
    )
    (asked,) = [each.id for each in ada.reviews() if each.waiting == "contested"]
    ada.memory.clock.forward(timedelta(minutes=1))
    ada.decide(asked, Choice.REJECT)
    entries = history(ada, ada.facts()["city"].id)
    settled = [entry for entry in entries if entry.decision is not None]
    assert [(e.value, e.decision and e.decision.review) for e in settled] == [("Oslo", asked)]
    assert len(entries) == 3


@pytest.mark.law(5)
def test_the_explanation_outlives_the_turn_and_the_answered_question(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my diagnosis is asthma", 0))
    record = ada.decide(proposed(ada), Choice.APPROVE).record or ""
    before = history(ada, record)
    gone = [row["sk"] for row in memory.rows() if row["sk"][:2] in ("4Q", "6T", "6S", "6X")]
    assert {sk[:2] for sk in gone} == {"4Q", "6T", "6S", "6X"}
    for sk in gone:
        memory.records.delete(f"T#acme#U#{ada.scope.owner}", sk)
    assert history(ada, record) == before


@pytest.mark.law(6)
def test_of_what_was_erased_times_and_class_are_left(memory: Memory, ada: Person) -> None:
    ada.tell(turn(f"my diagnosis is {CANARY}", 0))
    record = ada.decide(proposed(ada), Choice.APPROVE).record or ""
    (before,) = history(ada, record)
    assert CANARY in repr(before)
    assert before.gates
    ada.forget(record)
    (entry,) = history(ada, record)
    assert entry == AssertionView(
        id=before.id, status=entry.status, effect="boundary", provenance=before.provenance,
        valid_from=before.valid_from, observed_at=before.observed_at,
    )  # fmt: skip
    assert CANARY not in repr([row for row in memory.rows() if row["sk"].startswith("2A")])

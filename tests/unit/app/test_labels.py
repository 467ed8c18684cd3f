"""Tags and metadata: on all that is made of what they came with, and what is filtered by them."""

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

import pytest

from muniment.adapters.encodings import LIKENESS
from muniment.app.errors import EventConflictError, SensitiveDataError
from muniment.app.intake import NewTurn
from muniment.app.listing import ListRecords
from muniment.app.propose import Proposal
from muniment.app.remember import NewMemory
from muniment.app.views import Context
from muniment.domain.events import Role
from muniment.domain.filters import parse
from muniment.domain.handling import Scalar
from muniment.domain.labels import Labels
from muniment.domain.records import Kind
from muniment.domain.reviews import Choice
from tests.support.memory import Memory, Person, state, turn


def with_labels(told: NewTurn, *tags: str, **metadata: Scalar) -> NewTurn:
    return replace(told, labels=Labels.of(tags, metadata.items()))


def ids(context: Context) -> set[str]:
    return {item.text for item in (*context.facts, *context.episodes)}


# --- where they go -------------------------------------------------------------------------------


def test_labels_are_on_all_that_is_made_of_a_turn_and_on_nothing_else(ada: Person) -> None:
    said = with_labels(turn("my city is Oslo and my dog is Rex"), "work", "trip", seats=2, a=True)
    ada.tell(said, turn("my cat is Tom", 1))
    labels = {(r.value or r.text): (r.tags, dict(r.metadata)) for r in ada.records()}
    own = (("trip", "work"), {"a": True, "seats": 2})
    assert labels["Oslo"] == labels["Rex"] == labels["my city is Oslo and my dog is Rex"] == own
    assert labels["Tom"] == labels["my cat is Tom"] == ((), {})


def test_labels_come_in_by_every_door(ada: Person) -> None:
    ada.tell(with_labels(state("plan", "pro"), "crm", tier=1))
    ada.tell(
        with_labels(turn("A note on trams.", role=Role.DOCUMENT, speaker="wiki"), "doc", page=3)
    )
    ada.note(NewMemory(attribute="dog", value="Rex", labels=Labels(("pet",), (("age", 4),))))
    found = {r.value or r.text: (r.tags, dict(r.metadata)) for r in ada.records()}
    assert found["pro"] == (("crm",), {"tier": 1})
    assert found["A note on trams."] == (("doc",), {"page": 3})
    assert found["Rex"] == (("pet",), {"age": 4})


def test_what_waits_keeps_its_labels(ada: Person) -> None:
    ada.tell(with_labels(turn("my allergy is peanuts"), "health", ward=3))
    (review,) = ada.reviews()
    ada.decide(review.id, Choice.APPROVE)
    fact = ada.facts()["allergy"]
    assert (fact.tags, dict(fact.metadata)) == (("health",), {"ward": 3})


def test_a_correction_keeps_the_labels_of_what_it_corrects(ada: Person) -> None:
    ada.tell(with_labels(turn("my city is Oslo"), "trip", seats=2))
    ada.correct(ada.facts()["city"].id, "Bergen")
    fact = ada.facts()["city"]
    assert (fact.value, fact.tags, dict(fact.metadata)) == ("Bergen", ("trip",), {"seats": 2})


# --- several pieces of evidence ------------------------------------------------------------------

EVIDENCE = [
    with_labels(turn("my city is Oslo", 0, id="t0"), "first", seats=1, only_first=True),
    with_labels(turn("my city is Oslo", 5, id="t1"), "second", seats=2),
    with_labels(turn("my city is Bergen", 3, id="t2"), "other", seats=9),
]


@pytest.mark.law(4)
def test_a_fact_has_the_labels_of_its_evidence_in_any_order(
    memories: Callable[[], Memory],
) -> None:
    """All tags; of each name the value of the strongest; nothing of what says otherwise."""
    for order in permutations(EVIDENCE):
        ada = memories().of("ada")
        for told in order:
            ada.tell(told)
        fact = ada.facts()["city"]
        assert (fact.value, fact.tags) == ("Oslo", ("first", "second"))
        assert dict(fact.metadata) == {"seats": 2, "only_first": True}


@pytest.mark.law(3)
def test_weaker_evidence_labels_nothing(ada: Person) -> None:
    ada.tell(with_labels(state("city", "Oslo"), "crm", checked=True))
    ada.tell(with_labels(turn("my city is Oslo", 9), "chat", checked=False))
    fact = ada.facts()["city"]
    assert (fact.times_seen, fact.provenance) == (2, "tool_verified")
    assert (fact.tags, dict(fact.metadata)) == (("crm",), {"checked": True})


def test_storing_it_again_with_other_labels_adds_them(ada: Person) -> None:
    dog = NewMemory(attribute="dog", value="Rex", labels=Labels(("pet",)))
    first = ada.note(dog)
    rows = ada.memory.rows()
    assert ada.note(dog).id == first.id
    assert ada.memory.rows() == rows, "with the same labels it is the same"
    again = ada.note(replace(dog, labels=Labels(("family",), (("age", 4),))))
    assert (again.id, again.tags, dict(again.metadata)) == (
        first.id, ("family", "pet"), {"age": 4},
    )  # fmt: skip


def test_an_event_id_with_other_labels_is_another_content(ada: Person) -> None:
    said = with_labels(turn("my city is Oslo", id="t0"), "trip", seats=2)
    ada.tell(said)
    ada.tell(said)  # positive control: the same is known
    for other in (with_labels(said, "trip"), with_labels(said, "work", seats=2), turn(said.text)):
        with pytest.raises(EventConflictError):
            ada.send(replace(other, id="t0", position=0))


# --- what they may hold --------------------------------------------------------------------------


@pytest.mark.law(7)
def test_a_secret_in_a_label_is_kept_nowhere(memory: Memory, ada: Person) -> None:
    key = "AKIA" + "Q4JVN2XW7RZT5MPB"
    ada.tell(with_labels(turn("my city is Oslo"), note=f"use {key} for it", seats=2))
    fact = ada.facts()["city"]
    assert "[redacted" in str(fact.metadata["note"])
    assert fact.metadata["seats"] == 2
    assert sum(fact.redacted.values()) == 1
    assert key.encode() not in memory.bytes()
    with pytest.raises(SensitiveDataError) as caught:
        ada.send(with_labels(turn("my dog is Rex", 1), key))
    assert caught.value.field == "events[0].tags"
    assert ada.values() == {"city": "Oslo"}


@pytest.mark.law(6)
def test_words_that_are_forgotten_take_the_labels_of_their_turn_along(
    memory: Memory, ada: Person
) -> None:
    said = with_labels(
        turn("my dog is Rex. my code is zebra-4471"), "zebra-4471", code="zebra-4471", seats=2
    )
    beside = with_labels(turn("my cat is Tom", 1), "pet", seats=3)
    ada.tell(said, beside)
    assert b"zebra-4471" in memory.bytes()
    assert ada.facts()["dog"].tags == ("zebra-4471",)

    erasure = memory.forget_record(ada.scope, ada.facts()["code"].id)
    # From the request on nothing of it is shown, though the job has not begun.
    assert (ada.facts()["dog"].tags, dict(ada.facts()["dog"].metadata)) == ((), {})
    memory.settle()

    assert ada.erasure(erasure.id).status == "done"
    assert b"zebra-4471" not in memory.bytes()
    assert ada.values() == {"dog": "Rex", "cat": "Tom"}
    assert ada.facts()["dog"].tags == ()
    assert (ada.facts()["cat"].tags, ada.facts()["cat"].metadata["seats"]) == (("pet",), 3)

    # Nor does it come back as a label of something else.
    ada.tell(with_labels(turn("my boat is Ada", 2), "zebra-4471", "sea", code="zebra-4471", a=1))
    boat = ada.facts()["boat"]
    assert (boat.tags, dict(boat.metadata)) == (("sea",), {"a": 1})
    assert b"zebra-4471" not in memory.bytes()


# --- filtering -----------------------------------------------------------------------------------


def fill(ada: Person) -> None:
    ada.tell(
        with_labels(turn("my city is Oslo", 0), "trip", topic="a", seats=2),
        with_labels(turn("my dog is Rex", 1, session="s2"), "pet", topic="b", seats=4),
        turn("my boat is Ada", 2, session="s3"),
    )
    ada.tell(with_labels(state("plan", "pro"), "crm", topic="a", due="2026-02-01"))


CASES = [
    ({"tags": "trip"}, {"Oslo", "my city is Oslo"}),
    ({"metadata.topic": "a"}, {"Oslo", "my city is Oslo", "pro", "plan: pro"}),
    ({"metadata.topic": {"ne": "a"}, "kind": "fact"}, {"Rex", "Ada"}),
    ({"metadata.topic": {"in": ["a", "b"]}, "kind": "episode"},
     {"my city is Oslo", "my dog is Rex"}),
    ({"metadata.seats": {"gte": 3}}, {"Rex", "my dog is Rex"}),
    ({"metadata.due": {"lt": "2026-03-01"}, "kind": "fact"}, {"pro"}),
    ({"provenance": "tool_verified", "kind": "fact"}, {"pro"}),
    ({"category": "state"}, {"pro"}),
    ({"session": "s3"}, {"my boat is Ada"}),
    ({"tags": "nothing"}, set()),
]  # fmt: skip


@pytest.mark.parametrize(("written", "expected"), CASES)
def test_recall_and_lists_return_what_passes_and_nothing_else(
    ada: Person, written: dict[str, object], expected: set[str]
) -> None:
    fill(ada)
    wanted = parse(written)
    listed = {record.value or record.text for record in ada.records(wanted=wanted, duplicates=True)}
    assert listed - {"plan: pro"} == expected - {"plan: pro"}
    recalled = ada.recall("city dog boat plan Oslo Rex Ada pro", wanted=wanted)
    found = {item.value or item.text for item in (*recalled.facts, *recalled.episodes)}
    assert found <= expected
    assert {v for v in expected if v in ada.values().values()} <= found
    assert bool(found) is bool(expected)


def test_the_store_decides_where_the_index_is_older(memory: Memory, ada: Person) -> None:
    """An index that says otherwise of its entries changes nothing of what is recalled."""
    fill(ada)
    trip = parse({"tags": "trip"})
    before = ids(ada.recall("city dog Oslo Rex", wanted=trip))
    assert before
    stale = list(memory.projector.entries(
        ada.scope, 1, [*memory.store.facts(ada.scope, 1, [f.id for f in ada.facts().values()])
                       .values(),
                       *memory.store.every_episode(ada.scope, 1)],
    ))  # fmt: skip
    memory.index.upsert(
        ada.scope,
        [replace(e, facets=trip.tests[0].facets, version=e.version + 1)  # type: ignore[union-attr]
         for e in stale],
    )  # fmt: skip
    assert ids(ada.recall("city dog Oslo Rex", wanted=trip)) == before


def test_neighbours_that_are_ranked_along_pass_as_well(ada: Person) -> None:
    ada.tell(
        turn("we spoke of the red tram", 0),
        with_labels(turn("and of the green tram", 1), "trip"),
        turn("and of the blue tram", 2),
    )
    everything = ids(ada.recall("tram red green blue"))
    assert len(everything) == 3
    assert ids(ada.recall("tram red green blue", wanted=parse({"tags": "trip"}))) == {
        "and of the green tram"
    }


def test_what_overrides_a_shared_fact_does_so_unfiltered(memory: Memory, ada: Person) -> None:
    memory.tenant().publish(Proposal("city", "Rome"))
    ada.tell(with_labels(turn("my city is Oslo"), "trip"))
    assert {f.value for f in ada.recall("city").facts} == {"Oslo"}
    wanted = parse({"tags": {"ne": "trip"}, "kind": "fact"})
    assert ada.recall("city Rome", wanted=wanted).facts == ()


def test_a_filtered_list_is_read_page_by_page_to_its_end(memory: Memory, ada: Person) -> None:
    for n in range(7):
        ada.tell(*(
            with_labels(turn(f"my a{n}x{m} is v{n}x{m}", m, session=f"s{n}"), f"n{m}")
            for m in range(3)
        ))  # fmt: skip
    lister = ListRecords(memory.store, memory.clock, memory.policies, LIKENESS)
    seen: list[str] = []
    cursor: str | None = None
    for _ in range(20):
        page = lister(
            ada.scope, None, 3, cursor, duplicates=True, wanted=parse({"tags": "n1"})
        )  # fmt: skip
        assert len(page.records) <= 3
        seen += [record.value or record.text for record in page.records]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert cursor is None
    facts = {f"v{n}x1" for n in range(7)}
    assert set(seen) == facts | {f"my a{n}x1 is v{n}x1" for n in range(7)}
    assert len(seen) == len(set(seen))
    only = lister(ada.scope, Kind.FACT, 100, None, wanted=parse({"tags": "n1"}))
    assert {record.value for record in only.records} == facts

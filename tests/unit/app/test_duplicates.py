"""What is said again: exact repeats add evidence, near ones are shown once and all of them kept."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from muniment.app.reading import GetHistory
from muniment.app.remember import NewMemory
from muniment.domain.events import Role
from muniment.domain.records import Kind
from tests.functions.word_encoder import WordEncoder
from tests.support.memory import Person, fresh, turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from muniment.app.ports import Encoded, EncodedQuery

SEAT = "I always take the aisle seat."
OTHERWISE = "Aisle seats only for me, please."
TENT = "My tent is a two-person dome."


@dataclass
class OfOneMeaning:
    """An encoder for which everything about seats means the same; the rest are words."""

    model: str = WordEncoder.model

    def passages(self, texts: "Sequence[str]") -> "list[Encoded]":
        return WordEncoder().passages(
            ["seat" if "seat" in text.lower() else text for text in texts]
        )

    def query(self, text: str) -> "EncodedQuery":
        return WordEncoder().query(text)


@pytest.fixture
def bo(tmp_path: Path) -> "Iterator[Person]":
    with fresh(tmp_path) as memory:
        memory.encoder = OfOneMeaning()
        yield memory.of("bo")


def texts(person: Person, kind: Kind) -> set[str]:
    return {record.text for record in person.records(kind)}


def test_what_the_owner_says_again_is_evidence_and_no_second_fact(ada: Person) -> None:
    for place in range(3):
        ada.tell(turn("my seat is aisle", place))
    ada.tell(turn("My seat is Aisle", 3))
    (fact,) = ada.records(Kind.FACT)
    assert len(fact.sources) == 4
    assert fact.times_seen == 1, "one person said it four times"


def test_an_operation_says_which_record_a_repeat_went_into(ada: Person) -> None:
    first = ada.operation(ada.tell(turn("my seat is aisle", 0)).operation)
    again = ada.operation(ada.tell(turn("my seat is aisle", 1)).operation)
    other = ada.operation(ada.tell(turn("my seat is window", 2)).operation)
    into = [
        [o.deduplicated_into for o in operation.events[0].outcomes if o.kind == "fact"]
        for operation in (first, again, other)
    ]
    (fact,) = ada.records(Kind.FACT)
    assert into == [[None], [fact.id], [None]]
    assert fact.value == "window"


def test_another_source_counts(ada: Person) -> None:
    ada.tell(turn("my seat is aisle", 0))
    for place in (1, 2):
        ada.tell(turn("my seat is Aisle", place, role=Role.DOCUMENT, speaker="ticket"))
    (fact,) = ada.records(Kind.FACT)
    assert fact.times_seen == 2
    ada.tell(turn("my seat is aisle", 3, role=Role.ASSISTANT))
    assert ada.records(Kind.FACT)[0].times_seen == 2, "an assistant that repeats it is no source"


def test_one_thing_said_in_two_ways_is_listed_once_and_both_are_kept(bo: Person) -> None:
    first = bo.note(NewMemory(text=SEAT))
    second = bo.note(NewMemory(text=OTHERWISE))
    bo.note(NewMemory(text=TENT))
    assert first.id != second.id
    listed = {record.text: record for record in bo.records(Kind.FACT)}
    assert len(listed) == 2, "the seat and the tent"
    (seat,) = (record for record in listed.values() if "eat" in record.text)
    assert {seat.id, *(each.id for each in seat.also)} == {first.id, second.id}
    assert listed[TENT].also == ()
    assert bo.get(first.id).text == SEAT
    assert bo.get(second.id).text == OTHERWISE


def test_one_thing_said_in_two_ways_is_recalled_once(bo: Person) -> None:
    notes = [bo.note(NewMemory(text=text)) for text in (SEAT, OTHERWISE, TENT)]
    context = bo.recall("seat")
    assert len(context.facts) == 2
    (seat,) = (item for item in context.facts if "eat" in item.text)
    assert {seat.id, *(each.id for each in seat.also)} == {note.id for note in notes[:2]}
    assert context.dropped["duplicate"] == 1


def test_a_repeated_turn_stays_an_episode_and_is_recalled_once(ada: Person) -> None:
    for place in range(3):
        ada.tell(turn("We camp in a dome by the lake", place, session=f"s{place}"))
    ada.tell(turn("We camp in a cave by the lake", 4, session="s4"))
    context = ada.recall("camp lake")
    assert sorted(item.text for item in context.episodes) == [
        "We camp in a cave by the lake",
        "We camp in a dome by the lake",
    ]
    (dome,) = (item for item in context.episodes if "dome" in item.text)
    assert len(dome.also) == 2
    history = GetHistory(ada.memory.store, ada.memory.clock, ada.memory.policies)
    assert all(history(ada.scope, each.id) for each in dome.also)


def test_duplicates_leave_their_places_to_others(ada: Person) -> None:
    for place in range(4):
        ada.tell(turn("We camp in a dome by the lake", place, session=f"s{place}"))
    ada.tell(turn("The lake is cold in spring", 5, session="s5"))
    assert len(ada.recall("camp lake", k=2).episodes) == 2


def test_a_related_fact_is_no_duplicate(bo: Person) -> None:
    bo.note(NewMemory(text="Ada works at Northwind, she has the corner seat."))
    bo.note(NewMemory(text="Ada also keeps Northwind's code, in the back seat."))
    assert len(bo.records(Kind.FACT)) == 2


def test_a_contested_fact_is_always_shown(bo: Person) -> None:
    note = bo.note(NewMemory(attribute="seat", value="aisle seat"))
    bo.note(NewMemory(attribute="place", value="aisle seat"))
    assert len(bo.records(Kind.FACT)) <= 2
    bo.tell(turn("my seat is window", 1, role=Role.TOOL, at=bo.memory.clock.now))
    assert note.id in {record.id for record in bo.records(Kind.FACT)}

"""Faults that users of memory systems report, replayed through recall over every kind of index."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from muniment.app.intake import NewTurn
from muniment.app.remember import NewMemory
from muniment.app.views import Context
from muniment.domain.filters import parse
from muniment.domain.labels import Labels
from tests.contract.samples import AnyIndex
from tests.support.memory import START, Memory, Person, fresh, turn
from tests.support.resources import CREDENTIALS

FILTERS: list[tuple[dict[str, object], set[str]]] = [
    ({"metadata.topic": "a"}, {"first"}),
    ({"metadata.topic": {"ne": "a"}}, {"second", "third"}),
    ({"metadata.topic": {"in": ["a", "b"]}}, {"first", "second"}),
    ({"metadata.seats": {"gte": 3, "lt": 6}}, {"second"}),
    ({"metadata.paid": True}, {"first"}),
    ({"tags": "trip", "metadata.seats": {"gt": 2}}, {"second"}),
    ({"at": {"gte": "2026-01-02", "lt": "2026-01-04"}}, {"second", "third"}),
    ({"observed_at": {"lt": "2026-01-01"}}, set()),
    ({"provenance": "user_stated", "kind": "episode"}, {"first", "second"}),
    ({"provenance": "observed"}, {"third"}),
    ({"session": {"ne": "s1"}}, {"second", "third"}),
    ({"agent": "planner"}, {"second"}),
    ({"purpose": "assistance"}, {"first", "second", "third"}),
    ({"purpose": "health"}, set()),
    ({"attribute": "boat"}, set()),
]


@pytest.fixture
def memory(tmp_path: Path, index: AnyIndex, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    with fresh(tmp_path) as made:
        made.index = index  # type: ignore[assignment] # the one of the test's parameter
        yield made


def labelled(text: str, day: int, labels: Labels, **more: object) -> NewTurn:
    said = turn(text, session=f"s{day}", at=START + timedelta(days=day - 1, hours=1))
    return NewTurn(**{**{f: getattr(said, f) for f in said.__slots__}, "labels": labels, **more})


def names(context: Context) -> set[str]:
    return {item.text.split()[-1] for item in context.episodes}


def test_filters_floors_and_what_is_taken_back(memory: Memory, index: AnyIndex) -> None:
    """Cases 28, 34 and 44, in one: making a real index takes seconds."""
    ada = memory.of("ada")
    tagged = Labels(("trip",), (("topic", "a"), ("seats", 1), ("paid", True)))
    ada.tell(labelled("the tent is first", 1, tagged))
    other = Labels(("trip",), (("topic", "b"), ("seats", 4)))
    _planner(ada).tell(labelled("the tent is second", 2, other))
    bos = labelled(
        "the tent is third", 3, Labels((), (("seats", 9),)), by_owner=False, speaker="Bo"
    )
    ada.tell(bos)
    index.count(ada.scope)  # refreshes
    asking = _planner(ada)
    for wanted, expected in FILTERS:
        found = asking.recall("tent", wanted=parse(wanted))
        assert names(found) == expected, wanted

    assert names(ada.recall("tent", floor=0)) == {"first", "third"}
    unrelated = ada.recall("quantum chromodynamics lattice", floor=0.99)
    assert (unrelated.text, unrelated.items) == ("", ())
    assert unrelated.dropped["below_floor"] > 0

    ada.forget(ada.episodes()["the tent is first"].id)
    assert names(ada.recall("tent")) == {"third"}
    note = ada.note(NewMemory(attribute="boat", value="blue"))
    assert [fact.value for fact in ada.recall("boat").facts] == ["blue"], "no index knows it yet"
    ada.correct(note.id, "green")
    assert [fact.value for fact in ada.recall("boat").facts] == ["green"]


def _planner(person: Person) -> Person:
    return person.using(agent="planner", private=True)

"""Deliveries come late, twice and in any order; what was removed or purged does not rise."""

from itertools import permutations

import pytest

from muniment.adapters import opensearch_generations, sqlite_shelves
from muniment.app.ports import Index
from tests.contract.samples import ADA, BOB, AnyIndex, by_terms, by_vector, direction, entry, found


def test_a_newer_version_replaces_and_a_late_or_equal_one_is_ignored(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "old", version=3)])
    index.upsert(ADA, [entry("e_1", "new", version=5)])
    index.upsert(ADA, [entry("e_1", "late", version=4)])
    index.upsert(ADA, [entry("e_1", "equal", version=5)])

    assert [found(index, ADA, by_terms(t)) for t in ("old", "late", "equal")] == [[], [], []]
    assert found(index, ADA, by_terms("new")) == ["e_1"]
    assert index.count(ADA) == 1


def test_versions_hold_inside_one_batch_too(index: AnyIndex) -> None:
    batch = [entry("e_1", "two", version=2), entry("e_1", "one", version=1), entry("e_2", "other")]
    index.upsert(ADA, batch)

    assert found(index, ADA, by_terms("two one other")) == ["e_1", "e_2"]
    assert found(index, ADA, by_terms("one")) == []


def test_the_new_version_replaces_every_field(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent", vector=direction("old"), version=1)])
    index.upsert(ADA, [entry("e_1", "kayak", vector=direction("new"), version=2, epoch=2)])
    index.count(ADA)

    assert index.search(ADA, by_vector(direction("old"))).hits == ()
    (hit,) = index.search(ADA, by_vector(direction("new"), epoch=2)).hits
    assert hit.cosine == pytest.approx(1, abs=0.01)
    assert found(index, ADA, by_terms("kayak", epoch=2)) == ["e_1"]


@pytest.mark.law(6)
def test_a_removed_entry_does_not_rise_by_a_late_delivery(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent", version=1), entry("e_2", "tent", version=1)])
    index.remove(ADA, {"e_1": 3})
    index.upsert(ADA, [entry("e_1", "tent", version=2)])
    index.upsert(ADA, [entry("e_1", "tent", version=3)])

    assert not index.holds(ADA, "e_1")
    assert index.holds(ADA, "e_2")
    assert found(index, ADA, by_terms("tent")) == ["e_2"]

    index.upsert(ADA, [entry("e_1", "tent", version=4)])
    assert index.holds(ADA, "e_1"), "what is newer than the removal is taken"


def test_a_late_removal_is_ignored(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent", version=5)])
    index.remove(ADA, {"e_1": 4})
    index.remove(ADA, {"e_1": 5})
    assert index.holds(ADA, "e_1")

    index.remove(ADA, {"e_1": 6})
    assert not index.holds(ADA, "e_1")


@pytest.mark.law(6)
def test_a_removal_may_come_before_what_it_removes(index: AnyIndex) -> None:
    index.remove(ADA, {"e_unknown": 2})
    index.remove(ADA, {"e_unknown": 2})
    index.upsert(ADA, [entry("e_unknown", "tent", version=1)])
    index.upsert(BOB, [entry("e_unknown", "tent", version=1)])

    assert not index.holds(ADA, "e_unknown")
    assert index.holds(BOB, "e_unknown"), "the removal is of one owner's record"


@pytest.mark.law(4)
def test_every_order_of_deliveries_ends_alike(index: AnyIndex) -> None:
    def upsert(index: Index, id_: str, version: int) -> None:
        index.upsert(ADA, [entry(id_, f"version{version}", version=version)])

    for number, order in enumerate(permutations([1, 2, 3, 4])):
        id_ = f"e_{number}"
        for version in order:
            if version == 3:
                index.remove(ADA, {id_: 3})
            else:
                upsert(index, id_, version)
    assert len(found(index, ADA, by_terms("version4"))) == 24
    assert found(index, ADA, by_terms("version1 version2")) == []


@pytest.mark.law(6)
def test_an_owner_of_many_entries_is_purged_by_several_calls(
    index: AnyIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    for engine in (opensearch_generations, sqlite_shelves):
        monkeypatch.setattr(engine, "PURGED_AT_ONCE", 2)
    index.upsert(ADA, [entry(f"e_{n}", "tent", epoch=1) for n in range(5)])
    index.upsert(ADA, [entry("e_new", "tent", epoch=2)])
    index.upsert(BOB, [entry("e_1", "tent", epoch=1)])

    calls = 1
    while index.purge(ADA, before_epoch=2):
        calls += 1

    assert calls in (1, 3, 4)  # a floor is a document of OpenSearch; the fake knows no pages
    assert (index.count(ADA), index.count(ADA, 2), index.count(BOB)) == (1, 0, 1)


@pytest.mark.law(6)
def test_a_purge_takes_older_epochs_of_one_owner(index: AnyIndex) -> None:
    for owner in (ADA, BOB):
        index.upsert(owner, [entry(f"e_{n}", "tent", epoch=n) for n in range(1, 4)])

    assert index.count(ADA, before_epoch=3) == 2
    index.purge(ADA, before_epoch=3)

    assert index.count(ADA, before_epoch=3) == 0
    assert index.count(ADA) == 1
    assert index.holds(ADA, "e_3")
    assert found(index, ADA, by_terms("tent", epoch=1)) == []
    assert found(index, ADA, by_terms("tent", epoch=3)) == ["e_3"]
    assert index.count(BOB) == 3
    assert index.count(BOB, before_epoch=3) == 2

    index.upsert(ADA, [entry("e_1", "tent", epoch=1)])
    assert not index.holds(ADA, "e_1"), "a late delivery of what was purged"
    index.purge(ADA, before_epoch=3)
    assert index.count(ADA) == 1

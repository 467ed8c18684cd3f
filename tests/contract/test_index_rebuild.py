"""A new physical index is filled beside live traffic; no write is lost, nothing removed rises."""

from collections.abc import Iterator, Sequence

import pytest

from muniment.app.ports import IndexEntry
from muniment.domain.scope import Scope
from tests.contract.samples import ADA, BOB, AnyIndex, by_terms, entry, found

type Page = tuple[Scope, Sequence[IndexEntry]]


def test_the_new_index_holds_what_the_iterator_gives_and_nothing_else(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_lost", "tent"), entry("e_kept", "tent")])
    index.upsert(BOB, [entry("e_foreign", "tent")])

    pages = [
        (ADA, [entry("e_kept", "tent"), entry("e_new", "tent")]),
        (BOB, [entry("e_2", "tent")]),
    ]
    assert index.rebuild(iter(pages)) == 3

    assert found(index, ADA, by_terms("tent")) == ["e_kept", "e_new"]
    assert found(index, BOB, by_terms("tent")) == ["e_2"]
    assert index.count(ADA) == 2
    assert index.count(BOB) == 1


def test_writes_during_a_rebuild_are_in_both(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent one"), entry("e_2", "tent two"), entry("e_3", "tent")])

    def pages() -> Iterator[Page]:
        first = [entry("e_1", "tent one"), entry("e_2", "tent two")]
        yield ADA, first[:1]
        index.upsert(ADA, [entry("e_live", "tent live"), entry("e_2", "tent fresh", version=2)])
        assert found(index, ADA, by_terms("live fresh")) == ["e_2", "e_live"], "served meanwhile"
        assert index.count(ADA) == 4
        yield ADA, first[1:]
        yield ADA, [entry("e_3", "tent")]

    assert index.rebuild(pages()) == 3
    assert found(index, ADA, by_terms("tent")) == ["e_3", "e_1", "e_2", "e_live"]
    assert found(index, ADA, by_terms("two")) == [], "the older version of the fill came late"

    index.upsert(ADA, [entry("e_after", "after")])
    assert found(index, ADA, by_terms("after")) == ["e_after"]


@pytest.mark.law(6)
def test_what_is_removed_or_purged_during_a_rebuild_does_not_rise(index: AnyIndex) -> None:
    stored = [entry(f"e_{n}", "tent") for n in range(4)]
    index.upsert(ADA, stored)
    index.upsert(BOB, stored)

    def pages() -> Iterator[Page]:
        yield ADA, stored[:2]
        index.remove(ADA, {"e_0": 2, "e_2": 2})  # one is filled already, one comes late
        index.purge(BOB, before_epoch=2)
        yield ADA, stored[2:]
        yield BOB, [*stored, entry("e_new", "tent", epoch=2)]

    index.rebuild(pages())

    assert found(index, ADA, by_terms("tent")) == ["e_1", "e_3"]
    assert index.count(BOB, before_epoch=2) == 0
    assert found(index, BOB, by_terms("tent", epoch=2)) == ["e_new"]


@pytest.mark.law(6)
def test_a_removal_before_the_rebuild_holds_after_it(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent"), entry("e_2", "tent")])
    index.rebuild(iter([(ADA, [entry("e_1", "tent"), entry("e_2", "tent")])]))
    index.remove(ADA, {"e_1": 2})
    index.upsert(ADA, [entry("e_1", "tent")])

    assert found(index, ADA, by_terms("tent")) == ["e_2"]


def test_a_rebuild_that_broke_off_is_followed_by_one_that_works(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent")])

    def breaking() -> Iterator[Page]:
        yield ADA, [entry("e_half", "tent")]
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        index.rebuild(breaking())
    assert found(index, ADA, by_terms("tent")) == ["e_1"], "the old one still serves"
    index.upsert(ADA, [entry("e_2", "tent")])

    assert index.rebuild(iter([(ADA, [entry("e_1", "tent"), entry("e_2", "tent")])])) == 2
    assert found(index, ADA, by_terms("tent")) == ["e_1", "e_2"]
    assert not index.holds(ADA, "e_half")


def test_ensure_is_safe_to_repeat(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent")])
    index.ensure()
    index.ensure()
    assert found(index, ADA, by_terms("tent")) == ["e_1"]

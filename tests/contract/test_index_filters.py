"""Every engine translates the tests of facets alike, inside both searches and the statistics."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.ports import IndexQuery
from muniment.domain.filters import AnyOf, Between, NoneOf, Test
from tests.contract.fake_index import FakeIndex
from tests.contract.samples import (
    ADA,
    BOB,
    NOW,
    AnyIndex,
    by_terms,
    by_vector,
    direction,
    entry,
    found,
    near,
)

TRIP, WORK = "tags=wtrip", "tags=wwork"
ENTRIES = {
    "e_1": (TRIP, "metadata.topic=wa", "metadata.seats=n1", "observed_at=t20260101"),
    "e_2": (TRIP, WORK, "metadata.topic=wb", "metadata.seats=n3", "observed_at=t20260102"),
    "e_3": (WORK, "metadata.seats=n5", "metadata.paid=b1", "observed_at=t20260103"),
    "e_4": ("observed_at=t20260104", "metadata.paid=b0"),
}

CASES: list[tuple[tuple[Test, ...], list[str]]] = [
    ((), ["e_1", "e_2", "e_3", "e_4"]),
    ((AnyOf((TRIP,)),), ["e_1", "e_2"]),
    ((AnyOf((TRIP, WORK)),), ["e_1", "e_2", "e_3"]),
    ((AnyOf((TRIP,)), AnyOf((WORK,))), ["e_2"]),
    ((NoneOf((TRIP,)),), ["e_3", "e_4"]),
    ((NoneOf(("metadata.topic=wa",)),), ["e_2", "e_3", "e_4"]),
    ((AnyOf((WORK,)), NoneOf((TRIP,))), ["e_3"]),
    ((AnyOf(("metadata.paid=b1",)),), ["e_3"]),
    ((Between("metadata.seats=n2", "metadata.seats=n~"),), ["e_2", "e_3"]),
    ((Between("metadata.seats=n", "metadata.seats=n3"),), ["e_1", "e_2"]),
    ((Between("observed_at=t20260102", "observed_at=t20260103"),), ["e_2", "e_3"]),
    ((Between("metadata.seats=n9", "metadata.seats=n~"),), []),
    ((AnyOf(("tags=wnone",)),), []),
]


def test_only_entries_that_pass_every_test_are_found(index: AnyIndex) -> None:
    index.upsert(ADA, [entry(id_, "tent", facets=facets) for id_, facets in ENTRIES.items()])
    index.upsert(BOB, [entry("e_9", "tent", facets=(TRIP, WORK))])
    for tests, expected in CASES:  # in one index: making one takes long
        terms = replace(by_terms("tent"), tests=tests)
        near_all = replace(by_vector(direction("x")), tests=tests)
        assert found(index, ADA, terms) == expected, tests
        assert sorted(found(index, ADA, near_all)) == expected, tests
        assert index.search(ADA, terms).statistics.documents == len(expected), tests


def test_a_newer_version_of_an_entry_brings_its_facets(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent", facets=(TRIP,))])
    index.upsert(ADA, [entry("e_1", "tent", version=2, facets=(WORK,))])
    assert found(index, ADA, replace(by_terms("tent"), tests=(AnyOf((TRIP,)),))) == []
    assert found(index, ADA, replace(by_terms("tent"), tests=(AnyOf((WORK,)),))) == ["e_1"]


def test_the_few_that_are_wanted_are_found_amid_many_nearer_ones(index: AnyIndex) -> None:
    """Filtered before the nearest are chosen, not after."""
    middle = direction("middle")
    many = [entry(f"e_{n:03}", "tent", vector=near(middle, n, 0.01), facets=(WORK,))
            for n in range(200)]  # fmt: skip
    far = [entry(f"f_{n}", "tent", vector=near(middle, n, 2.0), facets=(TRIP,)) for n in range(3)]
    index.upsert(ADA, [*many, *far])
    for query in (by_vector(middle, pool=3), by_terms("tent", pool=3)):
        wanted = replace(query, tests=(AnyOf((TRIP,)),))
        assert sorted(found(index, ADA, wanted)) == ["f_0", "f_1", "f_2"]


def test_an_entry_from_before_facets_is_left_to_the_store(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent"), entry("e_2", "tent", facets=(WORK,))])
    assert found(index, ADA, replace(by_terms("tent"), tests=(AnyOf((TRIP,)),))) == ["e_1"]


facets_drawn = st.sampled_from(
    ["tags=wa", "tags=wb", "n=n0", "n=n3", "n=n7", "n=nf", "na=n3", "t=t1", "t=t2", "\u00e9=w"]
)
some = st.lists(facets_drawn, max_size=4).map(tuple)
tests_drawn = st.one_of(
    st.builds(AnyOf, some),
    st.builds(NoneOf, some),
    st.builds(Between, facets_drawn, facets_drawn),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.lists(some, max_size=6), tests=st.lists(tests_drawn, max_size=4).map(tuple))
def test_the_embedded_engine_agrees_with_the_model(
    tmp_path_factory: pytest.TempPathFactory,
    entries: list[tuple[str, ...]],
    tests: tuple[Test, ...],
) -> None:
    folder: Path = tmp_path_factory.mktemp("index")
    engines: list[AnyIndex] = [FakeIndex(), SqliteIndex(folder / "index.sqlite")]
    query = IndexQuery(("tent",), (), 1, NOW, tests=tests)
    answers = []
    for engine in engines:
        engine.ensure()
        engine.upsert(ADA, [entry(f"e_{n}", "tent", facets=f) for n, f in enumerate(entries)])
        answers.append([hit.id for hit in engine.search(ADA, query).hits])
    assert answers[0] == answers[1]

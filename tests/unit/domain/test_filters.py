"""One algebra of filters: what a caller writes, what records have, and what passes."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.events import Span
from muniment.domain.filters import FIELDS, Filter, FilterError, between, facets, parse
from muniment.domain.handling import Category, Handling, Scalar, Sensitivity
from muniment.domain.labels import Labels
from muniment.domain.records import Episode, Fact, Provenance, Status

DAYS = {
    name: datetime(2026, 1, day, 12, tzinfo=UTC) for name, day in (("a", 1), ("b", 2), ("c", 3))
}


def labelled(tags: tuple[str, ...] = (), **metadata: Scalar) -> Handling:
    return Labels.of(tags, metadata.items()).on(Handling(language="en"))


A = Fact(
    id="a", status=Status.ACTIVE, revision=1, epoch=1, attribute="city", value="Oslo",
    speaker="User", provenance=Provenance.USER_STATED, valid_from=DAYS["a"],
    observed_at=DAYS["a"], category=Category.PREFERENCE, sensitivity=(Sensitivity.HEALTH,),
    handling=labelled(("trip", "work"), topic="a", seats=3, share=0.5, paid=True, due="2026-02-01"),
)  # fmt: skip
B = replace(
    A, id="b", attribute="dog", provenance=Provenance.TOOL_VERIFIED, observed_at=DAYS["b"],
    sensitivity=(),
    handling=labelled(("trip",), topic="b", seats=-2, paid=False, due="2026-03-01T09:00:00+02:00"),
)  # fmt: skip
C = Episode(
    id="c", span=Span("t1", 0, 5), session="s1", order="t1", speaker="Bo", text="hello",
    occurred_at=DAYS["c"], observed_at=DAYS["c"], provenance=Provenance.OBSERVED, revision=1,
    epoch=1, handling=labelled(seats=10),
)  # fmt: skip

CASES: list[tuple[dict[str, Any], str]] = [
    ({}, "abc"),
    ({"kind": "fact"}, "ab"),
    ({"kind": {"ne": "fact"}}, "c"),
    ({"category": {"in": ["preference", "event"]}}, "abc"),
    ({"category": "event"}, "c"),
    ({"namespace": "assistant"}, ""),
    ({"namespace": "owner"}, "abc"),
    ({"tags": "trip"}, "ab"),
    ({"tags": {"ne": "work"}}, "bc"),  # what has no tag at all has not this one
    ({"tags": "tri"}, ""),
    ({"tags": {"in": ["work", "other"]}}, "a"),
    ({"tags": "trip", "metadata.topic": "b"}, "b"),
    ({"provenance": {"in": ["tool_verified", "observed"]}}, "bc"),
    ({"sensitivity": "health"}, "a"),
    ({"attribute": "dog"}, "b"),
    ({"session": "s1"}, "c"),
    ({"speaker": {"ne": "Bo"}}, "ab"),
    ({"language": "en"}, "abc"),
    ({"observed_at": {"gte": "2026-01-02"}}, "bc"),
    ({"observed_at": {"gt": "2026-01-02T12:00:00Z"}}, "c"),
    ({"observed_at": {"gte": "2026-01-02T13:00:00+01:00", "lt": "2026-01-03T12:00:00Z"}}, "b"),
    ({"observed_at": "2026-01-01T12:00:00Z"}, "a"),
    ({"at": {"lte": "2026-01-01T12:00:00Z"}}, "ab"),
    ({"metadata.topic": {"ne": "a"}}, "bc"),
    ({"metadata.topic": {"in": ["a", "b"]}}, "ab"),
    ({"metadata.seats": {"gte": 3}}, "ac"),
    ({"metadata.seats": {"gt": 3}}, "c"),
    ({"metadata.seats": {"gt": -3, "lt": 10}}, "ab"),
    ({"metadata.seats": {"gt": -3, "lt": 10, "ne": 3}}, "b"),
    ({"metadata.seats": 3.0}, "a"),
    ({"metadata.seats": "3"}, ""),  # a string is no number
    ({"metadata.share": {"lt": 0.6}}, "a"),
    ({"metadata.paid": True}, "a"),
    ({"metadata.paid": False}, "b"),
    ({"metadata.paid": 1}, ""),  # nor is a number a boolean
    ({"metadata.due": {"gte": "2026-02-15"}}, "b"),
    ({"metadata.due": "2026-03-01T07:00:00Z"}, "b"),
    ({"metadata.none": "a"}, ""),
    ({"metadata.none": {"ne": "a"}}, "abc"),
]


@pytest.mark.parametrize(("written", "expected"), CASES)
def test_what_passes(written: dict[str, Any], expected: str) -> None:
    wanted = parse(written)
    assert "".join(record.id for record in (A, B, C) if wanted.passes(record)) == expected


REFUSED: list[tuple[object, str]] = [
    ([], ""),
    ("kind", ""),
    (None, ""),
    ({"colour": "x"}, "colour"),
    ({"my colour": "x"}, ""),
    ({"c" * 41: "x"}, ""),
    ({"metadata": "x"}, "metadata"),
    ({"metadata.": "x"}, ""),
    ({"metadata.Topic": "x"}, ""),
    ({"metadata.a=b": "x"}, ""),
    ({"value": "Oslo"}, "value"),
    ({"kind": "dream"}, "kind"),
    ({"kind": 1}, "kind"),
    ({"kind": ["fact"]}, "kind"),
    ({"kind": {}}, "kind"),
    ({"kind": {"like": "fact"}}, "kind"),
    ({"kind": {"in": []}}, "kind"),
    ({"kind": {"in": "fact"}}, "kind"),
    ({"kind": {"in": ["fact"] * 33}}, "kind"),
    ({"kind": {"gt": "fact"}}, "kind"),
    ({"tags": {"in": ["a", None]}}, "tags"),
    ({"tags": {"gte": "2026-01-01"}}, "tags"),
    ({"observed_at": "yesterday"}, "observed_at"),
    ({"observed_at": "2026-01-02T12:00:00"}, "observed_at"),
    ({"observed_at": {"gte": 3}}, "observed_at"),
    ({"metadata.seats": None}, "metadata.seats"),
    ({"metadata.seats": {"gt": "many"}}, "metadata.seats"),
    ({"metadata.seats": {"gt": True}}, "metadata.seats"),
    ({"metadata.seats": {"gt": float("nan")}}, "metadata.seats"),
    ({"metadata.seats": {"gt": 10**400}}, "metadata.seats"),
    ({"metadata.seats": {"gt": 1, "lt": "2026-01-01"}}, "metadata.seats"),
    ({f"metadata.a{n}": 1 for n in range(17)}, ""),
]


@pytest.mark.parametrize(("written", "field"), REFUSED)
def test_what_cannot_be_applied_is_refused_and_never_ignored(written: object, field: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse(written)
    assert caught.value.field == field
    assert caught.value.fix


scalars = st.one_of(
    st.booleans(),
    st.integers(-(10**15), 10**15),
    st.floats(allow_nan=False, allow_infinity=False, width=64),
    st.dates(min_value=datetime(1970, 1, 1).date()).map(lambda day: day.isoformat()),  # noqa: DTZ001
    st.text(max_size=6),
)


@given(own=scalars, asked=scalars)
def test_equality_is_of_type_and_value(own: Scalar, asked: Scalar) -> None:
    record = replace(A, handling=labelled(one=own))
    same = isinstance(own, str | bool) is isinstance(asked, str | bool) and own == asked
    if isinstance(own, bool) is not isinstance(asked, bool):
        same = False
    assert parse({"metadata.one": asked}).passes(record) is same
    assert parse({"metadata.one": {"ne": asked}}).passes(record) is not same
    assert parse({"metadata.one": {"in": [asked, asked]}}).passes(record) is same


numbers = st.one_of(
    st.integers(-(10**15), 10**15),
    st.floats(allow_nan=False, allow_infinity=False),
)


@given(own=numbers, bound=numbers)
def test_a_range_is_as_numbers_are(own: float, bound: float) -> None:
    record = replace(A, handling=labelled(one=own))
    for operator, passes in (
        ("gt", own > bound), ("gte", own >= bound), ("lt", own < bound), ("lte", own <= bound),
    ):  # fmt: skip
        assert parse({"metadata.one": {operator: bound}}).passes(record) is passes, operator


moments = st.datetimes(
    min_value=datetime(1970, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC)  # noqa: DTZ001
)  # fmt: skip


@given(own=moments, bound=moments)
def test_a_range_is_as_times_are(own: datetime, bound: datetime) -> None:
    record = replace(A, observed_at=own)
    for operator, passes in (
        ("gt", own > bound), ("gte", own >= bound), ("lt", own < bound), ("lte", own <= bound),
    ):  # fmt: skip
        wanted = parse({"observed_at": {operator: bound.isoformat()}})
        assert wanted.passes(record) is passes, operator


written_any = st.recursive(
    st.none() | scalars,
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from([*FIELDS, "metadata.a", "eq", "ne", "in", "gt", "lte", "x"]), inner,
        max_size=3,
    ),
    max_leaves=8,
)  # fmt: skip


@given(written_any)
def test_anything_that_json_holds_is_a_filter_or_is_refused(written: object) -> None:
    try:
        wanted = parse(written)
    except FilterError:
        return
    assert wanted.passes(A) in (True, False)


def test_facets_hold_no_words_and_no_order() -> None:
    assert list(facets(A)) == sorted(set(facets(A)))
    assert not any(word in facet for facet in facets(A) for word in ("trip", "city", "User"))
    shuffled = list(dict(A.handling.metadata).items())
    random.Random(1).shuffle(shuffled)  # noqa: S311 - reproducible
    assert facets(replace(A, handling=replace(A.handling, metadata=tuple(shuffled)))) == facets(A)


def test_no_filter_lets_everything_through() -> None:
    assert all(Filter().passes(record) for record in (A, B, C))


def test_a_stretch_of_time_may_begin_and_end_anywhere() -> None:
    noon, moment = DAYS["a"], timedelta(microseconds=1)
    first, last = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    odd = noon.astimezone(timezone(timedelta(hours=5, minutes=30, seconds=15)))
    for since, until, passes in (
        (first, last, True), (first, first, False), (last, last, False), (last, None, False),
        (None, first, False), (None, last, True), (odd, None, True), (None, odd, False),
        (noon, noon + moment, True), (noon + moment, None, False),
    ):  # fmt: skip
        assert Filter(between("at", since, until)).passes(A) is passes, (since, until)
    assert between("at", None, None) == ()

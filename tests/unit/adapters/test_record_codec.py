"""Records to items and back, with all they carry; items from before it was carried are read."""

from dataclasses import replace
from datetime import date, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from boto3.dynamodb.types import Binary, TypeDeserializer
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.dynamodb import codec
from muniment.adapters.dynamodb.table import from_item, to_item
from muniment.app.stored import Became, Extraction, Outcome
from muniment.domain.admission import UNOPPOSED, Admission, Resolved
from muniment.domain.events import Event, Span
from muniment.domain.handling import (
    UNKNOWN_ORIGIN,
    UNRESTRICTED,
    Category,
    Handling,
    Origin,
    Sensitivity,
)
from muniment.domain.money import Money
from muniment.domain.records import Assertion, Effect, Episode, Fact, Kind, Provenance, Status
from muniment.domain.rulings import GatePassage, Reason, Verdict
from muniment.domain.typed_values import Day, Duration, Number, Truth, TypedValue
from tests.unit.domain.samples import NOW, event, said, stated

HANDLING = Handling(
    grants=(("assistance", 2), ("support", 0)),
    agent="planner",
    tags=("trip", "work"),
    metadata=(("private", True), ("room", "A1"), ("seats", 3), ("share", 0.25)),
    language="it",
    personal=("phone",),
    redacted=(("card", 1),),
)
ORIGIN = Origin("extractor", "pattern/1", "a-model", "extract/1", "default/1", by="extract")
SENSITIVITY = (Sensitivity.HEALTH, Sensitivity.MONEY)
ADMISSION = Admission(
    (GatePassage("sensitive", Verdict.PROPOSED, Reason.SENSITIVE),
     GatePassage("odd", Verdict.QUARANTINED)),
    Resolved("v_1", "approve", NOW, "owner"),
)  # fmt: skip
NEW_FIELDS = (
    "category", "sensitivity", "handling", "origin", "importance", "created_at", "admission",
    "document", "typed", "promotes", "told", "replaces",
)  # fmt: skip

ASSERTION = replace(
    said("Oslo"),
    category=Category.PREFERENCE,
    importance=0.25,
    typed=Money(Decimal("9.90"), "USD", "Spotify"),
    sensitivity=SENSITIVITY,
    handling=HANDLING,
    origin=ORIGIN,
    admission=ADMISSION,
    promotes=(Span("t0", 1, 9), Span("t1", 0, 4)),
    told=event().told,
)
FACT = Fact(
    id="f_1", status=Status.ACTIVE, revision=2, epoch=1, attribute="city", value="Oslo",
    valid_from=NOW, observed_at=NOW, created_at=NOW - timedelta(days=1), times_seen=1,
    category=Category.DECISION, importance=0.5, typed=Day(date(2027, 5, 3)),
    sensitivity=SENSITIVITY, handling=HANDLING, origin=ORIGIN, told=("20260301.a", "20260302.b"),
    replaces=("t0",),
)  # fmt: skip
EPISODE = Episode(
    id="e_1", span=Span("t1", 0, 5), session="s1", order="t1", speaker="User", text="hello",
    occurred_at=NOW, observed_at=NOW, provenance=Provenance.OBSERVED, revision=1, epoch=1,
    sensitivity=SENSITIVITY, handling=HANDLING, origin=ORIGIN, admission=ADMISSION,
    document="handbook",
)  # fmt: skip
EVENT = replace(event(), handling=HANDLING, document="handbook")

type Record = Assertion | Fact | Episode | Event


def encoded(record: Record) -> dict[str, object]:
    match record:
        case Assertion():
            return dict(codec.assertion(record, 1))
        case Fact():
            return dict(codec.fact(record))
        case Episode():
            return dict(codec.episode(record))
        case Event():
            return dict(codec.event(record))


def decoded(record: Record, item: dict[str, object]) -> Record:
    read = from_item(to_item(item))  # as the table would give it back
    match record:
        case Assertion():
            return codec.to_assertion(read)
        case Fact():
            return codec.to_fact(read)
        case Episode():
            return codec.to_episode(read)
        case Event():
            return codec.to_event(read)


RECORDS = pytest.mark.parametrize(
    "record", [ASSERTION, FACT, EPISODE, EVENT], ids=lambda record: type(record).__name__
)


@RECORDS
def test_nothing_is_lost_on_the_way(record: Record) -> None:
    assert decoded(record, encoded(record)) == record


def test_a_turn_keeps_the_zone_of_its_speaker() -> None:
    tokyo = timezone(timedelta(hours=9))
    read = decoded(EVENT, encoded(replace(EVENT, occurred_at=NOW.astimezone(tokyo))))
    assert isinstance(read, Event)
    assert (read.occurred_at, read.occurred_at.utcoffset()) == (NOW, timedelta(hours=9))
    assert "utc_offset" not in to_item(encoded(EVENT))


@RECORDS
def test_an_item_of_the_first_schema_is_read(record: Record) -> None:
    old = {name: value for name, value in encoded(record).items() if name not in NEW_FIELDS}
    read = decoded(record, old)
    assert read.handling == UNRESTRICTED
    if not isinstance(read, Event):
        assert (read.origin, read.origin.schema) == (UNKNOWN_ORIGIN, 1)
        assert read.sensitivity == ()
    if isinstance(read, Assertion | Episode):
        assert read.admission == UNOPPOSED
    if isinstance(read, Event | Episode):
        assert read.document is None
    assert read != record


decimals = st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=0, max_value=1e14)
payees = st.none() | st.text(min_size=1, max_size=20)
typed_values: st.SearchStrategy[TypedValue | None] = st.one_of(
    st.none(),
    st.builds(Number, decimals, st.none() | st.sampled_from(["kg", "percent"])),
    st.builds(Money, decimals, st.sampled_from(["USD", "EUR"]), payees),
    st.builds(Day, st.dates()),
    st.builds(Truth, st.booleans()),
    st.builds(Duration, decimals),
)


@given(typed_values)
def test_a_typed_value_keeps_its_type_and_every_place(typed: TypedValue | None) -> None:
    for record in (replace(ASSERTION, typed=typed), replace(FACT, typed=typed)):
        read = decoded(record, encoded(record))
        assert isinstance(read, Assertion | Fact)
        assert (read.typed, str(read.typed)) == (typed, str(typed))


def test_an_older_item_has_the_type_that_its_words_say() -> None:
    older = replace(ASSERTION, value="$9.99", typed=None, origin=replace(ORIGIN, schema=2))
    read = decoded(older, encoded(older))
    assert isinstance(read, Assertion)
    assert read.typed == Money(Decimal("9.99"), "USD")
    newer = replace(older, origin=ORIGIN)  # positive control: the new ones say so themselves
    assert decoded(newer, encoded(newer)) == newer


EXTRACTION = Extraction(
    "t1", "pattern/1", (stated(),), "done", (Outcome(Kind.FACT, Became.COMMITTED, record="f_1"),),
    resolved=(replace(stated(value=None), effect=Effect.RETRACT),),
    resolutions=(Outcome(Kind.FACT, Became.REJECTED, reason="not_in_event"),),
)  # fmt: skip


def test_what_is_pinned_keeps_what_was_resolved_and_its_revision() -> None:
    read = codec.to_extraction(from_item(to_item(codec.extraction(EXTRACTION, 1, 7))))
    assert read == replace(EXTRACTION, revision=7)


def test_what_was_pinned_before_revisions_were_counted_is_read() -> None:
    new = codec.extraction(EXTRACTION, 1, 7)
    old = {name: new[name] for name in new if name not in ("resolved", "resolutions", "revision")}
    read = codec.to_extraction(from_item(to_item(old)))
    assert read == replace(EXTRACTION, resolved=(), resolutions=(), revision=1)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text() | st.binary(min_size=1)
    | st.floats(-1e20, 1e20).filter(lambda x: x == 0 or abs(x) > 1e-20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@given(st.dictionaries(st.text(), _VALUES, max_size=4))
def test_an_item_is_read_as_the_sdk_reads_it_but_for_numbers_and_binaries(
    values: dict[str, object],
) -> None:
    item = to_item(values)
    assert from_item(item) == {name: _plain(_sdk(value)) for name, value in item.items()}


def _sdk(value: Any) -> object:
    return TypeDeserializer().deserialize(value)


def _plain(value: object) -> object:
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case Binary():
            return bytes(value)  # type: ignore[call-overload] # the stubs miss __bytes__
        case list():
            return [_plain(each) for each in value]
        case dict():
            return {name: _plain(each) for name, each in value.items()}
        case _:
            return value

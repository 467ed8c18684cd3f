"""What records are filtered by: one table of fields, one algebra, for the store and every index.

A record has *facets*, one short text for each value of each field. A filter is a list of tests of
facets, all of which must pass; an index keeps the facets and translates three kinds of test, so
that a new field is one line of `FIELDS` and nothing anywhere else.

A facet is the field's name, a letter for the type and the value: `observed_at=t…`. Numbers and
times are written so that texts sort as values do. Words are digests: an index needs no text to
compare them.
"""

import hashlib
import math
import re
import struct
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from muniment.domain.handling import Category, Scalar, Sensitivity
from muniment.domain.labels import KEY
from muniment.domain.namespaces import Namespace, namespace_of
from muniment.domain.records import Episode, Fact, Kind, Provenance

type Record = Fact | Episode
type Operand = Scalar | datetime

MOST_CONDITIONS = 16
MOST_VALUES = 32
METADATA = "metadata."
"""Begins the name of a field that a caller has named."""


class FilterError(ValueError):
    """A filter that cannot be applied: what is wrong with which field, and the way out.

    `field` is empty where none is meant, or by a name that is no identifier; no value is repeated.
    """

    def __init__(self, field: str, reason: str, fix: str) -> None:
        super().__init__(reason)
        self.field = field
        self.reason = reason
        self.fix = fix


# --- the fields ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A field of records. `read` gives its values, none where a record has none."""

    read: Callable[[Record], Collection[str] | datetime | None]
    known: frozenset[str] | None = None
    """All values there are; `None`: any."""
    is_time: bool = False


def _of_fact[T](read: Callable[[Fact], T | None]) -> Callable[[Record], T | None]:
    return lambda record: read(record) if isinstance(record, Fact) else None


def _of_episode[T](read: Callable[[Episode], T | None]) -> Callable[[Record], T | None]:
    return lambda record: read(record) if isinstance(record, Episode) else None


def _one(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)


def _names(kinds: type[StrEnum]) -> frozenset[str]:
    return frozenset(kind.value for kind in kinds)


FIELDS: Mapping[str, Field] = {
    "kind": Field(lambda r: _one(r.kind.value), _names(Kind)),
    "namespace": Field(lambda r: _one(namespace_of(r.id).value), _names(Namespace)),
    "category": Field(lambda r: _one(r.category.value), _names(Category)),
    "provenance": Field(lambda r: _one(r.provenance.label), frozenset(p.label for p in Provenance)),
    "sensitivity": Field(lambda r: r.sensitivity, _names(Sensitivity)),
    "tags": Field(lambda r: r.handling.tags),
    "language": Field(lambda r: _one(r.handling.language)),
    "attribute": Field(_of_fact(lambda fact: _one(fact.attribute))),
    "subject": Field(_of_fact(lambda fact: _one(fact.subject))),
    "session": Field(_of_episode(lambda episode: _one(episode.session))),
    "speaker": Field(lambda r: _one(r.speaker)),
    "agent": Field(lambda r: _one(r.handling.agent)),
    "purpose": Field(lambda r: r.handling.purposes),
    "observed_at": Field(lambda r: r.observed_at, is_time=True),
    "at": Field(lambda r: r.valid_from if isinstance(r, Fact) else r.occurred_at, is_time=True),
}
"""What may be filtered by, under the names that records have in the API. Metadata is beside it."""


def facets(record: Record) -> tuple[str, ...]:
    """Return what a record is filtered by."""
    return tuple(sorted(set(_facets(record))))


def _facets(record: Record) -> Iterator[str]:
    for name, field in FIELDS.items():
        values = field.read(record)
        if isinstance(values, datetime):
            yield _facet(name, values)
        else:
            yield from (_facet(name, str(value), is_word=True) for value in values or ())
    for name, value in record.handling.metadata:
        yield _facet(METADATA + name, value)


def _facet(field: str, value: Operand, *, is_word: bool = False) -> str:
    return f"{field}={_encoded(value, is_word=is_word)}"


def _encoded(value: Operand, *, is_word: bool = False) -> str:
    """Return type and value; of one type, texts sort as values do."""
    match value:
        case bool():
            return f"b{value:d}"
        case int() | float():
            return f"n{_sortable(value)}"
        case datetime():
            return f"t{value.astimezone(UTC):%Y%m%dT%H%M%S.%f}"
        case str():
            moment = None if is_word else moment_of(value)
            if moment is not None:
                return _encoded(moment)
            return f"w{hashlib.blake2b(_raw(value), digest_size=16).hexdigest()}"


def _raw(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _sortable(number: float) -> str:
    """Return a double's bits as digits that sort as numbers do: the sign flipped, or all bits."""
    (bits,) = struct.unpack(">Q", struct.pack(">d", number + 0.0))  # -0.0 is 0.0
    flipped = bits ^ (2**64 - 1 if bits >> 63 else 2**63)
    return f"{flipped:016x}"


_FIRST_YEAR, _LAST_YEAR = 1000, 9999
"""Of four digits, so that times sort as texts, and with a moment before and behind each."""
_FIRST_TIME = datetime(_FIRST_YEAR, 1, 2, tzinfo=UTC)
_LAST_TIME = datetime(_LAST_YEAR, 1, 1, tzinfo=UTC)
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d))?")


def moment_of(text: str) -> datetime | None:
    """Return the time that `text` is in ISO 8601, a day's being its beginning in UTC."""
    if not _ISO.fullmatch(text):
        return None
    try:
        if len(text) == len("2026-03-01"):
            moment = datetime.combine(date.fromisoformat(text), time(), UTC)
        else:
            moment = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None  # 31 April, or before the calendar
    return moment if _FIRST_YEAR <= moment.year < _LAST_YEAR else None


# --- the tests -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these facets is there."""

    facets: tuple[str, ...]

    def passes(self, own: Collection[str]) -> bool:
        """Whether a record with these facets passes."""
        return not set(self.facets).isdisjoint(own)


@dataclass(frozen=True, slots=True)
class NoneOf:
    """None of these facets is there; a record without the field passes."""

    facets: tuple[str, ...]

    def passes(self, own: Collection[str]) -> bool:
        """Whether a record with these facets passes."""
        return set(self.facets).isdisjoint(own)


@dataclass(frozen=True, slots=True)
class Between:
    """A facet that sorts between the two, both included, is there."""

    low: str
    high: str

    def passes(self, own: Collection[str]) -> bool:
        """Whether a record with these facets passes."""
        return any(self.low <= facet <= self.high for facet in own)


type Test = AnyOf | NoneOf | Between


@dataclass(frozen=True, slots=True)
class Filter:
    """Tests that must all pass; without any, every record does."""

    tests: tuple[Test, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that are tested, without a word that a caller has chosen.

        A field of metadata is just `metadata`: its name may say what is forgotten later.
        """
        names = map(_field_of, self.tests)
        return tuple(sorted({name if name in FIELDS else "metadata" for name in names}))

    def passes(self, record: Record) -> bool:
        """Whether the record is one of those that are wanted."""
        own = facets(record) if self.tests else ()
        return all(test.passes(own) for test in self.tests)


EVERYTHING = Filter()


def _field_of(test: Test) -> str:
    facet = test.low if isinstance(test, Between) else test.facets[0]
    return facet.partition("=")[0]


# --- from what a caller writes -------------------------------------------------------------------


def parse(written: object) -> Filter:
    """Return the filter that `written` says, as JSON has it; raises FilterError.

    An object of fields, all of which must fit. A field has a value, or an object of operators:
    `eq`, `ne`, `in`, and `gt`, `gte`, `lt`, `lte` for numbers and times. `ne` lets through what
    has no value at all.
    """
    if not isinstance(written, Mapping):
        raise FilterError("", "is not a JSON object", 'send fields, as {"tags": "trip"}')
    tests = [test for name, said in written.items() for test in _tests(name, said)]
    if len(tests) > MOST_CONDITIONS:
        raise FilterError("", f"has more than {MOST_CONDITIONS} conditions", "ask for less at once")
    return Filter(tuple(tests))


def _tests(name: str, said: object) -> Iterator[Test]:
    field = _field(name)
    operators = said if isinstance(said, Mapping) else {"eq": said}
    if not operators:
        raise FilterError(name, "has no operator", "send a value, or one of eq, ne, in, gte, lt …")
    bounds = {op: operand for op, operand in operators.items() if op in _BOUNDS}
    for operator, operand in operators.items():
        match operator:
            case "eq":
                yield AnyOf((_wanted(name, field, operand),))
            case "ne":
                yield NoneOf((_wanted(name, field, operand),))
            case "in":
                yield AnyOf(_several(name, field, operand))
            case _ if operator not in _BOUNDS:
                fix = f"send one of eq, ne, in, {', '.join(_BOUNDS)}"
                raise FilterError(name, "has an operator that there is not", fix)
    if bounds:
        yield _between(name, field, bounds)


_SAYABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")


def _field(name: str) -> Field | None:
    """Return the field of a name; `None` for metadata, which holds any type."""
    field = FIELDS.get(name)
    if field is None and not (name.startswith(METADATA) and KEY.fullmatch(name, len(METADATA))):
        fix = f"send one of {', '.join(FIELDS)}, or {METADATA}… with a name of yours"
        if _SAYABLE.fullmatch(name):
            raise FilterError(name, "is not a field to filter by", fix)
        raise FilterError("", "names what is no field to filter by", fix)
    return field


def _wanted(name: str, field: Field | None, operand: object) -> str:
    value = _operand(name, field, operand)
    return _facet(name, value, is_word=field is not None)


def _several(name: str, field: Field | None, operand: object) -> tuple[str, ...]:
    if not isinstance(operand, list | tuple) or not 1 <= len(operand) <= MOST_VALUES:
        raise FilterError(name, f"has no list of 1 to {MOST_VALUES} values", "send such a list")
    return tuple(sorted({_wanted(name, field, each) for each in operand}))


def _operand(name: str, field: Field | None, operand: object) -> Operand:
    if field is None:
        if isinstance(operand, str | bool | int | float) and _is_finite(operand):
            return operand
        raise FilterError(name, "is not a string, number or boolean", "send one of these")
    if not isinstance(operand, str):
        raise FilterError(name, "is not a string", "send a string")
    if field.is_time:
        if (moment := moment_of(operand)) is None:
            fix = "send an ISO 8601 time with its offset, as 2026-03-01T09:30:00Z, or a day"
            raise FilterError(name, "is not a time", fix)
        return moment
    if field.known is not None and operand not in field.known:
        fix = f"send one of {', '.join(sorted(field.known))}"
        raise FilterError(name, "is none of the values there are", fix)
    return operand


def _is_finite(value: Scalar) -> bool:
    try:
        return isinstance(value, str) or math.isfinite(value)
    except OverflowError:
        return False  # more digits than a double has


def between(name: str, since: datetime | None, until: datetime | None) -> tuple[Test, ...]:
    """Return the tests of a field of time, aware, from `since` on and before `until`."""
    if since is None and until is None:
        return ()
    low = f"t{_LEAST}" if since is None else _encoded(_sorting(since))
    high = f"t{_MOST}" if until is None else _encoded(_beside(_sorting(until), -1))
    return (Between(f"{name}={low}", f"{name}={high}"),)


def _sorting(moment: datetime) -> datetime:
    """Return the moment, or the nearest that sorts as a text."""
    return min(max(moment, _FIRST_TIME), _LAST_TIME)


_BOUNDS = ("gt", "gte", "lt", "lte")
_LEAST, _MOST = "", "~"  # before and behind what any value is encoded as


def _between(name: str, field: Field | None, bounds: Mapping[str, object]) -> Between:
    """Return the one range that all bounds leave: two of them must not be met by two values."""
    lows: list[str] = []
    highs: list[str] = []
    types: set[str] = set()
    for operator, operand in bounds.items():
        value = _ordered(name, field, operand)
        code = _encoded(value)
        types.add(code[0])
        if operator in ("gt", "gte"):
            lows.append(_encoded(_beside(value, 1)) if operator == "gt" else code)
        else:
            highs.append(_encoded(_beside(value, -1)) if operator == "lt" else code)
    if len(types) > 1:
        raise FilterError(name, "has bounds of two types", "send numbers, or times")
    (of,) = types
    low, high = max(lows, default=of + _LEAST), min(highs, default=of + _MOST)
    return Between(f"{name}={low}", f"{name}={high}")


def _ordered(name: str, field: Field | None, operand: object) -> float | datetime:
    value = _operand(name, field, operand)
    if isinstance(value, str):
        moment = moment_of(value)
        if moment is None or field is not None:
            raise FilterError(name, "is a word, which has no order", "send eq, ne or in")
        return moment
    if isinstance(value, bool):
        raise FilterError(name, "is a boolean, which has no order", "send eq or ne")
    return value


def _beside(value: float | datetime, step: int) -> float | datetime:
    """Return the next value above or below."""
    if isinstance(value, datetime):
        return value + step * timedelta(microseconds=1)
    return math.nextafter(value, step * math.inf)

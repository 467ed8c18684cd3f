"""The traces of recalls, to items and back.

Names of reasons stand once for all items: a write is paid by the kilobyte, and each recall writes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from muniment.adapters.dynamodb.codec.records import handling, to_handling
from muniment.adapters.dynamodb.codec.values import at, maybe_at, time
from muniment.adapters.dynamodb.table import Item
from muniment.domain.as_of import AsOf
from muniment.domain.asking.understood import Question, Understood
from muniment.domain.recalls import UTC, Limits, RecallTrace, TracedItem
from muniment.domain.scope import Reach

type Row = tuple[object, ...]


def trace(value: RecallTrace) -> Mapping[str, object]:
    """Encode the trace of a recall."""
    names = tuple(sorted({name for item in value.items for name in item.reasons}))
    return {
        "at": time(value.at), "items": tuple(_row(item, names) for item in value.items),
        "reasons": names or None, "tokens": value.tokens, "relevance": value.relevance,
        "degraded": value.degraded, "dropped": dict(value.dropped) or None,
        "recipe": value.recipe or None, "encoder": value.encoder or None,
        "milliseconds": value.milliseconds, "handling": handling(value.handling),
        "missed_by": value.missed_by, "asked": _asked(value), "limits": _limits(value.limits),
    }  # fmt: skip


def to_trace(item: Item) -> RecallTrace:
    """Decode the trace of a recall; an older one has its items' ids and scores alone."""
    names = item.get("reasons", ())
    return RecallTrace(
        id=item["sk"].partition("#")[2], at=at(item["at"]),
        items=tuple(_to_traced(names, *row) for row in item["items"]),
        tokens=item["tokens"], relevance=item["relevance"], degraded=tuple(item["degraded"]),
        dropped=item.get("dropped", {}), recipe=item.get("recipe", ""),
        encoder=item.get("encoder", ""), milliseconds=item.get("milliseconds", 0),
        handling=to_handling(item.get("handling")),
        missed_by=frozenset(item.get("missed_by", ())), **_to_asked(item.get("asked")),
        limits=_to_limits(item.get("limits")),
    )  # fmt: skip


def _asked(value: RecallTrace) -> Mapping[str, object] | None:
    """Encode how it was asked; what is as usual is left out."""
    if value.understood is None:
        return None
    understood, as_of = value.understood, value.as_of
    asked = {
        "question": understood.question.value,
        # A question may be about any year, which `time` does not write in four digits.
        "since": understood.since and understood.since.isoformat(),
        "until": understood.until and understood.until.isoformat(),
        "alone": understood.of_time_alone or None, "numbers": understood.numbers or None,
        "valid_at": time(as_of.valid_at), "known_at": time(as_of.known_at),
        "zone": None if value.zone == UTC else value.zone,
    }  # fmt: skip
    return {name: each for name, each in asked.items() if each is not None}


class _Asked(TypedDict, total=False):
    as_of: AsOf
    zone: str
    understood: Understood


def _to_asked(item: Item | None) -> _Asked:
    if item is None:
        return {}
    return {
        "as_of": AsOf(maybe_at(item.get("valid_at")), maybe_at(item.get("known_at"))),
        "zone": item.get("zone", UTC),
        "understood": Understood(
            Question(item["question"]), maybe_at(item.get("since")), maybe_at(item.get("until")),
            item.get("alone", False), item.get("numbers", 0),
        ),
    }  # fmt: skip


def _limits(value: Limits | None) -> Row | None:
    """Encode the limits in a row: names of numbers would be longer than they are."""
    return None if value is None else (value.k, value.floor, value.budget, *value.filtered_by)


def _to_limits(row: Sequence[Any] | None) -> Limits | None:
    if row is None:
        return None
    k, floor, budget, *fields = row
    return Limits(k, floor, budget, tuple(fields))


def _row(item: TracedItem, names: Sequence[str]) -> Row:
    numbers = tuple(item.reasons.get(name) for name in names)
    return (item.id, item.score, item.reach.value, *numbers)


def _to_traced(
    names: Sequence[str], record: str, score: float, reach: str = Reach.USER.value,
    *numbers: float | None,
) -> TracedItem:  # fmt: skip
    told = zip(names, numbers, strict=True) if numbers else ()
    reasons = {name: number for name, number in told if number is not None}
    return TracedItem(record, score, reasons, Reach(reach))

"""The traces of recalls, to items and back.

Names of reasons stand once for all items: a write is paid by the kilobyte, and each recall writes.
"""

from collections.abc import Mapping, Sequence

from muniment.adapters.dynamodb.codec.records import handling, to_handling
from muniment.adapters.dynamodb.codec.values import at, time
from muniment.adapters.dynamodb.table import Item
from muniment.domain.recalls import RecallTrace, TracedItem
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
        "missed_by": value.missed_by,
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
        missed_by=frozenset(item.get("missed_by", ())),
    )  # fmt: skip


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

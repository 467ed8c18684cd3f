"""Typed values to maps and back. Numbers are kept as text: a table's number loses its places."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from muniment.adapters.dynamodb.table import Item
from muniment.domain.handling import UNKNOWN_ORIGIN
from muniment.domain.money import Money
from muniment.domain.typed_values import Day, Duration, Number, Truth, TypedValue, read

_SINCE = 3
"""Items of an older schema have no typed values of their own; theirs are read from their words."""


def typed(value: TypedValue | None) -> Mapping[str, object] | None:
    """Encode a typed value; nothing for words."""
    match value:
        case None:
            return None
        case Number(amount, unit):
            fields: dict[str, object] = {"amount": f"{amount:f}", "unit": unit}
        case Money(amount, currency, payee):
            fields = {"amount": f"{amount:f}", "currency": currency, "payee": payee}
        case Day(day):
            fields = {"date": day.isoformat()}
        case Truth(truth):
            fields = {"value": truth}
        case Duration(seconds):
            fields = {"seconds": f"{seconds:f}"}
    return {"type": value.type, **fields}


def to_typed(item: Item) -> TypedValue | None:
    """Decode the typed value of an assertion or a fact, whatever its schema."""
    fields = item.get("typed")
    if fields is None:
        schema = (item.get("origin") or {}).get("schema", UNKNOWN_ORIGIN.schema)
        is_older = schema < _SINCE and item.get("value")
        return read(item["value"], item.get("quote") or "") if is_older else None
    match fields["type"]:
        case Number.type:
            return Number(Decimal(fields["amount"]), fields.get("unit"))
        case Money.type:
            return Money(Decimal(fields["amount"]), fields["currency"], fields.get("payee"))
        case Day.type:
            return Day(date.fromisoformat(fields["date"]))
        case Truth.type:
            return Truth(fields["value"])
        case _:
            return Duration(Decimal(fields["seconds"]))

"""Makes a query cost what it returns, not what the partition holds.

The emulator sorts the partition for each page and parses the key condition again for every item: at
a few thousand items that was 80 % of its time, and every function waited for it; at 150,000 a page
took half a second. The one form that is answered here is the product's own; any other goes to the
emulator.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from ministack.services import dynamodb

_RANGE: Final = re.compile(r"(\w+) = (:\w+) AND (\w+) BETWEEN (:\w+) AND (:\w+)")


_MOST: Final = 20_000
"""Items that a page may have: it ends at 1 MB, and a key of the product alone takes 60 bytes."""


@dataclass(frozen=True, slots=True)
class _Range:
    """Which sort keys a query reads next, from where on, and in which direction."""

    first: str
    last: str
    start: str | None
    forward: bool

    def of(self, order: list[str]) -> list[str]:
        """Return those of the sorted keys: no more than a page has, and one."""
        low, high = bisect_left(order, self.first), bisect_right(order, self.last)
        if self.start is not None and self.forward:
            low = max(low, bisect_left(order, self.start))  # the emulator looks for it
        elif self.start is not None:
            high = min(high, bisect_right(order, self.start))
        if self.forward:
            return order[low : min(high, low + _MOST)]
        return order[max(low, high - _MOST) : high]


_asked: ContextVar[_Range | None] = ContextVar("_asked", default=None)


class _Partition(dict[str, Any]):
    """The items of a partition by sort key; inside a query, its values are those in the range.

    Keys order by their UTF-8 bytes, which is the order of Python's code points.
    """

    def __init__(self) -> None:
        super().__init__()
        self._order: list[str] = []

    def __setitem__(self, key: str, value: Any) -> None:
        if key not in self:
            self._order.insert(bisect_left(self._order, key), key)
        super().__setitem__(key, value)

    def pop(self, key: str, *default: Any) -> Any:
        if key in self:
            del self._order[bisect_left(self._order, key)]
        return super().pop(key, *default)

    def values(self) -> Any:
        asked = _asked.get()
        return super().values() if asked is None else self._inside(asked)

    def _inside(self, asked: _Range) -> Iterator[Any]:
        return (self[key] for key in asked.of(self._order))


def install() -> None:
    """Read the range that is asked for, without parsing its condition for each item."""
    _keep_in_order()
    _ask_for_ranges()
    _match_ranges()


def _keep_in_order() -> None:
    """Keep partitions by string keys in order: every write goes through this function."""
    built_in = dynamodb._set_item  # noqa: SLF001

    def put(table: Any, partition: Any, sort: Any, item: Any) -> Any:
        if isinstance(sort, str) and partition not in table["items"]:
            table["items"][partition] = _Partition()
        return built_in(table, partition, sort, item)

    dynamodb._set_item = put  # noqa: SLF001


def _ask_for_ranges() -> None:
    built_in = dynamodb._query  # noqa: SLF001

    def query(data: Any) -> Any:
        token = _asked.set(None if data.get("IndexName") else _range(data))
        try:
            return built_in(data)
        finally:
            _asked.reset(token)

    dynamodb._query = query  # noqa: SLF001


def _range(data: Any) -> _Range | None:
    """Return what a query asks for, if it is of the product's form and on string keys."""
    form = _form(data.get("KeyConditionExpression") or "")
    if form is None:
        return None
    _, _, sort, first, last = form
    try:
        values, start = data["ExpressionAttributeValues"], data.get("ExclusiveStartKey")
        return _Range(
            values[first]["S"], values[last]["S"], start[sort]["S"] if start else None,
            data.get("ScanIndexForward", True),
        )  # fmt: skip
    except (KeyError, TypeError):
        return None


def _match_ranges() -> None:
    built_in = dynamodb._evaluate_condition  # noqa: SLF001

    def evaluate(
        expression: str, item: Any, values: Any, names: Any, slot: str = "ConditionExpression"
    ) -> Any:
        form = _form(expression) if slot == "KeyConditionExpression" else None
        if form is not None:
            partition, at, sort, first, last = form
            try:
                # Keys order by their UTF-8 bytes, which is the order of Python's code points.
                in_range = values[first]["S"] <= item[sort]["S"] <= values[last]["S"]
                return in_range and item[partition]["S"] == values[at]["S"]
            except KeyError:
                pass  # a key that is no string
        return built_in(expression, item, values, names, slot)

    dynamodb._evaluate_condition = evaluate  # noqa: SLF001


@cache
def _form(expression: str) -> tuple[str, ...] | None:
    """Return the names in a range condition, or None for any other condition."""
    found = _RANGE.fullmatch(expression)
    return found.groups() if found else None

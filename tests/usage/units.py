"""DynamoDB's own arithmetic: how large an item is, and how many request units a call takes.

Sizes: "DynamoDB item sizes and formats", units: "DynamoDB read and write operations", both of the
developer guide. A transaction takes every unit twice, and what is refused takes them too. That a
condition check takes what a write of its item would is our reading: the guide does not say.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any

type Value = Mapping[str, Any]  # an attribute in DynamoDB's form, {"S": "text"}
type Item = Mapping[str, Value]

READ_UNIT = 4096
WRITE_UNIT = 1024
OVERHEAD = 100
"""Bytes that are stored of each item beside its attributes, for indexing it."""


def size(item: Item) -> int:
    """Return the bytes of an item: names and values, in UTF-8."""
    return sum(len(name.encode()) + value_size(value) for name, value in item.items())


def value_size(value: Value) -> int:
    """Return the bytes of one value."""
    ((kind, content),) = value.items()
    match kind:
        case "S":
            length = len(content.encode())
        case "N":
            # About one byte for two significant digits, and one more; another for the sign.
            digits = content.lstrip("-").replace(".", "").strip("0")
            length = math.ceil(len(digits) / 2) + 1 + content.startswith("-")
        case "B":
            length = len(content)
        case "BOOL" | "NULL":
            length = 1
        case "M":
            length = 3 + sum(len(name.encode()) + value_size(v) + 1 for name, v in content.items())
        case "L":
            length = 3 + sum(value_size(v) + 1 for v in content)
        case "SS" | "NS" | "BS":
            length = sum(value_size({kind[0]: member}) for member in content)
        case _:
            raise ValueError(f"not a type of DynamoDB's: {kind}")
    return length


def get_units(found: Iterable[Item | None]) -> int:
    """Return the read units of strongly consistent gets; one that finds nothing takes one, too."""
    return sum(_units(size(item) if item else 0, READ_UNIT) for item in found)


def query_units(read: Iterable[Item]) -> int:
    """Return the read units of one page of a strongly consistent query: of all items together."""
    return _units(sum(map(size, read)), READ_UNIT)


def write_units(before: Item | None, after: Item | None) -> int:
    """Return the write units of a put, update or delete: of the larger of the two items."""
    return _units(max(size(item) if item else 0 for item in (before, after)), WRITE_UNIT)


def _units(length: int, unit: int) -> int:
    return max(1, math.ceil(length / unit))

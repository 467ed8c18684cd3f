"""Makes a query cost what it returns, not what the partition holds.

The emulator parses a key condition again for every item of the partition: at a few thousand items
that was 80 % of its time, and every function waited for it. The one form that is answered here is
the product's own; any other goes to the emulator.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from ministack.services import dynamodb

_RANGE: Final = re.compile(r"(\w+) = (:\w+) AND (\w+) BETWEEN (:\w+) AND (:\w+)")


def install() -> None:
    """Answer range conditions on string keys without parsing them for each item."""
    built_in = dynamodb._evaluate_condition  # noqa: SLF001

    def evaluate(
        expression: str, item: Any, values: Any, names: Any, slot: str = "ConditionExpression"
    ) -> Any:
        form = _RANGE.fullmatch(expression) if slot == "KeyConditionExpression" else None
        if form is None or (answer := _in_range(form, item, values)) is None:
            return built_in(expression, item, values, names, slot)
        return answer

    dynamodb._evaluate_condition = evaluate  # noqa: SLF001


def _in_range(form: re.Match[str], item: Any, values: Any) -> bool | None:
    """Whether the item is in the range; None where a key or an operand is no string."""
    partition, is_partition, sort, low, high = form.groups()
    strings = [_string(item.get(partition)), _string(item.get(sort))]
    operands = [_string(values.get(name)) for name in (is_partition, low, high)]
    if None in strings or None in operands:
        return None
    at, key = strings
    same, first, last = operands
    # Strings compare by their UTF-8 bytes, which is the order of code points.
    return bool(at == same and first <= key <= last)  # type: ignore[operator]


def _string(value: object) -> str | None:
    found = value.get("S") if isinstance(value, Mapping) else None
    return found if isinstance(found, str) else None

"""Makes a query cost what it returns, not what the partition holds.

The emulator parses a key condition again for every item of the partition: at a few thousand items
that was 80 % of its time, and every function waited for it. The one form that is answered here is
the product's own; any other goes to the emulator.
"""

import re
from functools import cache
from typing import Any, Final

from ministack.services import dynamodb

_RANGE: Final = re.compile(r"(\w+) = (:\w+) AND (\w+) BETWEEN (:\w+) AND (:\w+)")


def install() -> None:
    """Answer range conditions on string keys without parsing them for each item."""
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

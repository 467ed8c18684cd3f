"""The filter of a request: JSON in a body, JSON as text in a query."""

import json
from typing import Annotated

from pydantic import BeforeValidator, WithJsonSchema

from muniment.domain.filters import FIELDS, METADATA, Filter, FilterError, parse
from muniment.edge.fields import wrong

_OPERATORS = ("eq", "ne", "in", "gt", "gte", "lt", "lte")
_LONGEST = 8192
"""Characters of a filter in a query."""


def _filter(value: object) -> object:
    if isinstance(value, str):
        value = _read(value)
    try:
        return parse(value)
    except FilterError as error:
        raise wrong(f"{error.field} {error.reason}".strip(), error.fix) from None


def _read(text: str) -> object:
    if len(text) > _LONGEST:
        raise wrong(f"is longer than {_LONGEST} characters", "ask for less at once")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise wrong("is not JSON", 'send an object, as {"tags": "trip"}') from None


_VALUE = [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]
_OPERATORS_SCHEMA = {
    "type": "object",
    "properties": {
        name: {"type": "array", "items": {"anyOf": _VALUE}} if name == "in" else {"anyOf": _VALUE}
        for name in _OPERATORS
    },
    "additionalProperties": False,
}
_SCHEMA = {
    "type": "object",
    "description": (
        f"fields that must all fit: {', '.join(FIELDS)}, and {METADATA}\u2026; each has a value, "
        "or an object of operators"
    ),
    "additionalProperties": {"anyOf": [*_VALUE, _OPERATORS_SCHEMA]},
}
FilterField = Annotated[Filter, BeforeValidator(_filter), WithJsonSchema(_SCHEMA)]

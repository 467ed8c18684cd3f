"""Reads DynamoDB's answers at once into Python's values, as no part of botocore does.

Botocore looks for each of ten members in every value, and what it returns has to be gone through
once more for the values themselves: with some 200 items that was more than a third of what a recall
takes. Here an item is read in one pass over what is there.
"""

from binascii import a2b_base64
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from botocore.parsers import JSONParser, ResponseParser, ResponseParserFactory

_ITEM: Final = "AttributeMap"
"""The shape of an item; keys, which are sent again as they came, are of another."""


class Read(dict[str, Any]):
    """An item whose values are Python's: int or float for numbers, bytes for binaries."""


class ItemParser(JSONParser):
    """Botocore's parser of JSON, with a way of its own for items; keys stay as the SDK has them."""

    def _handle_map(self, shape: Any, value: Any) -> Any:
        if shape.name == _ITEM and isinstance(value, dict):
            return Read({name: native(each) for name, each in value.items()})
        return super()._handle_map(shape, value)  # type: ignore[misc] # not in the stubs


class ItemParsers(ResponseParserFactory):
    """The component `response_parser_factory` of a botocore session."""

    def create_parser(self, protocol_name: str) -> ResponseParser:
        """Return the parser for a protocol."""
        if protocol_name == "json":
            return ItemParser(**self._defaults)  # type: ignore[attr-defined] # not in the stubs
        return super().create_parser(protocol_name)


def native(value: Mapping[str, Any]) -> object:
    """Return a value of DynamoDB's, as JSON or as the SDK has it, as Python has it."""
    # Each has one member. Nearly all are texts and numbers, which are looked for first.
    if "S" in value:
        return value["S"]
    if "N" in value:
        return number(value["N"])
    for kind, held in value.items():
        return _READ[kind](held)
    raise ValueError("a value has no type")


def number(held: str) -> int | float:
    """Return a number of DynamoDB's: int if it is whole."""
    try:
        return int(held)
    except ValueError:
        exact = Decimal(held)
        return int(exact) if exact == exact.to_integral_value() else float(exact)


def _binary(held: str | bytes) -> bytes:
    return a2b_base64(held) if isinstance(held, str) else bytes(held)


_READ: Final[Mapping[str, Callable[[Any], object]]] = {
    "B": _binary,
    "BOOL": lambda held: held,
    "NULL": lambda _: None,
    "L": lambda held: [native(each) for each in held],
    "M": lambda held: {name: native(each) for name, each in held.items()},
    "SS": set,
    "NS": lambda held: set(map(number, held)),
    "BS": lambda held: set(map(_binary, held)),
}

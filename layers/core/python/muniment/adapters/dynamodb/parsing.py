"""Reads DynamoDB's answers as botocore does, without asking each value for all it could be.

An attribute has one of ten members, and botocore looks for each of them in every value: with some
150 items that was more than a third of what a recall takes. Only what is there is looked at here.
"""

import base64
from collections.abc import Callable, Mapping
from typing import Any, Final

from botocore.parsers import JSONParser, ResponseParser, ResponseParserFactory

_VALUE: Final = "AttributeValue"
_AS_IT_IS: Final = frozenset(("S", "N", "BOOL", "NULL", "SS", "NS"))


class ItemParser(JSONParser):
    """Botocore's parser of JSON, with a way of its own for what an attribute holds."""

    def _handle_structure(self, shape: Any, value: Any) -> Any:
        if shape.name == _VALUE and value is not None:
            return attribute(value)
        return super()._handle_structure(shape, value)  # type: ignore[misc] # not in the stubs

    def _handle_map(self, shape: Any, value: Any) -> Any:
        if shape.value.name == _VALUE and isinstance(value, dict):
            return {name: attribute(each) for name, each in value.items()}
        return super()._handle_map(shape, value)  # type: ignore[misc] # not in the stubs


class ItemParsers(ResponseParserFactory):
    """The component `response_parser_factory` of a botocore session."""

    def create_parser(self, protocol_name: str) -> ResponseParser:
        """Return the parser for a protocol."""
        if protocol_name == "json":
            return ItemParser(**self._defaults)  # type: ignore[attr-defined] # not in the stubs
        return super().create_parser(protocol_name)


def attribute(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an attribute holds, of what DynamoDB's JSON says of it."""
    return {
        kind: held if kind in _AS_IT_IS else _READ[kind](held)
        for kind, held in value.items()
        if held is not None and (kind in _AS_IT_IS or kind in _READ)
    }


_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "B": base64.b64decode,
    "BS": lambda held: [base64.b64decode(each) for each in held],
    "L": lambda held: [attribute(each) for each in held],
    "M": lambda held: {name: attribute(each) for name, each in held.items()},
}

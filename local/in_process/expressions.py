"""DynamoDB's condition and update expressions, as far as the product uses them.

What is not understood raises ValueError: a test fails, instead of passing on a guess.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

type Value = dict[str, Any]  # {"S": "text"}: one value in DynamoDB's form
type Item = dict[str, Value]

_TOKEN = re.compile(r"\s*([#:]?\w+|<=|>=|<>|[()=<>,])")


def comparable(value: Value) -> Any:
    """Return what compares as DynamoDB compares: numbers by value, sets without order."""
    ((kind, inner),) = value.items()
    if kind == "N":
        return Decimal(inner)
    return frozenset(inner) if kind in ("SS", "NS", "BS") else inner


def _tokens(text: str) -> list[str]:
    found = _TOKEN.findall(text)
    if "".join(found) != re.sub(r"\s+", "", text):
        raise ValueError(f"not understood: {text}")
    return found


@dataclass
class Condition:
    """Whether an item (`None`: there is none) fulfils an expression; a descent over its tokens."""

    names: Mapping[str, str]
    values: Mapping[str, Value]

    def holds(self, expression: str, item: Item | None) -> bool:
        """Return whether it does; ValueError if the expression is not understood."""
        tokens = _tokens(expression)
        result = self._any(tokens, item or {})
        if tokens:
            raise ValueError(f"not understood: {expression}")
        return result

    def _any(self, tokens: list[str], item: Item) -> bool:
        result = self._all(tokens, item)
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            result = self._all(tokens, item) or result
        return result

    def _all(self, tokens: list[str], item: Item) -> bool:
        result = self._one(tokens, item)
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            result = self._one(tokens, item) and result
        return result

    def _one(self, tokens: list[str], item: Item) -> bool:
        first = tokens.pop(0)
        if first == "(":
            result = self._any(tokens, item)
            _expect(tokens, ")")
            return result
        if first in ("attribute_exists", "attribute_not_exists"):
            _expect(tokens, "(")
            name = self._name(tokens.pop(0))
            _expect(tokens, ")")
            return (name in item) == (first == "attribute_exists")
        operator, right = tokens.pop(0), comparable(self.values[tokens.pop(0)])
        found = item.get(self._name(first))
        return found is not None and _compare(operator, comparable(found), right)

    def _name(self, token: str) -> str:
        return self.names[token] if token.startswith("#") else token


def _expect(tokens: list[str], token: str) -> None:
    if tokens.pop(0) != token:
        raise ValueError(f"expected {token}")


def _compare(operator: str, left: Any, right: Any) -> bool:
    match operator:
        case "=":
            return bool(left == right)
        case "<":
            return bool(left < right)
        case ">":
            return bool(left > right)
        case "<=":
            return bool(left <= right)
        case _:
            raise ValueError(f"not understood: {operator}")


_CLAUSES = ("SET", "REMOVE", "ADD", "DELETE")


def updated(
    item: Item, expression: str, names: Mapping[str, str], values: Mapping[str, Value]
) -> Item:
    """Return the item as an update expression leaves it."""
    new = dict(item)
    for clause, operands in _clauses(_tokens(expression)):
        name = names.get(operands[0], operands[0])
        match clause, operands[1:]:
            case "SET", ["=", value]:
                new[name] = values[value]
            case "REMOVE", []:
                new.pop(name, None)
            case "ADD" | "DELETE", [value]:
                _change_set(new, name, values[value], add=clause == "ADD")
            case _:
                raise ValueError(f"not understood: {expression}")
    return new


def _clauses(tokens: list[str]) -> Iterator[tuple[str, list[str]]]:
    clause, operands = tokens[0], list[str]()
    for word in (*tokens[1:], ","):
        if word in _CLAUSES or word == ",":
            yield clause, operands
            operands = []
            clause = clause if word == "," else word
        else:
            operands.append(word)


def _change_set(item: Item, name: str, value: Value, *, add: bool) -> None:
    ((kind, members),) = value.items()
    if kind == "N" and add:
        before_number = Decimal(item.get(name, {"N": "0"})["N"])
        item[name] = {"N": str(before_number + Decimal(members))}
        return
    if kind != "SS":
        raise ValueError("only numbers and sets of strings are added, and only the latter deleted")
    before = set(item.get(name, {"SS": []})["SS"])
    after = before | set(members) if add else before - set(members)
    item[name] = {"SS": sorted(after)}
    if not after:
        del item[name]

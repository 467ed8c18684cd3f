"""Expands policy variables such as `${aws:PrincipalTag/tenant}`.

AWS replaces them before it compares; a statement with a variable that has no value matches nothing.
The emulator compares the unexpanded text.
"""

import dataclasses
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import ministack.core.iam_evaluator as evaluator

type Resolve = Callable[[str], object]

_VARIABLE: Final = re.compile(r"\$\{([^}]+)\}")
_LITERALS: Final = {"*": "*", "?": "?", "$": "$"}


class UnresolvedError(Exception):
    """A variable has no single value in this request."""


def expand(text: str, resolve: Resolve) -> str:
    """Replace the variables of `text`; `${key, 'default'}` falls back to its default.

    Raises UnresolvedError for a variable without a value and without a default.
    """

    def replacement(match: re.Match[str]) -> str:
        name, _, default = match.group(1).partition(",")
        if name in _LITERALS:
            return _LITERALS[name]
        value = resolve(name.strip())
        if value is None and default:
            return default.strip().strip("'")
        if value is None or isinstance(value, list):
            raise UnresolvedError(name)
        return str(value)

    return _VARIABLE.sub(replacement, text)


def install() -> None:
    """Expand every statement before the emulator's policy engine evaluates it."""
    built_in = evaluator.evaluate

    def evaluate(context: Any, policies: Any, *limits: Any) -> Any:
        def resolve(key: str) -> object:
            return evaluator._resolve_condition_key(key, context)  # noqa: SLF001

        return built_in(context, *[_documents(layer, resolve) for layer in (policies, *limits)])

    evaluator.evaluate = evaluate


def _documents(documents: Sequence[Sequence[Any]], resolve: Resolve) -> list[list[Any]]:
    return [
        [kept for each in document if (kept := _statement(each, resolve)) is not None]
        for document in documents
    ]


def _statement(statement: Any, resolve: Resolve) -> Any | None:
    """Return the statement with its variables expanded, or None where it cannot match."""
    try:
        return dataclasses.replace(
            statement,
            conditions={
                operator: {key: _all(values, resolve) for key, values in keys.items()}
                for operator, keys in statement.conditions.items()
            },
            resources=_all(statement.resources, resolve),
            not_resources=_all(statement.not_resources, resolve),
        )
    except UnresolvedError:
        return None


def _all(values: object, resolve: Resolve) -> list[str]:
    listed = values if isinstance(values, list) else [values]
    return [expand(str(value), resolve) for value in listed]

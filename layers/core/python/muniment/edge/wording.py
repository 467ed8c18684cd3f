"""What is wrong with a field, in words a caller can act on: never the validator's, nor a value."""

import re
from collections.abc import Callable, Mapping, Sequence

from pydantic_core import ErrorDetails

from muniment.edge.findings import Finding

_FIELD_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")
_QUOTED = re.compile(r"'([^']*)'")
_KEY = "[key]"
"""What the validator adds to the place of a name in an object, where the name is wrong."""

_FLAT: Mapping[str, tuple[str, str]] = {
    "missing": ("is missing", "add it"),
    "extra_forbidden": ("is not a field of this request", "remove it, or check its spelling"),
    "string_type": ("is not a string", "send a string"),
    "string_unicode": ("is not Unicode", "send valid Unicode: no half of a surrogate pair"),
    "int_type": ("is not a whole number", "send a whole number without quotes"),
    "float_type": ("is not a number", "send a number without quotes"),
    "finite_number": ("is not a finite number", "send a finite number"),
    "bool_type": ("is not true or false", "send true or false without quotes"),
    "model_type": ("is not a JSON object", "send a JSON object"),
    "dict_type": ("is not a JSON object", "send a JSON object"),
    "tuple_type": ("is not a JSON array", "send a JSON array"),
    "frozen_set_type": ("is not a JSON array", "send a JSON array"),
}
_LISTED = "is none of the values there are"
type _Said = Callable[[Mapping[str, object]], tuple[str, str]]
_BOUNDED: Mapping[str, _Said] = {
    "enum": lambda given: (_LISTED, f"send one of {_listed(given['expected'])}"),
    "literal_error": lambda given: (_LISTED, f"send one of {_listed(given['expected'])}"),
    "greater_than_equal": lambda given: (
        f"is less than {given['ge']}", f"send {given['ge']} or more",
    ),
    "less_than_equal": lambda given: (
        f"is more than {given['le']}", f"send {given['le']} or less",
    ),
    "string_too_short": lambda given: (
        f"has fewer characters than {given['min_length']}", "send a longer one, or leave it out",
    ),
    "string_too_long": lambda given: (
        f"has more than {given['max_length']} characters", "send a shorter one",
    ),
    "too_short": lambda given: (
        f"holds {given['actual_length']} items, not {given['min_length']} or more",
        f"send {given['min_length']} or more",
    ),
    "too_long": lambda given: (
        f"holds more than {given['max_length']} items",
        f"send {given['max_length']} or fewer at a time",
    ),
}  # fmt: skip


def findings_of(errors: Sequence[ErrorDetails]) -> list[Finding]:
    """Return what is wrong where; of what only follows from another error, nothing."""
    places = {error["loc"] for error in errors}
    return [
        _finding(error)
        for error in errors
        if error["type"] != "too_short" or not _is_above(error["loc"], places)
    ]


def _is_above(place: tuple[int | str, ...], places: set[tuple[int | str, ...]]) -> bool:
    """Whether something inside is wrong, too: the validator counts only what is right."""
    return any(len(other) > len(place) and other[: len(place)] == place for other in places)


def _finding(error: ErrorDetails) -> Finding:
    kind, given, place = error["type"], error.get("ctx", {}), error["loc"]
    if kind in _BOUNDED:
        reason, fix = _BOUNDED[kind](given)
    else:
        reason, fix = _FLAT.get(kind, (error["msg"], "see the API's description"))
    if place[-1:] == (_KEY,):
        place, reason = place[:-2], "holds a name that is none there is"
    return Finding(_path(place), reason, str(given.get("fix", fix)))


def _listed(expected: object) -> str:
    """Return the values of a closed list, which the validator quotes, some with their names."""
    return ", ".join(_QUOTED.findall(str(expected)))


def _path(location: tuple[int | str, ...]) -> str:
    """Return the field as `events[0].text`; a name that is no identifier is not repeated."""
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        else:
            path += "." * bool(path) + (step if _FIELD_NAME.fullmatch(step) else "(unnamed)")
    return path or "body"

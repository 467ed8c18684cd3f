"""JSON as models write it: what is mended without asking again, and what is refused.

Mended are: chatter and code fences around the object, a comma before a closing bracket, and NUL
characters, raw or escaped, which neither a store nor a reader takes.
"""

import json
import re

from muniment.app.models import InvalidOutputError

LONGEST = 200_000
"""Characters. No schema of ours asks for more, and an endless answer is not looked through."""

_STARTS = 50
"""Opening braces that are tried: chatter before an object may hold some of its own."""

_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])', re.DOTALL)
"""A string, which is left as it is, or a comma that nothing follows."""

_decoder = json.JSONDecoder(strict=False)  # a raw line break in a string is understood

type Json = object


def parse_object(text: str, expected: str) -> dict[str, Json]:
    """Return the object in `text` that has the member `expected`; raises InvalidOutputError."""
    if len(text) > LONGEST:
        raise InvalidOutputError("the answer is too long")
    plain = text.replace("\0", "").replace("\ufeff", "")
    for candidate in (plain, _COMMA.sub(lambda match: match[1] or "", plain)):
        found = _first_object(candidate, expected)
        if found is not None:
            return {_cleaned_text(key): _cleaned(member) for key, member in found.items()}
    raise InvalidOutputError(f'the answer is not one JSON object with the member "{expected}"')


def _first_object(text: str, expected: str) -> dict[str, Json] | None:
    position = -1
    for _ in range(_STARTS):
        position = text.find("{", position + 1)
        if position < 0:
            return None
        try:
            value, _end = _decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and expected in value:
            return value
    return None


def _cleaned(value: Json) -> Json:
    match value:
        case str():
            return _cleaned_text(value)
        case list():
            return [_cleaned(each) for each in value]
        case dict():
            return {_cleaned_text(key): _cleaned(member) for key, member in value.items()}
        case _:
            return value


def _cleaned_text(text: str) -> str:
    return text.replace("\0", "")

"""The labels of a request: tags and metadata, within their bounds."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from muniment.domain.labels import (
    KEY,
    LONGEST_VALUE,
    METADATA_BYTES,
    MOST_KEYS,
    MOST_TAGS,
    TAG,
)
from muniment.edge.fields import MOST, wrong


def _tag(value: str) -> str:
    if not TAG.fullmatch(value):
        reason = "is not a tag: 1 to 64 letters, digits, _ . : and -, a letter or digit first"
        raise wrong(reason, "choose another; several tags are a list")
    return value


def _not_too_many(tags: tuple[str, ...]) -> tuple[str, ...]:
    if len(tags) > MOST_TAGS:
        raise wrong(f"holds more than {MOST_TAGS} tags", "keep those that are filtered by")
    return tags


def _metadata(value: object) -> object:
    fix = "send an object of names and strings, numbers or booleans"
    if not isinstance(value, dict):
        raise wrong("is not a JSON object", fix)
    if len(value) > MOST_KEYS:
        raise wrong(f"holds more than {MOST_KEYS} values", "keep those that are filtered by")
    size = 0
    for name, each in value.items():
        if not KEY.fullmatch(name):
            reason = "has a name that is not 1 to 40 of a-z, 0-9 and _, a letter first"
            raise wrong(reason, "choose another name")
        size += len(name) + _size_of(name, each, fix)
    if size > METADATA_BYTES:
        raise wrong(f"is larger than {METADATA_BYTES} bytes of UTF-8", "keep it where it belongs")
    return {name: _whole(each) for name, each in value.items()}


def _size_of(name: str, value: object, fix: str) -> int:
    match value:
        case str():
            if len(value) > LONGEST_VALUE or not value.isprintable():
                reason = f"has in {name} no string of at most {LONGEST_VALUE} printable characters"
                raise wrong(reason, "shorten it, or leave it out")
            return len(value.encode())
        case bool():
            return 1
        case int() | float():
            if not abs(value) < MOST:
                raise wrong(f"has in {name} a number of more than 15 digits", "send it as a string")
            return 8
        case _:
            raise wrong(f"has in {name} no string, number or boolean", fix)


def _whole(value: object) -> object:
    """Return a whole number as one, however it was written: the store keeps no difference."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Tags = Annotated[
    tuple[Annotated[str, AfterValidator(_tag)], ...],
    AfterValidator(_not_too_many),
    Field(description="by which what is made of it can be filtered"),
]
Metadata = Annotated[
    dict[str, str | bool | int | float],
    BeforeValidator(_metadata),
    Field(description="names with strings, numbers or booleans, by which it can be filtered"),
]

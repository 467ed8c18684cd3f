"""Secrets known by the name they are given, in code, files, tables, links and sentences."""

from collections.abc import Iterator

from muniment.adapters.detection.labels import Label
from muniment.adapters.detection.names import (
    Strictness,
    Telling,
    fits,
    has_mark,
    is_no_password,
    telling,
)
from muniment.adapters.detection.randomness import looks_random
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_NAMED = 0.85
_SAID = 0.75
_IN_LINKS = frozenset(("sig", "signature", "key", "sign", "x-amz-signature", "auth"))


def named_secrets(reading: Reading) -> Iterator[Finding]:
    """Yield the values of telling names."""
    for label in reading.labels:
        announced = _announced(reading.text, label)
        value = reading.text[label.start : label.end]
        if announced and fits(value, announced) and not _is_said_about(label, announced, value):
            confidence = _SAID if label.is_said else _NAMED
            yield Finding(announced.kind, label.start, label.end, confidence)


def _announced(text: str, label: Label) -> Telling | None:
    sign = label.start - len(label.name) - 2
    if label.name.lower() in _IN_LINKS and text[max(0, sign) : sign + 1] in {"?", "&"}:
        return Telling(DataKind.ACCESS_TOKEN, Strictness.RANDOM)
    return telling(label.name)


def _is_said_about(label: Label, announced: Telling, value: str) -> bool:
    """Whether the value is no password: a remark, or another variable of the same code."""
    if announced.strictness is not Strictness.ANY or label.is_quoted:
        return False
    if is_no_password(value):
        return True
    if label.is_said and label.name.lower().endswith("pass"):  # "the mountain pass is closed"
        return not has_mark(value)
    hands_on = label.is_code and ("_" in value or "." in value)
    return hands_on and value.replace(".", "a").isidentifier() and not looks_random(value)

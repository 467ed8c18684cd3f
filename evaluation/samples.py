"""What a gate is measured on: texts with what they hold, made here or read from a file."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HARMLESS = "harmless"
LABELS = ("secret", "personal", "injection", HARMLESS)


@dataclass(frozen=True, slots=True)
class Sample:
    """One text. `label` says what it holds, `group` of which sort, `form` in which format."""

    text: str
    label: str | None = None
    """One of LABELS; `None` if whoever wrote the file did not say."""
    group: str = "-"
    form: str = "-"
    role: str = ""
    """Whose words they are: user, assistant, or somebody else's."""


class SampleError(Exception):
    """A file of samples cannot be read; the message says which line and why, and quotes nothing."""


def read(file: Path) -> list[Sample]:
    """Return the samples of a file: JSON Lines, or plain lines.

    An object has `text`, and perhaps `label`, `group`, `form` and `role`.
    """
    lines = file.read_text(encoding="utf-8").splitlines()
    return [_sample(line, number) for number, line in _filled(lines)]


def _filled(lines: list[str]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _sample(line: str, number: int) -> Sample:
    if not line.lstrip().startswith("{"):
        return Sample(line)
    try:
        content = json.loads(line)
    except json.JSONDecodeError as error:
        raise SampleError(f"line {number} is not JSON: {error.msg}") from None
    text, label = content.get("text"), content.get("label")
    if not isinstance(text, str):
        raise SampleError(f"line {number} has no text")
    if label is not None and label not in LABELS:
        raise SampleError(f"line {number} has a label that is none of {', '.join(LABELS)}")
    group, form, role = (
        str(content.get(name, default))
        for name, default in (("group", "-"), ("form", "-"), ("role", ""))
    )
    return Sample(text, label, group, form, role)

"""Results of tools: the full one, and the compact projection of it that a prompt shows.

A projection is made of declared fields: paths of names joined by dots, `[]` for every element of a
list (`order.id`, `items[].price`). Of a text, or where no field is declared, it is the beginning.
What does not fit is cut, and the cut is marked.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from muniment.domain.handling import UNRESTRICTED, Handling

type Json = str | int | float | bool | Sequence["Json"] | Mapping[str, "Json"] | None

LIFE = timedelta(hours=24)
"""How long a full result is kept, if its caller does not say."""
MOST_RESULTS = 40
"""Of one session; the oldest goes first. One transaction of the store removes them all."""
LONGEST_PROJECTION = 1500
"""Characters: some 400 tokens."""
MOST_ELEMENTS = 20
"""Of a list, in a projection; how many there are more is said."""
CUT = "… (cut)"


@dataclass(frozen=True, slots=True)
class Projection:
    """What a prompt shows of a result."""

    text: str
    truncated: bool = False
    missing: tuple[str, ...] = ()
    """Declared fields of which the result holds nothing."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A result as it is kept: the projection in reach, the full one apart, with its own life."""

    id: str
    room: str
    """Of its session."""
    epoch: int
    tool: str
    at: datetime
    expires_at: datetime
    projection: Projection
    size: int
    """Bytes of the full result."""
    call: str | None = None
    """Id of the call that it answers."""
    handling: Handling = UNRESTRICTED
    digest: str = ""
    """Of what was sent, with the tenant's key: the same result sent again is known by it."""
    suspicious: bool = False
    """Whether something in it tries to instruct its reader."""

    def is_alive(self, now: datetime) -> bool:
        """Whether it has not expired."""
        return now < self.expires_at


@dataclass(frozen=True, slots=True)
class FullResult:
    """A whole result: its content as JSON text, or as the text that it is."""

    result: ToolResult
    content: str
    is_json: bool


def compact(content: Json) -> str:
    """Return JSON content as the shortest text of it, a text as it is."""
    if isinstance(content, str):
        return content
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def project(content: Json, fields: Sequence[str], longest: int = LONGEST_PROJECTION) -> Projection:
    """Return the projection of `content` to `fields`; of all of it where none is declared."""
    if not fields or isinstance(content, str):
        return _cut(compact(content), longest, missing=tuple(fields))
    lines: list[str] = []
    missing: list[str] = []
    clipped = False
    for path in fields:
        found = list(islice(_at(content, _steps(path)), MOST_ELEMENTS + 1))
        if not found:
            missing.append(path)
            continue
        values = [compact(value) for value in found[:MOST_ELEMENTS]]
        more = len(found) > MOST_ELEMENTS
        clipped = clipped or more
        lines.append(f"{path.replace('[]', '')}: {', '.join(values)}{f', {CUT}' if more else ''}")
    cut = _cut("; ".join(lines), longest, missing=tuple(missing))
    return Projection(cut.text, cut.truncated or clipped, cut.missing)


def _steps(path: str) -> list[str]:
    """Return the steps of a path: names, and `[]` for every element."""
    return [step for part in path.split(".") for step in part.replace("[]", "\0[]").split("\0")]


def _at(content: Json, steps: Sequence[str]) -> Iterator[Json]:
    """Yield what stands at the path; lists are walked into only where the path says so."""
    if not steps:
        yield content
        return
    step, rest = steps[0], steps[1:]
    if step == "":  # "[]" at the beginning of a part
        yield from _at(content, rest)
    elif step == "[]":
        if isinstance(content, Sequence) and not isinstance(content, str):
            for element in content:
                yield from _at(element, rest)
    elif isinstance(content, Mapping) and step in content:
        yield from _at(content[step], rest)


def _cut(text: str, longest: int, missing: tuple[str, ...]) -> Projection:
    if len(text) <= longest:
        return Projection(text, missing=missing)
    return Projection(
        f"{text[: longest - len(CUT)].rstrip()}{CUT}", truncated=True, missing=missing
    )

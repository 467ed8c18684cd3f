"""The readings of a text: as written, and as decoding, unwrapping and joining make it.

Each reading knows by which steps it was made and which span of the written text each of its parts
came from. The work is bounded: two steps deep, a fixed number of readings, and no more decoded
text in all than a fixed multiple of what was written.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.domain.injection import decoding, markup
from muniment.domain.injection.pieces import Piece

WRITTEN: Final = "written"
DEPTH: Final = 2
"""Steps: an encoded text inside an encoded text is read, a third layer is not."""
_MOST_READINGS = 24
_MOST_TEXT = 4
"""Characters of all the readings together, for each character that was written."""
_LEAST_TEXT = 4096


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of a reading from `start` on; `exact`: character by character from the origin."""

    start: int
    origin: tuple[int, int]
    exact: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text. `covert`: only who hides something writes it so that this is seen."""

    name: str
    text: str
    covert: bool = False
    depth: int = 0
    parts: tuple[_Part, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the written text that a span of the reading (not empty) comes from."""
        if not self.parts:
            return start, end
        first, last = self._origin(start), self._origin(end - 1)
        return min(first[0], last[0]), max(first[1], last[1])

    def _origin(self, place: int) -> tuple[int, int]:
        part = self.parts[bisect_right(self.parts, place, key=lambda each: each.start) - 1]
        if not part.exact:
            return part.origin
        at = part.origin[0] + place - part.start
        return at, at + 1


@dataclass(frozen=True, slots=True)
class Step:
    """One transformation. `alone`: what it finds is read by itself, not in its place."""

    name: str
    find: Callable[[str], Sequence[Piece]]
    alone: bool
    covert: bool = False
    """Whether whatever it uncovers was hidden; else the piece says so."""


STEPS: Final = (
    Step("html", markup.visible, alone=False),
    Step("hidden", markup.hidden, alone=True, covert=True),
    Step("tags", decoding.tag_characters, alone=True, covert=True),
    Step("selectors", decoding.variation_selectors, alone=True, covert=True),
    Step("escapes", decoding.escapes, alone=False),
    Step("percent", decoding.percent, alone=False),
    Step("quoted-printable", decoding.quoted_printable, alone=False),
    Step("base64", decoding.base64_runs, alone=True, covert=True),
    Step("base32", decoding.base32_runs, alone=True, covert=True),
    Step("hex", decoding.hex_runs, alone=True, covert=True),
    Step("codes", decoding.character_codes, alone=True, covert=True),
    Step("spaced", decoding.spaced_letters, alone=False, covert=True),
    Step("rot13", decoding.rot13, alone=True, covert=True),
    Step("reversed", decoding.backwards, alone=True, covert=True),
)


def readings(text: str) -> Iterator[Reading]:
    """Yield the written text and then every other reading of it, breadth first."""
    queue = [Reading(WRITTEN, text)]
    budget = max(_LEAST_TEXT, _MOST_TEXT * len(text))
    yielded = 0
    while queue and yielded < _MOST_READINGS:
        reading = queue.pop(0)
        yield reading
        yielded += 1
        if reading.depth == DEPTH:
            continue
        for step in STEPS:
            pieces = step.find(reading.text)
            if not pieces or budget <= 0:
                continue
            made = _apply(reading, step, pieces)
            budget -= len(made.text)
            queue.append(made)


def _apply(reading: Reading, step: Step, pieces: Sequence[Piece]) -> Reading:
    made = _Builder(reading)
    position = 0
    for piece in pieces:
        if not step.alone:
            made.copy(position, piece.start)
        made.add(piece.text, piece.start, piece.end)
        if step.alone:
            made.add("\n\n", piece.start, piece.end)
        position = piece.end
    if not step.alone:
        made.copy(position, len(reading.text))
    name = step.name if reading.name == WRITTEN else f"{reading.name}>{step.name}"
    covert = reading.covert or step.covert or any(piece.covert for piece in pieces)
    return Reading(name, "".join(made.text), covert, reading.depth + 1, tuple(made.parts))


class _Builder:
    """Puts a reading together from stretches of another one."""

    def __init__(self, source: Reading) -> None:
        self._source = source
        self._length = 0
        self.text: list[str] = []
        self.parts: list[_Part] = []

    def add(self, what: str, start: int, end: int, *, exact: bool = False) -> None:
        """Add what a span of the source stands for."""
        if what:
            self.parts.append(_Part(self._length, self._source.span(start, end), exact))
            self.text.append(what)
            self._length += len(what)

    def copy(self, start: int, end: int) -> None:
        """Copy a stretch, cut where the source's own parts change, so that places stay exact."""
        parts = self._source.parts
        if not parts and start < end:
            self.add(self._source.text[start:end], start, end, exact=True)
            return
        at = bisect_right(parts, start, key=lambda part: part.start) - 1
        while start < end:
            last = at + 1 == len(parts)
            stop = end if last else min(end, parts[at + 1].start)
            self.add(self._source.text[start:stop], start, stop, exact=parts[at].exact)
            start, at = stop, at + 1

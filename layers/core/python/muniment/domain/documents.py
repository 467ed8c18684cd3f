"""Documents, cut into parts at the boundaries of their meaning.

A part is what one event holds: small enough to be worked on at once, large enough to be understood
alone. Where a cut falls depends on the words around it, not on how many came before, so that an
edited document has the parts of the earlier one wherever it says the same.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from muniment.domain.text import sentences, trim

LONGEST = 6000
"""Characters of one part, about a thousand words: a page and a half, or what an extraction works
off in seconds. A cut falls in the second half of them."""

_HEADING = re.compile(
    r"""
    ^ \x20{0,3} (?P<marks> \#{1,6} ) [ \t]+ \S                        # ## A title
    | ^ (?=\S) [^\n]+ \n \x20{0,3} (?P<line> =+ | -+ ) [ \t]* \r? $  # A title, underlined
    """,
    re.MULTILINE | re.VERBOSE,
)
_FENCE = re.compile(r"^ {0,3}(?P<marks>`{3,}|~{3,})(?P<info>[^\n]*)$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n[ \t]*\r?\n\s*")
_LINE = re.compile(r"\n[ \t]*(?=\S)")
_MARKED = 48
"""Characters after a cut that decide between cuts which are as good otherwise."""

type Bounds = tuple[int, int]
"""Offsets in characters, end exclusive."""


def parts(text: str, longest: int = LONGEST) -> list[Bounds]:
    """Return the spans of the parts of `text`, trimmed, in order, none empty or over `longest`.

    A cut falls before a heading, else after a paragraph, else after a sentence or line, else
    after a word, else at the limit; before headings and paragraphs inside a code fence only where
    there are no others. Nothing but white space is left out. A text that fits is one part.
    """
    return list(_Document(text, longest).parts())


@dataclass(frozen=True)
class _Document:
    text: str
    longest: int

    def parts(self) -> Iterator[Bounds]:
        start, end = trim(self.text, 0, len(self.text))
        while end - start > self.longest:
            cut = self._cut(start)
            yield trim(self.text, start, cut)
            start, _ = trim(self.text, cut, end)
        if start < end:
            yield start, end

    def _cut(self, start: int) -> int:
        low, high = start + self.longest // 2, start + self.longest
        kinds: tuple[Callable[[], Iterable[int]], ...] = (
            lambda: self._headings(low, high),
            lambda: [at for at in self._after(_BLANK_LINES, low, high) if not self._in_fence(at)],
            lambda: self._after(_BLANK_LINES, low, high),
            lambda: self._statements(low, high),
        )
        for kind in kinds:
            if found := [at for at in kind() if low < at <= high]:
                return min(found, key=self._mark)
        space = max(self.text.rfind(mark, low, high) for mark in " \n\t")
        return space if space > low else high

    def _mark(self, cut: int) -> int:
        """Return what is the same for a cut before the same words, wherever it stands."""
        return crc32(self.text[cut : cut + _MARKED].encode(errors="surrogatepass"))

    # --- boundaries ---------------------------------------------------------------------------

    def _headings(self, low: int, high: int) -> list[int]:
        """Return the starts of the highest headings between both."""
        starts, levels = self._outline
        within = range(bisect_right(starts, low), bisect_right(starts, high))
        highest = min((levels[number] for number in within), default=0)
        return [starts[number] for number in within if levels[number] == highest]

    def _after(self, boundary: re.Pattern[str], low: int, high: int) -> list[int]:
        return [match.end() for match in boundary.finditer(self.text, low, high)]

    def _statements(self, low: int, high: int) -> list[int]:
        """Return where a sentence or, where none ends, a line begins."""
        begun = [low + first for first, _ in sentences(self.text[low:high])[1:]]
        return begun or self._after(_LINE, low, high)

    @cached_property
    def _outline(self) -> tuple[Sequence[int], Sequence[int]]:
        """Where each heading outside code fences starts, and its level from 1 to 6."""
        found = [
            (match.start(), len(match["marks"] or "") or (1 if match["line"][0] == "=" else 2))
            for match in _HEADING.finditer(self.text)
            if not self._in_fence(match.start())
        ]
        return [start for start, _ in found], [level for _, level in found]

    @cached_property
    def _fences(self) -> tuple[Sequence[int], Sequence[int]]:
        """Where each code fence starts, and where it ends."""
        starts: list[int] = []
        ends: list[int] = []
        opened: re.Match[str] | None = None
        for match in _FENCE.finditer(self.text):
            if opened is None:
                opened = match
            elif match["marks"].startswith(opened["marks"]) and not match["info"].strip():
                starts.append(opened.start())
                ends.append(match.end())
                opened = None
        return starts, ends

    def _in_fence(self, place: int) -> bool:
        starts, ends = self._fences
        before = bisect_right(starts, place - 1)
        return before > 0 and place < ends[before - 1]

"""What of a turn is kept verbatim: all of it that says something, in pieces of bounded length."""

from collections.abc import Iterator

from muniment.domain.fence import outside
from muniment.domain.substance import has_substance
from muniment.domain.text import sentences, trim

LONGEST = 4000
"""Characters of one episode. A page or so: longer ones blur in search and eat the budget."""


def episodes(text: str) -> list[tuple[int, int]]:
    """Return the spans of the episodes of `text`, in order, without fences and empty talk."""
    return [
        (start, end)
        for low, high in outside(text)
        for start, end in _pieces(text, *trim(text, low, high))
        if has_substance(text[start:end])
    ]


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a span into pieces, each as long as may be, at the best place within reach."""
    ends: list[int] | None = None
    while end - start > LONGEST:
        if ends is None:
            ends = [start + stop for _, stop in sentences(text[start:end])]
        stop = _cut(text, start, ends)
        yield trim(text, start, stop)
        start, _ = trim(text, stop, end)
    if start < end:
        yield start, end


def _cut(text: str, start: int, ends: list[int]) -> int:
    """Return where to cut: after a paragraph, a sentence, a word; else at the limit."""
    limit = start + LONGEST
    paragraph = text.rfind("\n\n", start, limit)
    if paragraph > start + LONGEST // 2:
        return paragraph
    sentence = max((stop for stop in ends if start < stop <= limit), default=start)
    if sentence > start + LONGEST // 2:
        return sentence
    space = max(text.rfind(" ", start, limit), text.rfind("\n", start, limit))
    return space if space > start else limit

"""Cuts a long text into pieces of bounded length, each at the best place within reach."""

from collections.abc import Iterator

from muniment.domain.text import sentences, trim


def pieces(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the pieces of `text[start:end]`, each as long as may be, trimmed.

    A cut falls after a paragraph or a sentence in the second half of what is allowed, else after a
    word, else at the limit. Nothing but white space is left out.
    """
    ends: list[int] | None = None
    while end - start > longest:
        if ends is None:
            ends = [start + stop for _, stop in sentences(text[start:end])]
        stop = _cut(text, start, ends, longest)
        yield trim(text, start, stop)
        start, _ = trim(text, stop, end)
    if start < end:
        yield start, end


def _cut(text: str, start: int, ends: list[int], longest: int) -> int:
    limit = start + longest
    paragraph = text.rfind("\n\n", start, limit)
    if paragraph > start + longest // 2:
        return paragraph
    sentence = max((stop for stop in ends if start < stop <= limit), default=start)
    if sentence > start + longest // 2:
        return sentence
    space = max(text.rfind(" ", start, limit), text.rfind("\n", start, limit))
    return space if space > start else limit

"""What of a turn is kept verbatim: all of it that says something, in pieces of bounded length."""

from muniment.domain.fence import outside
from muniment.domain.pieces import pieces
from muniment.domain.substance import has_substance
from muniment.domain.text import trim

LONGEST = 4000
"""Characters of one episode. A page or so: longer ones blur in search and eat the budget."""


def episodes(text: str) -> list[tuple[int, int]]:
    """Return the spans of the episodes of `text`, in order, without fences and empty talk."""
    return [
        (start, end)
        for low, high in outside(text)
        for start, end in pieces(text, *trim(text, low, high), LONGEST)
        if has_substance(text[start:end])
    ]

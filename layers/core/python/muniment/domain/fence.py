"""The fence around rendered memory, by which it is known again when it is pasted into a turn.

What stands between the marks was recalled, not said: it is neither extracted nor kept a second
time. Rendering writes these marks; extraction looks for them.
"""

import re

FENCE_OPEN = "<muniment-memory"
"""Beginning of the opening mark; attributes and `>` follow."""
FENCE_CLOSE = "</muniment-memory>"

_OPEN = re.compile(rf"{re.escape(FENCE_OPEN)}(?=[\s>])", re.IGNORECASE)
_CLOSE = re.compile(re.escape(FENCE_CLOSE), re.IGNORECASE)
_MARGIN = frozenset(" \t>|*`")  # indentation, and the marks of a quotation or a list


def fenced(text: str) -> list[tuple[int, int]]:
    """Return the spans of `text` that lie inside a fence, marks included, in order.

    A fence that is opened at the beginning of a line and never closed reaches to the end of the
    text, since a block that was cut off is still recalled memory. A mark in the middle of a line
    counts only if it is closed: there, somebody may just be writing about it.
    """
    spans: list[tuple[int, int]] = []
    position = 0
    last = max((match.start() for match in _CLOSE.finditer(text)), default=-1)
    while opening := _OPEN.search(text, position):
        # Looking for a close only where there is one keeps a text of many openings linear.
        if opening.end() <= last and (closing := _CLOSE.search(text, opening.end())):
            position = closing.end()
            spans.append((opening.start(), position))
        elif _begins_line(text, opening.start()):
            spans.append((opening.start(), len(text)))
            break
        else:
            position = opening.end()
    return spans


def outside(text: str) -> list[tuple[int, int]]:
    """Return the spans of `text` outside every fence, in order, without empty ones."""
    spans: list[tuple[int, int]] = []
    position = 0
    for start, end in fenced(text):
        spans.append((position, start))
        position = end
    spans.append((position, len(text)))
    return [(start, end) for start, end in spans if start < end]


def _begins_line(text: str, position: int) -> bool:
    line = text.rfind("\n", 0, position) + 1
    return all(character in _MARGIN for character in text[line:position])

"""Packing memories under a token budget. The budget is hard: it counts the fence as well."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from muniment.domain.fence import FENCE_CLOSE
from muniment.domain.rendering import Line, opening, render_line
from muniment.domain.text import normalise

CUT_MARK = " … (cut)"
_CHARACTERS_A_TOKEN = 4  # the usual estimate for English
_BYTES_A_TOKEN = 3  # other scripts take more tokens a character: count their bytes
_WORTH_CUTTING = 40  # fewer characters of a memory say too little


@dataclass(frozen=True, slots=True)
class Packed:
    """What fits: places in the given order, with their lines, and what was left out and why."""

    places: tuple[int, ...]
    lines: tuple[str, ...]
    tokens: int
    over_budget: int
    repeated: int


def tokens(text: str) -> int:
    """Estimate the tokens of a text from above.

    A quarter of its characters; a third of its bytes if it is not ASCII.
    """
    if text.isascii():
        return math.ceil(len(text) / _CHARACTERS_A_TOKEN)
    return math.ceil(len(text.encode(errors="replace")) / _BYTES_A_TOKEN)


def pack(lines: Sequence[Line], budget: int) -> Packed:
    """Take lines in their order while they fit; a text that is there already is left out.

    The first line is cut, with a visible mark, if it alone is too long.
    """
    spent = tokens(opening()) + tokens(FENCE_CLOSE)
    kept: dict[int, str] = {}
    seen: set[str] = set()
    over = repeated = 0
    for place, line in enumerate(lines):
        text = normalise(line.text)
        if text in seen:
            repeated += 1
            continue
        rendered = render_line(line)
        if spent + tokens(rendered) > budget:
            rendered = "" if kept else _cut(line, budget - spent)
        if not rendered:
            over += 1
            continue
        seen.add(text)
        kept[place] = rendered
        spent += tokens(rendered)
    used = spent if kept else 0
    return Packed(tuple(kept), tuple(kept.values()), used, over, repeated)


def _cut(line: Line, left: int) -> str:
    """Return the line with as much of its text as fits into `left` tokens, or nothing."""
    length = len(line.text)
    while length > _WORTH_CUTTING:
        length = length * 3 // 4
        shorter = render_line(replace(line, text=line.text[:length] + CUT_MARK))
        if tokens(shorter) <= left:
            return shorter
    return ""

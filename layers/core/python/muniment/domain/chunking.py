"""Where a long text is cut, so that an encoder with a short window sees all of it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_SENTENCE_ENDS: Final = frozenset(".!?…。！？\"')]")  # noqa: RUF001 - full-width marks end sentences too

type Offsets = Sequence[tuple[int, int]]
"""Start and end of each piece in the text, in characters, in order."""


def chunk_bounds(text: str, pieces: Offsets, limit: int) -> list[tuple[int, int]]:
    """Cut `pieces` into runs of at most `limit` and return their bounds, end exclusive.

    Within the second half of each window the cut falls at the last end of a sentence or line, else
    at the last space, else at the limit. No pieces give one empty run.
    """
    if limit < 1:
        raise ValueError("a chunk holds at least one piece")
    cuts, start = [0], 0
    while len(pieces) - start > limit:
        start = _best_cut(text, pieces, start + limit // 2 + 1, start + limit)
        cuts.append(start)
    cuts.append(len(pieces))
    return list(pairwise(cuts))


def _best_cut(text: str, pieces: Offsets, first: int, last: int) -> int:
    """Return the best position between `first` and `last`, both inclusive."""
    at_space = None
    for cut in range(last, first - 1, -1):
        before, after = pieces[cut - 1][1], pieces[cut][0]
        gap = text[before:after]
        if "\n" in gap or (gap and text[before - 1] in _SENTENCE_ENDS):
            return cut
        if gap and at_space is None:
            at_space = cut
    return last if at_space is None else at_space

"""Checks of form: exchanged parts, and one sentence filled in differently."""

import difflib
from collections.abc import Mapping
from typing import Final

from muniment.domain.anchors.reading import FUNCTION, Reading
from muniment.domain.anchors.stems import stem
from muniment.domain.anchors.tables import words


def exchanged(a: Reading, b: Reading) -> bool:
    """Anna is taller than Julia; Julia is taller than Anna."""
    if sorted(a.stems) == sorted(b.stems):
        off = [i for i, (x, y) in enumerate(zip(a.stems, b.stems, strict=True)) if x != y]
        if len(off) == 2 and off[1] - off[0] > 1:
            return True
    return _turned(a, b) or _turned(b, a) or _bound(a, b)


_REACH: Final = 6
"""Words after a verb in which its object stands: "gave his old sofa to me"."""


def _turned(a: Reading, b: Reading) -> bool:
    """I owe Marco; Marco owes me."""
    doing = {
        stem(y) for x, y in zip(a.words, a.words[1:], strict=False)
        if x in ("i", "we") and stem(y) not in FUNCTION
    }  # fmt: skip
    done_to = {
        stem(word)
        for place, word in enumerate(b.words)
        if {"me", "us"} & set(b.words[place + 1 : place + _REACH])
    }
    return bool(doing & done_to) and not {"i", "we"} & set(b.words)


_DIRECTED: Final = words("from to over than for by after before under")


def _bound(a: Reading, b: Reading) -> bool:
    """From Lyon to Nice; from Nice to Lyon."""
    left, right = _objects(a), _objects(b)
    return any(
        left[w] != right[w] and left[w] in b.stems and right[w] in a.stems
        for w in left.keys() & right.keys()
    )


def _objects(reading: Reading) -> Mapping[str, str]:
    pairs = zip(reading.stems, reading.stems[1:], strict=False)
    return {x: y for x, y in pairs if x in _DIRECTED and y not in FUNCTION}


_PARTICLES: Final = frozenset(map(stem, words("""
    for from into out up down off over under through against onto before after above below
""")))  # fmt: skip


def particle(a: Reading, b: Reading) -> bool:
    """Part what is for Nadia from what is from her: each has a particle that the other lacks."""
    left, right = (frozenset(r.stems) & _PARTICLES for r in (a, b))
    return bool(left - right) and bool(right - left)


def template(a: Reading, b: Reading) -> bool:
    """One sentence, filled in differently: they differ in one stretch of at most two words.

    Not if the stretches are spellings of one word, or function words only.
    """
    steps = [
        step
        for step in difflib.SequenceMatcher(None, a.stems, b.stems, autojunk=False).get_opcodes()
        if step[0] != "equal"
    ]
    if len(steps) != 1 or steps[0][0] != "replace":
        return False
    _, i, j, k, m = steps[0]
    x, y = a.stems[i:j], b.stems[k:m]
    if max(len(x), len(y)) > 2 or set(x) | set(y) <= FUNCTION:
        return False
    return not _spellings("".join(x), "".join(y))


def _spellings(x: str, y: str) -> bool:
    """Whether two words are written nearly alike; measured as the prototype did: .75."""
    return difflib.SequenceMatcher(None, x, y).ratio() >= 0.75 and len(x) > 3

"""Packing memories under a token budget. The budget is hard: it counts the fence as well."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from muniment.domain.anchors.occasions import Occasion, occasions
from muniment.domain.rendering import SHORT_HEADER, Frame, Line, frame, render_line
from muniment.domain.text import normalise
from muniment.domain.tokens import tokens
from muniment.domain.voices import voice

CUT_MARK = " … (cut)"
_FRAMES = 3  # a frame may take a third of the budget; in less room its header is a short one
_WORTH_CUTTING = 40  # fewer characters of a memory say too little


@dataclass(frozen=True, slots=True)
class Packed:
    """What fits: places in the given order, with their lines, and what was left out and why."""

    places: tuple[int, ...]
    lines: tuple[str, ...]
    tokens: int
    over_budget: int
    repeated: int


def frame_tokens(within: Frame) -> int:
    """Return what a fence and its header cost."""
    return tokens(within.beginning) + tokens(within.end)


def fitting_frame(token: str, header: str, budget: int) -> Frame:
    """Return the frame with its header, or with the short one where that would take the room."""
    whole = frame(token, header)
    return whole if frame_tokens(whole) * _FRAMES <= budget else frame(token, SHORT_HEADER)


def pack(lines: Sequence[Line], budget: int, within: Frame, first: Sequence[int] = ()) -> Packed:
    """Take lines while they fit; of a speaker's equal texts the latest is taken.

    `first`: places in the order in which they are taken, by default as they stand; whatever is
    taken, they are shown as they stand. What a taken line of the same speaker already holds has to
    wait until the others had their turn. The line that is taken first is cut, with a visible mark,
    if it alone is too long.
    """
    spent = frame_tokens(within)
    kept: dict[int, str] = {}
    places = without_repetitions(lines)
    rank = {place: number for number, place in enumerate(first)}
    by_rank = sorted(places, key=lambda place: rank.get(place, len(rank)))
    for place in _held_last(lines, by_rank):
        rendered = render_line(lines[place])
        cost = tokens(rendered)
        if spent + cost > budget:
            rendered = "" if kept else cut_line(lines[place], budget - spent)
            cost = tokens(rendered)
        if rendered:
            kept[place] = rendered
            spent += cost
    shown = [place for place in places if place in kept]
    return Packed(
        places=tuple(shown),
        lines=tuple(kept[place] for place in shown),
        tokens=spent if kept else 0,
        over_budget=len(places) - len(kept),
        repeated=len(lines) - len(places),
    )


def _held_last(lines: Sequence[Line], places: Sequence[int]) -> list[int]:
    """Return the places, those last whose text stands in a line of the same speaker before them."""
    new: list[int] = []
    held: list[int] = []
    said: dict[tuple[str, str], list[str]] = {}
    for place in places:
        line = lines[place]
        text, before = f" {normalise(line.text)} ", said.setdefault(_whose(line), [])
        is_held = text.strip() and any(text in other for other in before)
        (held if is_held else new).append(place)
        before.append(text)
    return [*new, *held]


def without_repetitions(lines: Sequence[Line]) -> list[int]:
    """Return places, one for each text of a speaker: the latest of a kind, in the first's rank.

    What was said of "yesterday" on two days are two texts.
    """
    chosen: dict[tuple[tuple[str, str], str, frozenset[Occasion]], int] = {}
    for place, line in enumerate(lines):
        key = _whose(line), normalise(line.text) or line.text, occasions(line.text, line.at)
        first = lines[chosen.setdefault(key, place)]
        if line.kind == first.kind and line.at > first.at:
            chosen[key] = place
    return list(chosen.values())


def _whose(line: Line) -> tuple[str, str]:
    """Return whose words a line is: who only bears the name does not stand for who is trusted."""
    return voice(line.speaker), line.trust


def cut_line(line: Line, left: int) -> str:
    """Return the line with as much of its text as fits into `left` tokens, or nothing."""
    fits, too_long, best = _WORTH_CUTTING - 1, len(line.text), ""
    while too_long - fits > 1:
        length = (fits + too_long) // 2
        shorter = render_line(replace(line, text=line.text[:length] + CUT_MARK))
        if tokens(shorter) <= left:
            fits, best = length, shorter
        else:
            too_long = length
    return best

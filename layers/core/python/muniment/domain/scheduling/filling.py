"""Which pieces get the room: the rules of eviction, and nothing else. Pure and deterministic.

1. System text and pinned constraints are not here: they are never dropped.
2. Each part first takes its pieces, best first, within its own share.
3. What the shares leave goes to the parts in their order, again best first.
4. Of each part that may be cut, the best piece that is left is cut to what is left of the room,
   with a visible mark, if enough of it fits to say something.
5. All else is left out, and counted; a line at the end says so.

So the first to go are the last of a part: the least relevant memory, the oldest turn, the oldest
tool result; and no part, however large, takes another's share.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from muniment.domain.packing import cut_line
from muniment.domain.rendering import render_line
from muniment.domain.scheduling.sections import (
    CUTTABLE,
    TITLES,
    Filled,
    LeftOut,
    Part,
    Section,
    Shares,
)
from muniment.domain.tokens import tokens


def heading(part: Part) -> str:
    """Return the line above a part."""
    return f"## {TITLES[part]}\n"


def omission(counts: Sequence[tuple[Part, int]]) -> str:
    """Return the line that says how much of which part there was no room for; empty for none."""
    said = ", ".join(f"{count} of {TITLES[part].lower()}" for part, count in counts if count)
    return f"(left out for want of room: {said})\n" if said else ""


@dataclass(frozen=True, slots=True)
class Allotted:
    """The filled parts in their order, and the line about what is missing from them."""

    parts: tuple[Filled, ...]
    note: str


def allot(sections: Sequence[Section], room: int, shares: Shares) -> Allotted:
    """Return what of each section fits into `room` tokens, headings and the note included."""
    takers = [_Taker(section) for section in sections]
    most = [(taker.section.part, len(taker.section.pieces)) for taker in takers]
    if sum(taker.whole for taker in takers) > room:
        room -= tokens(omission(most))
    everything = sum(shares.values()) or 1
    left = max(0, room)
    for taker in takers:
        share = max(0, room) * shares.get(taker.section.part, 0) // everything
        left -= taker.take(min(share, left))
    for taker in takers:
        left -= taker.take(left)
    for taker in takers:
        left -= taker.cut(left)
    missing = [(taker.section.part, taker.missing) for taker in takers]
    note = omission(missing) if room >= 0 else ""
    return Allotted(tuple(taker.filled() for taker in takers), note)


@dataclass(slots=True)
class _Taker:
    """Takes pieces of one section, and counts what they cost."""

    section: Section
    lines: dict[int, str] = field(default_factory=dict)
    stopped: set[str] = field(default_factory=set)
    was_cut: bool = False
    rendered: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.rendered = [render_line(piece.line) for piece in self.section.pieces]

    @property
    def whole(self) -> int:
        """What the section costs with all its pieces."""
        return sum(map(tokens, self.rendered)) + self._heading if self.rendered else 0

    @property
    def missing(self) -> int:
        return len(self.rendered) - len(self.lines)

    @property
    def _heading(self) -> int:
        return 0 if self.lines else tokens(heading(self.section.part))

    def take(self, left: int) -> int:
        """Take what fits into `left` tokens, and return what that costs."""
        spent = 0
        stopped: set[str] = set()
        for number, piece in enumerate(self.section.pieces):
            if number in self.lines or piece.row in stopped:
                continue
            cost = self._heading + tokens(self.rendered[number])
            if spent + cost <= left:
                self.lines[number] = self.rendered[number]
                spent += cost
            elif piece.row:
                stopped.add(piece.row)
        return spent

    def cut(self, left: int) -> int:
        """Cut the best piece that is left to `left` tokens, and return what that costs."""
        if self.section.part not in CUTTABLE:
            return 0
        first = next((n for n in range(len(self.rendered)) if n not in self.lines), None)
        if first is None:
            return 0
        title = self._heading
        shorter = cut_line(self.section.pieces[first].line, left - title)
        if not shorter:
            return 0
        self.lines[first] = shorter
        self.was_cut = True
        return title + tokens(shorter)

    def filled(self) -> Filled:
        pieces = self.section.pieces
        order = sorted(self.lines, key=lambda number: pieces[number].place)
        lines = [self.lines[number] for number in order]
        left_out = {**self.section.left_out}
        if self.missing:
            left_out[LeftOut.OVER_BUDGET] = left_out.get(LeftOut.OVER_BUDGET, 0) + self.missing
        if self.was_cut:
            left_out[LeftOut.CUT] = 1
        cost = sum(map(tokens, lines)) + (tokens(heading(self.section.part)) if lines else 0)
        ids = tuple(pieces[number].id for number in order if pieces[number].id)
        return Filled(self.section.part, tuple(lines), ids, cost, left_out)

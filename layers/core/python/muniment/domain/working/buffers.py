"""What is kept of recent turns, and what of them a prompt shows: three named strategies.

- `window`: the last turns, by number;
- `tokens`: the last turns, by tokens;
- `summary`: all turns that fit into the bounds; the last ones are shown word for word, of those
  before them a summary. The summary is made anew from the turns each time it is shown, so that it
  never says what a turn does not say any more.

Turns that go beyond the bounds under `summary` leave notes: the constraints, decisions and open
items among their sentences, each with the turn it is from.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.domain.tokens import tokens
from muniment.domain.working.summaries import notes_of
from muniment.domain.working.turns import Buffer, Note, NoteKind, RecentTurn, Strategy

MOST_TURNS = 200
MOST_BYTES = 64 * 1024
"""Of the texts of all turns: each write of a session writes them again."""
MOST_NOTES = 100


@dataclass(frozen=True, slots=True)
class Shown:
    """What a prompt may show of a buffer: notes first, then turns word for word; oldest first."""

    notes: tuple[Note, ...]
    turns: tuple[RecentTurn, ...]


def buffered(
    turns: Sequence[RecentTurn], notes: Sequence[Note], buffer: Buffer
) -> tuple[tuple[RecentTurn, ...], tuple[Note, ...]]:
    """Return the turns that are kept, and the notes with those of the turns that go."""
    kept = _last(turns, *_bounds(buffer))
    if buffer.strategy is not Strategy.SUMMARY:
        return kept, ()
    fresh = _noted(turns, len(turns) - len(kept))
    lasting = [note for note in fresh if note.kind is not NoteKind.OTHER]
    return kept, tuple([*notes, *lasting][-MOST_NOTES:])


def shown(turns: Sequence[RecentTurn], notes: Sequence[Note], buffer: Buffer) -> Shown:
    """Return what of a buffer may be shown; a function of what is kept now, and of nothing else."""
    if buffer.strategy is not Strategy.SUMMARY:
        return Shown((), tuple(turns))
    first = max(0, len(turns) - buffer.turns)
    return Shown((*notes, *_noted(turns, first)), tuple(turns[first:]))


def _noted(turns: Sequence[RecentTurn], end: int) -> list[Note]:
    """Return the notes of the turns before the place `end`.

    A question is open until somebody else speaks.
    """
    last = turns[-1].label if turns else ""
    others = [place for place, turn in enumerate(turns) if turn.label != last]
    unanswered = others[-1] + 1 if others else 0  # from there on the last speaker speaks alone
    return [
        note
        for place, turn in enumerate(turns[:end])
        for note in notes_of(turn, answered=place < unanswered)
    ]


def _bounds(buffer: Buffer) -> tuple[int, int, int | None]:
    """Return the most turns, bytes and tokens that are kept."""
    match buffer.strategy:
        case Strategy.WINDOW:
            return min(buffer.turns, MOST_TURNS), MOST_BYTES, None
        case Strategy.TOKENS:
            return MOST_TURNS, MOST_BYTES, buffer.tokens
        case Strategy.SUMMARY:
            return MOST_TURNS, MOST_BYTES, None


def _last(
    turns: Sequence[RecentTurn], most: int, most_bytes: int, most_tokens: int | None
) -> tuple[RecentTurn, ...]:
    """Return the last turns within all bounds: a stretch without gaps, perhaps none."""
    first, size, spent = len(turns), 0, 0
    while first > 0 and len(turns) - first < most:
        turn = turns[first - 1]
        size += len(turn.text.encode(errors="replace"))
        spent += tokens(turn.text)
        if size > most_bytes or (most_tokens is not None and spent > most_tokens):
            break
        first -= 1
    return tuple(turns[first:])

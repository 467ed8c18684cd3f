"""A summary without a model: sentences of earlier turns, word for word, each with its source.

Extractive and deterministic: the same turns give the same notes. Nothing is rephrased, so nothing
is said that was not said; what was tentative carries its own words, and a mark besides.
"""

from muniment.domain.fence import outside
from muniment.domain.substance import has_substance
from muniment.domain.text import sentences
from muniment.domain.working.cues import ASKS, BINDS, DECIDES, OPENS, SUPPOSES, TELLS, WAVERS
from muniment.domain.working.turns import Note, NoteKind, RecentTurn

LONGEST = 400
"""Characters. A longer sentence is a paste, and stays in its turn."""
MOST_OTHERS = 2
"""Sentences of a turn that neither bind, decide nor are open, and are kept all the same."""


def notes_of(turn: RecentTurn, *, answered: bool) -> list[Note]:
    """Return the notes that are left of a turn, in the order of its sentences.

    `answered`: whether somebody else spoke after it, so that its questions are not open any more.
    What stands in a fence was recalled, not said, and is no note.
    """
    notes: list[Note] = []
    others = 0
    for place, text in enumerate(_said(turn.text)):
        kind, tentative = _kind(text, answered=answered)
        if kind is NoteKind.OTHER:
            if others == MOST_OTHERS or not TELLS.search(text):
                continue
            others += 1
        notes.append(Note(turn.id, place, kind, text, turn.at, turn.label, tentative, turn.event))
    return notes


def _said(text: str) -> list[str]:
    """Return the sentences outside every fence that say something and are no pastes."""
    parts = [text[start:end] for start, end in outside(text)]
    said = [part[start:end] for part in parts for start, end in sentences(part)]
    return [each for each in said if len(each) <= LONGEST and has_substance(each)]


def _kind(text: str, *, answered: bool) -> tuple[NoteKind, bool]:
    """Return what a sentence is kept as, and whether it was said as a possibility."""
    tentative = WAVERS.search(text) is not None
    if ASKS.search(text):
        return (NoteKind.OTHER if answered else NoteKind.OPEN), tentative
    decides = DECIDES.search(text) is not None
    supposed = decides and SUPPOSES.search(text) is not None
    if decides and not tentative and not supposed:
        return NoteKind.DECISION, False
    if decides or OPENS.search(text):  # a decision that wavers is an open item
        return NoteKind.OPEN, tentative or supposed
    return (NoteKind.CONSTRAINT if BINDS.search(text) else NoteKind.OTHER), tentative

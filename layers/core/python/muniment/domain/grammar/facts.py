"""Everything a turn states, with its corrections resolved: the one entry to the grammar."""

import re
from collections.abc import Sequence

from muniment.domain.grammar.clauses import Clause, clauses
from muniment.domain.grammar.corrections import resolve
from muniment.domain.grammar.retractions import Target, targets
from muniment.domain.grammar.statements import Statement, latest, note, stated

_PASTED = 2000  # characters, some 350 words
_RECENT = 20  # statements that a correction within the same turn may be about
_I = re.compile(r"\b(?:i|i'm|i've|my|me)\b", re.IGNORECASE)


def statements(
    text: str, previous: Sequence[Target] = (), known: Sequence[Target] = ()
) -> list[Statement]:
    """Return what `text` states, corrects and retracts, in order of its quotes.

    `previous` is what the owner's turn before it stated, `known` the owner's readable facts. Of
    several statements about one attribute the last one counts. A long text in which nobody says
    "I" was pasted, and states nothing of the owner's.
    """
    if len(text) > _PASTED and not _I.search(text):
        return []
    found: list[Statement] = []
    remembered: list[tuple[Clause, int]] = []
    for clause in clauses(text):
        if clause.noted:
            remembered.append((clause, len(found)))
        said = stated(clause, text)
        if not said:
            here = targets(found[-_RECENT:])
            said = resolve(clause, text, here or previous, known)
            if not said and here:
                said = resolve(clause, text, previous, known)
        found.extend(said)
    notes = [
        statement
        for clause, _ in remembered
        if not any(clause.start <= s.start < clause.rest for s in found)
        for statement in note(clause, text)
    ]
    return latest([*found, *notes])

"""Everything a turn states, with its corrections resolved: the one entry to the grammar."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from muniment.domain.fence import outside
from muniment.domain.grammar.clauses import Clause, clauses
from muniment.domain.grammar.corrections import may_resolve, resolve
from muniment.domain.grammar.reports import reported
from muniment.domain.grammar.retractions import Target, may_retract, retractions, targets
from muniment.domain.grammar.statements import Statement, latest, note, stated

_PASTED = 2000  # characters, some 350 words
_RECENT = 20  # statements that a correction within the same turn may be about
_I = re.compile(r"\b(?:i|i'm|i've|my|me)\b", re.IGNORECASE)


def statements(
    text: str,
    previous: Callable[[], Sequence[Target]] = tuple,
    known: Sequence[Target] = (),
) -> list[Statement]:
    """Return what `text` states, corrects and retracts, in order of its quotes.

    `previous` gives what the owner's turn before it stated, and is asked only if something may be
    a correction of it; `known` are the owner's readable facts. Of several statements about one
    attribute the last one counts. A long text in which nobody says "I" was pasted, and states
    nothing of the owner's.
    """
    if len(text) > _PASTED and not _I.search(text):
        return []
    found: list[Statement] = []
    remembered: list[tuple[Clause, int]] = []
    for clause in clauses(text):
        if clause.noted:
            remembered.append((clause, len(found)))
        said = stated(clause, text)
        # What is said last counts, so that "I don't like green" is not only a retraction.
        if may_retract(clause) if said else may_resolve(clause):
            resolving = partial(retractions if said else resolve, clause, text, known=known)
            found.extend(_resolved(resolving, targets(found[-_RECENT:]), previous))
        found.extend(said)
    notes = [
        statement
        for clause, _ in remembered
        if not any(clause.start <= s.start < clause.rest for s in found)
        for statement in note(clause, text)
    ]
    return latest([*found, *notes, *_outside_fences(text)])


def _outside_fences(text: str) -> Iterator[Statement]:
    for start, end in outside(text):
        for statement in reported(text[start:end]):
            yield replace(statement, start=start + statement.start, end=start + statement.end)


def _resolved(
    resolving: Callable[[Sequence[Target]], list[Statement]],
    here: Sequence[Target],
    previous: Callable[[], Sequence[Target]],
) -> list[Statement]:
    """Return what is corrected or taken back: of this turn, or else of the turn before."""
    if here and (said := resolving(here)):
        return said
    return resolving(previous())

"""Everything a turn states, with its corrections resolved: the one entry to the grammar."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from muniment.domain.fence import outside
from muniment.domain.grammar.clauses import Clause, clauses
from muniment.domain.grammar.corrections import may_refer, may_resolve, resolve
from muniment.domain.grammar.reports import reported
from muniment.domain.grammar.retractions import Target, may_retract, retractions, targets
from muniment.domain.grammar.statements import Statement, latest, note, stated

_PASTED = 2000  # characters, some 350 words
_RECENT = 20  # statements that a correction within the same turn may be about
_I = re.compile(r"\b(?:i|i'm|i've|my|me)\b", re.IGNORECASE)


def statements(text: str) -> list[Statement]:
    """Return what `text` states by itself, corrections within it resolved, in order of its quotes.

    Of several statements about one attribute the last one counts. A long text in which nobody says
    "I" was pasted, and states nothing of the owner's.
    """
    return _read(text).own


def references(
    text: str, previous: Callable[[], Sequence[Target]], known: Sequence[Target]
) -> list[Statement]:
    """Return what `text` corrects and takes back of what was said before it, in order of quotes.

    `previous` gives what the owner's turn before it stated, and is asked only if something may be
    a correction of it; `known` are the owner's facts as they were told before. What the text says
    itself of an attribute counts more.
    """
    read = _read(text, lambda resolve_with, here: _resolved(resolve_with, here, previous, known))
    own = set(map(_key, read.own))
    return [statement for statement in latest(read.referring) if _key(statement) not in own]


def looks_back(text: str) -> bool:
    """Whether `text` may correct or take back something that was said before it."""
    return not _is_pasted(text) and any(map(may_refer, clauses(text)))


@dataclass(slots=True)
class _Read:
    """What is found in a text: by itself, and by what refers to what is outside of it."""

    own: list[Statement] = field(default_factory=list)
    referring: list[Statement] = field(default_factory=list)


type _Resolve = Callable[[Sequence[Target], Sequence[Target]], list[Statement]]
"""Of one clause: from what was said just before it, and what is known, to what it is about."""
type _Refer = Callable[[_Resolve, Sequence[Target]], list[Statement]]
"""The same against what was said anywhere, given what this text said before the clause."""


def _read(text: str, refer: _Refer | None = None) -> _Read:
    """Read a text clause by clause; what refers to what is outside of it only with `refer`."""
    read = _Read()
    if _is_pasted(text):
        return read
    own, before = read.own, list[Statement]()
    remembered: list[Clause] = []
    for clause in clauses(text):
        if clause.noted:
            remembered.append(clause)
        said = stated(clause, text)
        # What is said last counts, so that "I don't like green" is not only a retraction.
        if may_retract(clause) if said else may_resolve(clause):
            resolve_with = partial(retractions if said else resolve, clause, text)
            wider = refer(resolve_with, targets(before[-_RECENT:])) if refer else []
            mine = resolve_with(targets(own[-_RECENT:]), ())
            read.referring += [s for s in wider if _key(s) not in set(map(_key, mine))]
            before += wider
            said = [*mine, *said]
        before += said
        own += said
    notes = [
        statement
        for clause in remembered
        if not any(clause.start <= s.start < clause.rest for s in own)
        for statement in note(clause, text)
    ]
    read.own = latest([*own, *notes, *_outside_fences(text)])
    return read


def _is_pasted(text: str) -> bool:
    return len(text) > _PASTED and not _I.search(text)


def _key(statement: Statement) -> tuple[str, str]:
    return statement.subject, statement.attribute


def _outside_fences(text: str) -> Iterator[Statement]:
    for start, end in outside(text):
        for statement in reported(text[start:end]):
            yield replace(statement, start=start + statement.start, end=start + statement.end)


def _resolved(
    resolve_with: _Resolve,
    here: Sequence[Target],
    previous: Callable[[], Sequence[Target]],
    known: Sequence[Target],
) -> list[Statement]:
    """Return what is corrected or taken back: of this turn, or else of the turn before."""
    if here and (said := resolve_with(here, known)):
        return said
    return resolve_with(previous(), known)

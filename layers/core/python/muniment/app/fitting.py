"""How candidates fit a question beside their likeness: of its time, holding its numbers."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from muniment.app.candidates import Candidates
from muniment.app.ports import Passage
from muniment.domain.asking.analysis import NO_FIT, Analysis, Fit, fit, within
from muniment.domain.passages import statement


def fitted(candidates: Candidates, analysis: Analysis) -> list[Passage]:
    """Return the passages to be ranked, each with how it fits.

    A neighbour is ranked by its encoding, and is read only if it wins: it counts as said when the
    found turns of its session were.
    """
    passages = candidates.passages
    if analysis.during is None and not analysis.marks:
        return passages
    fits = dict(_read(candidates, analysis))
    sessions = {e.session: e.occurred_at for e in candidates.episodes.values()}
    return [
        replace(passage, within=found.within, exact=found.exact)
        for passage in passages
        for found in (fits.get(passage.id) or _beside(analysis, sessions, passage.session),)
    ]


def _read(candidates: Candidates, analysis: Analysis) -> Iterator[tuple[str, Fit]]:
    for fact in candidates.facts.values():
        if fact.valid_from is not None:
            text = f"{fact.quote or ''}\n{statement(fact)}"
            yield fact.id, fit(analysis, text, fact.valid_from)
    for episode in candidates.episodes.values():
        yield episode.id, fit(analysis, episode.text, episode.occurred_at)


def _beside(analysis: Analysis, sessions: dict[str, datetime], session: str | None) -> Fit:
    said_at = sessions.get(session) if session is not None else None
    return NO_FIT if said_at is None else Fit(within(analysis, "", said_at))

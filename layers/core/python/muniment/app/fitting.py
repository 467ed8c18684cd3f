"""How candidates fit a question beside their likeness: of its time, holding its numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

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
    said = {e.session: e.occurred_at for e in candidates.episodes.values()}
    beside = {session: Fit(within(analysis, "", at)) for session, at in said.items()}
    return [
        passage if found == NO_FIT else replace(passage, within=found.within, exact=found.exact)
        for passage in passages
        for found in (fits.get(passage.id) or _beside(beside, passage.session),)
    ]


def _read(candidates: Candidates, analysis: Analysis) -> Iterator[tuple[str, Fit]]:
    for fact in candidates.facts.values():
        if fact.valid_from is not None:
            text = f"{fact.quote or ''}\n{statement(fact)}"
            yield fact.id, fit(analysis, text, fact.valid_from)
    for episode in candidates.episodes.values():
        yield episode.id, fit(analysis, episode.text, episode.occurred_at)


def _beside(sessions: Mapping[str, Fit], session: str | None) -> Fit:
    return NO_FIT if session is None else sessions.get(session, NO_FIT)

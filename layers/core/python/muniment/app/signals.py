"""What the gate of recall weighs, taken from the candidates and their ranking."""

from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Final

from muniment.app.candidates import Candidates
from muniment.app.ports import Analyzer, OwnerStatistics, Scored
from muniment.app.shared import joined
from muniment.domain.passages import episode_search_text, fact_passage
from muniment.domain.relevance import Signals, best_lexical
from muniment.domain.vectors import cosine

FIRST: Final = 10
"""By late interaction, of which the index need not know yet: reading all facts again for the words
and the cosines of a query took longer than ranking them."""

type Words = Sequence[Sequence[str]]


def signals_of(
    named: Sequence[str], candidates: Candidates, scored: Sequence[Scored], analyzer: Analyzer
) -> Signals:
    """Return the signals; without the index, of the facts alone and by their own statistics.

    `named`: the names that stand inside the query.
    """
    first = [item.id for item in nlargest(FIRST, scored, key=lambda item: item.absolute)]
    some = candidates.facts if candidates.statistics is None else {*first, *candidates.hits}
    shared = {fact.id: analyzer.terms(fact_passage(fact)) for fact in candidates.shared}
    facts = [
        shared.get(fact.id) or analyzer.terms(fact_passage(fact))
        for fact in candidates.facts.values()
        if fact.id in some
    ]
    turns = [analyzer.terms(episode_search_text(e)) for e in candidates.episodes.values()]
    found = candidates.statistics
    if found is None:
        found = _statistics(facts, candidates.terms)
        documents = len(facts)
    else:
        documents = max(found.documents + len(shared), len(candidates.facts))
        found = joined(found, list(shared.values()), candidates.terms)
    lexical = best_lexical(
        candidates.terms, (*facts, *turns), max(documents, len(facts) + len(turns)),
        found.average_length, found.frequencies,
    )  # fmt: skip
    # What was just told may not be in the index yet.
    known = {term for term, held in found.frequencies.items() if held}.union(*facts, *turns)
    names = map(analyzer.terms, named)
    return Signals(
        absolute=max((item.absolute for item in scored), default=0.0),
        cosine=max(_cosines(candidates, first), default=0.0),
        lexical=lexical,
        documents=documents,
        pieces=len(candidates.query.weights),
        names=bool(named),
        unknown=sum(bool(name) and known.isdisjoint(name) for name in names),
    )


def _statistics(words: Words, terms: Iterable[str]) -> OwnerStatistics:
    """Return the statistics of what was read, as the index would give them of all."""
    counts = Counter(term for each in words for term in set(each))
    length = sum(map(len, words)) / len(words) if words else 0.0
    return OwnerStatistics(len(words), length, {term: counts[term] for term in terms})


def _cosines(candidates: Candidates, first: Iterable[str]) -> list[float]:
    """Return the cosines that the index gave, and those of the first that it may not know yet."""
    given = {
        hit.id: hit.cosine
        for hit in candidates.hits.values()
        if hit.cosine is not None and hit.id in candidates.vectors
    }
    fresh = (
        cosine(candidates.query.vector, candidates.vectors[record].encoded.vector)
        for record in first
        if record in candidates.facts and record not in given
    )
    return [*given.values(), *fresh]

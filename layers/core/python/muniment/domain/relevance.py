"""When recall returns nothing: one gate a query, and a cut of what lies far below the best.

A ranking always has a best item; the gate asks whether it is about the question at all. Weights
and threshold are for e5-small-v2 with late interaction, fitted on 760 answered and 2,800 foreign
questions of five conversations: at 13.4 it loses 1.7 % of right answers to questions that name a
speaker and 7.2 % of the others, and lets 9 % of another conversation's questions through, 4 % of
generic ones. Scores grow with the size of the memory, hence the logarithms.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

GATE = 13.4
"""The weighted sum at which relevance is one half (12.9 is looser, 13.9 stricter)."""

FALLBACK_GATE = 0.41
FALLBACK_SLOPE = 25.0
"""How steeply relevance rises around the fallback's gate: about as the full gate's does."""

_K1, _B = 0.9, 0.4  # BM25 for short turns, as measured with the gate
_CAPITALISED = re.compile(r"(?<=[\w,;:'’)] )[A-Z][\w'’-]*")
_PRONOUN = frozenset(("I", "I'm", "I've", "I'd", "I'll"))


@dataclass(frozen=True, slots=True)
class Signals:
    """What the gate weighs.

    `absolute`: best weighted context MaxSim. `cosine`: best centred cosine. `lexical`: best BM25
    over its bound, 0..1, on the owner's own statistics; `None` if the index gave none.
    `documents`: the owner's records. `pieces`: word pieces of the query. `names`: whether a
    capitalised word stands inside the query.
    """

    absolute: float
    cosine: float
    lexical: float | None
    documents: int
    pieces: int
    names: bool


def relevance(signals: Signals) -> float:
    """Return how sure it is that something answers the question: 0..1, one half at the gate."""
    size = math.log(max(1, signals.documents))
    if signals.lexical is None:
        threshold = FALLBACK_GATE + 0.0325 * size + 0.08 * signals.names
        above = signals.absolute + 0.5 * signals.cosine - threshold
        return _logistic(FALLBACK_SLOPE * above)
    weighed = (
        19.7 * signals.absolute
        + 9.6 * signals.cosine
        + 6.1 * signals.lexical
        - 0.79 * size
        + 1.72 * math.log(max(1, signals.pieces))
        - 0.56 * signals.names
    )
    return _logistic(weighed - GATE)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x))))


def best_lexical(
    query: Iterable[str],
    candidates: Iterable[Sequence[str]],
    documents: int,
    average_length: float,
    frequencies: Mapping[str, int],
) -> float:
    """Return the best BM25 among the candidates' terms over 1.9 times the query's idf: 0..1.

    The statistics are the owner's own: nobody else's documents can move it.
    """
    wanted = set(query)
    idf = {term: _idf(documents, frequencies.get(term, 0)) for term in wanted}
    bound = (_K1 + 1) * sum(idf.values())
    if not bound:
        return 0.0
    return max((_bm25(terms, idf, average_length) for terms in candidates), default=0.0) / bound


def _idf(documents: int, frequency: int) -> float:
    frequency = min(frequency, documents)
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def _bm25(terms: Sequence[str], idf: Mapping[str, float], average_length: float) -> float:
    counts = Counter(term for term in terms if term in idf)
    norm = _K1 * (1 - _B + _B * len(terms) / (average_length or 1.0))
    return sum(idf[term] * tf * (_K1 + 1) / (tf + norm) for term, tf in counts.items())


def names_inside(query: str) -> bool:
    """Whether a capitalised word other than "I" stands after the first word of the query."""
    return any(word not in _PRONOUN for word in _CAPITALISED.findall(query))


def named_speaker(query: str, speakers: Iterable[str | None]) -> str | None:
    """Return the one speaker whom the question names, `None` if it names none or several."""
    named = [
        speaker
        for speaker in {s for s in speakers if s}
        if re.search(rf"(?<!\w){re.escape(speaker)}(?!\w)", query, re.IGNORECASE)
    ]
    return named[0] if len(named) == 1 else None

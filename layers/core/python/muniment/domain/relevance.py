"""When recall returns nothing: one gate a query.

A ranking always has a best item; the gate asks whether it is about the question at all. The weights
are for e5-small-v2 with late interaction and the recipe `question/2`, a logistic regression on two
personas of RealMem (Apache-2.0): what a memory of theirs says, asked of theirs, of the other's, and
questions about the world. That a name which no record holds weighs 2 is ours, since those texts
have next to none. The threshold was set on 1,520 answered questions of five LoCoMo conversations,
half of them with the speaker's name taken out: it loses 2.8 % of right answers (1.4 % with the
name, 4.2 % without), and lets 6.5 % of another conversation's questions through and 4.9 % of
general ones.
Scores grow with the size of the memory, hence the logarithms. See docs/decisions/0038.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

GATE = 20.2
"""The weighted sum at which relevance is one half (19.8 loses 2.3 %, 20.8 4.0 %)."""

FALLBACK_GATE = 0.41
FALLBACK_SLOPE = 25.0
"""How steeply relevance rises around the fallback's gate: about as the full gate's does."""

_K1, _B = 0.9, 0.4  # BM25 for short turns, as measured with the gate
_MOST_UNKNOWN = 2
_CAPITALISED = re.compile(r"(?<=[\w,;:'’)] )[A-Z][\w'’-]*")
_PRONOUN = frozenset(("I", "I'm", "I've", "I'd", "I'll"))


@dataclass(frozen=True, slots=True)
class Signals:
    """What the gate weighs.

    `absolute`: best weighted context MaxSim. `cosine`: best centred cosine. `lexical`: best BM25
    over its bound, 0..1, on the owner's own statistics; `None` if the index gave none.
    `documents`: the owner's records. `pieces`: word pieces of the query. `names`: whether a
    capitalised word stands inside the query. `unknown`: such words that no record holds.
    """

    absolute: float
    cosine: float
    lexical: float | None
    documents: int
    pieces: int
    names: bool
    unknown: int = 0


def relevance(signals: Signals) -> float:
    """Return how sure it is that something answers the question: 0..1, one half at the gate."""
    size = math.log(max(1, signals.documents))
    if signals.lexical is None:
        threshold = FALLBACK_GATE + 0.0325 * size + 0.08 * signals.names
        above = signals.absolute + 0.5 * signals.cosine - threshold
        return _logistic(FALLBACK_SLOPE * above)
    weighed = (
        28.0 * signals.absolute
        + 8.6 * signals.cosine
        + 9.7 * signals.lexical
        - 0.9 * size
        + 3.8 * math.log(max(1, signals.pieces))
        - 1.2 * signals.names
        - 2.0 * min(_MOST_UNKNOWN, signals.unknown)
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


def inner_names(query: str) -> list[str]:
    """Return the capitalised words other than "I" that stand after the first word of the query."""
    return [word for word in _CAPITALISED.findall(query) if word not in _PRONOUN]


def names_inside(query: str) -> bool:
    """Whether a name stands inside the query."""
    return bool(inner_names(query))


def named_speaker(query: str, speakers: Iterable[str | None]) -> str | None:
    """Return the one speaker whom the question names, `None` if it names none or several."""
    named = [
        speaker
        for speaker in {s for s in speakers if s}
        if re.search(rf"(?<!\w){re.escape(speaker)}(?!\w)", query, re.IGNORECASE)
    ]
    return named[0] if len(named) == 1 else None

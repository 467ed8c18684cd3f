"""When recall returns nothing: one gate a query.

A ranking always has a best item; the gate asks whether it is about the question at all. Its weights
and its threshold belong to an encoder and are made by `make calibrate`; figures and data stand in
docs/calibration.md. Scores grow with the size of the memory, hence the logarithm. Where the index
does not answer, the same gate weighs the facts alone, with their own statistics.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muniment.domain.ranking import LONG_QUERY

MOST_UNKNOWN: Final = 2
"""Names of strangers beyond the second say no more."""

_K1, _B = 0.9, 0.4  # BM25 for short turns, as measured with the gate
_CAPITALISED = re.compile(r"(?<=[\w,;:'’)] )[A-Z][\w'’-]*")
_PRONOUN = frozenset(("I", "I'm", "I've", "I'd", "I'll"))


@dataclass(frozen=True, slots=True)
class Signals:
    """What the gate weighs.

    `absolute`: best weighted context MaxSim. `cosine`: best centred cosine. `lexical`: best BM25
    over its bound, 0..1, on the owner's own statistics. `documents`: the owner's records. `pieces`:
    word pieces of the query. `names`: whether a capitalised word stands inside the query.
    `unknown`: such words that no record holds.
    """

    absolute: float
    cosine: float
    lexical: float
    documents: int
    pieces: int
    names: bool
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Gate:
    """What each signal weighs for the vectors of one encoder, and the sum at which it opens.

    `size` and `pieces` weigh the logarithms of `documents` and `pieces`.
    """

    encoder: str
    absolute: float
    cosine: float
    lexical: float
    size: float
    pieces: float
    names: float
    unknown: float
    threshold: float

    def at(self, threshold: float) -> "Gate":
        """Return it with another threshold."""
        return replace(self, threshold=threshold)


@dataclass(frozen=True, slots=True)
class Gates:
    """The gates of one encoder: for questions, and for messages (`LONG_QUERY`).

    Of a message only a part is about what it needs; best matches of many words are high wherever it
    is asked, and one gate for both let every long text through.
    """

    question: Gate
    message: Gate

    def of(self, pieces: int) -> Gate:
        """Return the gate for a query of so many word pieces."""
        return self.message if pieces >= LONG_QUERY else self.question


def weighed(signals: Signals, gate: Gate) -> float:
    """Return the weighted sum of the signals."""
    return (
        gate.absolute * signals.absolute
        + gate.cosine * signals.cosine
        + gate.lexical * signals.lexical
        + gate.size * math.log(max(1, signals.documents))
        + gate.pieces * math.log(max(1, signals.pieces))
        + gate.names * signals.names
        + gate.unknown * min(MOST_UNKNOWN, signals.unknown)
    )


def relevance(signals: Signals, gate: Gate) -> float:
    """Return how sure it is that something answers the question: 0..1, one half at the gate."""
    return _logistic(weighed(signals, gate) - gate.threshold)


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

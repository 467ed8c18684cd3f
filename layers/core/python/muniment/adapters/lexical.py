"""How every index adapter spells a term and scores a match: one rule, so that engines agree.

The score of an entry is the sum over the query's distinct terms of

    tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / L))

which is BM25 without idf and with a fixed length L in the place of the average: both of those are
statistics of all owners who share an engine, and one owner's score must not hold another's.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

K1 = 0.9
B = 0.4
"""`K1`, `B`: the usual values for passages (Anserini's defaults)."""

USUAL_LENGTH = 16
"""L: terms of an average chat turn with the turn before it, stop words left out."""

MOST_QUERY_TERMS = 512
"""More distinct terms than this are not searched: a boolean query of Lucene holds 1024 clauses."""

DIGITS = 6
"""Scores are rounded to this: engines add floats in another order and width than Python does."""

_PLAIN = re.compile(r"[a-z0-9]{1,64}")
_LONGEST_BYTES = 100  # 200 hexadecimal digits; Lucene's tokenizers cut a token at 255 characters
_EXACT_NORM = 24  # Lucene's SmallFloat: lengths below are kept whole,
_NORM_BITS = 4  # above, this many significant bits of what exceeds it


def opaque(term: str) -> str:
    """Return `term` as one token that no engine's tokenizer splits, folds or shortens.

    Plain terms stay as they are; others become hexadecimal, very long ones a digest. No result
    equals that of another term, since `_` never begins a plain one.
    """
    if _PLAIN.fullmatch(term):
        return term
    raw = term.encode("utf-8", "surrogatepass")
    if len(raw) <= _LONGEST_BYTES:
        return f"_{raw.hex()}"
    return f"__{hashlib.sha256(raw).hexdigest()}"


def opaque_terms(terms: Iterable[str]) -> list[str]:
    """Return the tokens of an entry, in order, with repetitions; empty terms say nothing."""
    return [opaque(term) for term in terms if term]


def query_terms(terms: Sequence[str]) -> dict[str, str]:
    """Return the query's distinct terms, at most `MOST_QUERY_TERMS`, each with its token."""
    distinct = [term for term in dict.fromkeys(terms) if term]
    return {term: opaque(term) for term in distinct[:MOST_QUERY_TERMS]}


def scored_length(length: int) -> int:
    """Return the length that the score uses: exact up to 40 terms, then in steps below 1 in 8.

    It is what Lucene's one-byte norm keeps; the other adapters follow it.
    """
    if length < _EXACT_NORM:
        return length
    excess = length - _EXACT_NORM
    dropped = max(excess.bit_length() - _NORM_BITS, 0)
    return _EXACT_NORM + (excess >> dropped << dropped)


def lexical_score(tokens: Iterable[str], entry: Sequence[str]) -> float:
    """Score an entry's tokens against the distinct tokens of a query; 0 where none is in it."""
    counts = Counter(entry)
    return score_of([counts[token] for token in tokens], len(entry))


def score_of(frequencies: Iterable[int], length: int) -> float:
    """Score an entry of so many tokens that holds the query's tokens so often."""
    norm = K1 * (1 - B + B * scored_length(length) / USUAL_LENGTH)
    return round(sum(tf * (K1 + 1) / (tf + norm) for tf in frequencies if tf), DIGITS)

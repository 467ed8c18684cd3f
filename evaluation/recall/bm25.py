"""BM25, as a simple memory without meaning has it."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import Stemmer

K1, B = 0.9, 0.4  # usual for short passages; the published figures of this benchmark use them
_STOP_WORDS = """
    a an the this that these those and or but if so of to in on at by for from with about into
    as is are was were be been being am do does did has have had will would can could should
    i me my we us our you your he him his she her it its they them their there here then than
    what when where which who whom whose why how not no such
"""
_STOP = frozenset(_STOP_WORDS.split())


class BM25:
    """Okapi BM25 over a list of documents, with stemming and a short list of stop words."""

    def __init__(self, documents: Sequence[str]) -> None:
        self._stem = Stemmer.Stemmer("english")
        terms = [self._terms(document) for document in documents]
        mean = sum(map(len, terms)) / max(len(terms), 1)
        self._size = len(terms)
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        for number, words in enumerate(terms):
            norm = K1 * (1 - B + B * len(words) / mean)
            for word, count in Counter(words).items():
                self._postings[word][number] = count * (K1 + 1) / (count + norm)

    def top(self, query: str, k: int) -> list[int]:
        """Return the numbers of the `k` best documents, best first, ties in their order."""
        scores = [0.0] * self._size
        for word in self._terms(query):
            postings = self._postings.get(word, {})
            idf = math.log(1 + (self._size - len(postings) + 0.5) / (len(postings) + 0.5))
            for number, weight in postings.items():
                scores[number] += idf * weight
        return sorted(range(self._size), key=lambda number: -scores[number])[:k]

    def _terms(self, text: str) -> list[str]:
        words = re.findall(r"[a-z0-9]+", text.lower().replace("'s", ""))
        return [str(self._stem.stemWord(word)) for word in words if word not in _STOP]

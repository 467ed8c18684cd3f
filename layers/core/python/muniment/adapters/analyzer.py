"""English words for lexical search; the index stores what this makes of a text."""

import re
import unicodedata
from typing import Final

from Stemmer import Stemmer

from muniment.domain.words import STOP_WORDS

_WORD: Final = re.compile(r"[^\W_]+")
_POSSESSIVE: Final = re.compile(r"['’]s\b")
_LONGEST_TERM: Final = 64
"""Characters. Longer runs are no words, and engines refuse terms of some thousand bytes."""


class EnglishAnalyzer:
    """An `Analyzer`: words of any script, English stemming, no stop words."""

    def __init__(self) -> None:
        self._stemmer = Stemmer("english", 0)  # without its cache, which is not thread-safe

    def terms(self, text: str) -> tuple[str, ...]:
        """Return terms in order; `zebra-4471` is two of them."""
        folded = unicodedata.normalize("NFKC", text).casefold()
        words = _WORD.findall(_POSSESSIVE.sub("", folded))
        kept = [word[:_LONGEST_TERM] for word in words if word not in STOP_WORDS]
        return tuple(self._stemmer.stemWords(kept))

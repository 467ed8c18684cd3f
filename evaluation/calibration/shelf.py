"""The turns of one dialogue, encoded once, and what the floor weighs of them for a query.

Candidates, ranking and statistics are the product's: the best of either search with their
neighbours, its recipe, and the owner's own document frequencies. Only the store and the index are
left out, so that a memory can be asked as if it were smaller than it is.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaluation.extraction.dialogues import Dialogue
from muniment.adapters.analyzer import EnglishAnalyzer
from muniment.adapters.late_interaction import LateInteractionRanker
from muniment.adapters.lexical import lexical_score
from muniment.app.ports import EncodedQuery, Encoder, Passage
from muniment.domain.passages import passage
from muniment.domain.ranking import RECIPES, Asked, asks_for_time
from muniment.domain.relevance import (
    Signals,
    best_lexical,
    inner_names,
)
from muniment.domain.traits import traits
from muniment.domain.vectors import unpack_vector
from muniment.domain.voices import named_speaker

type Floats = npt.NDArray[np.float32]

SHOWN = 10
_NEAR = (1, 2)
_ANALYZER = EnglishAnalyzer()
_RANKER = LateInteractionRanker()


@dataclass(frozen=True, slots=True)
class Query:
    """A text, encoded once for all memories that are asked it."""

    text: str
    encoded: EncodedQuery
    terms: tuple[str, ...]

    @classmethod
    def of(cls, text: str, encoder: Encoder) -> "Query":
        """Encode a text."""
        return cls(text, encoder.query(text), _ANALYZER.terms(text))


@dataclass(frozen=True, slots=True)
class Found:
    """What a memory has for a query: what the floor weighs, and the turns it would show."""

    signals: Signals
    first: frozenset[int]


class Shelf:
    """Encoded turns, which can be asked as a whole or in part."""

    def __init__(self, dialogue: Dialogue, encoder: Encoder) -> None:
        self.name = dialogue.name
        self.turns = turns = [turn for turn in dialogue.turns if turn.owner and turn.text.strip()]
        self.places = {(turn.session, turn.number): n for n, turn in enumerate(turns)}
        names = dict.fromkeys(turn.session for turn in turns)
        self._numbers = numbers = {session: n for n, session in enumerate(names)}
        self.sessions = np.array([numbers[turn.session] for turn in turns])
        texts = [passage(turn.speaker, turn.text, turn.at) for turn in turns]
        encoded = [encoder.passages([text])[0] for text in texts]
        self._vectors = np.array([unpack_vector(e.vector) for e in encoded], np.float32)
        before = ["", *texts[:-1]]
        self._terms = [
            _ANALYZER.terms(text if first else f"{last}\n{text}")
            for last, text, first in zip(before, texts, self._firsts(), strict=True)
        ]
        self._holding: dict[str, list[int]] = {}
        for n, terms in enumerate(self._terms):
            for term in set(terms):
                self._holding.setdefault(term, []).append(n)
        self._passages = [
            Passage(
                str(n).zfill(6), encoded[n].states, turn.speaker, turn.session,
                self._beside(n, -1), self._beside(n, 1), traits(turn.text), encoded[n].vector,
            )
            for n, turn in enumerate(turns)
        ]  # fmt: skip

    def number(self, session: str) -> int | None:
        """Return the place of a session by its own id, `None` if the owner said nothing in it."""
        return self._numbers.get(f"{self.name}/{session}")

    def ask(self, query: Query, low: int = 0, high: int | None = None) -> Found | None:
        """Return what the sessions from `low` to before `high` have; `None` if nothing is found."""
        end = len(self.turns) if high is None else high
        inside = np.flatnonzero((self.sessions >= low) & (self.sessions < end)).tolist()
        recipe = RECIPES.of(len(query.encoded.weights))
        cosines = self._vectors[inside] @ np.array(query.encoded.vector, np.float32)
        near = [inside[n] for n in np.argsort(-cosines, kind="stable")[: recipe.pool]]
        holding = {n for term in query.terms for n in self._holding.get(term, ())}
        there = holding.intersection(inside)
        scores = {n: lexical_score(query.terms, self._terms[n]) for n in there}
        told = sorted(scores, key=lambda n: (-scores[n], n))
        found = {*near, *told[: recipe.pool]}
        beside = {int(p) for n in found for p in self._passages[n].before + self._passages[n].after}
        ranked = sorted(found | (beside & set(inside)))
        if not ranked:
            return None
        asked = Asked(
            recipe, named_speaker(query.text, {turn.speaker for turn in self.turns}),
            asks_for_time(query.text),
        )  # fmt: skip
        scored = _RANKER.rank(query.encoded, [self._passages[n] for n in ranked], asked)
        absolute = max(item.absolute for item in scored)
        signals = self._signals(query, inside, sorted(found), absolute, float(cosines.max()))
        return Found(signals, frozenset(int(item.id) for item in scored[:SHOWN]))

    def _signals(
        self, query: Query, inside: Sequence[int], found: Sequence[int], absolute: float,
        cosine: float,
    ) -> Signals:  # fmt: skip
        some = set(inside)
        frequencies = Counter(
            {term: len(some.intersection(self._holding.get(term, ()))) for term in query.terms}
        )
        length = sum(len(self._terms[n]) for n in inside) / len(inside)
        lexical = best_lexical(
            query.terms, [self._terms[n] for n in found], len(inside), length, frequencies
        )
        known = {term for term, held in frequencies.items() if held}
        named = inner_names(query.text)
        names = [set(_ANALYZER.terms(name)) for name in named]
        return Signals(
            absolute=absolute, cosine=cosine, lexical=lexical, documents=len(inside),
            pieces=len(query.encoded.weights), names=bool(named),
            unknown=sum(bool(name) and not name & known for name in names),
        )  # fmt: skip

    def _firsts(self) -> list[bool]:
        return [n == 0 or self.sessions[n] != self.sessions[n - 1] for n in range(len(self.turns))]

    def _beside(self, place: int, side: int) -> tuple[str, ...]:
        beside = (place + side * step for step in _NEAR)
        return tuple(
            str(n).zfill(6)
            for n in beside
            if 0 <= n < len(self.turns) and self.sessions[n] == self.sessions[place]
        )

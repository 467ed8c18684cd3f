"""The sentence gate on e5's own token states: one logistic regression, a few kilobytes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_model import Floats
from muniment.domain.grammar.salience import signs

WEIGHTS: Final = Path(__file__).parent / "constants" / "sentence-gate.npz"
VERSION: Final = "gate/1"
"""Of the weights: part of the extractor's version, which records name."""
CLIPPED: Final = 4.0
"""Standard deviations beyond which a sign says no more."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What `evaluation.extraction.fit_gate` fits on dialogues of other people."""

    sign_mean: Floats
    sign_scale: Floats
    sign_weights: Floats
    vector_weights: Floats
    bias: Floats

    @classmethod
    def load(cls, path: Path) -> "Weights":
        """Read the weights from an npz file."""
        with np.load(path) as stored:
            return cls(*(stored[name].astype(np.float32) for name in cls.__slots__))

    def scores(self, vectors: Floats, counted: Floats) -> Floats:
        """Return the logistic regression's shares, a row of vector and signs each."""
        scaled = np.clip((counted - self.sign_mean) / self.sign_scale, -CLIPPED, CLIPPED)
        odds = vectors @ self.vector_weights + scaled @ self.sign_weights + self.bias[0]
        return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


class E5SentenceGate:
    """A `SentenceGate` for records that e5-small-v2 encodes."""

    def __init__(self, encoder: E5Encoder, path: Path = WEIGHTS) -> None:
        """Take the encoder that stores the passages, so that its pass serves both."""
        self._encoder = encoder
        self._path = path

    @property
    def version(self) -> str:
        """See the port."""
        return VERSION

    def scores(self, passage: str, spans: Sequence[tuple[int, int]]) -> list[float]:
        """See the port."""
        if not spans:
            return []
        counted = np.array([signs(passage[start:end]) for start, end in spans], np.float32)
        shares = self._weights.scores(self._encoder.sentences(passage, spans), counted)
        return [round(float(share), 4) for share in shares]

    def load(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._weights

    @cached_property
    def _weights(self) -> Weights:
        return Weights.load(self._path)

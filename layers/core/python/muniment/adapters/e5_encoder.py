"""The default encoder: e5-small-v2 inside the function, no network."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from muniment.adapters.e5_model import PASSAGE, QUERY, E5Model, Floats, Hidden, unit
from muniment.adapters.encodings import DEFAULT_MODEL
from muniment.app.ports import Encoded, EncodedQuery
from muniment.domain.vectors import pack_vector
from muniment.domain.words import STOP_WORDS

CONSTANTS: Final = Path(__file__).parent / "constants" / "e5-small-v2.npz"
"""Vectors of different constants are not comparable: another file needs another `DEFAULT_MODEL`."""

MAX_CHUNKS: Final = 32
"""What of a text is encoded: its first 8,000 word pieces, 35 KB of English, about 1 s. Their states
take 129 KB, which an item of the store holds with ease; lexical search knows the rest too."""

STOP_WEIGHT: Final = 0.5  # measured on five LoCoMo conversations, as all of the recipe


@dataclass(frozen=True, slots=True)
class Constants:
    """What was fitted once on dialogues of other people; made by `local.fit_constants`.

    E5's states all point one way, so their mean is taken off before anything is compared.
    """

    token_mean: Floats
    projection: Floats
    """384 to 128: rotated principal components, so that each sign carries as much as another."""
    turn_mean: Floats

    @classmethod
    def load(cls, path: Path) -> "Constants":
        """Read the constants from an npz file."""
        with np.load(path) as stored:
            return cls(*(stored[name].astype(np.float32) for name in cls.__slots__))

    def project(self, states: Floats) -> Floats:
        """Return unit rows of 128 for hidden states."""
        return unit(unit(states - self.token_mean) @ self.projection)

    def centre(self, mean: Floats) -> Floats:
        """Return the unit vector for a text's mean state."""
        return unit(unit(mean) - self.turn_mean)


class E5Encoder:
    """An `Encoder` that runs e5-small-v2 int8 in this process."""

    def __init__(self, model_dir: Path, constants: Path = CONSTANTS) -> None:
        """`model_dir` holds model.onnx and tokenizer.json; nothing is loaded before first use."""
        self._model = E5Model(model_dir)
        self._path = constants

    @property
    def model(self) -> str:
        """Name and version of model and constants."""
        return DEFAULT_MODEL

    def load(self) -> None:
        """Load model and constants now, as a function does before its first request."""
        self._model.load()
        _ = self._constants

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        """Encode texts one by one, so that a text's bytes do not depend on its company."""
        return [self._passage(text) for text in texts]

    def query(self, text: str) -> EncodedQuery:
        """Encode a question; of one that is longer than the model's window, its beginning."""
        (hidden,) = self._model.hidden(text, QUERY, chunks=1)
        states = self._constants.project(hidden.states).astype("<f4")
        vector = self._constants.centre(hidden.mean)
        return EncodedQuery(
            tuple(vector.tolist()), states.tobytes(), tuple(map(self._weight, hidden.pieces))
        )

    def _passage(self, text: str) -> Encoded:
        chunks = self._model.hidden(text, PASSAGE, MAX_CHUNKS)
        vectors = np.stack([self._constants.centre(chunk.mean) for chunk in chunks])
        vector = unit(vectors.mean(axis=0)) if len(chunks) > 1 else vectors[0]
        return Encoded(pack_vector(vector.tolist()), b"".join(map(self._signs, chunks)))

    def _signs(self, chunk: Hidden) -> bytes:
        return np.packbits(self._constants.project(chunk.states) > 0, axis=1).tobytes()

    def _weight(self, piece: int) -> float:
        word = self._model.word(piece)
        counts = word.strip("#").isalnum() and word not in STOP_WORDS
        return 1.0 if counts else STOP_WEIGHT

    @cached_property
    def _constants(self) -> Constants:
        return Constants.load(self._path)

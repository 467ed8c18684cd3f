"""The default encoder: e5-small-v2 inside the function, no network."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
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

REMEMBERED: Final = 64
"""Passages whose encoding is kept between `sentences` and `passages`, by digest: those of one turn
of 60,000 characters are some 16, of 5 KB each. No text is kept."""

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
        self._remembered: OrderedDict[bytes, Encoded] = OrderedDict()

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
        return [self._remembered.get(_digest(text)) or self._passage(text) for text in texts]

    def sentences(self, text: str, spans: Sequence[tuple[int, int]]) -> Floats:
        """Return a centred unit vector for each span of `text`: the mean of its pieces' states.

        A span without a piece of its own, or beyond what of a text is encoded, gets the text's. The
        pass is the one that `passages` needs for the same text, which is remembered for it.
        """
        chunks = self._model.hidden(text, PASSAGE, MAX_CHUNKS)
        self._remember(text, self._encoded(chunks))
        states = np.concatenate([chunk.states for chunk in chunks])
        places = [span for chunk in chunks for span in chunk.spans]
        starts = np.array([start for start, _ in places], np.int64)
        whole = chunks[0].mean
        # Pieces come in the text's order, so those of a span are a run.
        runs = np.searchsorted(starts, np.array(spans, np.int64).reshape(-1, 2))
        means = [states[a:b].mean(axis=0) if a < b else whole for a, b in runs]
        return self._constants.centre(np.array(means, np.float32))

    def query(self, text: str) -> EncodedQuery:
        """Encode a question; of one that is longer than the model's window, its beginning."""
        (hidden,) = self._model.hidden(text, QUERY, chunks=1)
        states = self._constants.project(hidden.states).astype("<f4")
        vector = self._constants.centre(hidden.mean)
        return EncodedQuery(
            tuple(vector.tolist()), states.tobytes(), tuple(map(self._weight, hidden.pieces))
        )

    def forget(self) -> None:
        """Forget the encodings that are kept for `passages`."""
        self._remembered.clear()

    def _passage(self, text: str) -> Encoded:
        return self._encoded(self._model.hidden(text, PASSAGE, MAX_CHUNKS))

    def _remember(self, text: str, encoded: Encoded) -> None:
        self._remembered[_digest(text)] = encoded
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)

    def _encoded(self, chunks: Sequence[Hidden]) -> Encoded:
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


def _digest(text: str) -> bytes:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()

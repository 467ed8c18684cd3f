"""e5-small-v2 (int8, ONNX) as it comes: text to the hidden states of its word pieces."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from onnxruntime import InferenceSession, SessionOptions
from tokenizers import Tokenizer

from muniment.domain.chunking import chunk_bounds

type Floats = npt.NDArray[np.float32]

PASSAGE: Final = "passage: "  # the model was trained with these prefixes
QUERY: Final = "query: "

_WINDOW: Final = 256
"""Word pieces the model reads at once. It takes 512, but time grows faster than length."""
_ERRORS_ONLY: Final = 3


@dataclass(frozen=True, slots=True)
class Hidden:
    """One chunk: the mean over all states, and those of the text's own pieces with their ids.

    `spans`: where each piece stands in the text, in characters.
    """

    mean: Floats
    states: Floats
    pieces: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


class E5Model:
    """Loads on first use; one thread, one text at a time, so that batches change no bit."""

    def __init__(self, folder: Path) -> None:
        """`folder` holds model.onnx and tokenizer.json."""
        self._folder = folder

    def hidden(self, text: str, prefix: str, chunks: int | None = None) -> list[Hidden]:
        """Return the states of `text`, at least one chunk, at most `chunks` of them."""
        readable = text.encode(errors="replace").decode()  # a lone surrogate is no text
        encoding = self._tokenizer.encode(readable, add_special_tokens=False)
        start, end = self._frame(prefix)
        limit = _WINDOW - len(start) - len(end)
        bounds = chunk_bounds(readable, encoding.offsets, limit)[:chunks]
        ids, spans = encoding.ids, encoding.offsets
        return [self._run(start, ids[first:last], end, spans[first:last]) for first, last in bounds]

    def word(self, piece: int) -> str:
        """Return what the vocabulary has for a piece; `##` marks the inside of a word."""
        return str(self._tokenizer.id_to_token(piece))

    def load(self) -> None:
        """Load now instead of on first use."""
        _ = self._tokenizer, self._session

    def _frame(self, prefix: str) -> tuple[list[int], list[int]]:
        """Return the ids that stand before and after those of a text."""
        ids: list[int] = self._tokenizer.encode(prefix).ids
        return ids[:-1], ids[-1:]

    def _run(
        self,
        start: Sequence[int],
        pieces: Sequence[int],
        end: Sequence[int],
        spans: Sequence[tuple[int, int]],
    ) -> Hidden:
        ids = np.array([[*start, *pieces, *end]], np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        states: Floats = self._session.run(None, inputs)[0][0]
        own = states[len(start) : len(start) + len(pieces)]
        return Hidden(states.mean(axis=0), own, tuple(pieces), tuple(spans))

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _session(self) -> InferenceSession:
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY  # it warns about every unknown processor
        return InferenceSession(
            str(self._folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )


def unit(rows: Floats) -> Floats:
    """Scale the last axis to length 1; a row of zeros stays as it is."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-9), np.float32)

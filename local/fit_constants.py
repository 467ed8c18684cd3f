"""Fits the encoder's constants on dialogues: what is subtracted, and what token states become.

    PYTHONPATH=layers/core/python python -m local.fit_constants OUT.npz DIALOGUES.json...

Input is what RealMem (Apache-2.0) publishes for each persona: `dialogues`, each with
`dialogue_turns` of `speaker` and `content`; the user's turns are taken. The constants in the
package are an earlier fit of this kind on RealMem's user turns, which this command does not
reproduce bit for bit: on two personas alone it gives an evidence R@10 of .839 on five LoCoMo
conversations, where theirs give .845. The rotation's seed moves it by .003; learned rotations
(ITQ) lower it to .833. New constants make new vectors: `DEFAULT_MODEL` must be counted up.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import numpy.typing as npt
import typer

from local.model import provide
from muniment.adapters.e5_model import PASSAGE, E5Model, Floats, unit

DIMENSIONS: Final = 128
SEED: Final = 2


def user_turns(path: Path) -> Iterator[str]:
    """Yield the texts of the user's turns of one persona."""
    for dialogue in json.loads(path.read_text("utf-8"))["dialogues"]:
        for turn in dialogue["dialogue_turns"]:
            if turn["speaker"] == "User":
                yield str(turn["content"])


def fit(means: Floats, states: Floats) -> dict[str, npt.NDArray[np.float16]]:
    """Return the constants for mean states of turns and states of tokens, a row each."""
    token_mean = states.mean(axis=0, dtype=np.float64).astype(np.float32)
    axes = principal_axes(unit(states - token_mean)) @ rotation()
    constants = {
        "token_mean": token_mean,
        "projection": axes,
        "turn_mean": unit(means).mean(axis=0),
    }
    return {name: values.astype(np.float16) for name, values in constants.items()}


def principal_axes(rows: Floats) -> Floats:
    """Return the directions in which `rows` differ most, a column each."""
    _, vectors = np.linalg.eigh(rows.T @ rows / len(rows))
    return np.asarray(vectors[:, ::-1][:, :DIMENSIONS], np.float32)


def rotation() -> Floats:
    """Return a random rotation: it spreads the variance evenly, so that every sign says as much."""
    gaussian = np.random.default_rng(SEED).standard_normal((DIMENSIONS, DIMENSIONS))
    turned, triangle = np.linalg.qr(gaussian)
    return np.asarray(turned * np.sign(np.diag(triangle)), np.float32)


def encode(model: E5Model, texts: Sequence[str]) -> tuple[Floats, Floats]:
    """Return the mean states of the texts' chunks, and the states of all their tokens."""
    chunks = [chunk for text in texts for chunk in model.hidden(text, PASSAGE)]
    return np.stack([c.mean for c in chunks]), np.concatenate([c.states for c in chunks])


def main(
    out: Annotated[Path, typer.Argument(help="The npz file to write.")],
    dialogues: Annotated[list[Path], typer.Argument(help="RealMem dialogues, a persona each.")],
) -> None:
    """Fit the constants of e5-small-v2 on dialogues."""
    texts = [text for path in dialogues for text in user_turns(path)]
    constants = fit(*encode(E5Model(provide()), texts))
    np.savez(out, allow_pickle=False, **constants)
    print(f"{out}: fitted on {len(texts)} turns, {out.stat().st_size} bytes")


if __name__ == "__main__":
    typer.run(main)

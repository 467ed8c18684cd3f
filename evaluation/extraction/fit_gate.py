"""Fits the weights of the sentence gate on dialogues that say what should be remembered of them.

    python -m evaluation.extraction.fit_gate DIALOGUES [--out FILE]

Input is what RealMem (Apache-2.0) publishes for each persona. A sentence is worth keeping if, of
its turn, it holds most of the word stems of a gold memory, and at least a third of them. Prints how
well each persona's sentences are told apart by weights that were fitted on the others.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from evaluation.extraction.coverage import NOT_SAID
from evaluation.extraction.dialogues import Dialogue, read
from local.model import provide
from muniment.adapters.analyzer import EnglishAnalyzer
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_gate import CLIPPED, WEIGHTS, Weights
from muniment.adapters.e5_model import Floats
from muniment.domain.grammar.salience import signs
from muniment.domain.passages import passage, text_starts
from muniment.domain.text import sentences

type Doubles = npt.NDArray[np.float64]

THIRD = 0.34
LONGEST = 6000
"""Characters. A longer turn was pasted, and nobody marked its sentences."""
VECTOR_PENALTY, SIGN_PENALTY, BIAS_PENALTY = 2.0, 100.0, 1e-3
"""Of the squared weights. Measured with each persona left out: others differ by .01 of AUC."""
STEPS = 25


@dataclass(frozen=True, slots=True)
class Sample:
    """The sentences of one dialogue, a row each, and which of them are worth keeping."""

    name: str
    vectors: Floats
    counted: Floats
    kept: Doubles


def sample(dialogue: Dialogue, encoder: E5Encoder) -> Sample:
    """Encode the owner's turns of a dialogue and mark their sentences."""
    gold: dict[tuple[str, int], list[frozenset[str]]] = {}
    for memory in dialogue.gold:
        gold.setdefault((memory.session, memory.number), []).append(_stems(memory.text))
    vectors: list[Floats] = []
    counted: list[tuple[float, ...]] = []
    kept: list[float] = []
    for turn in dialogue.turns:
        spans = sentences(turn.text) if turn.owner and len(turn.text) <= LONGEST else []
        if not spans:
            continue
        start = text_starts(turn.speaker)
        whole = passage(turn.speaker, turn.text, turn.at)
        vectors.append(encoder.sentences(whole, [(start + a, start + b) for a, b in spans]))
        counted += (signs(turn.text[a:b]) for a, b in spans)
        said = [turn.text[a:b] for a, b in spans]
        kept += marked(said, gold.get((turn.session, turn.number), ()))
    return Sample(dialogue.name, np.concatenate(vectors), np.array(counted, np.float32), _f(kept))


def marked(said: Sequence[str], gold: Sequence[frozenset[str]]) -> list[float]:
    """Return 1 for each sentence that a gold memory of the turn is best told by, 0 for others."""
    stems = [_stems(sentence) for sentence in said]
    marks = [0.0] * len(said)
    for wanted in filter(None, gold):
        shares = [len(wanted & held) / len(wanted) for held in stems]
        if max(shares) >= THIRD:
            marks[shares.index(max(shares))] = 1.0
    return marks


def fit(samples: Sequence[Sample]) -> Weights:
    """Fit a ridge-penalised logistic regression by Newton's method."""
    counted = np.concatenate([each.counted for each in samples])
    vectors = np.concatenate([each.vectors for each in samples])
    kept = np.concatenate([each.kept for each in samples])
    mean = counted.mean(axis=0).astype(np.float32)
    scale = (counted.std(axis=0) + 1e-6).astype(np.float32)
    scaled = np.clip((counted - mean) / scale, -CLIPPED, CLIPPED)
    rows = np.hstack([np.ones((len(kept), 1)), scaled, vectors]).astype(np.float64)
    penalty = np.array(
        [BIAS_PENALTY, *[SIGN_PENALTY] * counted.shape[1], *[VECTOR_PENALTY] * vectors.shape[1]]
    )
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        shares = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (shares - kept) + penalty * weights
        curve = (rows * (shares * (1 - shares))[:, None]).T @ rows + np.diag(penalty)
        weights -= np.linalg.solve(curve, slope)
    found = weights.astype(np.float32)
    split = 1 + counted.shape[1]
    return Weights(mean, scale, found[1:split], found[split:], found[:1])


def told_apart(shares: Floats, kept: Doubles) -> float:
    """Return the area under the ROC curve: how often a kept sentence is above another."""
    ranks = np.empty(len(shares))
    ranks[np.argsort(shares, kind="stable")] = np.arange(1, len(shares) + 1)
    positives = kept.sum()
    surplus = ranks[kept > 0].sum() - positives * (positives + 1) / 2
    return float(surplus / (positives * (len(kept) - positives)))


def left_out(samples: Sequence[Sample]) -> Iterator[tuple[str, float]]:
    """Yield for each dialogue how well the weights of the others tell its sentences apart."""
    for held in samples:
        weights = fit([each for each in samples if each is not held])
        yield held.name, told_apart(weights.scores(held.vectors, held.counted), held.kept)


def save(weights: Weights, path: Path) -> None:
    """Write the weights, in half precision."""
    named = {name: getattr(weights, name).astype(np.float16) for name in Weights.__slots__}
    np.savez_compressed(path, allow_pickle=False, **named)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, write, and say how well it does."""
    parser = argparse.ArgumentParser("evaluation.extraction.fit_gate", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args(arguments)
    encoder = E5Encoder(provide())
    samples = [sample(each, encoder) for path in options.files for each in read(path)]
    if len(samples) > 1:
        for name, area in left_out(samples):
            print(f"{name}: AUC {area:.3f} with weights of the others")
    save(fit(samples), options.out)
    rows = sum(len(each.kept) for each in samples)
    share = sum(each.kept.sum() for each in samples) / rows
    print(f"{options.out}: {rows} sentences, {share:.3f} worth keeping")


def _stems(text: str) -> frozenset[str]:
    return frozenset(EnglishAnalyzer().terms(text)) - NOT_SAID


def _f(values: Sequence[float]) -> Doubles:
    return np.array(values, np.float64)


if __name__ == "__main__":
    main()

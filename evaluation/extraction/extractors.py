"""The extractors that are measured: with the sentence gate, without, or a route of models."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.extraction import fit_gate
from evaluation.extraction.dialogues import Dialogue
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_gate import WEIGHTS, E5SentenceGate
from muniment.adapters.pattern_extractor import PatternExtractor


@dataclass(frozen=True, slots=True)
class Extractors:
    """What to extract a dialogue with."""

    dialogues: Sequence[Dialogue]
    encoder: E5Encoder | None
    """Its passes feed the gate; `None`: there is no gate."""
    left_out: bool = False
    """Whether the gate judges a dialogue by weights that were fitted on the others with gold."""

    def of(self, dialogue: Dialogue) -> PatternExtractor:
        """Return the deterministic extractor for a dialogue."""
        if self.encoder is None:
            return PatternExtractor()
        if not (self.left_out and dialogue.gold):
            return PatternExtractor(E5SentenceGate(self.encoder, WEIGHTS))
        others = [each for each in self.dialogues if each.gold and each is not dialogue]
        if not others:
            raise ValueError(f"{dialogue.name} is the only dialogue that says what to remember")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "weights.npz"
            samples = [fit_gate.sample(each, self.encoder) for each in others]
            fit_gate.save(fit_gate.fit(samples), path)
            gate = E5SentenceGate(self.encoder, path)
            gate.load()
        return PatternExtractor(gate)

"""Our own sets, with the scanners that each concerns: what is harmless to one holds another's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.held_out import blind, held_out
from evaluation.samples import Sample, read
from evaluation.sensitive import SEED, samples

_INJECTION = Path(__file__).parent / "data" / "injection.jsonl"


@dataclass(frozen=True, slots=True)
class SampleSet:
    """Texts under one name."""

    name: str
    samples: Callable[[], Sequence[Sample]]
    labels: frozenset[str]
    """The scanners that are measured on it."""


SETS: tuple[SampleSet, ...] = (
    SampleSet("secrets and personal data", samples, frozenset(("secret", "personal"))),
    SampleSet(
        "secrets and personal data, held out",
        lambda: held_out(SEED),
        frozenset(("secret", "personal")),
    ),
    SampleSet(
        "secrets and personal data, blind",
        lambda: blind(SEED),
        frozenset(("secret", "personal")),
    ),
    SampleSet("injection", lambda: read(_INJECTION), frozenset(("injection",))),
)

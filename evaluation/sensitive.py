"""The samples for the gate of secrets and personal data; the same ones for the same seed."""

import random
from collections.abc import Iterator, Sequence

from evaluation.formats import FORMATS
from evaluation.harmless_values import HARMLESS_VALUES, TEXTS
from evaluation.personal_values import PERSONAL
from evaluation.samples import HARMLESS, Sample
from evaluation.secret_values import SECRETS, Value

SEED = 7
_FORMATS_A_VALUE = 8


def samples(seed: int = SEED) -> list[Sample]:
    """Return some 200 texts with secrets, 200 with personal data, 180 with look-alikes."""
    rng = random.Random(seed)  # noqa: S311 - chance that can be repeated is wanted
    return [
        *_in_formats(rng, SECRETS, "secret"),
        *_in_formats(rng, PERSONAL, "personal"),
        *_in_formats(rng, HARMLESS_VALUES, HARMLESS),
        *(Sample(text, HARMLESS, "text", "prose") for text in TEXTS),
    ]


def _in_formats(rng: random.Random, values: Sequence[Value], label: str) -> Iterator[Sample]:
    for value in values:
        open_to = list(value.formats or FORMATS)
        for form in rng.sample(open_to, min(_FORMATS_A_VALUE, len(open_to))):
            text = FORMATS[form](rng, rng.choice(value.names), value.make(rng))
            yield Sample(text, label, value.group, form)

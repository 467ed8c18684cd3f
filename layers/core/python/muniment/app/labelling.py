"""Labels at the door: read for secrets and for what was forgotten, as every string is."""

from collections.abc import Callable
from dataclasses import dataclass

from muniment.app.redacting import Redactor
from muniment.domain.findings import DataKind
from muniment.domain.handling import Scalar
from muniment.domain.labels import Labels
from muniment.domain.redaction import Redacted


@dataclass(frozen=True, slots=True)
class CleanLabels:
    """Labels as they may be kept, and what was found in them."""

    labels: Labels
    parts: tuple[Redacted, ...] = ()
    flagged: frozenset[DataKind] = frozenset()
    """In tags and names, which no mark may change."""


def clean_labels(
    redactor: Redactor, field: str, labels: Labels, is_forgotten: Callable[[str], bool]
) -> CleanLabels:
    """Return the labels of `field`, of which nothing was forgotten.

    Raises SensitiveDataError where the policy refuses what is in one, and for a tag or a name that
    would have to be redacted.
    """
    flagged: frozenset[DataKind] = frozenset()
    parts: list[Redacted] = []
    metadata: list[tuple[str, Scalar]] = []
    for tag in labels.tags:
        flagged |= redactor.require_clean(f"{field}.tags", tag)
    for name, value in labels.metadata:
        flagged |= redactor.require_clean(f"{field}.metadata", name)
        if not isinstance(value, str):
            metadata.append((name, value))
        elif not is_forgotten(value):
            parts.append(redactor.value(f"{field}.metadata.{name}", name, value))
            metadata.append((name, parts[-1].text))
    tags = [tag for tag in labels.tags if not is_forgotten(tag)]
    return CleanLabels(Labels.of(tags, metadata), tuple(parts), flagged)

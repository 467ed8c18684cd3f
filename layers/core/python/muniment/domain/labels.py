"""Tags and metadata: what a caller says about what it delivers, for finding it again.

They belong to the event and so to everything that is made of it. Nothing here is believed: no
label decides trust, access or purpose.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from muniment.domain.handling import Handling, Scalar

TAG = re.compile(r"[^\W_][\w.:-]{0,63}")
"""A tag: a letter or digit of any script, then also `_ . : -`; 64 characters at most."""
KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The name of a metadata value."""
MOST_TAGS = 16
MOST_KEYS = 16
LONGEST_VALUE = 256
"""Characters of a metadata value that is a string."""
METADATA_BYTES = 2048
"""Of all names and strings of one event together, in UTF-8: each of its records holds a copy."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Tags, and metadata by name; `of` puts both in an order of their own."""

    tags: tuple[str, ...] = ()
    metadata: tuple[tuple[str, Scalar], ...] = ()

    @classmethod
    def of(cls, tags: Iterable[str], metadata: Iterable[tuple[str, Scalar]]) -> "Labels":
        """Return these labels; of two values of one name the last."""
        ordered = sorted(dict(metadata).items(), key=lambda item: item[0])
        return cls(tuple(sorted(set(tags))), tuple(ordered))

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.tags or self.metadata)

    def on(self, handling: Handling) -> Handling:
        """Return `handling` with these labels and no others."""
        return replace(handling, tags=self.tags, metadata=self.metadata)


UNLABELLED = Labels()


def labels_of(handling: Handling) -> Labels:
    """Return the labels that something has."""
    return Labels(handling.tags, handling.metadata)


def united(labels: Sequence[Labels]) -> Labels:
    """Return the labels of all: every tag, and of each name the last value."""
    return Labels.of(
        (tag for each in labels for tag in each.tags),
        (item for each in labels for item in each.metadata),
    )

"""The gate at the door: no string of a caller is stored, queued or logged before it was here."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from muniment.app.errors import SensitiveDataError
from muniment.app.ports import Detector
from muniment.domain.findings import DataKind
from muniment.domain.redaction import FLAG_PERSONAL, MOST_MARKS, Redacted, RedactionPolicy, redact

_ROUNDS = 4
"""What is taken out may show something that it hid; the text gets shorter of findings each time."""


@dataclass(frozen=True, slots=True)
class Redactor:
    """Takes out of a text what the policy does not let in."""

    detector: Detector
    policy: RedactionPolicy = FLAG_PERSONAL

    def __call__(self, field: str, text: str) -> Redacted:
        """Return `text` as it may be kept.

        Raises SensitiveDataError, with the name of the field and without its text, where the
        policy refuses what is in it or where it is more secrets than text.
        """
        removed: Counter[DataKind] = Counter()
        done = Redacted(text)
        for _ in range(_ROUNDS):
            done = redact(done.text, self.detector.detect(done.text), self.policy)
            if done.refused:
                raise SensitiveDataError(field, min(done.refused))
            removed.update(done.removed)
            if removed.total() > MOST_MARKS:
                raise SensitiveDataError(field, max(removed, key=lambda kind: removed[kind]))
            if not done.removed:
                break
        return replace(done, removed=dict(sorted(removed.items())))

    def require_clean(self, field: str, name: str) -> frozenset[DataKind]:
        """Return the kinds flagged in an identifier, which cannot be redacted: others must find it.

        Raises SensitiveDataError where the policy does not let all of it in.
        """
        done = redact(name, self.detector.detect(name), self.policy)
        kinds = [*done.refused, *done.removed]
        if kinds:
            raise SensitiveDataError(field, min(kinds))
        return done.flagged


def total(parts: Iterable[Redacted]) -> tuple[Mapping[DataKind, int], frozenset[DataKind]]:
    """Return what was taken out of several texts, and what is flagged in any of them."""
    known = list(parts)
    removed: Counter[DataKind] = Counter()
    for part in known:
        removed.update(part.removed)
    flagged = frozenset(kind for part in known for kind in part.flagged)
    return dict(sorted(removed.items())), flagged

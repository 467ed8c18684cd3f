"""The gate at the door: no string of a caller is stored, queued or logged before it was here."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from muniment.app.errors import SensitiveDataError
from muniment.app.ports import Detector
from muniment.domain.findings import DataKind
from muniment.domain.handling import Handling
from muniment.domain.redaction import FLAG_PERSONAL, MOST_MARKS, Redacted, RedactionPolicy, redact

_ROUNDS = 4
"""What is taken out may show something that it hid; the text gets shorter of findings each time."""


@dataclass(frozen=True, slots=True)
class Redactor:
    """Takes out of a text what the policy does not let in."""

    detector: Detector
    policy: RedactionPolicy = FLAG_PERSONAL
    most: int = MOST_MARKS
    """The most that is taken out of one text."""

    def __call__(self, field: str, text: str) -> Redacted:
        """Return `text` as it may be kept.

        Raises SensitiveDataError, with the name of the field and without its text, where the
        policy refuses what is in it or where it is more secrets than text.
        """
        removed: Counter[DataKind] = Counter()
        done = Redacted(text)
        for _ in range(_ROUNDS if text else 0):
            done = redact(done.text, self.detector.detect(done.text), self.policy)
            if done.refused:
                raise SensitiveDataError(field, min(done.refused))
            removed.update(done.removed)
            if removed.total() > self.most:
                raise SensitiveDataError(field, max(removed, key=lambda kind: removed[kind]))
            if not done.removed:
                break
        return replace(done, removed=dict(sorted(removed.items())))

    def value(self, field: str, name: str, value: str) -> Redacted:
        """Return a value as it may be kept under a name, which tells what it is.

        "hunter2" is a password behind such a word only. Flags are the name's, too.
        """
        before = f"{name}: " if name else ""
        both = self(field, before + value)
        return replace(both, text=both.text.removeprefix(before))

    def require_clean(self, field: str, name: str) -> frozenset[DataKind]:
        """Return the kinds flagged in an identifier.

        Raises SensitiveDataError where a text would be redacted: an identifier with a mark in it
        would be another's too. Cards are let in: a tenth of all numbers has their check digit.
        """
        findings = [f for f in self.detector.detect(name) if f.kind is not DataKind.CARD]
        done = redact(name, findings, self.policy)
        kinds = [*done.refused, *done.removed]
        if kinds:
            raise SensitiveDataError(field, min(kinds))
        return done.flagged


def noted(
    handling: Handling, parts: Iterable[Redacted], flagged: Iterable[DataKind] = ()
) -> Handling:
    """Return `handling` with what was found in the strings that were redacted to `parts`."""
    known = list(parts)
    removed: Counter[str] = Counter()
    for part in known:
        removed.update(part.removed)
    personal = {*handling.personal, *flagged, *(kind for part in known for kind in part.flagged)}
    return replace(
        handling, personal=tuple(sorted(personal)), redacted=tuple(sorted(removed.items()))
    )


def total(handlings: Iterable[Handling]) -> tuple[tuple[str, int], ...]:
    """Return what was taken out of several events together."""
    removed: Counter[str] = Counter()
    for handling in handlings:
        removed.update(dict(handling.redacted))
    return tuple(sorted(removed.items()))

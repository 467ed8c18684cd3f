"""Taking secrets and personal data out of a text, by policy, before anybody keeps it.

What is taken out leaves a visible mark of its kind, `[redacted: api key]`. From then on the text
with the marks is the text: spans and quotes refer to it, and nothing is left of what stood there.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from muniment.domain.findings import DataKind, Finding, Group

_MARK = re.compile(rf"\[redacted: ({'|'.join(kind.label for kind in DataKind)})\]")
_KINDS = {kind.label: kind for kind in DataKind}

MOST_MARKS = 1000
"""The most that is taken out of one text. A mark may be longer than what it stands for, and a text
of 200 KB has to stay an item of the store, which holds 400."""


class Action(StrEnum):
    """What a policy does about personal data of one kind."""

    FLAG = "flag"  # keep it, and say on the record that it is there
    REDACT = "redact"
    REFUSE = "refuse"  # the whole request


@dataclass(frozen=True, slots=True)
class RedactionPolicy:
    """What happens to each kind of personal data. Secrets are redacted whatever it says."""

    name: str
    personal: Mapping[DataKind, Action] = field(default_factory=dict)
    otherwise: Action = Action.FLAG
    """For kinds that `personal` does not name."""
    least_confidence: float = 0.5
    """Findings below it are taken for none: as good as a coin."""

    def action(self, kind: DataKind) -> Action:
        """Return what is done about `kind`."""
        if kind.group is Group.SECRET:
            return Action.REDACT
        return self.personal.get(kind, self.otherwise)


FLAG_PERSONAL = RedactionPolicy(
    name="flag-personal/1",
    # A full card number in clear may not be kept by anybody (PCI DSS 4.0, 3.5.1).
    personal={DataKind.CARD: Action.REDACT},
)
"""The default: a memory of a person is personal data, so it is kept and said to be there."""

REDACT_PERSONAL = RedactionPolicy(name="redact-personal/1", otherwise=Action.REDACT)
"""For tenants whose memories are about work, not about people."""

REFUSE_PERSONAL = RedactionPolicy(name="refuse-personal/1", otherwise=Action.REFUSE)
"""For tenants who may hold none: the caller has to take it out."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without what the policy takes out, and what is known of it."""

    text: str
    removed: Mapping[DataKind, int] = field(default_factory=dict)
    """How many of each kind were taken out."""
    flagged: frozenset[DataKind] = frozenset()
    """Personal data that is still in the text, by kind."""
    refused: frozenset[DataKind] = frozenset()
    """Kinds for which the policy refuses the request."""


def mark(kind: DataKind) -> str:
    """Return what stands in a text where something of `kind` was."""
    return f"[redacted: {kind.label}]"


def marked(text: str) -> dict[DataKind, int]:
    """Return the kinds of which a text holds marks, and how many."""
    return dict(sorted(Counter(_KINDS[label] for label in _MARK.findall(text)).items()))


def only_marks(text: str) -> bool:
    """Whether marks and punctuation are all that is left of a text that holds a mark."""
    rest, marks = _MARK.subn("", text)
    return marks > 0 and not any(character.isalnum() for character in rest)


def redact(text: str, findings: Iterable[Finding], policy: RedactionPolicy) -> Redacted:
    """Return `text` as `policy` lets it be kept; what lies outside the findings is untouched.

    Findings that overlap and are to be taken out go as one stretch, so that no end of one stays;
    its mark names the secret among them, else the surest. Personal data that overlaps a secret is
    neither flagged nor refused: it goes with the secret, or was never there (the password and host
    of a URL look like an e-mail address).
    """
    sound = [f for f in findings if f.confidence >= policy.least_confidence and _lies_in(text, f)]
    out = _stretches([f for f in sound if policy.action(f.kind) is Action.REDACT])
    secrets = [stretch for stretch in out if stretch.group is Group.SECRET]

    def kinds(action: Action, but_in: Sequence[Finding]) -> frozenset[DataKind]:
        asked = (f for f in sound if policy.action(f.kind) is action)
        return frozenset(f.kind for f in asked if not _overlaps(but_in, f))

    return Redacted(
        text=_replaced(text, out),
        removed=dict(sorted(Counter(stretch.kind for stretch in out).items())),
        flagged=kinds(Action.FLAG, out),
        refused=kinds(Action.REFUSE, secrets),
    )


def _lies_in(text: str, finding: Finding) -> bool:
    return 0 <= finding.start < finding.end <= len(text)


def _stretches(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings in order, with those that overlap made one."""
    merged: list[Finding] = []
    for finding in sorted(findings, key=lambda f: (f.start, -f.end, f.kind)):
        if merged and finding.start < merged[-1].end:
            merged[-1] = _joined(merged[-1], finding)
        else:
            merged.append(finding)
    return merged


def _joined(one: Finding, other: Finding) -> Finding:
    def weight(finding: Finding) -> tuple[bool, float, int]:
        return finding.group is Group.SECRET, finding.confidence, finding.end - finding.start

    kind = max((one, other), key=weight).kind
    confidence = max(one.confidence, other.confidence)
    return Finding(kind, one.start, max(one.end, other.end), confidence)


def _overlaps(stretches: Sequence[Finding], finding: Finding) -> bool:
    """Whether `finding` shares a character with one of `stretches`, which are in order."""
    before = bisect_left(stretches, finding.end, key=lambda stretch: stretch.start)
    return before > 0 and stretches[before - 1].end > finding.start


def _replaced(text: str, stretches: Sequence[Finding]) -> str:
    if not stretches:
        return text
    cuts = [0, *(place for s in stretches for place in (s.start, s.end)), len(text)]
    kept = [text[a:b] for a, b in list(pairwise(cuts))[::2]]
    marks = [mark(stretch.kind) for stretch in stretches]
    return "".join(part for pair in zip(kept, [*marks, ""], strict=True) for part in pair)

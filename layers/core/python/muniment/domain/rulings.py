"""What a gate may say of a candidate, and what all of them together said."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Stable codes of what a gate objects to; part of the API."""

    TRIVIAL = "trivial"
    REDACTED = "redacted"
    NOT_IN_EVENT = "not_in_event"
    NOT_SUPPORTED = "not_supported"
    REGISTERED = "registered"
    SHARED = "shared"
    PROCEDURE = "procedure"
    SENSITIVE = "sensitive"
    INJECTION = "injection"
    FORGOTTEN = "forgotten"
    DECLINED = "declined"
    DUPLICATE = "duplicate"
    LOW_CONFIDENCE = "low_confidence"
    NO_CONSENT = "no_consent"
    EPOCH_ENDED = "epoch_ended"
    OVER_BUDGET = "over_budget"
    CONTRADICTED = "contradicted"
    WRONG = "wrong"
    STALE = "stale"


class Verdict(StrEnum):
    """What became of a candidate at one gate, or at all of them; the later is the more severe."""

    PASSED = "passed"
    PROPOSED = "proposed"
    QUARANTINED = "quarantined"
    REFUSED = "refused"


_SEVERITY = tuple(Verdict)


@dataclass(frozen=True, slots=True)
class Propose:
    """Keep it for the owner or a reviewer to confirm; nobody recalls it before."""

    reason: Reason
    verdict = Verdict.PROPOSED


@dataclass(frozen=True, slots=True)
class Quarantine:
    """Keep it where only a reviewer sees it."""

    reason: Reason
    verdict = Verdict.QUARANTINED


@dataclass(frozen=True, slots=True)
class Refuse:
    """Do not keep it."""

    reason: Reason
    verdict = Verdict.REFUSED


Ruling = Propose | Quarantine | Refuse


@dataclass(frozen=True, slots=True)
class GatePassage:
    """What one gate said."""

    gate: str
    verdict: Verdict
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A candidate's way through the gates, up to the one that refused it."""

    passages: tuple[GatePassage, ...]

    @property
    def verdict(self) -> Verdict:
        """The most severe of what the gates said."""
        said = (passage.verdict for passage in self.passages)
        return max(said, key=_SEVERITY.index, default=Verdict.PASSED)

    @property
    def reason(self) -> Reason | None:
        """The reason of the most severe ruling; of several, the first gate's."""
        return next((p.reason for p in self.passages if p.verdict is self.verdict), None)

    @property
    def objections(self) -> tuple[GatePassage, ...]:
        """What every gate said that did not simply let the candidate pass."""
        return tuple(p for p in self.passages if p.verdict is not Verdict.PASSED)

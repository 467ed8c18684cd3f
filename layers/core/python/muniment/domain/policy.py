"""What a tenant may decide about its memory; the defaults are named and versioned.

A policy is data. The gates read it from their evidence, and every record names the version it was
judged under.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from muniment.domain.handling import Sensitivity
from muniment.domain.purposes import ASSISTANCE, DEFAULT_PURPOSES, STRICT_PURPOSES, Purpose
from muniment.domain.records import Provenance
from muniment.domain.redaction import FLAG_PERSONAL, RedactionPolicy

CONFIDENCE_FLOOR = 0.6
"""The floor of confidence, the same for every extractor (design, section 3)."""

DISCOUNTS: Mapping[Provenance, float] = {
    Provenance.TOOL_VERIFIED: 1.0,
    Provenance.USER_STATED: 1.0,
    Provenance.OBSERVED: 0.9,
    Provenance.MODEL_INFERRED: 0.8,
}
"""What a class takes off a candidate's confidence before it is held against the floor: a guess
must be surer of itself than the owner's own words. Ours; ordered as the classes are."""

ASSISTANT_DAYS = 90
"""How long an assistant's own words live: as long as the events that are their only evidence."""


@dataclass(frozen=True, slots=True)
class Policy:
    """One version of a tenant's policy."""

    name: str = "default"
    version: int = 1
    confidence_floor: float = CONFIDENCE_FLOOR
    discounts: Mapping[Provenance, float] = field(default_factory=lambda: DISCOUNTS)
    confirmed: frozenset[Sensitivity] = frozenset(Sensitivity)
    """Topics of which a fact waits until the owner confirms it or a reviewer decides."""
    redaction: RedactionPolicy = FLAG_PERSONAL
    """What happens to personal data at the door; secrets are taken out whatever it says."""
    review_days: int = 30
    """How long what waits for a decision is kept."""
    assistant_days: int = ASSISTANT_DAYS
    """How long what an assistant said by itself is kept, facts and episodes alike."""
    purposes: Mapping[str, Purpose] = field(default_factory=lambda: DEFAULT_PURPOSES)
    default_purpose: str = ASSISTANCE
    """Of a request that names none, and of what was stored before purposes were kept."""

    def weigh(self, given: Provenance, confidence: float) -> float:
        """Return a candidate's confidence with what its class takes off it."""
        return round(confidence * self.discounts[given], 4)

    def end_of(self, given: Provenance, received: datetime) -> datetime | None:
        """Return when something of a class expires that was received at a time; `None`: never."""
        inferred = given is Provenance.MODEL_INFERRED
        return received + timedelta(days=self.assistant_days) if inferred else None

    @property
    def label(self) -> str:
        """Name and version, as records carry it."""
        return f"{self.name}/{self.version}"


DEFAULT = Policy()

STRICT = Policy(
    name="strict", confidence_floor=0.75, review_days=14, assistant_days=30,
    purposes=STRICT_PURPOSES,
)  # fmt: skip
"""For those who must be able to show consent for all they keep; its floor is ours, as the other."""

NAMED: Mapping[str, Policy] = {policy.name: policy for policy in (DEFAULT, STRICT)}
"""What a tenant may begin with."""

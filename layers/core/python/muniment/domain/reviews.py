"""What waits for somebody's word: proposed, quarantined and contested statements."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from muniment.domain.forgetting import text_digest, value_digests
from muniment.domain.handling import UNKNOWN_ORIGIN, UNRESTRICTED, Handling, Origin
from muniment.domain.identity import Digester
from muniment.domain.records import Candidate, Episode, Fact
from muniment.domain.rulings import GatePassage, Reason
from muniment.domain.text import normalise


class Waiting(StrEnum):
    """Why an item waits; part of the API."""

    PROPOSED = "proposed"
    """Its owner may confirm it, or a reviewer."""
    QUARANTINED = "quarantined"
    """Only a reviewer sees it."""
    CONTESTED = "contested"
    """A fact of which a later, weaker statement says something else."""
    FLAGGED = "flagged"
    """A record that somebody who recalled it calls wrong or stale; it stands until decided."""


class ReviewStatus(StrEnum):
    """Where an item stands."""

    OPEN = "open"
    APPROVED = "approved"
    REJECTED = "rejected"


class Choice(StrEnum):
    """What may be decided."""

    APPROVE = "approve"
    REJECT = "reject"
    EDIT = "edit"


_APPROVED = frozenset({Reason.SHARED, Reason.PROCEDURE})


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One thing to decide; a decided one holds no text any more.

    `fact` is the fact that it is about, of what is flagged the record of either kind. The
    `candidate` of a contested item is the challenger; such an item is stored only once it is
    decided (app.questions).
    """

    id: str
    waiting: Waiting
    reasons: tuple[Reason, ...]
    event: str
    candidate: Candidate | None
    created_at: datetime
    expires_at: datetime
    epoch: int
    revision: int = 1
    status: ReviewStatus = ReviewStatus.OPEN
    origin: Origin = UNKNOWN_ORIGIN
    """Who proposed it, with which versions."""
    objections: tuple[GatePassage, ...] = ()
    """What gates said that did not simply let it pass."""
    handling: Handling = UNRESTRICTED
    """How the statement may be used, and by whom."""
    fact: str | None = None
    until: datetime | None = None
    """When what is approved is to be gone by its own word."""
    record: str | None = None
    """What an approval made."""
    decided_at: datetime | None = None
    decided_by: str | None = None
    """Keyed handle of who decided."""

    @property
    def needs_reviewer(self) -> bool:
        """Whether the owner's word is not enough: in quarantine, or for others to rely on."""
        return self.waiting is Waiting.QUARANTINED or not _APPROVED.isdisjoint(self.reasons)

    def is_open(self, now: datetime) -> bool:
        """Whether it may still be decided."""
        return self.status is ReviewStatus.OPEN and now < self.expires_at

    def ran_out(self, now: datetime) -> bool:
        """Whether nobody decided it while it was open."""
        return self.status is ReviewStatus.OPEN and now >= self.expires_at


def still_flagged(item: ReviewItem, record: Fact | Episode | None) -> bool:
    """Whether the record still says what was flagged."""
    if record is None or not record.readable or item.candidate is None:
        return False
    if isinstance(record, Episode):
        return True
    return normalise(record.value or "") == normalise(item.candidate.value or "")


def declined_digests(digester: Digester, candidate: Candidate) -> frozenset[str]:
    """Return the digests by which a rejected value is known again.

    They are other digests than an erasure's: a rejection says that a statement is not to be
    believed, not that its words must vanish.
    """
    digests = {text_digest(digester, candidate.text)}
    if candidate.attribute and candidate.value:
        digests |= value_digests(digester, candidate.attribute, candidate.value)
    return frozenset(digester.digest("declined", digest) for digest in digests)

"""What a use case may ask the store to change; all changes of one commit are one transaction.

A change that puts something new fails if it is there already; a change that replaces names the
revision it read.
"""

from dataclasses import dataclass
from datetime import datetime

from muniment.app.stored import (
    ConsentStep,
    Counts,
    Edge,
    Erasure,
    Extraction,
    Idempotency,
    Operation,
    Owner,
    StoredVector,
)
from muniment.domain.events import Event
from muniment.domain.feedback import Feedback
from muniment.domain.handling import Origin
from muniment.domain.recalls import RecallTrace
from muniment.domain.records import Assertion, Episode, Fact, Neighbours
from muniment.domain.reviews import ReviewItem
from muniment.domain.uploads import UploadState
from muniment.domain.working.results import FullResult
from muniment.domain.working.session import Session


@dataclass(frozen=True, slots=True)
class PutEvent:
    """Store an event once, with its place in the session."""

    event: Event


@dataclass(frozen=True, slots=True)
class ReviseEvent:
    """Replace the text and the handling of an event after blanking."""

    event: Event
    was: str
    """The text it had when it was read."""


@dataclass(frozen=True, slots=True)
class PutOperation:
    """Store an operation once, with the pointer by which a lost one is found and queued again."""

    operation: Operation


@dataclass(frozen=True, slots=True)
class SettleUpload:
    """Write what became of an operation's upload; fails unless it is still in the state `was`."""

    operation: Operation
    was: UploadState


@dataclass(frozen=True, slots=True)
class PutIdempotency:
    """Remember an Idempotency-Key."""

    idempotency: Idempotency


@dataclass(frozen=True, slots=True)
class PutAssertion:
    """Add an assertion once."""

    assertion: Assertion
    epoch: int


@dataclass(frozen=True, slots=True)
class ReplaceAssertion:
    """Put another in the place of an assertion: a boundary, or itself without labels."""

    assertion: Assertion
    epoch: int


@dataclass(frozen=True, slots=True)
class DropAssertion:
    """Remove an assertion that nothing older would rise behind."""

    fact: str
    assertion: str


@dataclass(frozen=True, slots=True)
class PutFact:
    """Write the head of a fact; `was` is the revision read, 0 for a new one."""

    fact: Fact
    was: int


@dataclass(frozen=True, slots=True)
class WithdrawFact:
    """Leave nothing of a fact but the revision after `was`."""

    fact: str
    epoch: int
    was: int


@dataclass(frozen=True, slots=True)
class PutEpisode:
    """Write an episode; `was` is the revision read, 0 for a new one."""

    episode: Episode
    was: int


@dataclass(frozen=True, slots=True)
class DropEpisode:
    """Remove an episode and its place in the session."""

    episode: Episode
    was: int


@dataclass(frozen=True, slots=True)
class PutVector:
    """Write the encoding of a record, replacing an older one; what was said of it stays."""

    vector: StoredVector


@dataclass(frozen=True, slots=True)
class PutFeedback:
    """Write what callers said of a record, beside its encoding.

    Fails unless the record is still encoded as in `vector`, with what was said of it by then.
    """

    vector: StoredVector
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class DropVector:
    """Remove the encoding of a record."""

    record: str


@dataclass(frozen=True, slots=True)
class LinkNeighbours:
    """Change the neighbours of an episode that is there already."""

    record: str
    neighbours: Neighbours


@dataclass(frozen=True, slots=True)
class AdvanceSession:
    """Count a change of the session's episodes; fails if another came between."""

    session: str
    epoch: int
    was: int


@dataclass(frozen=True, slots=True)
class PutEdge:
    """Add an edge from event to record."""

    edge: Edge
    epoch: int


@dataclass(frozen=True, slots=True)
class DropEdge:
    """Remove an edge."""

    edge: Edge
    epoch: int


@dataclass(frozen=True, slots=True)
class PutTombstones:
    """Digests that must never come back, kept in both tables."""

    erasure: str
    epoch: int
    digests: frozenset[str]


@dataclass(frozen=True, slots=True)
class PutReview:
    """Write something to decide, or what was decided; `was` is the revision read, 0 for new."""

    item: ReviewItem
    was: int


@dataclass(frozen=True, slots=True)
class DropReview:
    """Remove something to decide, with the pointer to it."""

    review: str


@dataclass(frozen=True, slots=True)
class PutExtraction:
    """Pin candidates, or write what became of them; `was` is the revision read, 0 for new."""

    extraction: Extraction
    epoch: int
    was: int


@dataclass(frozen=True, slots=True)
class KeepExtraction:
    """Write nothing; fail unless an extraction is still at the revision `was`."""

    event: str
    epoch: int
    was: int


@dataclass(frozen=True, slots=True)
class PutReference:
    """Note that an event refers back to what was told before it; safe to repeat."""

    event: Event


@dataclass(frozen=True, slots=True)
class PutErasure:
    """Write an erasure job in the ledger.

    `new` fails if it is there, and adds the pointer by which a job that was never queued is found.
    With `was`, it fails unless so many steps of its purge were written, and it has not ended.
    """

    erasure: Erasure
    new: bool = False
    was: int | None = None


@dataclass(frozen=True, slots=True)
class PutAudit:
    """Add an audit entry to the ledger: ids, codes and versions, never text."""

    at: datetime
    action: str
    target: str
    epoch: int
    by: str
    """Who did it: a caller's keyed handle, or the name of a function."""
    reason: str | None = None
    """The code of why."""
    origin: Origin | None = None
    """Whose versions it was decided with."""


@dataclass(frozen=True, slots=True)
class PutCounts:
    """Write the owner's counts."""

    counts: Counts
    epoch: int


@dataclass(frozen=True, slots=True)
class PutTrace:
    """Write the trace of a recall."""

    trace: RecallTrace
    epoch: int


@dataclass(frozen=True, slots=True)
class NoteMissed:
    """Add a caller to those who missed something in a recall; fails if its trace is gone."""

    recall: str
    by: str


@dataclass(frozen=True, slots=True)
class GovernOwner:
    """Replace the owner's state; fails unless it is still `was`."""

    owner: Owner
    was: Owner


@dataclass(frozen=True, slots=True)
class PutConsent:
    """Write a step of the owner's consent in the ledger; `governance` is the version it makes."""

    step: ConsentStep
    governance: int


@dataclass(frozen=True, slots=True)
class PutSession:
    """Write a session; `was` is the revision read, 0 for a new one."""

    session: Session
    was: int


@dataclass(frozen=True, slots=True)
class DropSession:
    """Remove a session; fails if another revision of it is there."""

    session: Session


@dataclass(frozen=True, slots=True)
class PutToolResult:
    """Store a tool's result once, or (with `replaces`) in the place of an expired one.

    The projection and, apart from it, the full one.
    """

    full: FullResult
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class DropToolResult:
    """Remove a tool's result, both parts of it."""

    room: str
    epoch: int
    result: str


@dataclass(frozen=True, slots=True)
class FinishErasing:
    """Take off what one erasure held; bumps nothing."""

    holds: frozenset[str]


Change = (
    PutEvent
    | ReviseEvent
    | PutOperation
    | SettleUpload
    | PutIdempotency
    | PutAssertion
    | ReplaceAssertion
    | DropAssertion
    | PutFact
    | WithdrawFact
    | PutEpisode
    | DropEpisode
    | PutVector
    | PutFeedback
    | DropVector
    | LinkNeighbours
    | AdvanceSession
    | PutEdge
    | DropEdge
    | PutTombstones
    | PutReview
    | DropReview
    | PutExtraction
    | KeepExtraction
    | PutReference
    | PutErasure
    | PutAudit
    | PutCounts
    | PutTrace
    | NoteMissed
    | GovernOwner
    | PutConsent
    | PutSession
    | DropSession
    | PutToolResult
    | DropToolResult
    | FinishErasing
)

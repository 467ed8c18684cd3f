"""What the store keeps beside events, assertions and records: state, pins, jobs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum

from muniment.app.ports import Encoded
from muniment.app.progress import BEGINNING, Purge
from muniment.domain.consent import Consent, Consents
from muniment.domain.events import Span
from muniment.domain.feedback import UNSAID, Feedback
from muniment.domain.records import Candidate, Fact, Kind, Neighbours
from muniment.domain.rulings import GatePassage
from muniment.domain.scope import Scope
from muniment.domain.traits import NONE, Traits
from muniment.domain.uploads import Upload


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner's governance state; an owner without an item is in its first epoch."""

    epoch: int = 1
    governance: int = 1
    """Bumped by erasures and consent; a commit that was decided under an older version fails."""
    holds: frozenset[str] = frozenset()
    """What each pending erasure takes words from, see `hold`."""
    consents: Consents = field(default_factory=dict)
    """By purpose; a change of it bumps `governance`."""

    @property
    def erasing(self) -> frozenset[str]:
        """Ids of events whose derived records are being erased: nothing made of them is served."""
        return frozenset(each.partition("/")[2] for each in self.holds)


def hold(erasure: str, event: str) -> str:
    """Return the mark that `erasure` takes words from `event`.

    One for each pair: an event stays held until the last erasure that touches it has ended.
    """
    return f"{erasure}/{event}"


class Became(StrEnum):
    """What a candidate became; part of the API."""

    COMMITTED = "committed"
    PROPOSED = "proposed"
    QUARANTINED = "quarantined"
    REJECTED = "rejected"
    GONE = "gone"
    """It was committed, and is not there any more: erased, or at its end. Told, never stored."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one candidate."""

    kind: Kind
    became: Became
    record: str | None = None
    reason: str | None = None
    objections: tuple[GatePassage, ...] = ()
    """What each gate said that did not simply let it pass."""
    review: str | None = None
    """Where it waits for a decision."""


@dataclass(frozen=True, slots=True)
class ModelReport:
    """How models took part in one extraction: names, numbers and codes; never text.

    Calls that several turns of a session share are told of the first one.
    """

    prompt: str
    answered: tuple[str, ...] = ()
    """The models whose answers were taken; none if all was left to the deterministic extractor."""
    attempts: tuple[tuple[str, str], ...] = ()
    """Model and outcome of each call, in order."""
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    """By the prices of the deployment's routes."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """What was answered and did not even become a candidate, by reason."""
    note: str | None = None
    """Why some or all of the turn was left to the deterministic extractor."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The pinned candidates of one event and, once it is done, their outcomes."""

    event: str
    version: str
    candidates: tuple[Candidate, ...]
    status: str = "pending"  # pending, done, failed
    outcomes: tuple[Outcome, ...] = ()
    reason: str | None = None
    """Of a failure; else a note that not all was done as it should be."""
    report: ModelReport | None = None
    resolved: tuple[Candidate, ...] = ()
    """What it corrects and takes back of what was told before it, as far as that is known."""
    resolutions: tuple[Outcome, ...] = ()
    """What became of these."""
    revision: int = 0
    """How often it was written."""

    @property
    def every_outcome(self) -> tuple[Outcome, ...]:
        """What became of all of its candidates."""
        return (*self.outcomes, *self.resolutions)

    def without(self, spans: Sequence[Span]) -> "Extraction":
        """Return it without the facts that cite the spans; episodes hold no text here."""

        def kept(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
            return tuple(
                candidate
                for candidate in candidates
                if candidate.kind is Kind.EPISODE
                or not any(span.overlaps(candidate.span) for span in spans)
            )

        return replace(self, candidates=kept(self.candidates), resolved=kept(self.resolved))


@dataclass(frozen=True, slots=True)
class Reference:
    """An event that refers back: read anew when an earlier one comes in."""

    event: str
    told: str
    """Where it stands among the owner's turns (`Event.told`)."""


@dataclass(frozen=True, slots=True)
class Operation:
    """What a write asked for: the events it accepted. Its state is that of their extractions."""

    id: str
    epoch: int
    created_at: datetime
    events: tuple[str, ...]
    known: tuple[bool, ...]
    """Whether each event was there before."""
    redacted: tuple[tuple[str, int], ...] = ()
    """Kinds of what was taken out of its events before they were stored, and how often."""
    upload: Upload | None = None
    """The document that the events come from, where it is sent by itself."""

    def status(self, found: Mapping[str, Extraction]) -> str:
        """Return how far it is by the extractions of its events: done when every one is."""
        states = {found[each].status if each in found else "pending" for each in self.events}
        return next((state for state in ("failed", "pending") if state in states), "done")


@dataclass(frozen=True, slots=True)
class Idempotency:
    """What an Idempotency-Key was used for."""

    key: str
    fingerprint: str
    operation: str
    epoch: int
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Edge:
    """From an event to what was made of it."""

    event: str
    start: int
    end: int
    record: str
    assertion: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where an episode stands in its session."""

    order: str
    episode: str


@dataclass(frozen=True, slots=True)
class StoredVector:
    """The encoding of a record, apart from it, with the neighbours that recall reads along."""

    record: str
    encoded: Encoded
    epoch: int
    session: str | None = None
    speaker: str | None = None
    event: str | None = None
    neighbours: Neighbours = field(default_factory=Neighbours)
    traits: Traits = NONE
    feedback: Feedback = UNSAID
    """What callers said of the record as it is encoded; written by itself."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """A job that forgets, and the receipt it becomes; never holds text."""

    id: str
    target: str  # record, user, purpose
    epoch: int
    """The epoch whose material is erased."""
    created_at: datetime
    status: str = "pending"  # pending, done, failed
    spans: tuple[tuple[str, int, int], ...] = ()
    """Event, start and end of each quote to blank."""
    records: tuple[str, ...] = ()
    counted: Mapping[str, int] = field(default_factory=dict)
    probes: Mapping[str, int] = field(default_factory=dict)
    """What was left in each place when the job ended; all zero, or the job goes on."""
    finished_at: datetime | None = None
    purpose: str | None = None
    """The purpose whose material is deleted, where that is the target."""
    purge: Purge = BEGINNING
    """How far it has come with a user; a receipt says nothing of it."""

    @property
    def cited(self) -> list[Span]:
        """The quotes to blank."""
        return [Span(*span) for span in self.spans]


@dataclass(frozen=True, slots=True)
class ConsentStep:
    """One step of an owner's consent for a purpose, as the ledger keeps it."""

    purpose: str
    consent: Consent
    """What it became."""
    at: datetime
    notice_version: str | None
    """Of the text that the owner was shown; `None` where nobody was asked."""
    source: str
    """Where they were asked: a page, a dialogue, a paper."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Who did what, when, and why: ids, codes and versions; no text."""

    at: datetime
    by: str
    """A caller's keyed handle (the owner's own, or somebody else's), or the name of a function."""
    action: str
    target: str
    """Id of a record, assertion, review, operation, event or erasure; the purpose of a consent."""
    epoch: int
    reason: str | None = None
    """The code of why."""
    extractor: str | None = None
    policy: str | None = None

    @property
    def place(self) -> str:
        """Where it stands in the owner's audit: its key there, without text."""
        return f"{self.at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}#{self.action}#{self.target}"


@dataclass(frozen=True, slots=True)
class RestingItems:
    """What rests on one purpose alone: keys of items for the store, ids for the index.

    `named`: items that are known by the ids of others alone, and so have to go before them.
    """

    items: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    records: Mapping[str, str] = field(default_factory=dict)
    """Ids of the records among the items, by the items' keys."""
    counted: Mapping[str, int] = field(default_factory=dict)
    """Items by kind."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The owner's records by kind, made right every night."""

    facts: int = 0
    episodes: int = 0


@dataclass(frozen=True, slots=True)
class Head:
    """A fact, and the revision of its head; `None` and 0 where there is none.

    Of a fact that is withdrawn, as if nobody had ever said it, only the revision is left: the index
    knows it by that, should it be said again.
    """

    fact: Fact | None = None
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Heads:
    """The owner's facts as recall reads them: strongly consistent, at most two pages."""

    owner: Owner
    counts: Counts
    facts: tuple[Fact, ...]
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Pending:
    """Accepted work (an operation or an erasure) that has not been seen to end."""

    scope: Scope
    work: str
    """Id of the operation or erasure."""
    created_at: datetime
    queued_at: datetime
    """When it was queued last, as far as is known."""


@dataclass(frozen=True, slots=True)
class ReviewPointer:
    """Where something to decide lies; no text."""

    scope: Scope
    review: str


@dataclass(frozen=True, slots=True)
class Touched:
    """A record or review of an owner that changed."""

    scope: Scope
    record: str

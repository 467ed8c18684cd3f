"""What the use cases answer: plain values that the edge turns into JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from muniment.app.stored import AuditEntry, ConsentStep
from muniment.app.transit import Form
from muniment.domain.admission import Resolved
from muniment.domain.asking.understood import Understood
from muniment.domain.consent import ConsentState
from muniment.domain.handling import UNKNOWN_ORIGIN, Category, Origin, Scalar, Sensitivity
from muniment.domain.namespaces import Namespace
from muniment.domain.records import Kind, Status
from muniment.domain.rendering import Line
from muniment.domain.rulings import GatePassage
from muniment.domain.scope import Reach
from muniment.domain.typed_values import TypedValue


@dataclass(frozen=True, slots=True)
class Repetition:
    """A record that another one stands for, since it says the same; it is read by its id."""

    id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordView:
    """A fact or an episode as its owner may see it."""

    id: str
    kind: Kind
    status: Status
    text: str
    speaker: str
    at: datetime
    """When it happened or became true."""
    observed_at: datetime
    provenance: str
    confidence: float
    sources: tuple[str, ...]
    """Ids of the events it rests on."""
    namespace: Namespace = Namespace.OWNER
    """Whose words it is made of."""
    attribute: str | None = None
    value: str | None = None
    typed: TypedValue | None = None
    """What the value says beyond its words; `None` for words."""
    subject: str | None = None
    quote: str | None = None
    session: str | None = None
    document: str | None = None
    """Id of the document that an episode stands in, where that has parts."""
    times_seen: int = 1
    contested_by: str | None = None
    expires_at: datetime | None = None
    created_at: datetime | None = None
    category: Category = Category.FACT
    importance: float | None = None
    sensitivity: tuple[Sensitivity, ...] = ()
    purposes: tuple[str, ...] = ()
    agent: str | None = None
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Scalar] = field(default_factory=dict)
    language: str | None = None
    personal: tuple[str, ...] = ()
    redacted: Mapping[str, int] = field(default_factory=dict)
    """Kinds of what was taken out of it before it was stored, and how often."""
    origin: Origin = UNKNOWN_ORIGIN
    also: tuple[Repetition, ...] = ()
    """In a list: records that say the same and are not listed themselves."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of records; `next_cursor` is `None` on the last."""

    records: tuple[RecordView, ...]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class AssertionView:
    """One entry of a fact's history; an erased one has neither value nor quote."""

    id: str
    status: Status
    effect: str
    provenance: str
    valid_from: datetime
    observed_at: datetime
    value: str | None = None
    typed: TypedValue | None = None
    quote: str | None = None
    source: str | None = None
    """Id of the event it was said in."""
    promotes: tuple[str, ...] = ()
    """Ids of the assistant's events of which it made the words the owner's own."""
    superseded_by: str | None = None
    superseded_at: datetime | None = None
    origin: Origin | None = None
    """Who wrote it, with which versions; of what was erased or has expired nothing is left."""
    gates: tuple[GatePassage, ...] = ()
    """What gates said that did not simply let it pass, in their order."""
    decision: Resolved | None = None
    """The decision that let it in all the same."""


@dataclass(frozen=True, slots=True)
class ConsentView:
    """An owner's consent for one purpose."""

    purpose: str
    state: ConsentState
    grant: int
    needed: bool
    """Whether the tenant's policy asks for it."""
    steps: tuple[ConsentStep, ...] = ()
    """How it came there, oldest first, as far as that was asked for."""
    erasure: str | None = None
    """The job that deletes what was withdrawn, while it is asked for."""


@dataclass(frozen=True, slots=True)
class AuditPage:
    """One page of an owner's audit, newest first; `next_cursor` is `None` on the last."""

    entries: tuple[AuditEntry, ...]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class AcceptedEvent:
    """An event of a write; `known` if it had been stored before."""

    id: str
    known: bool


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer to a write that extraction follows."""

    operation: str
    status: str  # pending, done, failed
    events: tuple[AcceptedEvent, ...]
    redacted: Mapping[str, int] = field(default_factory=dict)
    """Kinds of what was taken out before anything was stored, and how often."""


@dataclass(frozen=True, slots=True)
class UploadView:
    """The answer to a document that was announced; no form where nothing is waited for any more."""

    operation: str
    form: Form | None = None
    until: datetime | None = None
    size: int | None = None
    """Bytes that the form takes at most."""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """What became of one candidate; without text."""

    kind: str
    outcome: str  # committed, proposed, quarantined, rejected, gone
    record: str | None = None
    reason: str | None = None
    gates: tuple[GatePassage, ...] = ()
    """What gates said that did not simply let it pass, in their order."""
    review: str | None = None
    """Where it waits for a decision."""
    deduplicated_into: str | None = None
    """The record that said it before, of which it is more evidence."""


@dataclass(frozen=True, slots=True)
class ModelsView:
    """How models took part in an extraction; without text."""

    prompt: str
    answered: tuple[str, ...]
    attempts: tuple[tuple[str, str], ...]
    """Model and outcome of each call."""
    calls: int
    tokens_in: int
    tokens_out: int
    dropped: Mapping[str, int]
    """Answers that did not even become candidates, by reason."""


@dataclass(frozen=True, slots=True)
class EventOutcomeView:
    """What became of one event."""

    id: str
    status: str  # pending, done, failed
    outcomes: tuple[OutcomeView, ...] = ()
    reason: str | None = None
    extractor: str | None = None
    """The versions that proposed the candidates."""
    models: ModelsView | None = None


@dataclass(frozen=True, slots=True)
class OperationView:
    """What became of a write."""

    id: str
    status: str  # waiting_for_upload, pending, done, failed
    created_at: datetime
    events: tuple[EventOutcomeView, ...]
    reason: str | None = None
    redacted: Mapping[str, int] = field(default_factory=dict)
    """Kinds of what was taken out before anything was stored, and how often."""
    document: str | None = None
    """Id of the document that is waited for or came."""
    until: datetime | None = None
    """When the form that sends it ends to hold, while it is waited for."""
    outcomes: Mapping[str, int] = field(default_factory=dict)
    """What the candidates became, counted, where there are too many events to say it of each."""


@dataclass(frozen=True, slots=True)
class ErasureView:
    """An erasure's progress and, once it is done, its receipt."""

    id: str
    target: str  # record, user, purpose
    status: str  # pending, done, failed
    created_at: datetime
    finished_at: datetime | None = None
    counted: Mapping[str, int] = field(default_factory=dict)
    """Items by kind that were found and removed."""
    probes: Mapping[str, int] = field(default_factory=dict)
    """Items left in each place that was searched at the end."""
    outlives: Mapping[str, str] = field(default_factory=dict)
    """What outlives the erasure, and until when."""
    stage: str | None = None
    """What the purge of a user is at, until it is done."""


@dataclass(frozen=True, slots=True)
class ReviewView:
    """Something to decide, with its evidence; a decided one has no text any more."""

    id: str
    waiting: str  # proposed, quarantined, contested
    status: str  # open, approved, rejected
    reasons: tuple[str, ...]
    created_at: datetime
    expires_at: datetime
    source: str
    """Id of the event it was said in."""
    kind: Kind | None = None
    quote: str | None = None
    attribute: str | None = None
    value: str | None = None
    typed: TypedValue | None = None
    subject: str | None = None
    confidence: float | None = None
    speaker: str | None = None
    provenance: str | None = None
    said_at: datetime | None = None
    fact: RecordView | None = None
    """The fact that is contested, as it is now."""
    record: str | None = None
    """What an approval made."""
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """One page of reviews; `next_cursor` is `None` on the last."""

    reviews: tuple[ReviewView, ...]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided, and the record it made or kept."""

    review: str
    status: str
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """A record that an operator took out of sight or showed again."""

    record: str
    status: Status


@dataclass(frozen=True, slots=True)
class Closed:
    """A fact that holds no more, by the owner's word."""

    record: str
    status: Status


@dataclass(frozen=True, slots=True)
class Waits:
    """An explicit memory that waits for a decision."""

    review: str
    waiting: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecalledItem:
    """One memory of a context, with the reasons why it is there."""

    id: str
    kind: Kind
    text: str
    status: Status
    speaker: str
    at: datetime
    provenance: str
    confidence: float
    sources: tuple[str, ...]
    score: float
    reasons: Mapping[str, float]
    namespace: Namespace = Namespace.OWNER
    attribute: str | None = None
    value: str | None = None
    typed: TypedValue | None = None
    also: tuple[Repetition, ...] = ()
    """Records that say the same and are not shown themselves."""
    scope: Reach = Reach.USER
    """Whose memory it is from."""
    line: Line | None = None  # as it is rendered


@dataclass(frozen=True, slots=True)
class Context:
    """What recall gives to an agent."""

    recall_id: str
    text: str
    tokens: int
    relevance: float
    recipe: str
    """Name and version of what ordered it."""
    understood: Understood
    """What was read from the question."""
    facts: tuple[RecalledItem, ...]
    procedures: tuple[RecalledItem, ...]
    episodes: tuple[RecalledItem, ...]
    dropped: Mapping[str, int]
    degraded: tuple[str, ...]

    @property
    def items(self) -> tuple[RecalledItem, ...]:
        """Everything that is shown."""
        return (*self.facts, *self.procedures, *self.episodes)

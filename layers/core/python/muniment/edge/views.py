"""What callers get: the plain views of the use cases as JSON. Order of fields is order on the wire.

Each model reads the attributes of a view of the same field names; what is `None` is left out.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from muniment.app.progress import PurgeStage
from muniment.app.stored import Became
from muniment.app.views import Accepted
from muniment.app.views import ErasureView as Erasure
from muniment.domain.asking.understood import Question
from muniment.domain.handling import Category, Scalar, Sensitivity
from muniment.domain.namespaces import Namespace
from muniment.domain.records import Effect, Kind, Status
from muniment.domain.reviews import Choice
from muniment.domain.rulings import Verdict
from muniment.domain.scope import Reach
from muniment.edge.typed import TypedView

type Progress = Literal["pending", "done", "failed"]


class View(BaseModel):
    """Base of all responses."""

    # Built at first use: no function needs all of them, and a cold start pays for each.
    model_config = ConfigDict(extra="forbid", from_attributes=True, frozen=True, defer_build=True)

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a use case's view."""
        return cls.model_validate(view)


class AcceptedEventView(View):
    """One event of a request, and whether it was there before."""

    id: str
    status: Literal["accepted", "known"]


class AcceptedView(View):
    """Events were stored and wait for extraction, or have been stored and extracted before."""

    operation_id: str
    status: Progress
    """Of the operation, as it is now."""
    redacted: Mapping[str, int] = Field(default_factory=dict)
    """Kinds of what was taken out before anything was stored, and how often."""
    events: tuple[AcceptedEventView, ...]

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for what was accepted."""
        if not isinstance(view, Accepted):
            return super().of(view)
        events = tuple(
            AcceptedEventView(id=event.id, status="known" if event.known else "accepted")
            for event in view.events
        )
        return cls.model_validate(
            {
                "operation_id": view.operation, "status": view.status, "redacted": view.redacted,
                "events": events,
            }
        )  # fmt: skip


class RepetitionView(View):
    """A record that says the same as the one it stands at; it is read by its id."""

    id: str
    at: datetime


class _RecordBase(View):
    id: str
    kind: Kind
    status: Status
    text: str
    attribute: str | None = None
    value: str | None = None
    typed: TypedView | None = None
    """What the value says beyond its words; left out where it is just words."""
    speaker: str
    at: datetime
    """When it happened or became true."""
    provenance: str
    confidence: float
    sources: tuple[str, ...]
    """Ids of the events it rests on."""
    namespace: Namespace
    """Whose words it is made of."""
    also: tuple[RepetitionView, ...] = ()
    """Records that say the same and are not shown themselves, latest first."""


class OriginView(View):
    """Who wrote a record, and which versions of what."""

    writer: str
    extractor: str
    model: str | None = None
    prompt: str | None = None
    policy: str
    schema_version: int = Field(validation_alias="schema")


class RecordView(_RecordBase):
    """A fact or an episode, with its evidence."""

    observed_at: datetime
    subject: str | None = None
    quote: str | None = None
    session: str | None = None
    document: str | None = None
    times_seen: int
    contested_by: str | None = None
    expires_at: datetime | None = None
    created_at: datetime
    category: Category
    importance: float | None = None
    sensitivity: tuple[Sensitivity, ...]
    purposes: tuple[str, ...]
    """What it may be used for."""
    agent: str | None = None
    """The one agent that may see it."""
    tags: tuple[str, ...]
    metadata: Mapping[str, Scalar]
    language: str | None = None
    personal: tuple[str, ...]
    """Kinds of personal data that were found in it."""
    redacted: Mapping[str, int]
    """Kinds of what was taken out of it before it was stored, and how often."""
    origin: OriginView


class StoredView(View):
    """An explicit memory that was stored."""

    record: RecordView


class RecalledView(_RecordBase):
    """A record that was recalled, and why."""

    scope: Reach
    """Whose memory it is from."""
    score: float
    reasons: Mapping[str, float]


class UnderstoodView(View):
    """What was read from the question, without a model."""

    question: Question
    """The kind of answer that is asked for."""
    since: datetime | None = None
    until: datetime | None = None
    """The time it asks about, the end excluded; what is of it ranks higher."""
    of_time_alone: bool
    """Whether it says nothing else: then what is of that time answers it, or nothing."""
    numbers: int
    """How many identifiers and numbers it looks for; what holds them ranks higher."""


class ContextView(View):
    """What is remembered for a query: fenced text to hand to a model, and what it is made of."""

    recall_id: str
    text: str
    tokens: int
    relevance: float
    recipe: str
    """Name and version of what ordered it."""
    understood: UnderstoodView
    facts: tuple[RecalledView, ...]
    procedures: tuple[RecalledView, ...]
    """Approved ways of working that resemble the query."""
    episodes: tuple[RecalledView, ...]
    dropped: Mapping[str, int]
    degraded: tuple[str, ...]


class PageView(View):
    """A part of a list, and where to go on."""

    records: tuple[RecordView, ...]
    next_cursor: str | None = None


class GateView(View):
    """What a gate said of a candidate."""

    gate: str
    verdict: Verdict
    reason: str | None = None


class ResolvedView(View):
    """The decision of a review that let something in."""

    review: str
    choice: Choice
    at: datetime
    by: Literal["owner", "reviewer"]


class AssertionView(View):
    """What was once said about a fact; an erased one says nothing any more."""

    id: str
    status: Status
    effect: Effect
    value: str | None = None
    typed: TypedView | None = None
    quote: str | None = None
    source: str | None = None
    """Id of the event it was said in."""
    promotes: tuple[str, ...] = ()
    """Ids of the assistant's events of which it made the words the owner's own."""
    provenance: str
    valid_from: datetime
    observed_at: datetime
    superseded_at: datetime | None = None
    superseded_by: str | None = None
    origin: OriginView | None = None
    gates: tuple[GateView, ...] = ()
    """What gates said that did not simply let it pass, in their order."""
    decision: ResolvedView | None = None
    """The decision that let it in all the same."""


class HistoryView(View):
    """Every assertion about a fact, newest first."""

    assertions: tuple[AssertionView, ...]

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a record's assertions."""
        return cls.model_validate({"assertions": view})


class OutcomeView(View):
    """What became of a candidate that was found in an event."""

    kind: Kind
    outcome: Became
    reason: str | None = None
    record: str | None = None
    gates: tuple[GateView, ...] = ()
    """What gates said that did not simply let it pass, in their order."""
    review: str | None = None
    """Where it waits for a decision."""
    deduplicated_into: str | None = None
    """The record that said it before, of which it is more evidence."""


class ModelsView(View):
    """How models took part: names, numbers and codes."""

    prompt: str
    answered: tuple[str, ...]
    """Models whose answers were taken; none if the deterministic extractor did it all."""
    attempts: tuple[tuple[str, str], ...]
    """Model and outcome of each call, in order."""
    calls: int
    tokens_in: int
    tokens_out: int
    dropped: Mapping[str, int]
    """Answers that did not even become candidates, by reason."""


class OperationEventView(View):
    """How far an event has come, and what was made of it."""

    id: str
    status: Progress
    reason: str | None = None
    """Of a failure; of a done event, what was left undone."""
    extractor: str | None = None
    """The versions that proposed the candidates."""
    models: ModelsView | None = None
    outcomes: tuple[OutcomeView, ...] = ()


class OperationView(View):
    """How far a write has come."""

    id: str
    status: Literal["waiting_for_upload", "pending", "done", "failed"]
    created_at: datetime
    document: str | None = None
    """Id of the document that is waited for, or that was sent by itself."""
    until: datetime | None = None
    """When the form that sends it ends to hold."""
    outcomes: Mapping[str, int] = Field(default_factory=dict)
    """What became of the candidates, counted, where there are too many events to say it of each."""
    reason: str | None = None
    redacted: Mapping[str, int]
    """Kinds of what was taken out before anything was stored, and how often."""
    events: tuple[OperationEventView, ...]


class ErasureStartedView(View):
    """Serving has stopped; the purge goes on."""

    erasure_id: str
    status: Progress

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for an erasure that has begun."""
        if not isinstance(view, Erasure):
            return super().of(view)
        return cls.model_validate({"erasure_id": view.id, "status": view.status})


class ErasureView(View):
    """How far an erasure has come; once it is done, its receipt. Never holds text."""

    id: str
    target: Literal["record", "user", "purpose"]
    status: Progress
    created_at: datetime
    finished_at: datetime | None = None
    counted: Mapping[str, int]
    """Items by kind that were found and removed."""
    probes: Mapping[str, int]
    """Items left in each place that was searched at the end."""
    outlives: Mapping[str, str]
    """What outlives the erasure, and until when."""
    stage: PurgeStage | None = None
    """What the purge of a user is at, until it is done; `counted` says how far it has come."""

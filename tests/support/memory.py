"""Every use case wired in one process, over the real store and the embedded index."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config

from local.in_process.dynamo import QuickDynamo
from muniment.adapters.analyzer import EnglishAnalyzer
from muniment.adapters.detection.rules import RuleDetector
from muniment.adapters.dynamodb.keys import TENANTS
from muniment.adapters.dynamodb.policies import DynamoPolicies
from muniment.adapters.dynamodb.store import DynamoStore
from muniment.adapters.dynamodb.stream import touched
from muniment.adapters.dynamodb.table import Table, Transactions, from_item, to_item
from muniment.adapters.dynamodb.worklist import DynamoWorkList
from muniment.adapters.encodings import LIKENESS
from muniment.adapters.late_interaction import LateInteractionRanker
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.announcing import Announce, Follow
from muniment.app.arrivals import AcceptUpload
from muniment.app.candidates import FindCandidates
from muniment.app.consents import ChangeConsent, GetConsent, NewConsent
from muniment.app.consolidation import ConsolidateOwner, Nightly, Requeue
from muniment.app.correct import CorrectRecord
from muniment.app.deciding import DecisionWriter, Reviewer
from muniment.app.episodes import EpisodeWriter
from muniment.app.erasing import Doom
from muniment.app.extraction import ExtractEvent
from muniment.app.extractor import Extractor
from muniment.app.facts import FactWriter
from muniment.app.feedback import GiveFeedback
from muniment.app.forget import EraseOwner, ForgetRecord
from muniment.app.ingest import RecordEvents
from muniment.app.intake import NewTurn
from muniment.app.listing import ListRecords
from muniment.app.operations import GetOperation
from muniment.app.ports import (
    ConsolidationJob,
    Encoder,
    ErasureJob,
    ExtractionJob,
    UnavailableError,
)
from muniment.app.projection import Project, Projector
from muniment.app.promoting import PromoteRecord
from muniment.app.proposals import Proposer
from muniment.app.propose import Proposal, Propose
from muniment.app.propose import Proposer as Who
from muniment.app.purge import CarryOnErasure
from muniment.app.quarantine import MarkRecord
from muniment.app.reading import GetErasure, GetHistory, GetRecord
from muniment.app.recall import Recall, RecallRequest
from muniment.app.reindex import Reindex
from muniment.app.remember import NewMemory, Remember
from muniment.app.reviews import DecideReview, ReadReviews
from muniment.app.shared import SharedMemory
from muniment.app.tracing import ExplainRecall
from muniment.app.transit import UploadJob
from muniment.app.uploads import RequestUpload
from muniment.app.views import (
    Accepted,
    Closed,
    ConsentView,
    Context,
    Decided,
    ErasureView,
    Marked,
    OperationView,
    RecordView,
    ReviewView,
    Waits,
)
from muniment.app.working.scrubbing import Scrubber
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.announcements import Announcement
from muniment.domain.as_of import NOW as NOT_BOUND
from muniment.domain.as_of import AsOf
from muniment.domain.consent import ConsentState
from muniment.domain.events import Door, Role
from muniment.domain.feedback import HeardFeedback, Word
from muniment.domain.filters import EVERYTHING, Filter
from muniment.domain.identity import Digester
from muniment.domain.namespaces import Namespace
from muniment.domain.recalls import Explained
from muniment.domain.records import Effect, Kind
from muniment.domain.reviews import Choice
from muniment.domain.scope import SYSTEM_SCOPE, Scope, tenant_scope
from muniment.domain.state import statement_of
from tests.functions.word_encoder import WordEncoder
from tests.support.encoder import NotingEncoder
from tests.support.extractor import PlainExtractor
from tests.support.faults import Faults
from tests.support.resources import LEDGER, RECORDS, Row
from tests.support.transit import HeldTransit

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
START = datetime(2026, 1, 1, tzinfo=UTC)
TOKEN = "0f1e2d3c"
"""In the fence of every answer; a real one is random."""

_idle: list["DynamoDBClient"] = []
"""Clients that no memory uses: making one takes as long as a test."""

_ONE_TRY = Config(retries={"mode": "standard", "total_max_attempts": 1})


def _make_client() -> "DynamoDBClient":
    return boto3.client("dynamodb", config=_ONE_TRY)


@dataclass
class HandClock:
    """A clock that stands until it is moved."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now

    def forward(self, step: timedelta) -> None:
        self.now += step


@dataclass
class ListQueue[Job]:
    """A queue that is a list."""

    jobs: list[Job] = field(default_factory=list)

    def send(self, jobs: Sequence[Job]) -> None:
        self.jobs += jobs

    def take(self) -> list[Job]:
        """Return what is queued, and leave the queue empty."""
        taken, self.jobs = self.jobs, []
        return taken


@dataclass
class ListBus:
    """What other systems were told: owner and announcement, in order, with repetitions."""

    told: list[tuple[Scope, Announcement]] = field(default_factory=list)
    deaf: bool = False
    """Whether it does not answer for now."""

    def announce(self, scope: Scope, announcements: Sequence[Announcement], _: datetime) -> None:
        if self.deaf:
            raise UnavailableError("events")
        self.told += [(scope, announcement) for announcement in announcements]


@dataclass
class FixedKeys:
    """Digest keys without a key service: one a tenant, equal in every run."""

    def digester(self, tenant: str) -> Digester:
        return Digester(tenant.encode() * 8)


def state(
    attribute: str,
    value: str | None,
    *,
    system: str = "crm",
    at: datetime | None = None,
    id: str | None = None,  # noqa: A002 - the name of the field
) -> NewTurn:
    """Return what a system of record says, at noon of the first day unless `at` says otherwise."""
    return NewTurn(
        "state", Role.STATE, statement_of(attribute, value), id, None,
        at or START + timedelta(hours=12), system, by_owner=False, door=Door.STATE,
    )  # fmt: skip


def turn(
    text: str,
    position: int = 0,
    *,
    session: str = "s1",
    id: str | None = None,  # noqa: A002 - the name of the field
    role: Role = Role.USER,
    speaker: str | None = None,
    by_owner: bool | None = None,
    at: datetime | None = None,
) -> NewTurn:
    """Return a turn, a minute after the one before it unless `at` says otherwise."""
    owner = (role is Role.USER and speaker is None) if by_owner is None else by_owner
    moment = at or START + timedelta(minutes=position)
    return NewTurn(session, role, text, id, position, moment, speaker, owner)


@dataclass
class Memory:
    """A whole system in one process; DynamoDB is in memory too, behind a real client."""

    index_path: Path
    clock: HandClock = field(default_factory=HandClock)
    encoder: Encoder = field(default_factory=NotingEncoder)
    extractor: Extractor = field(default_factory=PlainExtractor)
    keys: FixedKeys = field(default_factory=FixedKeys)
    detector: RuleDetector = field(default_factory=RuleDetector)
    extraction: ListQueue[ExtractionJob] = field(default_factory=ListQueue)
    erasure: ListQueue[ErasureJob] = field(default_factory=ListQueue)
    consolidation: ListQueue[ConsolidationJob] = field(default_factory=ListQueue)
    uploads: ListQueue[UploadJob] = field(default_factory=ListQueue)
    transit: HeldTransit = field(default_factory=HeldTransit)
    bus: ListBus = field(default_factory=ListBus)
    tables: QuickDynamo = field(default_factory=QuickDynamo, repr=False)
    models: Proposer | None = None
    """A route of models before the extractor."""

    def __post_init__(self) -> None:
        self.dynamodb = _idle.pop() if _idle else _make_client()
        self.tables.serve(self.dynamodb)
        for table in (RECORDS, LEDGER):
            self.tables.call("CreateTable", {"TableName": table})
        # What the adapter of the digest keys does when it makes a tenant's key.
        known = to_item({"pk": TENANTS, "sk": "acme"})
        self.tables.call("PutItem", {"TableName": RECORDS, "Item": known})
        self.records = Table(self.dynamodb, RECORDS)
        self.store = DynamoStore(
            self.records,
            Table(self.dynamodb, LEDGER),
            Transactions(self.dynamodb),
            WordEncoder.model,
        )
        self.worklist = DynamoWorkList(self.records)
        self.index = SqliteIndex(self.index_path)
        self.index.ensure()

    def close(self) -> None:
        """Give the client back, for another memory."""
        self.tables.leave(self.dynamodb)
        self.faults.leave()
        _idle.append(self.dynamodb)

    @cached_property
    def faults(self) -> Faults:
        """What goes wrong with DynamoDB from now on."""
        return Faults(self.dynamodb)

    # --- use cases ----------------------------------------------------------------------------

    @cached_property
    def policies(self) -> DynamoPolicies:
        ledger = Table(self.dynamodb, LEDGER)
        return DynamoPolicies(ledger, Transactions(self.dynamodb), lambda: self.clock().timestamp())

    @cached_property
    def change_consent(self) -> ChangeConsent:
        return ChangeConsent(self.store, self.keys, self.policies, self.clock)

    @cached_property
    def get_consent(self) -> GetConsent:
        return GetConsent(self.store, self.policies)

    @cached_property
    def fact_writer(self) -> FactWriter:
        return FactWriter(self.store, self.encoder, self.clock, self.policies)

    @cached_property
    def episode_writer(self) -> EpisodeWriter:
        return EpisodeWriter(self.store, self.encoder)

    @cached_property
    def projector(self) -> Projector:
        return Projector(self.store, self.index, EnglishAnalyzer())

    @cached_property
    def record_events(self) -> RecordEvents:
        return RecordEvents(
            self.store, self.keys, self.extraction, self.detector, self.clock, self.policies
        )

    @cached_property
    def extract_event(self) -> ExtractEvent:
        return ExtractEvent(
            self.store, self.keys, self.extractor, self.fact_writer, self.episode_writer,
            self.shared, self.clock, self.policies, self.models,
        )  # fmt: skip

    @cached_property
    def remember(self) -> Remember:
        return Remember(
            self.store, self.keys, self.fact_writer, self.detector, self.shared, self.clock,
            self.policies,
        )  # fmt: skip

    @cached_property
    def shared(self) -> SharedMemory:
        return SharedMemory(self.store, self.clock)

    @cached_property
    def propose(self) -> Propose:
        return Propose(self.store, self.keys, self.shared, self.detector, self.clock, self.policies)

    @cached_property
    def read_reviews(self) -> ReadReviews:
        return ReadReviews(self.store, self.worklist, self.clock, self.policies)

    @cached_property
    def decide_review(self) -> DecideReview:
        return DecideReview(
            self.store, self.keys, self.fact_writer, self.episode_writer, self.decisions,
            self.clock, self.policies,
        )  # fmt: skip

    @cached_property
    def decisions(self) -> DecisionWriter:
        return DecisionWriter(self.store, self.fact_writer, self.detector, self.shared, self.clock)

    @cached_property
    def promote_record(self) -> PromoteRecord:
        return PromoteRecord(self.store, self.keys, self.decisions, self.clock, self.policies)

    @cached_property
    def mark_record(self) -> MarkRecord:
        return MarkRecord(self.store, self.keys, self.fact_writer, self.episode_writer, self.clock)

    @cached_property
    def doom(self) -> Doom:
        return Doom(self.store, self.fact_writer)

    @cached_property
    def forget_record(self) -> ForgetRecord:
        return ForgetRecord(self.store, self.keys, self.erasure, self.doom, self.clock)

    @cached_property
    def erase_owner(self) -> EraseOwner:
        return EraseOwner(self.store, self.keys, self.erasure, self.clock)

    @cached_property
    def carry_on(self) -> CarryOnErasure:
        return CarryOnErasure(
            self.store, self.worklist, self.index, self.projector, self.episode_writer, self.doom,
            self.bus, self.transit, Scrubber(self.store, self.keys), self.clock,
        )  # fmt: skip

    @cached_property
    def follow(self) -> Follow:
        project = Project(self.projector, self.worklist, self.clock)
        return Follow(project, Announce(self.store, self.bus, self.clock))

    @cached_property
    def nightly(self) -> Nightly:
        return Nightly(self.worklist, self.consolidation, self.clock)

    @cached_property
    def consolidate_owner(self) -> ConsolidateOwner:
        return ConsolidateOwner(self.store, self.projector, self.clock)

    @cached_property
    def requeue(self) -> Requeue:
        return Requeue(
            self.store, self.worklist, self.extraction, self.erasure, self.uploads, self.clock
        )

    @cached_property
    def request_upload(self) -> RequestUpload:
        return RequestUpload(
            self.store, self.keys, self.transit, self.detector, self.clock, self.policies
        )

    @cached_property
    def accept_upload(self) -> AcceptUpload:
        return AcceptUpload(
            self.store, self.keys, self.transit, self.extraction, self.detector, self.clock,
            self.policies,
        )  # fmt: skip

    @cached_property
    def recall(self) -> Recall:
        analyzer = EnglishAnalyzer()
        find = FindCandidates(
            self.store, self.index, self.encoder, analyzer, self.clock, self.policies,
            self.shared,
        )  # fmt: skip
        ranker = LateInteractionRanker()
        return Recall(
            self.store, self.keys, find, ranker, analyzer, self.clock, LIKENESS, lambda: TOKEN
        )

    @cached_property
    def reindex(self) -> Reindex:
        return Reindex(self.store, self.worklist, self.projector, self.index)

    def scope(self, subject: str = "ada", tenant: str = "acme") -> Scope:
        return Scope(tenant, self.keys.digester(tenant).owner(subject))

    def of(self, subject: str = "ada", tenant: str = "acme") -> "Person":
        """Return one user's view of the memory."""
        return Person(self, self.scope(subject, tenant))

    def tenant(self, tenant: str = "acme") -> "Person":
        """Return what a tenant's users share, as who may write to it sees it."""
        return Person(self, tenant_scope(tenant))

    def system(self) -> "Person":
        """Return what all share."""
        return Person(self, SYSTEM_SCOPE)

    # --- the world around ---------------------------------------------------------------------

    def extract(self) -> None:
        """Work the extraction queue off."""
        for job in self.extraction.take():
            self.extract_event(job, last_try=False)

    def erase(self) -> None:
        """Work the erasure queue off."""
        for job in self.erasure.take():
            self.carry_on(job, last_try=False)

    def project(self) -> None:
        """Deliver every item once more, as the stream would at least once."""
        changed = [touched(row["pk"], row["sk"]) for row in self.rows()]
        self.follow([touch for touch in changed if touch is not None])

    def settle(self) -> None:
        """Let everything come to rest."""
        self.extract()
        self.erase()
        self.project()

    def rows(self, table: str = RECORDS) -> list[Row]:
        """Return every item of a table."""
        items: Any = self.tables.tables[table].values()  # for the stubs, a value is a TypedDict
        found = map(from_item, items)
        return sorted(found, key=lambda row: (row["pk"], row["sk"]))

    def bytes(self) -> bytes:
        """Return everything that is kept anywhere, for looking for what must not be there."""
        files = self.index_path.parent.glob(f"{self.index_path.name}*")
        kept = [*self.rows(), *self.rows(LEDGER), *self.transit.lying.values()]
        return repr(kept).encode() + b"".join(file.read_bytes() for file in sorted(files))


@dataclass(frozen=True)
class Person:
    """What one user does, with the worker at the other end of the queue."""

    memory: Memory
    scope: Scope
    caller: Caller = ANYBODY

    def using(
        self, purpose: str | None = None, *, agent: str | None = None, private: bool = False
    ) -> "Person":
        """Return the same user through a token for this purpose and agent."""
        allowed = None if purpose is None else frozenset({purpose})
        return replace(self, caller=Caller(purpose, allowed, agent, private))

    def consent(self, purpose: str, *states: str) -> ConsentView:
        """Take the steps of a consent one after the other; return where it stands."""
        for state in states:
            said = NewConsent(ConsentState(state), "notice-1", "settings")
            self.memory.change_consent(self.scope, purpose, said)
        return self.memory.get_consent(self.scope, purpose)

    def send(self, *turns: NewTurn, key: str | None = None, body: str = "body") -> Accepted:
        """Deliver turns; nothing is extracted yet."""
        return self.memory.record_events(
            self.scope,
            turns,
            by_agent=False,
            idempotency_key=key,
            fingerprint=body,
            caller=self.caller,
        )

    def tell(self, *turns: NewTurn) -> Accepted:
        """Deliver turns and let everything come to rest."""
        accepted = self.send(*turns)
        self.memory.settle()
        return accepted

    def note(self, memory: NewMemory, *, by_agent: bool = False) -> RecordView:
        """Store an explicit memory that is kept at once."""
        answer = self.remember(memory, by_agent=by_agent)
        assert isinstance(answer, RecordView)
        return answer

    def remember(self, memory: NewMemory, *, by_agent: bool = False) -> RecordView | Waits | Closed:
        """Store an explicit memory, which may have to wait."""
        return self.memory.remember(
            self.scope,
            memory,
            by_agent=by_agent,
            idempotency_key=None,
            fingerprint="body",
            caller=self.caller,
        )

    def correct(
        self, record: str, value: str | None, *, by_agent: bool = False
    ) -> RecordView | Waits | Closed:
        """Correct a fact, or retract it."""
        get = GetRecord(self.memory.store, self.memory.clock, self.memory.policies)
        correct = CorrectRecord(get, self.memory.remember)
        corrected = correct(self.scope, record, value, by_agent=by_agent, caller=self.caller)
        self.memory.project()
        return corrected

    def propose(self, proposal: Proposal, *, by_agent: bool = False) -> RecordView | Waits:
        """Put something up for approval, as its owner or, in shared memory, an operator does."""
        is_owner = not by_agent and not self.scope.is_shared
        return self.memory.propose(self.scope, proposal, Who("p" * 26, is_owner, by_agent))

    def publish(self, proposal: Proposal) -> RecordView:
        """Propose something and approve it; return the record."""
        waits = self.propose(proposal)
        assert isinstance(waits, Waits)
        record = self.decide(waits.review, Choice.APPROVE, may_review=True).record
        assert record is not None
        return self.get(record)

    # --- reviews ------------------------------------------------------------------------------

    def reviewer(self, *, may_review: bool = False, is_owner: bool = True) -> Reviewer:
        return Reviewer("h" * 26, is_owner, may_review, self.caller.agent)

    def reviews(self, *, may_review: bool = False) -> list[ReviewView]:
        """Return what waits, as its owner sees it or as somebody who may review does."""
        reviewer = self.reviewer(may_review=may_review, is_owner=not may_review)
        return list(self.memory.read_reviews.of_owner(self.scope, 100, None, reviewer).reviews)

    def mark(self, record: str, effect: Effect) -> Marked:
        """Do what an operator does, and let everything come to rest."""
        marked = self.memory.mark_record(self.scope, record, effect)
        self.memory.project()
        return marked

    def decide(
        self, review: str, choice: Choice, value: str | None = None, *, may_review: bool = False
    ) -> Decided:
        reviewer = self.reviewer(may_review=may_review, is_owner=not may_review)
        decided = self.memory.decide_review(self.scope, review, choice, value, reviewer)
        self.memory.project()
        return decided

    def promote(self, record: str, *, may_review: bool = False) -> RecordView:
        """Promote an assistant's record, as the owner does or as a reviewer."""
        reviewer = self.reviewer(may_review=may_review, is_owner=not may_review)
        promoted = self.memory.promote_record(self.scope, record, reviewer)
        self.memory.project()
        return promoted

    def forget(self, record: str) -> ErasureView:
        """Forget a record, to the end of the job."""
        erasure = self.memory.forget_record(self.scope, record, self.caller.agent)
        self.memory.settle()
        return self.erasure(erasure.id)

    def erase(self) -> ErasureView:
        """Erase the user, to the end of the job."""
        erasure = self.memory.erase_owner(self.scope)
        self.memory.settle()
        return self.erasure(erasure.id)

    def erasure(self, erasure: str) -> ErasureView:
        return GetErasure(self.memory.store)(self.scope, erasure)

    def operation(self, operation: str) -> OperationView:
        return GetOperation(self.memory.store)(self.scope, operation)

    @property
    def lister(self) -> ListRecords:
        return ListRecords(self.memory.store, self.memory.clock, self.memory.policies, LIKENESS)

    def records(
        self,
        kind: Kind | None = None,
        *,
        duplicates: bool = False,
        as_of: AsOf = NOT_BOUND,
        namespace: Namespace | None = None,
        wanted: Filter = EVERYTHING,
    ) -> list[RecordView]:
        page = self.lister(
            self.scope, kind, 100, None, self.caller,
            duplicates=duplicates, as_of=as_of, namespace=namespace, wanted=wanted,
        )  # fmt: skip
        return list(page.records)

    def facts(self) -> dict[str, RecordView]:
        """Return the readable facts by attribute."""
        return {record.attribute or "": record for record in self.records(Kind.FACT)}

    def values(self) -> dict[str, str]:
        """Return the value of every readable fact, by attribute."""
        return {attribute: fact.value or "" for attribute, fact in self.facts().items()}

    def episodes(self, *, duplicates: bool = False) -> dict[str, RecordView]:
        """Return the episodes by text."""
        found = self.records(Kind.EPISODE, duplicates=duplicates)
        return {record.text: record for record in found}

    def recall(
        self, query: str, *, k: int = 10, floor: float = 0.0, budget: int = 2000,
        wanted: Filter = EVERYTHING, as_of: AsOf = NOT_BOUND,
    ) -> Context:  # fmt: skip
        """Ask; without a floor, since the encoder of the tests knows no meaning."""
        request = RecallRequest(query, k, floor, budget, self.caller, wanted, as_of)
        return self.memory.recall(self.scope, request)

    def say(self, recall: str, *words: Word, by: str = "") -> HeardFeedback:
        memory = self.memory
        give = GiveFeedback(memory.store, memory.keys, memory.clock, memory.policies)
        heard = give(self.scope, recall, words, self.caller, by or self.scope.owner)
        memory.project()
        return heard

    def explain(self, recall: str) -> Explained:
        memory = self.memory
        explain = ExplainRecall(memory.store, memory.clock, memory.policies)
        return explain(self.scope, recall, self.caller)

    def get(self, record: str, as_of: AsOf = NOT_BOUND) -> RecordView:
        return GetRecord(self.memory.store, self.memory.clock, self.memory.policies)(
            self.scope, record, self.caller, as_of
        )

    @property
    def history(self) -> GetHistory:
        return GetHistory(self.memory.store, self.memory.clock, self.memory.policies)


@contextmanager
def fresh(folder: Path) -> Iterator[Memory]:
    """Give an empty memory, with its index in `folder`."""
    with TemporaryDirectory(dir=folder) as index:
        memory = Memory(Path(index) / "index.sqlite")
        try:
            yield memory
        finally:
            memory.close()


def without(fields: Sequence[str], found: Sequence[Row]) -> list[Row]:
    """Return items without some attributes."""
    return [{name: value for name, value in row.items() if name not in fields} for row in found]


def of_kinds(found: Sequence[Row], *prefixes: str) -> list[Row]:
    """Return the items whose sort key starts with one of `prefixes`."""
    return [row for row in found if row["sk"].startswith(prefixes)]

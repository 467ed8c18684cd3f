"""The only place that wires adapters to use cases; lazy, and cached for the life of the process.

Imports of use cases and of what not every function has in its layers are local: a cold start pays
for each module, and no function needs all of them.
"""

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
from botocore.config import Config

from muniment.adapters.dynamodb.policies import DynamoPolicies
from muniment.adapters.dynamodb.store import DynamoStore
from muniment.adapters.dynamodb.stream import touched
from muniment.adapters.dynamodb.table import Table, Transactions
from muniment.adapters.dynamodb.worklist import DynamoWorkList
from muniment.adapters.encodings import DEFAULT_MODEL, LIKENESS
from muniment.adapters.eventbridge import EventBridgeAnnouncer
from muniment.adapters.sqs import SqsConsolidationQueue, SqsErasureQueue, SqsExtractionQueue
from muniment.adapters.tenant_keys import KmsTenantKeys
from muniment.app.ports import Detector, Encoder, Extractor, Index, IndexAdmin
from muniment.domain.scope import Principal, Scope
from muniment.edge import auth
from muniment.edge.settings import (
    NO_MODELS,
    AnnouncingSettings,
    ConsolidateSettings,
    DeleteSettings,
    FunctionSettings,
    IndexSetupSettings,
    ModelSettings,
    QueueReaderSettings,
    WriteSettings,
)

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from muniment.app.auditing import ListAudit
    from muniment.app.consents import ChangeConsent, GetConsent, ListConsents
    from muniment.app.consolidation import ConsolidateOwner, Nightly, Requeue
    from muniment.app.correct import CorrectRecord
    from muniment.app.episodes import EpisodeWriter
    from muniment.app.extraction import ExtractEvent
    from muniment.app.facts import FactWriter
    from muniment.app.forget import EraseOwner, ForgetRecord
    from muniment.app.ingest import RecordEvents
    from muniment.app.model_extractor import ModelExtractor
    from muniment.app.policies import GetPolicy, SetPolicy
    from muniment.app.projection import Projector
    from muniment.app.propose import Propose
    from muniment.app.purge import CarryOnErasure
    from muniment.app.quarantine import MarkRecord
    from muniment.app.reading import (
        GetErasure,
        GetHistory,
        GetOperation,
        GetRecord,
        ListRecords,
    )
    from muniment.app.recall import Recall
    from muniment.app.reindex import Reindex
    from muniment.app.remember import Remember
    from muniment.app.reviews import DecideReview, ReadReviews, Reviewer
    from muniment.app.shared import SharedMemory

_SDK = Config(
    retries={"mode": "standard", "total_max_attempts": 3},
    connect_timeout=2,
    read_timeout=10,
    max_pool_connections=25,
)


def clock() -> datetime:
    """Return now, in UTC."""
    return datetime.now(UTC)


# --- adapters --------------------------------------------------------------------------------


@cache
def _settings() -> FunctionSettings:
    return FunctionSettings.from_environment()


@cache
def _dynamodb() -> "DynamoDBClient":
    return boto3.client("dynamodb", config=_SDK)


@cache
def _records() -> Table:
    return Table(_dynamodb(), _settings().records_table)


@cache
def _ledger() -> Table:
    return Table(_dynamodb(), _settings().ledger_table)


@cache
def store() -> DynamoStore:
    """Return the store."""
    return DynamoStore(_records(), _ledger(), Transactions(_dynamodb()), DEFAULT_MODEL)


@cache
def policies() -> DynamoPolicies:
    """Return the tenants' policies; read anew after some seconds."""
    return DynamoPolicies(_ledger(), Transactions(_dynamodb()))


@cache
def worklist() -> DynamoWorkList:
    """Return the work list."""
    return DynamoWorkList(_records())


@cache
def keys() -> KmsTenantKeys:
    """Return the tenants' digest keys."""
    kms = boto3.client("kms", config=_SDK)
    return KmsTenantKeys(kms, _settings().digest_key_id, _ledger(), _records())


@cache
def encoder() -> Encoder:
    """Return the encoder that runs inside the function."""
    from muniment.adapters.e5_encoder import E5Encoder

    return E5Encoder(Path(os.environ["MUNIMENT_MODEL_DIR"]))


@cache
def _engine() -> "Index | IndexAdmin":
    settings = IndexSetupSettings.from_environment()
    if settings.index == "sqlite":
        from muniment.adapters.sqlite_index import SqliteIndex

        return SqliteIndex(settings.index_url)
    from muniment.adapters.opensearch_index import OpenSearchIndex

    return OpenSearchIndex(
        settings.index_url, settings.index_alias, os.environ.get("AWS_REGION", "")
    )


def index() -> Index:
    """Return the index."""
    return _engine()  # type: ignore[return-value] # both engines implement both protocols


def index_admin() -> IndexAdmin:
    """Return the administration of the index."""
    return _engine()  # type: ignore[return-value] # both engines implement both protocols


@cache
def _projector() -> "Projector":
    from muniment.adapters.analyzer import EnglishAnalyzer
    from muniment.app.projection import Projector

    return Projector(store(), index(), EnglishAnalyzer())


@cache
def _detector() -> Detector:
    from muniment.adapters.detection.rules import RuleDetector

    return RuleDetector()


@cache
def _facts() -> "FactWriter":
    from muniment.app.facts import FactWriter

    return FactWriter(store(), encoder(), clock, policies())


@cache
def _shared() -> "SharedMemory":
    from muniment.app.shared import SharedMemory

    return SharedMemory(store(), clock)


@cache
def _episodes() -> "EpisodeWriter":
    from muniment.app.episodes import EpisodeWriter

    return EpisodeWriter(store(), encoder())


# --- what the handlers ask for ---------------------------------------------------------------


def scope(tenant: str, subject: str) -> Scope:
    """Return the scope of a subject: its keyed handle inside the tenant."""
    return Scope(tenant, keys().digester(tenant).owner(subject))


def actor(caller: Principal) -> str:
    """Return who acts as the audit names it: the caller's keyed handle, and the token's agent."""
    handle = scope(caller.tenant, caller.subject).owner
    return handle if caller.agent is None else f"{handle}/{caller.agent}"


def reviewer(caller: Principal, review: str | None = None) -> "tuple[Scope, Reviewer]":
    """Return the scope in which `caller` reviews, and what the caller may see and do there.

    The scope is the one that the id of `review` names, else the caller's own. NotFoundError for
    an id of somebody else's that the caller may not review.
    """
    from muniment.app.reviews import Reviewer

    own = scope(caller.tenant, caller.subject)
    may_review = caller.may(auth.REVIEW)
    named = own
    if review is not None:
        named = auth.scope_of(caller, own, auth.REVIEWED, review, others=auth.REVIEW)
    return named, Reviewer(own.owner, named == own, may_review, caller.agent)


@cache
def max_receives() -> int:
    """Return how often a message of the function's queue is received at most."""
    return QueueReaderSettings.from_environment().max_receives


@cache
def record_events() -> "RecordEvents":
    """Return the use case that accepts events."""
    from muniment.app.ingest import RecordEvents

    settings = WriteSettings.from_environment()
    queue = SqsExtractionQueue(boto3.client("sqs", config=_SDK), settings.extraction_queue_url)
    return RecordEvents(store(), keys(), queue, _detector(), clock, policies())


@cache
def remember() -> "Remember":
    """Return the use case of explicit memories."""
    from muniment.app.remember import Remember

    return Remember(store(), keys(), _facts(), _detector(), _shared(), clock, policies())


@cache
def propose() -> "Propose":
    """Return the use case of what has to be approved before anybody reads it."""
    from muniment.app.propose import Propose

    return Propose(store(), keys(), _shared(), _detector(), clock, policies())


@cache
def read_reviews() -> "ReadReviews":
    """Return the use case that lists what waits for a decision."""
    from muniment.app.reviews import ReadReviews

    return ReadReviews(store(), worklist(), clock, policies())


@cache
def decide_review() -> "DecideReview":
    """Return the use case that decides what waits."""
    from muniment.app.reviews import DecideReview

    return DecideReview(
        store(), keys(), _facts(), _episodes(), _detector(), _shared(), clock, policies()
    )


@cache
def correct_record() -> "CorrectRecord":
    """Return the use case that corrects a fact."""
    from muniment.app.correct import CorrectRecord

    return CorrectRecord(get_record(), remember())


@cache
def mark_record() -> "MarkRecord":
    """Return the use case that takes a record out of sight or shows it again."""
    from muniment.app.quarantine import MarkRecord

    return MarkRecord(store(), keys(), _facts(), _episodes(), clock)


@cache
def extract_event() -> "ExtractEvent":
    """Return the use case that extracts one event."""
    from muniment.adapters.pattern_extractor import PatternExtractor
    from muniment.app.extraction import ExtractEvent

    extractor = PatternExtractor()
    models = _models(extractor)
    return ExtractEvent(
        store(), keys(), extractor, _facts(), _episodes(), _shared(), clock, policies(), models
    )


def _models(extractor: Extractor) -> "ModelExtractor | None":
    """Return the route of extraction; nothing of models is imported where there is none."""
    document = ModelSettings.from_environment().model_routes
    if document == NO_MODELS:
        return None
    from muniment.bootstrap_models import model_extractor

    return model_extractor(document, _records(), extractor, keys(), clock)


@cache
def _announcer() -> EventBridgeAnnouncer:
    bus = AnnouncingSettings.from_environment().event_bus
    return EventBridgeAnnouncer(boto3.client("events", config=_SDK), bus)


@cache
def follow() -> Callable[[Sequence[tuple[str, str]]], None]:
    """Return what projects changed keys (partition, sort) into the index and announces them."""
    from muniment.app.announcing import Announce, Follow
    from muniment.app.projection import Project

    announce = Announce(store(), _announcer(), clock)
    use_case = Follow(Project(_projector(), worklist(), clock), announce)

    def follow_keys(changed: Sequence[tuple[str, str]]) -> None:
        use_case([touch for key in changed if (touch := touched(*key)) is not None])

    return follow_keys


@cache
def recall() -> "Recall":
    """Return the use case of recall."""
    from muniment.adapters.analyzer import EnglishAnalyzer
    from muniment.adapters.late_interaction import LateInteractionRanker
    from muniment.app.candidates import FindCandidates
    from muniment.app.recall import Recall

    analyzer = EnglishAnalyzer()
    find = FindCandidates(store(), index(), encoder(), analyzer, clock, policies(), _shared())
    ranker = LateInteractionRanker()
    return Recall(store(), keys(), find, ranker, analyzer, clock, LIKENESS)


@cache
def get_record() -> "GetRecord":
    """Return the use case that reads one record."""
    from muniment.app.reading import GetRecord

    return GetRecord(store(), clock, policies())


@cache
def list_records() -> "ListRecords":
    """Return the use case that lists records."""
    from muniment.app.reading import ListRecords

    return ListRecords(store(), clock, policies(), LIKENESS)


@cache
def get_history() -> "GetHistory":
    """Return the use case that explains a record."""
    from muniment.app.reading import GetHistory

    return GetHistory(store(), clock, policies())


@cache
def change_consent() -> "ChangeConsent":
    """Return the use case that takes a step of an owner's consent."""
    from muniment.app.consents import ChangeConsent

    return ChangeConsent(store(), keys(), policies(), clock)


@cache
def get_consent() -> "GetConsent":
    """Return the use case that tells where a consent stands."""
    from muniment.app.consents import GetConsent

    return GetConsent(store(), policies())


@cache
def list_consents() -> "ListConsents":
    """Return the use case that tells where an owner's consents stand."""
    from muniment.app.consents import ListConsents

    return ListConsents(store(), policies())


@cache
def get_policy() -> "GetPolicy":
    """Return the use case that reads a tenant's policy."""
    from muniment.app.policies import GetPolicy

    return GetPolicy(policies())


@cache
def set_policy() -> "SetPolicy":
    """Return the use case that sets a tenant's policy."""
    from muniment.app.policies import SetPolicy

    return SetPolicy(policies(), clock)


@cache
def list_audit() -> "ListAudit":
    """Return the use case that lists who did what to an owner's memory."""
    from muniment.app.auditing import ListAudit

    return ListAudit(store())


@cache
def get_operation() -> "GetOperation":
    """Return the use case that tells how far a write is."""
    from muniment.app.reading import GetOperation

    return GetOperation(store())


@cache
def get_erasure() -> "GetErasure":
    """Return the use case that tells how far an erasure is."""
    from muniment.app.reading import GetErasure

    return GetErasure(store())


@cache
def _erasure_queue() -> SqsErasureQueue:
    url = DeleteSettings.from_environment().erasure_queue_url
    return SqsErasureQueue(boto3.client("sqs", config=_SDK), url)


@cache
def forget_record() -> "ForgetRecord":
    """Return the use case that forgets one record."""
    from muniment.app.erasing import Doom
    from muniment.app.forget import ForgetRecord

    return ForgetRecord(store(), keys(), _erasure_queue(), Doom(store(), _facts()), clock)


@cache
def erase_owner() -> "EraseOwner":
    """Return the use case that erases a user."""
    from muniment.app.forget import EraseOwner

    return EraseOwner(store(), keys(), _erasure_queue(), clock)


@cache
def carry_on_erasure() -> "CarryOnErasure":
    """Return the use case that works an erasure off."""
    from muniment.app.erasing import Doom
    from muniment.app.purge import CarryOnErasure

    doom = Doom(store(), _facts())
    return CarryOnErasure(
        store(), worklist(), index(), _projector(), _episodes(), doom, _announcer(), clock
    )


@cache
def consolidate_owner() -> "ConsolidateOwner":
    """Return the nightly work of one owner."""
    from muniment.app.consolidation import ConsolidateOwner

    return ConsolidateOwner(store(), _projector(), clock)


@cache
def nightly() -> "Nightly":
    """Return the use case that queues every owner with news."""
    from muniment.app.consolidation import Nightly

    url = ConsolidateSettings.from_environment().consolidation_queue_url
    return Nightly(worklist(), SqsConsolidationQueue(boto3.client("sqs", config=_SDK), url), clock)


@cache
def requeue() -> "Requeue":
    """Return the use case that queues again what is stuck."""
    from muniment.app.consolidation import Requeue

    settings = ConsolidateSettings.from_environment()
    sqs = boto3.client("sqs", config=_SDK)
    return Requeue(
        store(),
        worklist(),
        SqsExtractionQueue(sqs, settings.extraction_queue_url),
        SqsErasureQueue(sqs, settings.erasure_queue_url),
        clock,
    )


@cache
def reindex() -> "Reindex":
    """Return the use case that rebuilds the index."""
    from muniment.app.reindex import Reindex

    return Reindex(store(), worklist(), _projector(), index_admin())

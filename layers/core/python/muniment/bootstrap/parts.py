"""What use cases are made of: adapters and clients, each made once in the life of a process.

Imports of what not every function has in its layers, or needs at once, are local: a cold start
pays for each module.
"""

import os
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
from botocore.config import Config
from botocore.session import get_session

from muniment.adapters.dynamodb.parsing import ItemParsers
from muniment.adapters.dynamodb.policies import DynamoPolicies
from muniment.adapters.dynamodb.store import DynamoStore
from muniment.adapters.dynamodb.table import Table, Transactions
from muniment.adapters.dynamodb.worklist import DynamoWorkList
from muniment.adapters.encodings import DEFAULT_MODEL
from muniment.adapters.eventbridge import EventBridgeAnnouncer
from muniment.adapters.s3_transit import CONFIG, S3Transit
from muniment.adapters.tenant_keys import KmsTenantKeys
from muniment.app.extractor import SentenceGate
from muniment.app.ports import Detector, Encoder, Index, IndexAdmin
from muniment.edge.settings import (
    AnnouncingSettings,
    FunctionSettings,
    IndexSetupSettings,
    QueueReaderSettings,
    TransitSettings,
)

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from muniment.app.episodes import EpisodeWriter
    from muniment.app.facts import FactWriter
    from muniment.app.projection import Projector
    from muniment.app.shared import SharedMemory


SDK = Config(
    retries={"mode": "standard", "total_max_attempts": 3},
    connect_timeout=2,
    read_timeout=10,
    max_pool_connections=25,
)


def clock() -> datetime:
    """Return now, in UTC."""
    return datetime.now(UTC)


LOCAL = "local"
"""The stage of a stack on one machine."""


@cache
def _settings() -> FunctionSettings:
    return FunctionSettings.from_environment()


def is_local() -> bool:
    """Whether the stack is one machine's, without the services that keep copies on AWS."""
    return _settings().stage == LOCAL


@cache
def sdk() -> boto3.Session:
    """Return the session of all clients, which read DynamoDB's answers in our own way.

    The process's default session if it has one: whoever set that wants every call to go through it.
    """
    if boto3.DEFAULT_SESSION is not None:
        return boto3.DEFAULT_SESSION
    session = get_session()
    session.register_component("response_parser_factory", ItemParsers())
    return boto3.Session(botocore_session=session)


@cache
def _dynamodb() -> "DynamoDBClient":
    # The service checks every request; checking each key here as well takes longer than that.
    return sdk().client("dynamodb", config=SDK.merge(Config(parameter_validation=False)))


@cache
def records_table() -> Table:
    """Return the table of the records."""
    return Table(_dynamodb(), _settings().records_table)


@cache
def _ledger() -> Table:
    return Table(_dynamodb(), _settings().ledger_table)


@cache
def store() -> DynamoStore:
    """Return the store."""
    return DynamoStore(records_table(), _ledger(), Transactions(_dynamodb()), DEFAULT_MODEL)


@cache
def policies() -> DynamoPolicies:
    """Return the tenants' policies; read anew after some seconds."""
    return DynamoPolicies(_ledger(), Transactions(_dynamodb()))


@cache
def worklist() -> DynamoWorkList:
    """Return the work list."""
    return DynamoWorkList(records_table())


@cache
def keys() -> KmsTenantKeys:
    """Return the tenants' digest keys."""
    kms = sdk().client("kms", config=SDK)
    return KmsTenantKeys(kms, _settings().digest_key_id, _ledger(), records_table())


@cache
def encoder() -> Encoder:
    """Return the encoder that runs inside the function."""
    from muniment.adapters.e5_encoder import E5Encoder

    return E5Encoder(Path(os.environ["MUNIMENT_MODEL_DIR"]))


def sentence_gate() -> SentenceGate | None:
    """Return the gate that reads the encoder's own passes; `None`: they are another model's."""
    from muniment.adapters.e5_encoder import E5Encoder
    from muniment.adapters.e5_gate import E5SentenceGate

    ours = encoder()
    return E5SentenceGate(ours) if isinstance(ours, E5Encoder) else None


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
def projector() -> "Projector":
    """Return what takes a record into the index."""
    from muniment.adapters.analyzer import EnglishAnalyzer
    from muniment.app.projection import Projector

    return Projector(store(), index(), EnglishAnalyzer())


@cache
def detector() -> Detector:
    """Return the detector of secrets and personal data."""
    from muniment.adapters.detection.rules import RuleDetector

    return RuleDetector()


@cache
def facts() -> "FactWriter":
    """Return the writer of facts."""
    from muniment.app.facts import FactWriter

    return FactWriter(store(), encoder(), clock, policies())


@cache
def shared() -> "SharedMemory":
    """Return the tenant's and the system's memory."""
    from muniment.app.shared import SharedMemory

    return SharedMemory(store(), clock)


@cache
def episodes() -> "EpisodeWriter":
    """Return the writer of episodes."""
    from muniment.app.episodes import EpisodeWriter

    return EpisodeWriter(store(), encoder())


@cache
def announcer() -> EventBridgeAnnouncer:
    """Return what tells other systems."""
    bus = AnnouncingSettings.from_environment().event_bus
    return EventBridgeAnnouncer(sdk().client("events", config=SDK), bus)


@cache
def transit() -> S3Transit:
    """Return where documents lie on their way."""
    bucket = TransitSettings.from_environment().upload_bucket
    return S3Transit(sdk().client("s3", config=SDK.merge(CONFIG)), bucket)


@cache
def max_receives() -> int:
    """Return how often a message of the function's queue is received at most."""
    return QueueReaderSettings.from_environment().max_receives

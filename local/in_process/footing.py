"""What the use cases in one process stand on: the real store, tables in memory, the real index."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
from botocore.config import Config

from local.in_process.dynamo import QuickDynamo, Rows
from local.in_process.standing_in import FixedKeys, HeldTransit, ListBus, ListQueue, SteppedClock
from muniment.adapters.analyzer import EnglishAnalyzer
from muniment.adapters.detection.rules import RuleDetector
from muniment.adapters.dynamodb.policies import DynamoPolicies
from muniment.adapters.dynamodb.store import DynamoStore
from muniment.adapters.dynamodb.table import Table, Transactions
from muniment.adapters.dynamodb.worklist import DynamoWorkList
from muniment.adapters.random_token import new_token
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.extractor import Extractor
from muniment.app.ports import ConsolidationJob, Encoder, ErasureJob, ExtractionJob
from muniment.app.proposals import Proposer
from muniment.app.transit import UploadJob
from muniment.domain.scope import Scope

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

RECORDS = "records"
LEDGER = "ledger"

_PAGE = 1000  # items; the service's pages hold 1 MB, which is more of ours
_ONE_TRY = Config(retries={"mode": "standard", "total_max_attempts": 1})

_idle: list["DynamoDBClient"] = []
"""Clients that nobody uses: making one takes longer than telling a memory something."""


def _make_client() -> "DynamoDBClient":
    """Return a client whose calls will be answered in memory; its credentials sign nothing."""
    session = boto3.Session("none", "none", region_name="eu-west-1")
    return session.client("dynamodb", config=_ONE_TRY)


@dataclass
class Footing:
    """Store, index and stand-ins. The index is a file at `index_path`; `close` ends the rest."""

    index_path: Path
    encoder: Encoder
    extractor: Extractor
    clock: SteppedClock = field(default_factory=SteppedClock)
    keys: FixedKeys = field(default_factory=FixedKeys)
    detector: RuleDetector = field(default_factory=RuleDetector)
    extraction: ListQueue[ExtractionJob] = field(default_factory=ListQueue)
    erasure: ListQueue[ErasureJob] = field(default_factory=ListQueue)
    consolidation: ListQueue[ConsolidationJob] = field(default_factory=ListQueue)
    uploads: ListQueue[UploadJob] = field(default_factory=ListQueue)
    transit: HeldTransit = field(default_factory=HeldTransit)
    bus: ListBus = field(default_factory=ListBus)
    tables: QuickDynamo = field(default_factory=lambda: QuickDynamo(page=_PAGE), repr=False)
    token: Callable[[], str] = new_token
    """What is in the fence of an answer."""
    models: Proposer | None = None
    """A route of models before the extractor."""

    def __post_init__(self) -> None:
        self.dynamodb = _idle.pop() if _idle else _make_client()
        self.tables.serve(self.dynamodb)
        for table in (RECORDS, LEDGER):
            self.tables.call("CreateTable", {"TableName": table})
        self.records = Table(self.dynamodb, RECORDS)
        self.store = DynamoStore(
            self.records, Table(self.dynamodb, LEDGER), Transactions(self.dynamodb),
            self.encoder.model,
        )  # fmt: skip
        self.worklist = DynamoWorkList(self.records)
        self.analyzer = EnglishAnalyzer()
        self.index = SqliteIndex(self.index_path)
        self.index.ensure()
        self.followed: Rows = {}
        """What the index has taken in."""

    def close(self) -> None:
        """Give the client back, for another memory."""
        self.tables.leave(self.dynamodb)
        _idle.append(self.dynamodb)

    @cached_property
    def policies(self) -> DynamoPolicies:
        """Policies and consents."""
        ledger = Table(self.dynamodb, LEDGER)
        return DynamoPolicies(ledger, Transactions(self.dynamodb), lambda: self.clock().timestamp())

    def scope(self, subject: str = "ada", tenant: str = "acme") -> Scope:
        """Return where a user's records lie."""
        return Scope(tenant, self.keys.digester(tenant).owner(subject))

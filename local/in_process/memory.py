"""A whole memory in one process, for measuring: what is told is extracted and indexed at once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import batched
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import boto3

from local.in_process.dynamo import QuickDynamo, Rows
from muniment.adapters.analyzer import EnglishAnalyzer
from muniment.adapters.detection.rules import RuleDetector
from muniment.adapters.dynamodb.policies import DynamoPolicies
from muniment.adapters.dynamodb.store import DynamoStore
from muniment.adapters.dynamodb.stream import touched
from muniment.adapters.dynamodb.table import Table, Transactions
from muniment.adapters.dynamodb.worklist import DynamoWorkList
from muniment.adapters.encodings import LIKENESS
from muniment.adapters.late_interaction import LateInteractionRanker
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.candidates import FindCandidates
from muniment.app.episodes import EpisodeWriter
from muniment.app.extraction import ExtractEvent
from muniment.app.extractor import Extractor
from muniment.app.facts import FactWriter
from muniment.app.ingest import RecordEvents
from muniment.app.intake import AT_ONCE, NewTurn
from muniment.app.ports import Encoder, ExtractionJob
from muniment.app.projection import Project, Projector
from muniment.app.recall import Recall, RecallRequest
from muniment.app.remember import NewMemory, Remember
from muniment.app.shared import SharedMemory
from muniment.app.views import Context
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.fence import TOKEN_BYTES
from muniment.domain.identity import Digester
from muniment.domain.ranking import RECIPES, Recipes
from muniment.domain.scope import Scope

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_RECORDS, _LEDGER = "records", "ledger"
_PAGE = 1000  # items; the service's pages hold 1 MB, which is more of ours


def _client() -> "DynamoDBClient":
    """Return a client whose calls are answered in memory; its credentials sign nothing."""
    session = boto3.Session("none", "none", region_name="eu-west-1")
    return session.client("dynamodb")


@dataclass
class SteppedClock:
    """A clock that stands where it is set."""

    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time at which it stands."""
        return self.now


@dataclass(frozen=True)
class DerivedKeys:
    """Implements ports.Keys without a key service: one key a tenant, equal in every run."""

    def digester(self, tenant: str) -> Digester:
        """See the port."""
        return Digester(tenant.encode().ljust(32, b"."))


@dataclass
class Waiting:
    """Implements ports.ExtractionQueue as a list."""

    jobs: list[ExtractionJob] = field(default_factory=list)

    def send(self, jobs: Sequence[ExtractionJob]) -> None:
        """See the port."""
        self.jobs += jobs

    def take(self) -> list[ExtractionJob]:
        """Return what is queued, and leave the queue empty."""
        taken, self.jobs = self.jobs, []
        return taken


class InProcessMemory:
    """The product's use cases of writing and recall. `model` names the encoder's vectors."""

    def __init__(self, index: Path, encoder: Encoder, extractor: Extractor) -> None:
        self.clock = SteppedClock()
        self._encoder, self._keys, self._queue = encoder, DerivedKeys(), Waiting()
        self._tables, self._client = QuickDynamo(page=_PAGE), _client()
        self._tables.serve(self._client)
        for table in (_RECORDS, _LEDGER):
            self._tables.call("CreateTable", {"TableName": table})
        self._followed: Rows = {}
        records, ledger = Table(self._client, _RECORDS), Table(self._client, _LEDGER)
        transactions = Transactions(self._client)
        self._store = DynamoStore(records, ledger, transactions, encoder.model)
        self._policies = DynamoPolicies(ledger, transactions)
        self._shared = SharedMemory(self._store, self.clock)
        self._index, self._analyzer = SqliteIndex(index), EnglishAnalyzer()
        self._index.ensure()
        detector = RuleDetector()
        facts = FactWriter(self._store, encoder, self.clock, self._policies)
        self._record = RecordEvents(
            self._store, self._keys, self._queue, detector, self.clock, self._policies
        )
        self._extract = ExtractEvent(
            self._store, self._keys, extractor, facts, EpisodeWriter(self._store, encoder),
            self._shared, self.clock, self._policies, None,
        )  # fmt: skip
        self._remember = Remember(
            self._store, self._keys, facts, detector, self._shared, self.clock, self._policies
        )
        projector = Projector(self._store, self._index, self._analyzer)
        self._project = Project(projector, DynamoWorkList(records), self.clock)

    def close(self) -> None:
        """Give back what the client holds."""
        self._tables.leave(self._client)
        self._client.close()

    def scope(self, tenant: str, subject: str) -> Scope:
        """Return where a user's records lie."""
        return Scope(tenant, self._keys.digester(tenant).owner(subject))

    def tell(self, scope: Scope, turns: Sequence[NewTurn], caller: Caller = ANYBODY) -> None:
        """Deliver turns and extract them; they can be searched after `settle`."""
        for some in batched(turns, AT_ONCE, strict=False):
            self._record(
                scope, some, by_agent=False, idempotency_key=None, fingerprint="", caller=caller
            )
            for job in self._queue.take():
                self._extract(job, last_try=True)

    def remember(self, scope: Scope, memory: NewMemory, caller: Caller = ANYBODY) -> str | None:
        """Store an explicit memory; return the id of its event, `None` if it has to wait."""
        kept = self._remember(
            scope, memory, by_agent=False, idempotency_key=None, fingerprint="", caller=caller
        )
        sources: tuple[str, ...] = getattr(kept, "sources", ())
        return sources[-1] if sources else None

    def settle(self) -> None:
        """Take what changed since the last time into the index."""
        rows = self._tables.tables[_RECORDS]
        changed = [key for key, item in rows.items() if self._followed.get(key) is not item]
        gone = [key for key in self._followed if key not in rows]
        self._followed = dict(rows)
        keys = (*changed, *gone)
        self._project([touch for key in keys if (touch := touched(*key)) is not None])

    def recall(self, scope: Scope, request: RecallRequest, recipes: Recipes = RECIPES) -> Context:
        """Answer a question, by other recipes if they are given."""
        find = FindCandidates(
            self._store, self._index, self._encoder, self._analyzer, self.clock, self._policies,
            self._shared, recipes,
        )  # fmt: skip
        recall = Recall(
            self._store, self._keys, find, LateInteractionRanker(), self._analyzer, self.clock,
            LIKENESS, lambda: token_hex(TOKEN_BYTES),
        )  # fmt: skip
        return recall(scope, request)

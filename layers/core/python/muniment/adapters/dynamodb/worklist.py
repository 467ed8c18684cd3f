"""Who has work to be done: pointers in the tenants' own partitions, spread over shards."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from muniment.adapters.dynamodb import codec, keys
from muniment.adapters.dynamodb.table import Item, Table
from muniment.app.stored import Pending, ReviewPointer
from muniment.domain.ids import REVIEW_PREFIX, owner_of
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class DynamoWorkList:
    """Implements app.storage.WorkList."""

    records: Table

    def touch(self, scope: Scope, day: str) -> None:
        """See the port."""
        number = keys.shard(scope.owner)
        self.records.put({"pk": keys.owners(scope.tenant, number), "sk": scope.owner})
        self.records.put({"pk": keys.work(scope.tenant, day, number), "sk": scope.owner})

    def tenants(self) -> list[str]:
        """See the port."""
        return [row["sk"] for row in self.records.starting(keys.TENANTS, "")]

    def owners(self, tenant: str) -> Iterator[Scope]:
        """See the port."""
        for number in range(keys.SHARDS):
            for row in self.records.starting(keys.owners(tenant, number), ""):
                yield Scope(tenant, row["sk"])

    def touched(self, tenant: str, day: str) -> Iterator[Scope]:
        """See the port."""
        for number in range(keys.SHARDS):
            for row in self.records.starting(keys.work(tenant, day, number), ""):
                yield Scope(tenant, row["sk"])

    def settle(self, scope: Scope, day: str) -> None:
        """See the port."""
        number = keys.shard(scope.owner)
        self.records.delete(keys.work(scope.tenant, day, number), scope.owner)

    def pending(self, tenant: str) -> Iterator[Pending]:
        """See the port."""
        for number in range(keys.SHARDS):
            for row in self.records.starting(keys.pending(tenant, number), ""):
                yield _pending(tenant, row)

    def pending_of(self, scope: Scope) -> Iterator[Pending]:
        """See the port."""
        pk = keys.pending(scope.tenant, keys.shard(scope.owner))
        for row in self.records.starting(pk, f"{scope.owner}#"):
            yield _pending(scope.tenant, row)

    def reviews(self, tenant: str, after: str | None) -> Iterator[ReviewPointer]:
        """See the port."""
        first = 0 if after is None else keys.shard(owner_of(after) or "")
        for number in range(first, keys.SHARDS):
            start = f"{after}\x00" if after is not None and number == first else "0"
            for row in self.records.query(keys.reviews(tenant, number), start, "~"):
                owner = owner_of(row["sk"])
                if owner is not None:
                    yield ReviewPointer(Scope(tenant, owner), row["sk"])

    def reviews_of(self, scope: Scope) -> Iterator[ReviewPointer]:
        """See the port."""
        pk = keys.reviews(scope.tenant, keys.shard(scope.owner))
        for row in self.records.starting(pk, f"{REVIEW_PREFIX}{scope.owner}_"):
            yield ReviewPointer(scope, row["sk"])

    def asked(self, scope: Scope, review: str, until: datetime) -> None:
        """See the port."""
        pk = keys.reviews(scope.tenant, keys.shard(scope.owner))
        self.records.put({"pk": pk, "sk": review, "ttl": codec.epoch_seconds(until)})

    def reviewed(self, pointer: ReviewPointer) -> None:
        """See the port."""
        scope = pointer.scope
        self.records.delete(keys.reviews(scope.tenant, keys.shard(scope.owner)), pointer.review)

    def queued(self, pending: Pending, at: datetime) -> None:
        """See the port. Work that ended meanwhile is taken off the list by the next run."""
        pk, sk = _key(pending)
        created = codec.time(pending.created_at)
        self.records.put({"pk": pk, "sk": sk, "created_at": created, "queued_at": codec.time(at)})

    def ended(self, pending: Pending) -> None:
        """See the port."""
        self.records.delete(*_key(pending))


def _pending(tenant: str, row: Item) -> Pending:
    owner, _, work = row["sk"].partition("#")
    created = datetime.fromisoformat(row["created_at"])
    queued = datetime.fromisoformat(row.get("queued_at") or row["created_at"])
    return Pending(Scope(tenant, owner), work, created, queued)


def _key(pending: Pending) -> tuple[str, str]:
    partition = keys.pending(pending.scope.tenant, keys.shard(pending.scope.owner))
    return partition, f"{pending.scope.owner}#{pending.work}"

"""Who has work to be done: pointers in the tenants' own partitions, spread over shards."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from muniment.adapters.dynamodb import keys
from muniment.adapters.dynamodb.table import Table
from muniment.app.stored import Pending
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
                owner, _, work = row["sk"].partition("#")
                created = datetime.fromisoformat(row["created_at"])
                yield Pending(Scope(tenant, owner), work, created)

    def ended(self, pending: Pending) -> None:
        """See the port."""
        pk = keys.pending(pending.scope.tenant, keys.shard(pending.scope.owner))
        self.records.delete(pk, f"{pending.scope.owner}#{pending.work}")

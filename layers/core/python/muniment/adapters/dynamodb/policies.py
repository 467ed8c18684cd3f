"""The tenants' policies in the ledger: one item a version, and the newest once more by itself.

The copy is what a function reads, with one request, and what two writers meet at.
"""

import time
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field

from muniment.adapters.dynamodb import keys
from muniment.adapters.dynamodb.codec.policies import policy_version, to_policy_version
from muniment.adapters.dynamodb.table import Cancelled, Table, Transactions, to_item
from muniment.app.ports import PolicyVersion
from muniment.app.storage import StaleError
from muniment.domain.policy import DEFAULT, Policy

CACHE_SECONDS = 5.0
"""How long a function goes on with a policy that was replaced meanwhile."""

_CURRENT = "CURRENT"


@dataclass(frozen=True, slots=True)
class DynamoPolicies:
    """Implements ports.Policies."""

    ledger: Table
    transactions: Transactions
    monotonic: Callable[[], float] = time.monotonic
    _cache: MutableMapping[str, tuple[float, Policy]] = field(default_factory=dict)

    def current(self, tenant: str) -> Policy:
        """See the port. Read anew after `CACHE_SECONDS`."""
        now = self.monotonic()
        read, policy = self._cache.get(tenant, (None, DEFAULT))
        if read is None or now - read >= CACHE_SECONDS:
            newest = self.version(tenant)
            policy = newest.policy if newest else DEFAULT
            self._cache[tenant] = (now, policy)
        return policy

    def version(self, tenant: str, number: int | None = None) -> PolicyVersion | None:
        """See the port."""
        key = _CURRENT if number is None else _key(number)
        item = self.ledger.get(keys.policies(tenant), key)
        if item is not None:
            return to_policy_version(item)
        return PolicyVersion(DEFAULT) if number in (None, DEFAULT.version) else None

    def add(self, tenant: str, version: PolicyVersion) -> None:
        """See the port."""
        item = policy_version(version)
        number = version.policy.version
        first = number == DEFAULT.version + 1
        kept = {
            "TableName": self.ledger.name,
            "Item": to_item({"pk": keys.policies(tenant), "sk": _key(number), **item}),
            "ConditionExpression": "attribute_not_exists(pk)",
        }
        newest: dict[str, object] = {
            "TableName": self.ledger.name,
            "Item": to_item({"pk": keys.policies(tenant), "sk": _CURRENT, **item}),
            "ConditionExpression": "attribute_not_exists(pk)" if first else "version = :was",
        }
        if not first:
            newest["ExpressionAttributeValues"] = {":was": {"N": str(number - 1)}}
        try:
            self.transactions.transact([{"Put": kept}, {"Put": newest}])  # type: ignore[typeddict-item]
        except Cancelled as cancelled:
            raise StaleError("the policy has another version by now") from cancelled
        self._cache.pop(tenant, None)


def _key(number: int) -> str:
    return f"V#{number:06d}"

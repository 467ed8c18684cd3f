"""Partition and sort keys. Every item of an owner lies in the owner's partition.

Keys of what a caller names (events, sessions) carry the epoch, so that what is sent after an
erasure never meets what the purge is still removing; derived ids carry it in their digest.
"""

from muniment.domain.namespaces import kind_of
from muniment.domain.records import Kind
from muniment.domain.scope import SYSTEM, SYSTEM_SCOPE, Reach, Scope, tenant_scope

FIRST = "0"
"""Sorts before every key."""

OWNER = "0M"
COUNTS = "0N"
HEADS_END = "1F~"
AUDIT = "A#"
"""Prefix of the owner's audit in the ledger; the time follows."""
TENANTS = "SYS#TENANTS"
SHARDS = 8
"""Partitions over which a tenant's work lists spread; by the first character of the handle."""

_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"


def partition(scope: Scope) -> str:
    """Return the owner's partition, the same name in both tables; what is shared has its own."""
    if scope.reach is Reach.USER:
        return f"{_room(scope.tenant)}#U#{scope.owner}"
    return f"{_room(scope.tenant)}#S"


def _room(tenant: str) -> str:
    """Return what the keys of a tenant begin with; the system's are no tenant's."""
    return tenant if tenant == SYSTEM else f"T#{tenant}"


def scope_of(partition_key: str) -> Scope | None:
    """Return the scope whose partition it is, or `None` for another kind of partition."""
    match partition_key.split("#"):
        case ["T", tenant, "U", owner] if owner != Reach.TENANT:
            return Scope(tenant, owner)
        case ["T", tenant, "S"]:
            return tenant_scope(tenant)
        case [name, "S"] if name == SYSTEM:
            return SYSTEM_SCOPE
        case _:
            return None


def shard(owner: str) -> int:
    """Return the shard of the work lists that an owner's entries lie in."""
    return _BASE32.index(owner[0]) % SHARDS


def fact(fact_id: str) -> str:
    """Return the key of a fact's head."""
    return f"1F#{fact_id}"


def assertion(fact_id: str, assertion_id: str) -> str:
    """Return the key of an assertion or boundary."""
    return f"2A#{fact_id}#{assertion_id}"


def episode(episode_id: str) -> str:
    """Return the key of an episode."""
    return f"3E#{episode_id}"


def session(epoch: int, chain: str) -> str:
    """Return the key of the revision of a session's chain."""
    return f"3S#{epoch}#{chain}"


def places(epoch: int, chain: str) -> str:
    """Return the prefix of the places in a session's chain."""
    return f"3P#{epoch}#{chain}#"


def place(epoch: int, chain: str, order: str, episode_id: str) -> str:
    """Return the key of an episode's place in its session's chain."""
    return f"{places(epoch, chain)}{order}#{episode_id}"


def review(review_id: str) -> str:
    """Return the key of something to decide: outside the range that recall reads."""
    return f"4Q#{review_id}"


def vectors(model: str, kind: Kind) -> str:
    """Return the prefix of the encodings of one kind of record."""
    return f"5V#{model}#{kind.value[0].upper()}#"


def vector(model: str, record_id: str) -> str:
    """Return the key of a record's encoding."""
    return f"{vectors(model, kind_of(record_id) or Kind.EPISODE)}{record_id}"


def event(epoch: int, event_id: str) -> str:
    """Return the key of an event."""
    return f"6T#{epoch}#{event_id}"


def sequence(epoch: int, session_id: str) -> str:
    """Return the prefix of a session's events in order."""
    return f"6S#{epoch}#{session_id}#"


def extraction(epoch: int, event_id: str) -> str:
    """Return the key of an event's pinned candidates."""
    return f"6X#{epoch}#{event_id}"


def references(epoch: int) -> str:
    """Return the prefix of the events that refer back, in the order in which they were told."""
    return f"6L#{epoch}#"


def reference(epoch: int, told: str, event_id: str) -> str:
    """Return the key of an event that refers back."""
    return f"{references(epoch)}{told}#{event_id}"


def edges(epoch: int, event_id: str) -> str:
    """Return the prefix of an event's reverse edges."""
    return f"7R#{epoch}#{event_id}#"


def edge(epoch: int, event_id: str, record_id: str, assertion_id: str | None) -> str:
    """Return the key of a reverse edge."""
    return f"{edges(epoch, event_id)}{record_id}#{assertion_id or ''}"


def working(epoch: int, room: str) -> str:
    """Return the key of a session's working memory."""
    return f"8S#{epoch}#{room}"


def every_projection(epoch: int) -> str:
    """Return the prefix of the projections of all tool results."""
    return f"8P#{epoch}#"


def projections(epoch: int, room: str) -> str:
    """Return the prefix of the projections of a session's tool results."""
    return f"{every_projection(epoch)}{room}#"


def projection(epoch: int, room: str, result: str) -> str:
    """Return the key of a tool result's projection."""
    return f"{projections(epoch, room)}{result}"


def full_result(epoch: int, room: str, result: str) -> str:
    """Return the key of a whole tool result, outside the range of the projections."""
    return f"8T#{epoch}#{room}#{result}"


def tombstones(epoch: int) -> str:
    """Return the prefix of the owner's tombstones."""
    return f"9D#{epoch}#"


def idempotency(key: str) -> str:
    """Return the key of what an Idempotency-Key (as a digest) was used for."""
    return f"9I#{key}"


def operation(operation_id: str) -> str:
    """Return the key of an operation."""
    return f"9O#{operation_id}"


def trace(recall_id: str) -> str:
    """Return the key of a recall's trace."""
    return f"9C#{recall_id}"


def pending(tenant: str, shard_number: int) -> str:
    """Return the partition of operations that have not been seen to end."""
    return f"{_room(tenant)}#P#{shard_number}"


def reviews(tenant: str, shard_number: int) -> str:
    """Return the partition of a tenant's open reviews."""
    return f"{_room(tenant)}#R#{shard_number}"


def owners(tenant: str, shard_number: int) -> str:
    """Return the partition of a tenant's owners."""
    return f"{_room(tenant)}#O#{shard_number}"


def work(tenant: str, day: str, shard_number: int) -> str:
    """Return the partition of the owners with new material on a day."""
    return f"{_room(tenant)}#W#{day}#{shard_number}"


def spending(tenant: str, day: str) -> str:
    """Return the partition of what a tenant's models have spent on a day."""
    return f"{_room(tenant)}#L#{day}"


def jobs(tenant: str) -> str:
    """Return the ledger's partition of a tenant's erasures."""
    return f"{_room(tenant)}#J"


def policies(tenant: str) -> str:
    """Return the ledger's partition of the versions of a tenant's policy."""
    return f"T#{tenant}#G"


def consent(purpose: str, grant: int, governance: int) -> str:
    """Return the ledger's key of one step of an owner's consent."""
    return f"C#{purpose}#{grant:06d}#{governance:09d}"


def consents(purpose: str) -> str:
    """Return the prefix of the steps of an owner's consent for a purpose."""
    return f"C#{purpose}#"


def tenant_keys(tenant: str) -> str:
    """Return the ledger's partition of a tenant's wrapped digest keys."""
    return f"{_room(tenant)}#K"

"""What several users read: the memory of the tenant and of the system, copied by version.

A copy is looked up under epoch and governance version, which every change of a shared fact raises.
It is never served on its age alone, so what was taken back is gone with the next question.
"""

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from muniment.app.ports import Clock, OwnerStatistics, UnavailableError
from muniment.app.storage import Store
from muniment.app.stored import Owner, StoredVector
from muniment.domain.records import Fact
from muniment.domain.scope import Reach, Scope

_COPIES = 32
"""Memories of which a process holds a copy, of at most 4 MB each: a tenant's, and the system's."""


@dataclass(frozen=True, slots=True)
class Copy:
    """The readable facts of one shared memory and their encodings, as of a version."""

    owner: Owner
    facts: Mapping[str, Fact]
    vectors: Mapping[str, StoredVector]
    is_whole: bool
    """Whether it holds all facts: recall reads at most two pages of them."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What the wider memories hold for one scope, and which of them is missing or not whole."""

    facts: Mapping[Reach, tuple[Fact, ...]] = field(default_factory=dict)
    vectors: Mapping[str, StoredVector] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedMemory:
    """Reads the memories that are wider than a scope."""

    store: Store
    clock: Clock
    _copies: MutableMapping[Scope, Copy] = field(default_factory=dict)

    def of(self, scope: Scope) -> Shared:
        """Return what holds for `scope` as well, read side by side; what fails is named."""
        facts: dict[Reach, tuple[Fact, ...]] = {}
        vectors: dict[str, StoredVector] = {}
        degraded: list[str] = []
        with ThreadPoolExecutor(max_workers=2) as pool:
            reading = [(wider.reach, pool.submit(self._copy, wider)) for wider in scope.wider]
        for reach, copy in reading:
            try:
                found = copy.result()
            except UnavailableError:
                degraded.append(reach.value)
                continue
            facts[reach] = self._now(found)
            vectors |= found.vectors
            if not found.is_whole:
                degraded.append(reach.value)
        return Shared(facts, vectors, tuple(degraded))

    def registered(self, scope: Scope) -> frozenset[str]:
        """Return the attributes that belong to memories wider than `scope`.

        Raises UnavailableError where that cannot be told: then nothing is written.
        """
        return frozenset(
            fact.attribute
            for wider in scope.wider
            for fact in self._now(self._copy(wider))
            if fact.handling.registered and fact.attribute is not None
        )

    def _copy(self, scope: Scope) -> Copy:
        # The version is read first: what is read after it is at least as new as it says.
        owner = self.store.owner(scope)
        copy = self._copies.get(scope)
        if copy is None or _version(copy.owner) != _version(owner):
            copy = self._read(scope, owner)
            if len(self._copies) >= _COPIES:
                self._copies.clear()
            self._copies[scope] = copy
        return copy

    def _read(self, scope: Scope, owner: Owner) -> Copy:
        heads = self.store.heads(scope)
        vectors = self.store.fact_vectors(scope, owner.epoch)
        readable = {fact.id: fact for fact in heads.facts if fact.readable and fact.id in vectors}
        is_whole = heads.complete and all(f.id in vectors for f in heads.facts if f.readable)
        # Nobody asks for what "the tenant" said: a question's words name no speaker here.
        encodings = {record: replace(vectors[record], speaker=None) for record in readable}
        return Copy(owner, readable, encodings, is_whole)

    def _now(self, copy: Copy) -> tuple[Fact, ...]:
        now = self.clock()
        return tuple(
            fact for fact in copy.facts.values() if fact.expires_at is None or fact.expires_at > now
        )


def _version(owner: Owner) -> tuple[int, int]:
    return owner.epoch, owner.governance


def joined(
    own: OwnerStatistics, shared: Sequence[Sequence[str]], query: Iterable[str]
) -> OwnerStatistics:
    """Return the owner's statistics with those of shared facts, given by their terms.

    A word that every shared record holds is as common to the user who reads them all.
    """
    documents = own.documents + len(shared)
    length = own.average_length * own.documents + sum(map(len, shared))
    return OwnerStatistics(
        documents,
        length / documents if documents else 0.0,
        {
            term: own.frequencies.get(term, 0) + sum(term in terms for terms in shared)
            for term in set(query)
        },
    )

"""What the use cases need from the world: small protocols whose docstrings are the contract."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from muniment.domain.access import UNLABELLED
from muniment.domain.announcements import Announcement
from muniment.domain.filters import Test
from muniment.domain.findings import Finding
from muniment.domain.identity import Digester
from muniment.domain.policy import Policy
from muniment.domain.ranking import ASKED, Asked
from muniment.domain.records import Kind
from muniment.domain.scope import Scope
from muniment.domain.traits import NONE, Traits
from muniment.domain.worth import UNKNOWN, Worth


class UnavailableError(Exception):
    """A dependency did not answer in time or refused for now; trying again later may help."""

    def __init__(self, dependency: str, retry_after: int = 2) -> None:
        super().__init__(f"{dependency} is unavailable")
        self.dependency = dependency
        self.retry_after = retry_after
        """Seconds."""


class Clock(Protocol):
    """The time, in UTC and aware."""

    def __call__(self) -> datetime:
        """Return now."""
        ...


class Keys(Protocol):
    """The digest keys of the tenants, one each, wrapped by the key service."""

    def digester(self, tenant: str) -> Digester:
        """Return the tenant's digester; its key is made on first use and stays the same."""
        ...


@dataclass(frozen=True, slots=True)
class PolicyVersion:
    """One version of a tenant's policy, with when and by whom it was set."""

    policy: Policy
    at: datetime | None = None
    """`None` for the named default that holds until the tenant sets another."""
    by: str | None = None
    """Keyed handle of the subject."""


class Policies(Protocol):
    """The policies of the tenants: each version is kept, and none is ever changed."""

    def current(self, tenant: str) -> Policy:
        """Return the tenant's policy, perhaps one that was replaced some seconds ago."""
        ...

    def version(self, tenant: str, number: int | None = None) -> PolicyVersion | None:
        """Return a version as it is kept, by default the newest; `None` if there is no such.

        The first version is the named default, with which every tenant begins.
        """
        ...

    def add(self, tenant: str, version: PolicyVersion) -> None:
        """Keep a new version, whose number must follow the newest; StaleError if it does not."""
        ...


# --- encoder and ranking ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Encoded:
    """A passage as it is stored.

    `vector`: packed (domain.vectors), centred, unit. `states`: one row of 16 bytes a token, the
    signs of 128 projected dimensions; special tokens and prefix left out.
    """

    vector: bytes
    states: bytes


@dataclass(frozen=True, slots=True)
class EncodedQuery:
    """A query: `vector` centred and unit; `states` little-endian float32 rows of 128."""

    vector: tuple[float, ...]
    states: bytes
    weights: tuple[float, ...]
    """How much each row of `states` counts by itself: 1, or less for stop words and punctuation."""


class Encoder(Protocol):
    """Turns text into a vector for k-NN and token states for late interaction.

    Deterministic: the same text gives the same bytes, alone or in a batch. Long texts are chunked
    before encoding: the vector is the mean of the chunks', the states are joined.
    """

    @property
    def model(self) -> str:
        """Name and version of model and constants; part of every vector's key."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        """Encode texts that will be stored, in order."""
        ...

    def query(self, text: str) -> EncodedQuery:
        """Encode a question."""
        ...


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage to be ranked. `session` is `None` for a fact, which has no neighbours."""

    id: str
    states: bytes
    speaker: str | None = None
    session: str | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """Ids of the neighbours, nearest first; those that are not ranked along are ignored."""
    traits: Traits = NONE
    vector: bytes = b""
    """Packed; only a recipe that weighs it reads it, and nothing is like an empty one."""
    lexical: float = 0.0
    """What the search by terms scored it."""
    feedback: float = 0.0
    """-1..1, how what callers said of it leans."""
    worth: Worth = UNKNOWN
    within: float = 0.0
    exact: float = 0.0
    """How it fits what the query says of a time and of numbers, see `domain.asking`."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A ranked passage.

    `score` orders, and is the sum of `parts`. `absolute` is the weighted context MaxSim before it
    is scaled, which the floor weighs.
    """

    id: str
    score: float
    absolute: float
    parts: Mapping[str, float] = field(default_factory=dict)
    """By the names of `domain.ranking.parts`."""


class Ranker(Protocol):
    """Late interaction of a query's tokens with passages and their neighbours, and a recipe."""

    def rank(
        self, query: EncodedQuery, passages: Sequence[Passage], asked: Asked = ASKED
    ) -> list[Scored]:
        """Return every passage, best first, ties by id. Depends on nothing but its arguments."""
        ...


class Analyzer(Protocol):
    """Text to search terms; the one place where lexical search decides what a word is."""

    def terms(self, text: str) -> tuple[str, ...]:
        """Return stemmed, lower-case terms without stop words, in order, with repetitions."""
        ...


# --- the index -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """What the index knows of a record: no text, only terms, a vector and what filters need."""

    id: str
    kind: Kind
    epoch: int
    version: int
    terms: tuple[str, ...]
    vector: bytes
    """Packed, see domain.vectors."""
    expires_at: datetime | None = None
    labels: tuple[str, ...] = UNLABELLED
    """By whom and for what it may be used, see domain.access."""
    facets: tuple[str, ...] = ()
    """What it is filtered by, see domain.filters."""


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """Find at most `pool` entries by terms and at most `pool` by vector."""

    terms: tuple[str, ...]
    vector: tuple[float, ...]
    epoch: int
    """Entries of another epoch are not found."""
    now: datetime
    """Entries that expired before it are not found."""
    kinds: frozenset[Kind] = frozenset(Kind)
    pool: int = 30
    labels: frozenset[str] = frozenset(UNLABELLED)
    """Only entries that have one of them are found."""
    tests: tuple[Test, ...] = ()
    """Only entries are found whose facets pass all of them. An entry without facets, as an index
    from before them holds, passes: what is found is read again, and the store decides."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One record that the index found.

    `lexical`: sum over the query's distinct terms of the saturated term frequency, without idf and
    average length; 0 if not found by terms. `cosine`: -1..1, `None` if not found by vector.
    """

    id: str
    lexical: float = 0.0
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class OwnerStatistics:
    """Statistics of the owner's own entries, and of nobody else's."""

    documents: int = 0
    average_length: float = 0.0
    """Terms an entry."""
    frequencies: Mapping[str, int] = field(default_factory=dict)
    """Entries that hold each term of the query."""


@dataclass(frozen=True, slots=True)
class IndexAnswer:
    """Hits of both searches united, and the owner's statistics."""

    hits: tuple[Hit, ...]
    statistics: OwnerStatistics


class Index(Protocol):
    """Finds records of one owner. Derived from the store and may lag behind it.

    Neither hits, their order nor their scores depend on another owner's entries. Writes are
    versioned: an entry or removal with a version not above the one known for the id is ignored
    without an error, also after a removal, so a late delivery never overwrites a newer state.
    Every method raises UnavailableError if the engine cannot answer.
    """

    def search(self, scope: Scope, query: IndexQuery) -> IndexAnswer:
        """Return hits inside `scope`, best first within each search, ties by id."""
        ...

    def upsert(self, scope: Scope, entries: Sequence[IndexEntry]) -> None:
        """Add or replace entries of `scope`."""
        ...

    def remove(self, scope: Scope, versions: Mapping[str, int]) -> None:
        """Remove the given ids; the version is the one of the removal."""
        ...

    def purge(self, scope: Scope, before_epoch: int) -> bool:
        """Remove some thousand entries of `scope` of epochs below `before_epoch`, and take no more.

        Return whether some may be left: then it is to be called again.
        """
        ...

    def count(self, scope: Scope, before_epoch: int | None = None) -> int:
        """Count entries of `scope` (of epochs below `before_epoch`), after a refresh: exact."""
        ...

    def held(self, scope: Scope, records: Sequence[str]) -> int:
        """Count those of some hundred ids that are in the index, after a refresh: exact."""
        ...

    def holds(self, scope: Scope, record: str) -> bool:
        """Whether the id is in the index, after a refresh: exact."""
        ...


class IndexAdmin(Protocol):
    """Makes and replaces the physical index behind the alias."""

    def ensure(self) -> None:
        """Create the index and its alias if they are missing; safe to repeat."""
        ...

    def rebuild(self, entries: Iterator[tuple[Scope, Sequence[IndexEntry]]]) -> int:
        """Fill a new physical index beside live traffic, swap it in, drop the old; return count.

        Writes that arrive meanwhile reach both.
        """
        ...


# --- secrets and personal data ---------------------------------------------------------------


class Detector(Protocol):
    """Finds secrets and personal data in a text, whatever its format."""

    def detect(self, text: str) -> Sequence[Finding]:
        """Return the findings in order of their start; they may overlap.

        Total over `str`, time linear in its length. Never logs or keeps the text. Raises
        UnavailableError if it has to ask somebody who does not answer.
        """
        ...


# --- queues ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExtractionJob:
    """An event to extract, by id only."""

    scope: Scope
    epoch: int
    event: str


@dataclass(frozen=True, slots=True)
class ErasureJob:
    """An erasure to carry on with, by id only."""

    scope: Scope
    job: str


@dataclass(frozen=True, slots=True)
class ConsolidationJob:
    """An owner with new material."""

    scope: Scope


class ExtractionQueue(Protocol):
    """At least once, in any order."""

    def send(self, jobs: Sequence[ExtractionJob]) -> None:
        """Queue every job, or raise UnavailableError."""
        ...


class ErasureQueue(Protocol):
    """At least once, in any order."""

    def send(self, jobs: Sequence[ErasureJob]) -> None:
        """Queue every job, or raise UnavailableError."""
        ...


class ConsolidationQueue(Protocol):
    """At least once, in any order."""

    def send(self, jobs: Sequence[ConsolidationJob]) -> None:
        """Queue every job, or raise UnavailableError."""
        ...


# --- events out ------------------------------------------------------------------------------


class Announcer(Protocol):
    """Tells other systems, by ids only, where something of an owner stands.

    At least once and in any order; who listens tells repetitions by type, id and version.
    """

    def announce(self, scope: Scope, announcements: Sequence[Announcement], at: datetime) -> None:
        """Hand over every announcement, or raise UnavailableError: some may have gone out.

        `at` is when they were read from the store.
        """
        ...

"""The port of the store: what it keeps, and how it is read and changed.

A use case decides a list of changes (app.changes); the store writes all of them or none.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from muniment.app.changes import Change
from muniment.app.progress import OldItems
from muniment.app.stored import (
    AuditEntry,
    ConsentStep,
    Counts,
    Edge,
    Erasure,
    Extraction,
    Head,
    Heads,
    Idempotency,
    Operation,
    Owner,
    Pending,
    Place,
    Reference,
    RestingItems,
    ReviewPointer,
    StoredVector,
)
from muniment.domain.events import Event
from muniment.domain.recalls import RecallTrace
from muniment.domain.records import Assertion, Episode, Fact, Kind
from muniment.domain.reviews import ReviewItem
from muniment.domain.scope import Scope
from muniment.domain.working.results import FullResult, ToolResult
from muniment.domain.working.session import Session


class StaleError(Exception):
    """Something a decision rested on has changed since it was read: read again and decide anew."""


class ExistsError(StaleError):
    """A thing that was to be put is there already."""


class Store(Protocol):
    """Records and ledger of one owner. Every read is strongly consistent.

    `epoch` is the one the caller read; what is of another epoch is not returned. Every method
    raises UnavailableError if the store cannot answer.
    """

    def owner(self, scope: Scope) -> Owner:
        """Return the owner's state."""
        ...

    def commit(self, scope: Scope, changes: Sequence[Change], guard: Owner | None) -> None:
        """Write all changes or none.

        `guard` is the state the decision rests on: its epoch and governance version must still
        hold, else StaleError. It is `None` only where the changes themselves replace the owner's
        state. Raises ExistsError if something to put is there, StaleError if a revision moved on.

        In a shared scope every change of a fact raises the governance version as well: by it its
        readers know whether the copy they hold is still the whole truth.
        """
        ...

    # events and operations
    def event(self, scope: Scope, epoch: int, event: str) -> Event | None:
        """Return an event."""
        ...

    def events(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Event]:
        """Return those of the events that are there."""
        ...

    def events_before(
        self, scope: Scope, epoch: int, session: str, order: str, limit: int
    ) -> list[Event]:
        """Return at most `limit` events before `order` in the session, oldest first."""
        ...

    def events_after(
        self, scope: Scope, epoch: int, session: str, order: str, limit: int
    ) -> list[Event]:
        """Return at most `limit` events after `order` in the session, oldest first."""
        ...

    def every_event(self, scope: Scope, epoch: int) -> Iterable[Event]:
        """Yield every event of the owner, page by page."""
        ...

    def idempotency(self, scope: Scope, key: str) -> Idempotency | None:
        """Return what the key was used for, unless it has expired."""
        ...

    def operation(self, scope: Scope, operation: str) -> Operation | None:
        """Return an operation."""
        ...

    def operations(self, scope: Scope, epoch: int) -> Iterable[Operation]:
        """Yield every operation of the owner that is kept, page by page."""
        ...

    def trace(self, scope: Scope, epoch: int, recall: str) -> RecallTrace | None:
        """Return the trace of a recall."""
        ...

    def extraction(self, scope: Scope, epoch: int, event: str) -> Extraction | None:
        """Return what was pinned for an event."""
        ...

    def extractions(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Extraction]:
        """Return the extractions of those of the events that have one."""
        ...

    def references(self, scope: Scope, epoch: int, told: str) -> list[Reference]:
        """Return the events that refer back, from the one told at `told` on, in that order."""
        ...

    def edges(self, scope: Scope, epoch: int, event: str) -> list[Edge]:
        """Return what was made of an event."""
        ...

    def review(self, scope: Scope, epoch: int, review: str) -> ReviewItem | None:
        """Return something to decide, or what was decided."""
        ...

    def reviews(self, scope: Scope, epoch: int) -> list[ReviewItem]:
        """Return every review of the owner, in the order of their ids."""
        ...

    # records
    def heads(self, scope: Scope) -> Heads:
        """Return owner, counts and fact heads by one query."""
        ...

    def facts(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Fact]:
        """Return those of the facts that are there, whatever their status."""
        ...

    def head(self, scope: Scope, epoch: int, fact: str) -> Head:
        """Return a fact with the revision of its head, which outlives a withdrawal."""
        ...

    def assertions(self, scope: Scope, epoch: int, fact: str) -> list[Assertion]:
        """Return every assertion of a fact."""
        ...

    def episodes(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, Episode]:
        """Return those of the episodes that are there."""
        ...

    def page(
        self, scope: Scope, epoch: int, kind: Kind, limit: int, after: str | None
    ) -> tuple[list[Fact | Episode], str | None]:
        """Return at most `limit` records in the order of their ids, and where to go on.

        Facts and procedures are kept together: asking for either returns both.
        """
        ...

    def every_fact(self, scope: Scope, epoch: int) -> Iterable[Fact]:
        """Yield every fact of the owner, whatever its status, page by page."""
        ...

    def every_episode(self, scope: Scope, epoch: int) -> Iterable[Episode]:
        """Yield every episode of the owner, page by page."""
        ...

    def vectors(self, scope: Scope, epoch: int, ids: Iterable[str]) -> dict[str, StoredVector]:
        """Return the encodings of records."""
        ...

    def fact_vectors(self, scope: Scope, epoch: int) -> dict[str, StoredVector]:
        """Return the encodings of the owner's facts by one query, at most two pages."""
        ...

    def session_revision(self, scope: Scope, epoch: int, chain: str) -> int:
        """Return how often the episodes of a session's chain have changed."""
        ...

    def places(
        self, scope: Scope, epoch: int, chain: str, order: str, reach: int
    ) -> tuple[list[Place], list[Place]]:
        """Return at most `reach` places of the chain around `order`, nearest first."""
        ...

    def tombstones(self, scope: Scope, epoch: int) -> frozenset[str]:
        """Return every tombstone of the owner."""
        ...

    def has_forgotten(self, scope: Scope, epoch: int) -> bool:
        """Whether anything of the owner was erased, apart from what a review declined."""
        ...

    def resting(self, scope: Scope, purpose: str) -> RestingItems:
        """Return all that rests on the purpose alone, of any epoch and under any grant."""
        ...

    def old_items(self, scope: Scope, epoch: int, after: str | None) -> OldItems:
        """Return the items of epochs up to `epoch` in one page behind `after`, in order."""
        ...

    def delete_items(self, scope: Scope, places: Sequence[str]) -> None:
        """Delete items by their places; safe to repeat."""
        ...

    def consent_steps(self, scope: Scope, purpose: str) -> list[ConsentStep]:
        """Return every step of the owner's consent for a purpose, oldest first."""
        ...

    def audit(
        self, scope: Scope, limit: int, before: str | None
    ) -> tuple[list[AuditEntry], str | None]:
        """Return at most `limit` entries, newest first, and the place where to go on.

        `before` is such a place; the entry there is not returned again. Of every epoch: an
        erasure of the user keeps the audit, which holds ids only.
        """
        ...

    # working memory
    def session(self, scope: Scope, epoch: int, room: str) -> Session | None:
        """Return the session of a room (Session.room), also one that has expired."""
        ...

    def sessions(self, scope: Scope, epoch: int) -> Iterable[Session]:
        """Yield every session of the owner that is kept, page by page."""
        ...

    def tool_results(self, scope: Scope, epoch: int, room: str | None) -> list[ToolResult]:
        """Return the tool results of a session that are kept, oldest first; `None`: of all."""
        ...

    def full_result(self, scope: Scope, epoch: int, room: str, result: str) -> FullResult | None:
        """Return a whole tool result."""
        ...

    # housekeeping
    def record_counts(self, scope: Scope, epoch: int) -> Counts:
        """Count the readable facts and the episodes there are."""
        ...

    def erasure(self, scope: Scope, erasure: str) -> Erasure | None:
        """Return an erasure of the owner."""
        ...


class WorkList(Protocol):
    """Who has work to be done; keys and handles only, never a scan over records."""

    def touch(self, scope: Scope, day: str) -> None:
        """Note that the owner exists and has new material on `day` (ISO date); safe to repeat."""
        ...

    def tenants(self) -> list[str]:
        """Return every tenant."""
        ...

    def owners(self, tenant: str) -> Iterable[Scope]:
        """Yield every owner of the tenant."""
        ...

    def touched(self, tenant: str, day: str) -> Iterable[Scope]:
        """Yield the owners with new material on `day`."""
        ...

    def settle(self, scope: Scope, day: str) -> None:
        """Take the owner off the list of `day`."""
        ...

    def pending(self, tenant: str) -> Iterable[Pending]:
        """Yield the tenant's work that has not been seen to end."""
        ...

    def pending_of(self, scope: Scope) -> Iterable[Pending]:
        """Yield one owner's."""
        ...

    def reviews(self, tenant: str, after: str | None) -> Iterable[ReviewPointer]:
        """Yield the tenant's open reviews in a fixed order, from behind `after` on."""
        ...

    def reviews_of(self, scope: Scope) -> Iterable[ReviewPointer]:
        """Yield the pointers of one owner."""
        ...

    def asked(self, scope: Scope, review: str, until: datetime) -> None:
        """Note that there is something to decide; safe to repeat. The note goes by `until`."""
        ...

    def reviewed(self, pointer: ReviewPointer) -> None:
        """Take off the list what is no longer there to decide."""
        ...

    def queued(self, pending: Pending, at: datetime) -> None:
        """Note that a piece of work was queued once more."""
        ...

    def ended(self, pending: Pending) -> None:
        """Take a piece of work off the list."""
        ...

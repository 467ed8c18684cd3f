"""Sessions: written under optimistic concurrency, read while they live, cleared when they end."""

from dataclasses import dataclass, replace
from itertools import batched

from muniment.app.changes import Change, DropSession, DropToolResult, PutAudit, PutSession
from muniment.app.consents import activation
from muniment.app.errors import (
    SessionCompletedError,
    SessionConflictError,
    SessionExistsError,
)
from muniment.app.ports import Detector
from muniment.app.redacting import Redactor
from muniment.app.retrying import until_fresh
from muniment.app.stored import Owner
from muniment.app.working.requests import NewState
from muniment.app.working.rooms import Rooms
from muniment.app.working.slots import Applied, Cleaner
from muniment.app.working.views import Cleared, SessionView
from muniment.domain.access import ANYBODY, Caller, Use
from muniment.domain.handling import NOBODY
from muniment.domain.scope import Scope
from muniment.domain.working.buffers import shown
from muniment.domain.working.results import MOST_RESULTS, ToolResult
from muniment.domain.working.session import DEFAULT_LIFE, EMPTY, Pinner, Session, room_of
from muniment.domain.working.turns import DEFAULT_BUFFER, Note
from muniment.domain.working.writing import written


@dataclass(frozen=True, slots=True)
class WriteSession:
    """Makes, replaces or changes a session; no writer overwrites what it has not read."""

    rooms: Rooms
    detector: Detector

    def __call__(  # noqa: PLR0913 - what a write is made of
        self,
        scope: Scope,
        session: str,
        state: NewState,
        *,
        replaces: bool,
        was: int | None,
        by_agent: bool,
        caller: Caller = ANYBODY,
    ) -> SessionView:
        """Return the session as it is now.

        `replaces`: slots that the state does not name become empty, and a session that is not
        there is made. `was` is the version that the writer read, `None` for a new session. Raises
        SessionExistsError, SessionConflictError, SessionCompletedError, NotFoundError,
        SensitiveDataError, SessionTooLargeError, and what `domain.access` refuses.
        """

        def decide() -> SessionView:
            owner = self.rooms.store.owner(scope)
            use = self.rooms.use(scope, owner, caller)
            found = self._found(scope, owner, use, session, replaces=replaces)
            if found is not None and found.completed and not replaces:
                raise SessionCompletedError
            base = self._base(found, use, session, owner, state, was=was)
            redactor = Redactor(self.detector, use.policy.redaction)
            redactor.require_clean("session", session)
            cleaner = Cleaner(redactor, self.rooms.scrubber.forgotten(scope, owner))
            pinner = Pinner.AGENT if by_agent else Pinner.OWNER
            now = self.rooms.clock()
            apply = Applied(cleaner, now, pinner, base.revision + 1)
            before = EMPTY if replaces else base.slots
            slots = apply(before, base.slots, state.slots)
            made = written(base, slots, now)
            stored = 0 if found is None else found.revision
            # Read before: what fails after the commit would have to be called a failure of it.
            results = self.rooms.results(scope, made)
            changes = [PutSession(made, stored), *activation(owner, use.purpose, now)]
            self.rooms.store.commit(scope, changes, guard=owner)
            return SessionView(
                made,
                results,
                _summary(made),
                redacted=dict(cleaner.removed),
                is_new=found is None or not found.is_alive(now),
            )

        return until_fresh(decide)

    def _found(
        self, scope: Scope, owner: Owner, use: Use, session: str, *, replaces: bool
    ) -> Session | None:
        """Return what is stored, also if it has expired: its version goes on."""
        if not replaces:
            return self.rooms.find_to_write(scope, owner, use, session)
        return self.rooms.store.session(scope, owner.epoch, room_of(session, use.handling()))

    def _base(  # noqa: PLR0913 - what a session is made of
        self,
        found: Session | None,
        use: Use,
        session: str,
        owner: Owner,
        state: NewState,
        *,
        was: int | None,
    ) -> Session:
        """Return the session that is changed, with its new life and buffer."""
        now = self.rooms.clock()
        alive = found is not None and found.is_alive(now)
        if found is None or not alive:
            if was is not None:
                raise SessionConflictError
            return Session(
                session, owner.epoch, found.revision if found else 0, now, now,
                state.life or DEFAULT_LIFE, use.handling(), state.buffer or DEFAULT_BUFFER,
            )  # fmt: skip
        if was is None and not found.completed:
            raise SessionExistsError
        if was is not None and was != found.revision:
            raise SessionCompletedError if found.completed else SessionConflictError
        return replace(
            found, life=state.life or found.life, buffer=state.buffer or found.buffer,
            completed=False,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class GetSession:
    """Reads a session, without what is being erased at the moment."""

    rooms: Rooms

    def __call__(self, scope: Scope, session: str, caller: Caller = ANYBODY) -> SessionView:
        """Return the session with the projections of its tool results, or NotFoundError."""
        owner = self.rooms.store.owner(scope)
        use = self.rooms.use(scope, owner, caller)
        found = self.rooms.find(scope, owner, use, session)
        alive = self.rooms.results(scope, found)
        if owner.holds:
            forgotten = self.rooms.scrubber.forgotten(scope, owner)
            found = replace(found, slots=forgotten.slots(found.slots))
            alive = tuple(each for each in alive if not forgotten.holds(each.projection.text))
        return SessionView(found, alive, _summary(found))


@dataclass(frozen=True, slots=True)
class EndSession:
    """Ends a session: completed, it tells late writers so; deleted, it never was."""

    rooms: Rooms

    def __call__(  # noqa: PLR0913 - what a write is made of
        self,
        scope: Scope,
        session: str,
        *,
        deletes: bool,
        was: int | None = None,
        caller: Caller = ANYBODY,
        by: str = NOBODY,
    ) -> Cleared:
        """Return what was taken away; the results of tools go as well.

        `was` is the version that the writer read, `None` for whichever it is. Completing what is
        completed changes nothing. Raises NotFoundError and SessionConflictError.
        """

        def decide() -> Cleared:
            owner = self.rooms.store.owner(scope)
            use = self.rooms.use(scope, owner, caller)
            found = self.rooms.find(scope, owner, use, session)
            if was is not None and was != found.revision:
                raise SessionConflictError
            results = self.rooms.store.tool_results(scope, owner.epoch, found.room)
            if found.completed and not deletes and not results:
                return Cleared(session, 0, 0)
            now = self.rooms.clock()
            action = "delete_session" if deletes else "complete_session"
            end: Change = (
                DropSession(found) if deletes else PutSession(found.finished(now), found.revision)
            )
            audit = PutAudit(now, action, session, owner.epoch, by)
            # The session last: a run that breaks off finds it, and ends it again.
            *before, last = list(batched(results, MOST_RESULTS, strict=False)) or [()]
            for some in before:
                self.rooms.store.commit(scope, list(map(_drop, some)), guard=owner)
            self.rooms.store.commit(scope, [end, audit, *map(_drop, last)], guard=owner)
            return Cleared(session, sum(1 for text in found.slots.texts() if text), len(results))

        return until_fresh(decide)


def _drop(result: ToolResult) -> DropToolResult:
    return DropToolResult(result.room, result.epoch, result.id)


def _summary(session: Session) -> tuple[Note, ...]:
    return shown(session.slots.turns, session.slots.notes, session.buffer).notes

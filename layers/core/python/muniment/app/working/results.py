"""Results of tools: kept whole and apart, with a compact projection for prompts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from muniment.app.changes import Change, DropToolResult, PutSession, PutToolResult
from muniment.app.errors import (
    NotFoundError,
    RefusedError,
    SensitiveDataError,
    SessionCompletedError,
    ToolResultConflictError,
)
from muniment.app.ports import Detector
from muniment.app.redacting import Redactor
from muniment.app.retrying import until_fresh
from muniment.app.working.requests import NewToolResult
from muniment.app.working.rooms import Rooms
from muniment.app.working.slots import Cleaner
from muniment.app.working.views import ToolResultView
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.handling import Scalar
from muniment.domain.ids import Ids
from muniment.domain.injection.scan import Voice, scan
from muniment.domain.scope import Scope
from muniment.domain.working.results import (
    MOST_RESULTS,
    FullResult,
    Json,
    ToolResult,
    compact,
    project,
)
from muniment.domain.working.session import Session
from muniment.domain.working.writing import written

MOST_VALUES = 2000
"""Of a result with secrets in it: each value is read by itself, and takes a millisecond."""


@dataclass(frozen=True, slots=True)
class AddToolResult:
    """Keeps a tool's result, and takes its call off the unresolved ones."""

    rooms: Rooms
    detector: Detector

    def __call__(
        self, scope: Scope, session: str, new: NewToolResult, caller: Caller = ANYBODY
    ) -> ToolResultView:
        """Return the result with its projection; the same again when it is sent again.

        Raises NotFoundError without such a session, SessionCompletedError,
        ToolResultConflictError for an id that is taken by another, SensitiveDataError,
        RefusedError (`forgotten`) for what was erased.
        """

        def decide() -> ToolResultView:
            store = self.rooms.store
            owner = store.owner(scope)
            use = self.rooms.use(scope, owner, caller)
            found = self.rooms.find_to_write(scope, owner, use, session)
            if found.completed:
                raise SessionCompletedError
            ids = Ids(self.rooms.keys.digester(scope.tenant), scope, owner.epoch)
            cleaner = Cleaner(
                Redactor(self.detector, use.policy.redaction),
                self.rooms.scrubber.forgotten(scope, owner),
            )
            full = self._full(found, new, ids, cleaner)
            known = store.full_result(scope, owner.epoch, found.room, full.result.id)
            now = self.rooms.clock()
            if known is not None and known.result.is_alive(now):
                if known.result.digest != full.result.digest:
                    raise ToolResultConflictError
                return ToolResultView(known.result, dict(cleaner.removed), is_new=False)
            put = PutToolResult(full, replaces=known is not None)
            changes = [put, *self._beside(scope, found, full.result, now)]
            store.commit(scope, changes, guard=owner)
            return ToolResultView(full.result, dict(cleaner.removed))

        return until_fresh(decide)

    def _full(self, session: Session, new: NewToolResult, ids: Ids, cleaner: Cleaner) -> FullResult:
        sent = compact(new.content)
        digest = ids.tool_result(session.room, new.tool, new.call or "", sent)
        content = _cleaned(cleaner, new.content)
        kept = compact(content)
        projection = project(content, new.fields)
        if cleaner.forgotten.holds(kept) or cleaner.forgotten.holds(projection.text):
            raise RefusedError("forgotten")
        now = self.rooms.clock()
        result = ToolResult(
            id=cleaner.name("id", new.id) if new.id else f"t_{digest}",
            room=session.room, epoch=session.epoch, tool=cleaner.text("tool", new.tool),
            at=now, expires_at=now + new.life, projection=projection,
            size=len(kept.encode(errors="replace")), call=new.call, handling=session.handling,
            digest=digest, suspicious=bool(scan(projection.text, Voice.OUTSIDER, is_shown=True)),
        )  # fmt: skip
        return FullResult(result, kept, not isinstance(content, str))

    def _beside(
        self, scope: Scope, session: Session, result: ToolResult, now: datetime
    ) -> list[Change]:
        """Return what changes with a result: the call that it answers, the oldest that go."""
        changes: list[Change] = []
        left = tuple(call for call in session.slots.calls if call.id != result.call)
        if left != session.slots.calls:
            resolved = written(session, replace(session.slots, calls=left), now)
            changes.append(PutSession(resolved, session.revision))
        before = self.rooms.store.tool_results(scope, session.epoch, session.room)
        others = [each for each in before if each.id != result.id]
        too_many = max(0, len(others) + 1 - MOST_RESULTS)
        changes += [_drop(each) for each in others[:too_many][:MOST_RESULTS]]
        return changes


@dataclass(frozen=True, slots=True)
class GetToolResult:
    """Reads a whole result."""

    rooms: Rooms

    def __call__(
        self, scope: Scope, session: str, result: str, caller: Caller = ANYBODY
    ) -> FullResult:
        """Return the result, or NotFoundError; also for what is being erased at the moment."""
        owner = self.rooms.store.owner(scope)
        use = self.rooms.use(scope, owner, caller)
        found = self.rooms.find(scope, owner, use, session)
        full = self.rooms.store.full_result(scope, owner.epoch, found.room, result)
        alive = full is not None and full.result.is_alive(self.rooms.clock())
        if full is None or not alive or full.result.at < found.created_at:
            raise NotFoundError("no such result")
        if not self.rooms.scrubber.shows(scope, owner, full):
            raise NotFoundError("no such result")
        return full


def _cleaned(cleaner: Cleaner, content: Json) -> Json:
    """Return content without what may not be kept, each value under its name.

    All of it is read once, as lines of names and values; only where something has to go, value by
    value. Raises SensitiveDataError where that would be too many.
    """
    if isinstance(content, str):
        return cleaner.text("content", content)
    lines = "\n".join(f"{name}: {value}" for name, value in _values("content", content))
    removed = cleaner.redactor("content", lines).removed
    if not removed:
        return content
    if sum(1 for _ in _values("content", content)) > MOST_VALUES:
        raise SensitiveDataError("content", min(removed))
    return _walked(cleaner, "content", content)


def _values(name: str, content: Json) -> Iterator[tuple[str, Scalar]]:
    """Yield every value with the name that it stands under."""
    match content:
        case str() | int() | float():
            yield name, content
        case Mapping():
            for key, value in content.items():
                yield from _values(key, value)
        case None:
            return
        case _:
            for value in content:
                yield from _values(name, value)


def _walked(cleaner: Cleaner, name: str, content: Json) -> Json:
    match content:
        case None:
            return None
        case str() | int() | float():
            # The field alone is named in an error: a name inside the content may be memory text.
            return cleaner.value("content", name, content)
        case Mapping():
            return {
                cleaner.text("content", key): _walked(cleaner, key, value)
                for key, value in content.items()
            }
        case _:
            return [_walked(cleaner, name, value) for value in content]


def _drop(result: ToolResult) -> DropToolResult:
    return DropToolResult(result.room, result.epoch, result.id)

"""What use cases refuse, told apart by class; the edge maps each to a status."""

from muniment.domain.findings import DataKind


class MunimentError(Exception):
    """Base of everything a caller may be told; its message holds no memory text."""


class NotFoundError(MunimentError):
    """Nothing of that id in this scope, whether or not it exists in another."""


class InvalidCursorError(MunimentError):
    """A cursor that no list of ours returned."""


class ExpiryError(MunimentError):
    """A memory that is to be gone before it is there."""


class IdempotencyConflictError(MunimentError):
    """An Idempotency-Key that was used for another body."""


class EventConflictError(MunimentError):
    """An event id that is taken by an event with another content."""

    def __init__(self, event: str) -> None:
        super().__init__("the event id is taken by an event with another content")
        self.event = event


class DecidedError(MunimentError):
    """A review that was decided otherwise before; `status` is how."""

    def __init__(self, status: str) -> None:
        super().__init__(f"was {status} before")
        self.status = status


class InvalidDecisionError(MunimentError):
    """A decision that does not fit what is to be decided."""


class RefusedError(MunimentError):
    """A gate refused an explicit memory; `reason` is its code."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"refused: {reason}")
        self.reason = reason


class SensitiveDataError(MunimentError):
    """A field holds what the policy lets nobody store; neither message nor fields hold it."""

    def __init__(self, field: str, kind: DataKind) -> None:
        super().__init__(f"{field}: holds data of a kind that is refused: {kind.label}")
        self.field = field
        self.kind = kind


class ConsentNotNeededError(MunimentError):
    """Consent for a purpose that needs none: there is nothing to ask the owner for."""


class DeletionPendingError(MunimentError):
    """A consent that is to be called deleted before the erasure has ended, which says so itself."""


class TooManyPurposesError(MunimentError):
    """More purposes than an owner's item can keep a state of."""


class SessionExistsError(MunimentError):
    """A session that is there already, from a writer who names no version of it."""


class SessionConflictError(MunimentError):
    """A session that was written meanwhile: the version that the writer read is not the last."""


class SessionCompletedError(MunimentError):
    """A session whose task has ended."""


class ToolResultConflictError(MunimentError):
    """An id of a tool's result that is taken by a result with another content."""


class PolicyConflictError(MunimentError):
    """A policy that was written for another version than the newest."""


class NotRecalledError(MunimentError):
    """Feedback on something that the recall did not show; `place` is that of the word."""

    def __init__(self, place: int) -> None:
        super().__init__("the recall did not show it")
        self.place = place

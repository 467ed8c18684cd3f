"""What to tell a caller about each error that is always the same: field, reason, way out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from muniment.app.errors import (
    ConsentNotNeededError,
    DecidedError,
    DeletionPendingError,
    EventConflictError,
    ExpiryError,
    IdempotencyConflictError,
    InvalidCursorError,
    InvalidDecisionError,
    PolicyConflictError,
    SessionCompletedError,
    SessionConflictError,
    SessionExistsError,
    ToolResultConflictError,
    TooManyPurposesError,
)
from muniment.domain.access import NoAgentError, PurposeNotAllowedError


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a request. Holds no value that was sent."""

    field: str
    reason: str
    fix: str


QUOTED = 'with its quotes, as "4"'
"""How the ETag of a version is written in a header."""
REFUSALS: Mapping[str, str] = {
    "no_consent": "ask the owner: see the consent for its purpose",
    "forgotten": "leave it out: it is not taken again until all of the user's memory is erased",
    "redacted": "say where the secrets are kept instead: without them nothing is left",
    "trivial": "send a text that says something",
    "not_in_event": "let the owner say it again: its evidence is gone",
    "declined": "let the owner store it: it was proposed before and rejected",
    "not_supported": "cite a turn that the owner said",
    "not_a_fact": "erase the episode, or store a fact beside it: it is what was said",
    "superseded": "let the owner say it: something of higher trust is known",
}
FINDINGS: Mapping[type[Exception], Sequence[Finding]] = {
    ExpiryError: (
        Finding("expires_at", "is not in the future", "send a later time, or leave it out"),
    ),
    PurposeNotAllowedError: (
        Finding(
            "purpose",
            "is not one that the token allows; a token without the claim purposes allows the "
            "policy's default alone",
            "ask for a token whose claim purposes holds it",
        ),
    ),
    NoAgentError: (
        Finding(
            "token.agent",
            "is missing, so that there is no agent to keep it private for",
            "send access shared, or ask for a token with the claim agent",
        ),
    ),
    DeletionPendingError: (
        Finding("state", "becomes deleted when the erasure has ended", "see GET /v1/erasures/{id}"),
    ),
    ConsentNotNeededError: (
        Finding("purpose", "needs no consent under the policy", "write for it without asking"),
    ),
    TooManyPurposesError: (
        Finding("purpose", "is one more than an owner's consents hold", "name fewer in the policy"),
    ),
    PolicyConflictError: (
        Finding(
            "header.if-match", "is not the newest version", "read the policy again, then change it"
        ),
    ),
    InvalidCursorError: (
        Finding("cursor", "is none that a list returned", "start again without a cursor"),
    ),
    IdempotencyConflictError: (
        Finding(
            "header.idempotency-key",
            "was used for another request",
            "send a fresh key, or the same body again",
        ),
    ),
    DecidedError: (
        Finding(
            "decision",
            "is another than the one that was taken before",
            "read the review; a new statement of the owner changes the fact",
        ),
    ),
    InvalidDecisionError: (
        Finding(
            "value",
            "belongs to the edit of a fact, and to nothing else",
            "send a value with edit, and none with approve or reject",
        ),
    ),
    EventConflictError: (
        Finding(
            "events[].id",
            "is taken by an event with another content",
            "send the event as it was, or under another id",
        ),
    ),
    SessionExistsError: (
        Finding(
            "header.if-match",
            "is missing, and there is such a session",
            "read it, and send its ETag; or choose another id",
        ),
    ),
    SessionConflictError: (
        Finding(
            "header.if-match",
            "is not the last version of the session",
            "read it again, then make your change",
        ),
    ),
    SessionCompletedError: (
        Finding("session", "is completed", "PUT it without If-Match to begin anew"),
    ),
    ToolResultConflictError: (
        Finding(
            "id",
            "is taken by a result with another content",
            "send the result as it was, or under another id",
        ),
    ),
}

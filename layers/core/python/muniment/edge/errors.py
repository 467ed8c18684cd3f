"""What goes wrong, as RFC 9457 problems: one table from exception class to status.

A problem names the field, the reason and the way out. It never holds a value that was sent, nor
the message of an exception that is not in the table: either could be memory text.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from traceback import extract_tb

from aws_lambda_powertools.event_handler.api_gateway import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError as NoRouteError

from muniment.app.errors import (
    ConsentNotNeededError,
    DecidedError,
    DeletionPendingError,
    EventConflictError,
    ExpiryError,
    IdempotencyConflictError,
    InvalidCursorError,
    InvalidDecisionError,
    NotFoundError,
    NotRecalledError,
    PolicyConflictError,
    RefusedError,
    SensitiveDataError,
    SessionCompletedError,
    SessionConflictError,
    SessionExistsError,
    ToolResultConflictError,
    TooManyPurposesError,
)
from muniment.app.ports import UnavailableError
from muniment.domain.access import (
    NoAgentError,
    NoConsentError,
    PurposeNotAllowedError,
    UnknownPurposeError,
)
from muniment.domain.consent import IllegalTransitionError
from muniment.domain.working.errors import BudgetTooSmallError, SessionTooLargeError
from muniment.edge.findings import FINDINGS, QUOTED, REFUSALS, Finding

PROBLEM_JSON = "application/problem+json"
_RETRY_AFTER = 2  # seconds; a cold start or a throttle has usually passed by then
_LISTED = 10  # findings a problem; the first ones show the way, a thousand do not
_FRAMES = 6  # of the place an unexpected exception came from


class InvalidRequestError(Exception):
    """The request cannot be understood as it is."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("; ".join(f"{finding.field}: {finding.reason}" for finding in findings))
        self.findings = findings


class BodyTooLargeError(Exception):
    """The body is larger than the door takes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"the body is larger than {limit} bytes")
        self.limit = limit


class UnsupportedTypeError(Exception):
    """A document of a type that nobody here can read."""

    def __init__(self, *taken: str) -> None:
        super().__init__(", ".join(taken))


class NoVersionError(Exception):
    """A change that does not say which version it is made for."""


class NoIdentityError(Exception):
    """The token was verified, but a claim that says who calls is missing or odd."""

    def __init__(self, claim: str, reason: str) -> None:
        super().__init__(f"{claim}: {reason}")
        self.claim = claim
        self.reason = reason


class MissingPermissionError(Exception):
    """The token grants none of the permissions of which one is needed."""

    def __init__(self, *permissions: str, why: str) -> None:
        super().__init__(" or ".join(permissions))
        self.permissions = permissions
        self.why = why


@dataclass(frozen=True, slots=True)
class Problem:
    """A class of problem: the status, the last part of its type URI, and what it is called."""

    status: int
    name: str
    title: str


_INVALID = Problem(400, "invalid-request", "The request is not valid")
_FORBIDDEN = Problem(403, "forbidden", "The token does not allow this")
_UNAVAILABLE = Problem(503, "unavailable", "Not available for the moment")

PROBLEMS: Mapping[type[Exception], Problem] = {
    InvalidRequestError: _INVALID,
    InvalidCursorError: _INVALID,
    NoIdentityError: _FORBIDDEN,
    MissingPermissionError: _FORBIDDEN,
    NotFoundError: Problem(404, "not-found", "There is no such thing in your scope"),
    NoRouteError: Problem(404, "no-such-route", "There is no such route"),
    IdempotencyConflictError: Problem(409, "key-reused", "The Idempotency-Key is taken"),
    EventConflictError: Problem(409, "event-conflict", "The event id is taken"),
    NotRecalledError: _INVALID,
    ExpiryError: _INVALID,
    DecidedError: Problem(409, "decided", "The review was decided before"),
    InvalidDecisionError: _INVALID,
    RefusedError: Problem(409, "refused", "This cannot become memory"),
    SensitiveDataError: Problem(422, "sensitive-data", "The policy lets nobody store this"),
    UnknownPurposeError: _INVALID,
    PurposeNotAllowedError: Problem(403, "purpose-not-allowed", "Not for this purpose"),
    NoAgentError: _FORBIDDEN,
    NoConsentError: Problem(409, "no-consent", "The owner has not agreed to this"),
    IllegalTransitionError: Problem(409, "illegal-transition", "Consent has no such step"),
    DeletionPendingError: Problem(409, "deletion-pending", "The erasure has not ended"),
    ConsentNotNeededError: Problem(409, "consent-not-needed", "No consent is needed"),
    TooManyPurposesError: Problem(409, "too-many-purposes", "Too many purposes"),
    PolicyConflictError: Problem(412, "policy-changed", "The policy has changed meanwhile"),
    SessionExistsError: Problem(409, "session-exists", "There is such a session"),
    SessionCompletedError: Problem(409, "session-completed", "The session has ended"),
    SessionConflictError: Problem(412, "session-changed", "The session has changed meanwhile"),
    SessionTooLargeError: Problem(422, "session-too-large", "The session would be too large"),
    ToolResultConflictError: Problem(409, "tool-result-conflict", "The result's id is taken"),
    BudgetTooSmallError: Problem(
        422, "budget-too-small", "The budget is too small for what is never dropped"
    ),
    NoVersionError: Problem(428, "no-version", "The version to replace is missing"),
    UnsupportedTypeError: Problem(415, "unsupported-type", "Documents of this type are not read"),
    BodyTooLargeError: Problem(413, "too-large", "The body is too large"),
    UnavailableError: _UNAVAILABLE,
    # Whatever is in no line of this table: nothing of it is shown, and a retry is safe.
    Exception: _UNAVAILABLE,
}


_FINDINGS: Mapping[type[Exception], Sequence[Finding]] = {
    **FINDINGS,
    NoVersionError: (
        Finding(
            "header.if-match", "is missing", f"send the ETag of the version that you read, {QUOTED}"
        ),
    ),
}


def problem_of(error: Exception) -> Problem:
    """Return the problem of the nearest class of `error` that the table knows."""
    return next(PROBLEMS[kind] for kind in type(error).__mro__ if kind in PROBLEMS)


def expected(error: Exception) -> bool:
    """Whether the table names the class of `error` or a base of it other than Exception."""
    return any(kind in PROBLEMS for kind in type(error).__mro__ if kind is not Exception)


def findings_of(error: Exception) -> Sequence[Finding]:  # noqa: PLR0911 - a flat table
    """Return what to tell the caller about `error`, without any value that was sent."""
    match error:
        case InvalidRequestError():
            return error.findings
        case BodyTooLargeError():
            fix = "send it in several requests, or shorter"
            return (Finding("body", f"is larger than {error.limit} bytes", fix),)
        case UnsupportedTypeError():
            fix = f"convert it to one of {error}, in UTF-8"
            return (Finding("content_type", "is none that is read", fix),)
        case NoIdentityError():
            fix = "let the issuer set the claims tenant, sub and scope in the access token"
            return (Finding(f"token.{error.claim}", error.reason, fix),)
        case MissingPermissionError():
            fix = f"ask for a token whose scope holds {error}"
            return (Finding("token.scope", error.why, fix),)
        case SessionTooLargeError() | BudgetTooSmallError() | NotRecalledError():
            return (_unfitting(error),)
        case RefusedError() | SensitiveDataError():
            return (_refused(error),)
        case UnknownPurposeError() | NoConsentError() | IllegalTransitionError():
            return (_ungoverned(error),)
        case _:
            return _FINDINGS.get(type(error), ())


def _ungoverned(
    error: UnknownPurposeError | NoConsentError | IllegalTransitionError,
) -> Finding:
    match error:
        case UnknownPurposeError():
            fix = f"send one of {', '.join(error.known)}"
            return Finding("purpose", "is none that the tenant's policy names", fix)
        case NoConsentError():
            fix = "write for another purpose, or let the owner agree: PUT …/consent/{purpose}"
            return Finding("purpose", f"needs consent, which is {error.state}", fix)
        case IllegalTransitionError():
            reason = f"cannot become {error.wanted} from {error.state}"
            return Finding("state", reason, f"send one of {', '.join(error.legal)}")


def _unfitting(error: SessionTooLargeError | BudgetTooSmallError | NotRecalledError) -> Finding:
    match error:
        case SessionTooLargeError():
            fix = "leave out what the task does not need any more, or store it as memory"
            return Finding("body", f"makes a session that {error}", fix)
        case BudgetTooSmallError():
            return _too_small(error)
        case NotRecalledError():
            fix = "send an id of its items; of what was not shown, only that it is missing"
            return Finding(f"items[{error.place}].id", "is none that the recall showed", fix)


def _too_small(error: BudgetTooSmallError) -> Finding:
    reason = (
        f"leaves {error.usable} tokens, of which system text and pinned constraints alone need "
        f"{error.needed}; they are never dropped"
    )
    if error.least is None:
        fix = "shorten system, reserve less, or unpin some: the largest budget does not hold them"
        return Finding("budget", reason, fix)
    return Finding("budget", reason, f"send at least {error.least}, reserve less, or unpin some")


def _refused(error: RefusedError | SensitiveDataError) -> Finding:
    if isinstance(error, SensitiveDataError):
        fix = "leave it out, or keep it where such data is kept and send a reference to it"
        return Finding(error.field, f"holds data of the kind {error.kind.label}", fix)
    fix = REFUSALS.get(error.reason, "say it in other words, or leave it out")
    return Finding("body", error.reason, fix)


def render(error: Exception) -> Response[str]:
    """Return the problem document of `error`."""
    problem = problem_of(error)
    findings = findings_of(error)
    document = {
        "type": f"urn:muniment:problem:{problem.name}",
        "title": problem.title,
        "status": problem.status,
        "detail": _detail(problem, findings),
        "errors": [
            {"field": finding.field, "reason": finding.reason, "fix": finding.fix}
            for finding in findings[:_LISTED]
        ],
    }
    headers: dict[str, str | list[str]] = {"Cache-Control": "no-store"}
    if problem.status == _UNAVAILABLE.status:
        wait = error.retry_after if isinstance(error, UnavailableError) else _RETRY_AFTER
        headers["Retry-After"] = str(wait)
    return Response(problem.status, PROBLEM_JSON, json.dumps(document, ensure_ascii=False), headers)


def origin(error: Exception) -> str:
    """Return where `error` came from as file:line, innermost last; no message, no source text."""
    frames = extract_tb(error.__traceback__)[-_FRAMES:]
    return " > ".join(f"{_tail(frame.filename)}:{frame.lineno}" for frame in frames)


def _tail(path: str) -> str:
    return "/".join(path.split("/")[-2:])


def _detail(problem: Problem, findings: Sequence[Finding]) -> str:
    if not findings:
        return f"{problem.title}."
    first = findings[0]
    return f"{first.field}: {first.reason}; {first.fix}."

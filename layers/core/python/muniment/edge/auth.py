"""Who calls, whose memory it is about, and whether the token allows it. Nothing else decides."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from muniment.app.errors import NotFoundError
from muniment.domain.access import Caller
from muniment.domain.scope import (
    SAFE_ID,
    SYSTEM_SCOPE,
    InvalidIdError,
    Principal,
    Reach,
    Scope,
    require_safe_id,
    require_tenant,
    tenant_scope,
)
from muniment.edge.errors import (
    InvalidRequestError,
    MissingPermissionError,
    NoIdentityError,
)
from muniment.edge.findings import Finding

READ = "memory:read"
WRITE = "memory:write"
INGEST = "memory:ingest"
ERASE = "memory:erase"
STATE = "memory:state"
REVIEW = "memory:review"
ADMIN = "memory:admin"
AUDIT = "memory:audit"
ANY_USER = "memory:any_user"
TENANT = "memory:tenant"
SYSTEM = "memory:system"

_KEEPERS: Mapping[str, str] = {Reach.TENANT: TENANT, Reach.SYSTEM: SYSTEM}
"""What it takes to write to a shared memory, and to see what becomes of it."""
_DECIDERS: Mapping[str, frozenset[str]] = {
    Reach.TENANT: frozenset({REVIEW}),
    Reach.SYSTEM: frozenset({REVIEW, SYSTEM}),
}
"""What it takes to see and decide what waits there: a tenant's reviewer decides nothing for all."""

ME = "me"
_SUBJECT_BYTES = 255  # OpenID Connect Core, section 2: sub is at most 255 ASCII characters
OPERATION = "o"
ERASURE = "x"
REVIEWED = "v"
_OWNED_ID = re.compile(r"([oxv])_([a-z2-7]{26}|tenant|system)_[A-Za-z0-9]{1,64}")


@dataclass(frozen=True, slots=True)
class Access:
    """A caller who was let in to the memory of `subject`, a user of the caller's tenant."""

    principal: Principal
    subject: str

    @property
    def by_agent(self) -> bool:
        """Whether somebody acts for the memory's owner, instead of the owner's own token."""
        return self.subject != self.principal.subject

    def caller(self, purpose: str | None = None, *, private: bool = False) -> Caller:
        """Return what the caller asks for, with what the token allows of it."""
        token = self.principal
        return Caller(purpose, token.purposes, token.agent, private)


def admit(principal: Principal, user: str, *permissions: str, others: str = ANY_USER) -> Access:
    """Let the caller in to the memory of `user` with one of `permissions`, or raise.

    `others` is the permission with which it may be somebody else's.
    """
    require(principal, *permissions)
    return Access(principal, resolve_user(principal, user, others))


def admit_to_consent(principal: Principal, user: str, *permissions: str) -> Access:
    """Let the caller in to the consents of `user`, or raise.

    The owner's own token needs one of `permissions`; whoever speaks for another, `memory:admin`.
    """
    access = admit(principal, user, *permissions, ADMIN)
    if access.by_agent:
        require(principal, ADMIN, why="consent is the owner's own to give")
    return access


def principal_of(claims: Mapping[str, object]) -> Principal:
    """Return the caller as the verified claims say it, or raise NoIdentityError."""
    tenant = _claim(claims, "tenant")
    try:
        require_tenant(tenant)
    except InvalidIdError as error:
        raise NoIdentityError("tenant", str(error)) from None
    subject = _claim(claims, "sub")
    if len(subject.encode()) > _SUBJECT_BYTES or not subject.isprintable() or subject == ME:
        raise NoIdentityError("sub", "is not a subject of 1 to 255 printable characters")
    scope = claims.get("scope", "")
    if not isinstance(scope, str):
        raise NoIdentityError("scope", "is not a string of permissions with spaces between")
    return Principal(tenant, subject, _words(scope), _purposes(claims), _agent(claims))


def require(principal: Principal, *permissions: str, why: str = "this operation needs it") -> None:
    """Raise MissingPermissionError unless the token grants one of `permissions`."""
    if not any(principal.may(permission) for permission in permissions):
        raise MissingPermissionError(*permissions, why=why)


def require_delivery(access: Access, *, all_by_owner: bool) -> None:
    """Check that the caller may deliver these turns.

    The owner's own token may deliver the owner's turns. Whatever else is said, and whatever is
    said for another user, is a recording, and that is the trust of `memory:ingest`.
    """
    if access.by_agent or not all_by_owner:
        why = "turns that are not the token owner's own are a recording"
        require(access.principal, INGEST, why=why)
    else:
        require(access.principal, WRITE, INGEST)


def resolve_user(principal: Principal, user: str, others: str = ANY_USER) -> str:
    """Return the subject that `user` of the path means.

    Raises InvalidRequestError for an unsafe id, and NotFoundError for another user unless the
    token holds `others`: exactly as if that user did not exist.
    """
    if user == ME:
        return principal.subject
    safe_id("user", user)
    if user != principal.subject and not principal.may(others):
        raise NotFoundError
    return user


def safe_id(field: str, value: str) -> str:
    """Return `value` if it is a safe id, else raise InvalidRequestError."""
    try:
        return require_safe_id(value, field)
    except InvalidIdError as error:
        fix = f"send a whole id, there is no wildcard; {ME} is the token's own user"
        raise InvalidRequestError(Finding(field, str(error), fix)) from None


def scope_of(
    principal: Principal, own: Scope, prefix: str, identifier: str, others: str = ANY_USER
) -> Scope:
    """Return the scope in which an operation, erasure or review is to be looked up.

    `own` is the caller's scope. The id names its owner's handle; another's is unknown unless the
    token holds `others`, a shared memory's unless it holds what that takes. Raises NotFoundError
    also for an id that never was.
    """
    known = _OWNED_ID.fullmatch(safe_id("id", identifier))
    if known is None or known[1] != prefix:
        raise NotFoundError
    if known[2] in _KEEPERS:
        reach = Reach(known[2])
        needed = _DECIDERS[reach] if prefix == REVIEWED else {_KEEPERS[reach]}
        if not needed <= principal.permissions:
            raise NotFoundError
        return shared_scope(principal, reach)
    if known[2] != own.owner and not principal.may(others):
        raise NotFoundError
    return Scope(principal.tenant, known[2])


def _words(claim: str) -> frozenset[str]:
    # The gateway writes a claim that was a list as "[a b]".
    return frozenset(claim.strip("[]").split())


def _purposes(claims: Mapping[str, object]) -> frozenset[str] | None:
    purposes = claims.get("purposes")
    if purposes is None:
        return None
    if not isinstance(purposes, str):
        raise NoIdentityError("purposes", "is not a string of purposes with spaces between")
    return _words(purposes)


def _agent(claims: Mapping[str, object]) -> str | None:
    agent = claims.get("agent")
    if agent is None:
        return None
    if not isinstance(agent, str) or not SAFE_ID.fullmatch(agent):
        raise NoIdentityError("agent", "is not a safe id of 1 to 128 characters")
    return agent


def shared_scope(principal: Principal, reach: Reach) -> Scope:
    """Return the memory that the caller's tenant shares, or that all share."""
    return SYSTEM_SCOPE if reach is Reach.SYSTEM else tenant_scope(principal.tenant)


def require_keeper(principal: Principal, reach: Reach) -> None:
    """Raise MissingPermissionError unless the caller may write to the shared memory."""
    require(principal, _KEEPERS[reach], why=f"the {reach.value}'s memory is read by many")


def require_decider(principal: Principal, reach: Reach) -> None:
    """Raise MissingPermissionError unless the caller may review the shared memory."""
    for permission in sorted(_DECIDERS[reach]):
        require(principal, permission, why=f"the {reach.value}'s memory is read by many")


def reviewed_tenants(principal: Principal) -> tuple[str, ...]:
    """Return whose queues the caller decides: the tenant's, and with `memory:system` all's."""
    system = (SYSTEM_SCOPE.tenant,) if principal.may(SYSTEM) else ()
    return principal.tenant, *system


def _claim(claims: Mapping[str, object], name: str) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not value.strip():
        raise NoIdentityError(name, "is missing from the token")
    return value

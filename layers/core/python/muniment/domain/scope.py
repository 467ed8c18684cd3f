"""Who owns a memory, and who asks for it."""

import re
from dataclasses import dataclass
from enum import StrEnum

SAFE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}")
"""Ids that callers choose (users, sessions, events): no separator, no wildcard, never empty."""

_TENANT = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_OWNER = re.compile(r"[a-z2-7]{26}")

SYSTEM = "SYS"
"""What stands in the place of a tenant in the system's memory; no tenant has capital letters."""


class Reach(StrEnum):
    """Whose memory a scope is; part of the API. The narrowest comes first."""

    USER = "user"
    TENANT = "tenant"
    SYSTEM = "system"


class InvalidIdError(ValueError):
    """An id that is empty, a wildcard, or holds characters that could widen a scope."""


@dataclass(frozen=True, slots=True)
class Scope:
    """One memory: of a user, shared in a tenant, or shared by all; first argument of every port.

    `owner` is the keyed handle of the subject (26 characters of base32), never the subject. What
    is shared has the name of its reach there, which is too short to be a handle: no user can be
    it, and it holds nobody's memory but its own. There is no wildcard, no empty value, no default.
    """

    tenant: str
    owner: str

    def __post_init__(self) -> None:
        if self.owner == Reach.SYSTEM and self.tenant == SYSTEM:
            return
        require_tenant(self.tenant)
        if self.owner != Reach.TENANT and not _OWNER.fullmatch(self.owner):
            raise InvalidIdError("owner is not a handle of 26 base32 characters")

    @property
    def reach(self) -> Reach:
        """Whose memory it is."""
        return Reach(self.owner) if self.owner in tuple(Reach) else Reach.USER

    @property
    def is_shared(self) -> bool:
        """Whether several users read it."""
        return self.reach is not Reach.USER

    @property
    def wider(self) -> "tuple[Scope, ...]":
        """The shared memories that hold for it as well, the nearest first."""
        match self.reach:
            case Reach.USER:
                return tenant_scope(self.tenant), SYSTEM_SCOPE
            case Reach.TENANT:
                return (SYSTEM_SCOPE,)
            case Reach.SYSTEM:
                return ()


def tenant_scope(tenant: str) -> Scope:
    """Return what the users of a tenant share."""
    return Scope(tenant, Reach.TENANT.value)


SYSTEM_SCOPE = Scope(SYSTEM, Reach.SYSTEM.value)
"""What every tenant reads."""


@dataclass(frozen=True, slots=True)
class Principal:
    """The authenticated caller, as the token says it."""

    tenant: str
    subject: str
    permissions: frozenset[str]
    purposes: frozenset[str] | None = None
    """What its requests may be for; `None` where the token does not say."""
    agent: str | None = None
    """The agent that acts, where the token names one."""

    def may(self, permission: str) -> bool:
        """Whether the token grants `permission`."""
        return permission in self.permissions


def require_tenant(value: str) -> str:
    """Return `value` if it is a tenant id that is safe in keys and tags, else raise."""
    if not _TENANT.fullmatch(value):
        raise InvalidIdError("a tenant is 1 to 63 characters of a-z, 0-9 and -")
    return value


def require_safe_id(value: str, what: str) -> str:
    """Return `value` if it is a safe id, else raise an error that names `what`."""
    if not SAFE_ID.fullmatch(value):
        raise InvalidIdError(
            f"{what} is 1 to 128 characters of A-Z, a-z, 0-9 and . _ : @ -, "
            "and starts with a letter or digit"
        )
    return value

"""A tenant's policy: reading any version of it, and setting the next."""

from dataclasses import dataclass, replace

from muniment.app.errors import NotFoundError, PolicyConflictError
from muniment.app.ports import Clock, Policies, PolicyVersion
from muniment.app.storage import StaleError
from muniment.domain.policy import Policy


@dataclass(frozen=True, slots=True)
class GetPolicy:
    """Reads a version as it is kept, never from a cache."""

    policies: Policies

    def __call__(self, tenant: str, number: int | None = None) -> PolicyVersion:
        """Return a version, by default the newest; NotFoundError if there is no such."""
        version = self.policies.version(tenant, number)
        if version is None:
            raise NotFoundError("no such version")
        return version


@dataclass(frozen=True, slots=True)
class SetPolicy:
    """Sets the next version, which holds for what is decided from some seconds later on."""

    policies: Policies
    clock: Clock

    def __call__(self, tenant: str, policy: Policy, *, was: int, by: str) -> PolicyVersion:
        """Return the new version; PolicyConflictError unless `was` is the newest.

        `by` is the keyed handle of who sets it.
        """
        newest = self.policies.version(tenant)
        if newest is None or newest.policy.version != was:
            raise PolicyConflictError
        version = PolicyVersion(replace(policy, version=was + 1), self.clock(), by)
        try:
            self.policies.add(tenant, version)
        except StaleError:
            raise PolicyConflictError from None
        return version

"""Who calls: the scope of a subject, the name in the audit, and what a reviewer may see."""

from typing import TYPE_CHECKING

from muniment.bootstrap import parts
from muniment.domain.scope import Principal, Scope
from muniment.edge import auth

if TYPE_CHECKING:
    from muniment.app.deciding import Reviewer


def scope(tenant: str, subject: str) -> Scope:
    """Return the scope of a subject: its keyed handle inside the tenant."""
    return Scope(tenant, parts.keys().digester(tenant).owner(subject))


def actor(caller: Principal) -> str:
    """Return who acts as the audit names it: the caller's keyed handle, and the token's agent."""
    handle = scope(caller.tenant, caller.subject).owner
    return handle if caller.agent is None else f"{handle}/{caller.agent}"


def promoter(access: auth.Access) -> "Reviewer":
    """Return who decides about a record: its owner by their own token, or a reviewer."""
    from muniment.app.deciding import Reviewer

    caller = access.principal
    handle = scope(caller.tenant, caller.subject).owner
    return Reviewer(handle, not access.by_agent, caller.may(auth.REVIEW), caller.agent)


def reviewer(caller: Principal, review: str | None = None) -> "tuple[Scope, Reviewer]":
    """Return the scope in which `caller` reviews, and what the caller may see and do there.

    The scope is the one that the id of `review` names, else the caller's own. NotFoundError for
    an id of somebody else's that the caller may not review.
    """
    from muniment.app.deciding import Reviewer

    own = scope(caller.tenant, caller.subject)
    may_review = caller.may(auth.REVIEW)
    named = own
    if review is not None:
        named = auth.scope_of(caller, own, auth.REVIEWED, review, others=auth.REVIEW)
    return named, Reviewer(own.owner, named == own, may_review, caller.agent)

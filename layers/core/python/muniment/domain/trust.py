"""The table of trust, the one place where provenance is decided: door, role and actor, and no more.

The door is the route by which words came in, the role whose words they are, the actor whether the
owner of the memory spoke. What a payload or a model claims is not asked. What may come in by which
door is the token's say (`edge.auth`); what a class is worth against another is the fold's
(`domain.fold`), and what it takes off a confidence or a life the policy's (`domain.policy`).
"""

from muniment.domain.events import Door, Event, Role
from muniment.domain.namespaces import Namespace
from muniment.domain.records import Provenance

_TRUST: dict[tuple[Door, Role, bool], Provenance] = {
    # door, role, whether the owner of the memory spoke: class
    (Door.EVENTS, Role.USER, True): Provenance.USER_STATED,
    (Door.EVENTS, Role.USER, False): Provenance.OBSERVED,
    (Door.EVENTS, Role.ASSISTANT, False): Provenance.MODEL_INFERRED,
    (Door.EVENTS, Role.TOOL, False): Provenance.OBSERVED,
    (Door.EVENTS, Role.DOCUMENT, False): Provenance.OBSERVED,
    (Door.STATE, Role.STATE, False): Provenance.TOOL_VERIFIED,
    (Door.STORE, Role.USER, True): Provenance.USER_STATED,
    # What is decided in review counts as the owner's word: a later one of the owner still wins.
    (Door.REVIEW, Role.USER, True): Provenance.USER_STATED,
    (Door.REVIEW, Role.USER, False): Provenance.USER_STATED,
    # What is meant for many is shared when a reviewer has approved it, and counts as stated then.
    (Door.SHARED, Role.USER, False): Provenance.USER_STATED,
    # An agent that stores for the owner has no turn of the owner to show for it.
    (Door.STORE, Role.ASSISTANT, False): Provenance.MODEL_INFERRED,
}


def provenance(event: Event) -> Provenance:
    """Return the class of whatever is made of `event`; a path not in the table is the weakest."""
    key = (event.door, event.role, event.by_owner)
    return _TRUST.get(key, Provenance.MODEL_INFERRED)


def namespace(event: Event) -> Namespace:
    """Return whose words they are: all that is inferred, and nothing else, is an assistant's."""
    inferred = provenance(event) is Provenance.MODEL_INFERRED
    return Namespace.ASSISTANT if inferred else Namespace.OWNER


def source(event: Event) -> str:
    """Return who said it, for counting independent sources: speaker or role, not the event.

    A document without a name is known by its id: all its parts are one source.
    """
    if event.by_owner:
        return "owner"
    return f"{event.role.value}:{(event.speaker or event.document or '').casefold()}"

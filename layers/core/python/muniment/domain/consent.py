"""Consent for one purpose: a state machine, and the numbers of its grants.

    not_collected → requested → granted | denied
    granted → active ⇄ paused
    active | paused → revoked → delete_requested → deleted
    denied | deleted → requested

Each grant has the next number. What is stored names the grant it was accepted under and is readable
under that one alone, so a new grant never revives what an earlier one allowed. `granted` turns into
`active` with the first write, or when it is asked for; nothing rests on a grant before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class ConsentState(StrEnum):
    """Where an owner's consent for a purpose stands; part of the API."""

    NOT_COLLECTED = "not_collected"
    REQUESTED = "requested"
    GRANTED = "granted"
    DENIED = "denied"
    ACTIVE = "active"
    PAUSED = "paused"
    REVOKED = "revoked"
    DELETE_REQUESTED = "delete_requested"
    DELETED = "deleted"


_S = ConsentState

LEGAL: Mapping[ConsentState, tuple[ConsentState, ...]] = {
    _S.NOT_COLLECTED: (_S.REQUESTED,),
    _S.REQUESTED: (_S.GRANTED, _S.DENIED),
    _S.GRANTED: (_S.ACTIVE,),
    _S.DENIED: (_S.REQUESTED,),
    _S.ACTIVE: (_S.PAUSED, _S.REVOKED),
    _S.PAUSED: (_S.ACTIVE, _S.REVOKED),
    _S.REVOKED: (_S.DELETE_REQUESTED,),
    _S.DELETE_REQUESTED: (_S.DELETED,),
    _S.DELETED: (_S.REQUESTED,),
}
"""Where each state may go; a state that is asked for again is no transition."""

OPEN = frozenset({_S.GRANTED, _S.ACTIVE})
"""States in which the purpose may be served, under the current grant."""


class IllegalTransitionError(ValueError):
    """A transition that the state machine does not have; says which ones it has."""

    def __init__(self, state: ConsentState, wanted: ConsentState) -> None:
        legal = ", ".join(LEGAL[state])
        super().__init__(f"consent is {state} and cannot become {wanted}; it can become {legal}")
        self.state = state
        self.wanted = wanted
        self.legal = LEGAL[state]


@dataclass(frozen=True, slots=True)
class Consent:
    """An owner's consent for one purpose. `grant` is the number of the latest grant, 0 for none."""

    state: ConsentState = ConsentState.NOT_COLLECTED
    grant: int = 0

    @property
    def is_open(self) -> bool:
        """Whether the purpose may be served."""
        return self.state in OPEN

    def allows(self, grant: int) -> bool:
        """Whether what was accepted under `grant` may be read now."""
        return self.is_open and grant == self.grant

    def advance(self, wanted: ConsentState) -> "Consent":
        """Return the consent in the state `wanted`; the same for the same state.

        Raises IllegalTransitionError.
        """
        if wanted is self.state:
            return self
        if wanted not in LEGAL[self.state]:
            raise IllegalTransitionError(self.state, wanted)
        return Consent(wanted, self.grant + (wanted is ConsentState.GRANTED))


NONE = Consent()
"""Of a purpose for which nobody has asked yet."""

type Consents = Mapping[str, Consent]
"""The owner's consents by purpose; a purpose that is missing was never asked for."""

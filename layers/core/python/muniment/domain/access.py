"""What a caller may use: the one place where purpose, consent and access are decided.

Writing asks it for the grant that a purpose rests on, and every read (recall, get, list, history)
asks it whether a record is withheld.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from muniment.domain.consent import NONE, Consent, Consents, ConsentState
from muniment.domain.handling import UNRESTRICTED, Handling, Sensitivity
from muniment.domain.policy import DEFAULT, Policy
from muniment.domain.purposes import Purpose


class PurposeNotAllowedError(Exception):
    """A purpose that the caller's token does not allow."""


class UnknownPurposeError(Exception):
    """A purpose that the tenant's policy does not name; holds those that it names."""

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__("the policy knows no such purpose")
        self.known = known


class NoConsentError(Exception):
    """The owner has not agreed to this purpose, or not any more."""

    def __init__(self, state: ConsentState) -> None:
        super().__init__(f"consent is {state}")
        self.state = state


class NoAgentError(Exception):
    """Something private to the caller's agent, from a token that names no agent."""


class Withheld(StrEnum):
    """Why a record is not shown; part of the API, except `AGENT`, which nobody is told."""

    AGENT = "agent"
    PURPOSE = "purpose"
    PAUSED = "paused"
    NO_CONSENT = "no_consent"


@dataclass(frozen=True, slots=True)
class Caller:
    """What a request says of its use, and what its token allows.

    A token that names no purposes allows the policy's default one, and no other.
    """

    purpose: str | None = None
    """As the request names it; `None`: the policy's default."""
    purposes: frozenset[str] | None = None
    """Those that the token allows; `None`: it names none."""
    agent: str | None = None
    """The agent that the token names; `None` sees what all of the owner's agents see."""
    private: bool = False
    """Whether what is written is to be seen by this agent alone."""


ANYBODY = Caller()
"""A caller who names neither purpose nor agent: what such a one may use, every caller may."""


@dataclass(frozen=True, slots=True)
class Use:
    """One use of one owner's memory: for which purpose, by which agent, under which rules."""

    purpose: str
    agent: str | None = None
    private: bool = False
    policy: Policy = DEFAULT
    consents: Consents = field(default_factory=dict)

    @property
    def rules(self) -> Purpose:
        """What the policy says of the purpose."""
        return self.policy.purposes[self.purpose]

    def grant(self) -> int:
        """Return the number of the grant that a write rests on; 0 where none is needed.

        Raises NoConsentError.
        """
        if not self.rules.consent:
            return 0
        consent = self.consents.get(self.purpose, NONE)
        if not consent.is_open:
            raise NoConsentError(consent.state)
        return consent.grant

    def handling(self) -> Handling:
        """Return the handling of what is written for this use.

        Raises NoConsentError, and NoAgentError if there is no agent to keep it private for.
        """
        if self.private and self.agent is None:
            raise NoAgentError
        return Handling(((self.purpose, self.grant()),), self.agent if self.private else None)

    def withholds(
        self, handling: Handling, topics: tuple[Sensitivity, ...] = ()
    ) -> Withheld | None:
        """Return why a record of this handling and these topics is not shown, if it is not."""
        if handling.shared:
            return None  # of nobody's life, and approved for everybody who reads it
        if handling.agent is not None and handling.agent != self.agent:
            return Withheld.AGENT
        if not self.rules.topics.issuperset(topics):
            return Withheld.PURPOSE
        if self.rules.consent and (closed := _closed(self._consent(self.purpose))):
            return closed
        grants = handling.grants or ((self.policy.default_purpose, 0),)
        reasons = [self._withholds_grant(purpose, number) for purpose, number in grants]
        # One purpose that allows it is enough; of several reasons, the nearest to allowing it.
        return None if None in reasons else min(filter(None, reasons), key=_NEAREST.index)

    def usable(self) -> Iterator[tuple[str, int]]:
        """Yield the grants whose material may be used, for the index to filter by."""
        if self.rules.consent and not self._consent(self.purpose).is_open:
            return
        for purpose in sorted({self.purpose, *self.rules.reads} & set(self.policy.purposes)):
            for number in {0, self._consent(purpose).grant}:
                if self._withholds_grant(purpose, number) is None:
                    yield purpose, number

    def _withholds_grant(self, purpose: str, number: int) -> Withheld | None:
        known = self.policy.purposes.get(purpose)
        if known is None or (purpose != self.purpose and purpose not in self.rules.reads):
            return Withheld.PURPOSE
        if number == 0:
            # It was stored when the purpose needed no consent: enough as long as it needs none.
            return Withheld.NO_CONSENT if known.consent else None
        consent = self._consent(purpose)
        if consent.allows(number):
            return None
        return Withheld.PAUSED if _paused(consent, number) else Withheld.NO_CONSENT

    def _consent(self, purpose: str) -> Consent:
        return self.consents.get(purpose, NONE)


_NEAREST = (Withheld.PAUSED, Withheld.NO_CONSENT, Withheld.PURPOSE)


def _paused(consent: Consent, number: int) -> bool:
    return consent.state is ConsentState.PAUSED and number == consent.grant


def _closed(consent: Consent) -> Withheld | None:
    if consent.is_open:
        return None
    return Withheld.PAUSED if consent.state is ConsentState.PAUSED else Withheld.NO_CONSENT


def may_keep(handling: Handling, policy: Policy, consents: Consents) -> bool:
    """Whether what was accepted with this handling may still be kept: its consent holds.

    What is paused is kept, and skipped by every read.
    """
    return not {None, Withheld.PAUSED}.isdisjoint(_by_own_purpose(handling, policy, consents))


def may_show(handling: Handling, policy: Policy, consents: Consents) -> bool:
    """Whether it may be shown to somebody for the purpose that it was accepted for."""
    return None in _by_own_purpose(handling, policy, consents)


def _by_own_purpose(handling: Handling, policy: Policy, consents: Consents) -> set[Withheld | None]:
    grants = handling.grants or ((policy.default_purpose, 0),)
    uses = [
        Use(purpose, handling.agent, policy=policy, consents=consents)
        for purpose, _ in grants
        if purpose in policy.purposes
    ]
    return {use.withholds(handling) for use in uses}


def use_of(caller: Caller, policy: Policy, consents: Consents) -> Use:
    """Return the use that a caller asks for.

    Raises PurposeNotAllowedError for a purpose outside the token's, and UnknownPurposeError for
    one that the policy does not name.
    """
    purpose = policy.default_purpose if caller.purpose is None else caller.purpose
    allowed = {policy.default_purpose} if caller.purposes is None else caller.purposes
    if purpose not in allowed:
        raise PurposeNotAllowedError
    if purpose not in policy.purposes:
        raise UnknownPurposeError(tuple(sorted(policy.purposes)))
    return Use(purpose, caller.agent, caller.private, policy, consents)


# --- what the index filters by -----------------------------------------------------------------

_BEFORE = ""
"""Label of what was stored before purposes were kept."""


UNLABELLED = ("/",)
"""The labels of what all agents may see, from before purposes were kept."""


def labels_of(handling: Handling) -> tuple[str, ...]:
    """Return the labels of a record in the index: its agent, with each grant it may be used by."""
    grants = [_label(*grant) for grant in handling.grants] or [_BEFORE]
    return tuple(f"{handling.agent or ''}/{label}" for label in grants)


def labels_for(use: Use) -> frozenset[str]:
    """Return the labels of which a record must have one to be found for this use."""
    grants = [_label(*grant) for grant in use.usable()]
    if use.withholds(UNRESTRICTED) is None:
        grants.append(_BEFORE)
    agents = {"", use.agent or ""}
    return frozenset(f"{agent}/{label}" for agent in agents for label in grants)


def _label(purpose: str, number: int) -> str:
    return f"{purpose}#{number}"

"""An owner's consent, purpose by purpose: reading it, changing it, and its first use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from muniment.app.changes import Change, GovernOwner, PutAudit, PutConsent, PutErasure
from muniment.app.errors import (
    ConsentNotNeededError,
    DeletionPendingError,
    TooManyPurposesError,
)
from muniment.app.ports import Clock, Keys, Policies
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import ConsentStep, Erasure, Owner
from muniment.app.views import ConsentView
from muniment.domain.access import UnknownPurposeError
from muniment.domain.consent import NONE, Consent, ConsentState
from muniment.domain.handling import NOBODY
from muniment.domain.ids import Ids
from muniment.domain.policy import Policy
from muniment.domain.scope import Scope

MOST_CONSENTS = 24
"""Purposes of which an owner's item keeps a state: those of the policy, and of earlier ones."""

FIRST_WRITE = "first_write"
"""The source of the step by which a grant becomes active without having been asked."""


WHEN_DELETED = "erasure"
"""The source of the step at the end of the job that deletes what was withdrawn."""


@dataclass(frozen=True, slots=True)
class NewConsent:
    """What an owner says, or is asked, about a purpose."""

    state: ConsentState
    notice_version: str
    source: str


@dataclass(frozen=True, slots=True)
class ChangeConsent:
    """Takes one step of an owner's consent for a purpose; later commits must have seen it."""

    store: Store
    keys: Keys
    policies: Policies
    clock: Clock

    def __call__(
        self, scope: Scope, purpose: str, said: NewConsent, *, by: str = NOBODY
    ) -> ConsentView:
        """Return the consent as it is then; nothing changes if it is in that state already.

        A request to delete starts an erasure of what rests on the purpose alone, at whose end
        the consent is `deleted`; who says so before gets DeletionPendingError.
        Raises IllegalTransitionError, UnknownPurposeError for a purpose that neither the policy
        nor the owner's consents name, and ConsentNotNeededError where there is nothing to ask for.
        """
        policy = self.policies.current(scope.tenant)

        def decide() -> ConsentView:
            owner = self.store.owner(scope)
            consent = _known(owner, policy, purpose)
            became = consent.advance(said.state)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            erasure = _erasure(ids, purpose, became, self.clock())
            if became == consent:
                return _view(policy, purpose, consent, erasure=erasure)
            if became.state is ConsentState.DELETED:
                raise DeletionPendingError
            if became.state is ConsentState.REQUESTED and not _needed(policy, purpose):
                raise ConsentNotNeededError
            if purpose not in owner.consents and len(owner.consents) >= MOST_CONSENTS:
                raise TooManyPurposesError
            now = self.clock()
            step = ConsentStep(purpose, became, now, said.notice_version, said.source)
            audit = PutAudit(now, f"consent_{became.state}", purpose, owner.epoch, by)
            begun = [] if erasure is None else [PutErasure(erasure, new=True)]
            self.store.commit(scope, [*_steps(owner, step), audit, *begun], guard=owner)
            return _view(policy, purpose, became, (step,), erasure)

        return until_fresh(decide)


@dataclass(frozen=True, slots=True)
class GetConsent:
    """Tells where an owner's consent for a purpose stands, and how it came there."""

    store: Store
    policies: Policies

    def __call__(self, scope: Scope, purpose: str) -> ConsentView:
        """Return the consent with all its steps, oldest first; UnknownPurposeError as above."""
        policy = self.policies.current(scope.tenant)
        consent = _known(self.store.owner(scope), policy, purpose)
        return _view(policy, purpose, consent, self.store.consent_steps(scope, purpose))


@dataclass(frozen=True, slots=True)
class ListConsents:
    """Tells where an owner's consents stand."""

    store: Store
    policies: Policies

    def __call__(self, scope: Scope) -> tuple[ConsentView, ...]:
        """Return a view of each purpose that the policy or the owner's consents name."""
        policy, owner = self.policies.current(scope.tenant), self.store.owner(scope)
        named = sorted({*policy.purposes, *owner.consents})
        return tuple(_view(policy, name, owner.consents.get(name, NONE)) for name in named)


def activation(owner: Owner, purpose: str, at: datetime) -> list[Change]:
    """Return the changes by which the first write under a grant makes it active, if it is not."""
    consent = owner.consents.get(purpose, NONE)
    if consent.state is not ConsentState.GRANTED:
        return []
    return step_to(owner, purpose, consent.advance(ConsentState.ACTIVE), at, FIRST_WRITE)


def step_to(
    owner: Owner, purpose: str, consent: Consent, at: datetime, source: str
) -> list[Change]:
    """Return the changes of a step that nobody was asked for."""
    return _steps(owner, ConsentStep(purpose, consent, at, None, source))


def _steps(owner: Owner, step: ConsentStep) -> list[Change]:
    consents: Mapping[str, Consent] = {**owner.consents, step.purpose: step.consent}
    governed = replace(owner, governance=owner.governance + 1, consents=consents)
    return [GovernOwner(governed, was=owner), PutConsent(step, governed.governance)]


def _known(owner: Owner, policy: Policy, purpose: str) -> Consent:
    if purpose not in policy.purposes and purpose not in owner.consents:
        raise UnknownPurposeError(tuple(sorted(policy.purposes)))
    return owner.consents.get(purpose, NONE)


def _needed(policy: Policy, purpose: str) -> bool:
    return purpose in policy.purposes and policy.purposes[purpose].consent


def _erasure(ids: Ids, purpose: str, consent: Consent, now: datetime) -> Erasure | None:
    """Return the job that deletes what was withdrawn; one for each grant, whenever asked for."""
    if consent.state is not ConsentState.DELETE_REQUESTED:
        return None
    # Without the epoch: the owner may be erased while it is under way.
    job = replace(ids, epoch=0).erasure("purpose", purpose, str(consent.grant))
    return Erasure(job, "purpose", ids.epoch, now, purpose=purpose)


def _view(
    policy: Policy,
    purpose: str,
    consent: Consent,
    steps: Sequence[ConsentStep] = (),
    erasure: Erasure | None = None,
) -> ConsentView:
    return ConsentView(
        purpose, consent.state, consent.grant, _needed(policy, purpose), tuple(steps),
        erasure.id if erasure else None,
    )  # fmt: skip

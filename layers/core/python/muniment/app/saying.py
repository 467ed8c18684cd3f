"""Whether what is known already says what is to be remembered."""

from datetime import datetime

from muniment.app.facts import Decision
from muniment.domain.heads import Admitted
from muniment.domain.policy import Policy
from muniment.domain.records import Effect, Fact, Status
from muniment.domain.trust import provenance
from muniment.domain.typed_values import read, value_key


def says(admitted: Admitted, decision: Decision, policy: Policy, until: datetime | None) -> bool:
    """Whether what is known is what the memory says, so that nothing is to change.

    `until`: when it is to be gone by its own word.
    """
    fact = decision.fact
    if fact is None:
        return decision.outcome.review is not None
    if fact.contested_by is not None and fact.contested_by == decision.assertion:
        return True
    if admitted.candidate.effect is Effect.RETRACT:
        return not fact.readable
    return says_value(admitted, fact) and _lasts(admitted, decision, fact, policy, until)


def prevails(admitted: Admitted, fact: Fact | None) -> bool:
    """Whether the statement shows: as the value, as its absence, or as a contradiction."""
    if fact is None or fact.status is Status.CONTESTED:
        return fact is not None
    if admitted.candidate.effect is Effect.RETRACT:
        return not fact.readable
    return fact.readable and says_value(admitted, fact)


def says_value(admitted: Admitted, fact: Fact) -> bool:
    """Whether the fact's value is what is to be remembered, in whatever form."""
    event, candidate = admitted.event, admitted.candidate
    said = candidate.value or ""
    typed = read(said, candidate.text, event.occurred_at)
    return value_key(fact.value or "", fact.typed) == value_key(said, typed)


def _lasts(
    admitted: Admitted, decision: Decision, fact: Fact, policy: Policy, until: datetime | None
) -> bool:
    """Whether the fact ends when the memory is to, or will not by another word of this class."""
    given = provenance(admitted.event)
    if fact.assertion == decision.assertion or fact.provenance > given or fact.observed_at is None:
        return True
    ends = (until, policy.end_of(given, fact.observed_at))
    return fact.expires_at == min(filter(None, ends), default=None)

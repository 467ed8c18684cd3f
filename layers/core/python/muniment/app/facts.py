"""Admitting a fact: judge, add the assertion, fold, write the head. One transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from muniment.app.changes import (
    Change,
    DropAssertion,
    DropEdge,
    DropVector,
    PutAssertion,
    PutAudit,
    PutEdge,
    PutFact,
    PutVector,
    WithdrawFact,
)
from muniment.app.ports import Clock, Encoder, Policies
from muniment.app.storage import StaleError, Store
from muniment.app.stored import Became, Edge, Outcome, StoredVector
from muniment.domain.events import Door
from muniment.domain.fold import Folded, fold
from muniment.domain.heads import Admitted, HeadKey, head_at, make_assertion, make_head
from muniment.domain.ids import Ids
from muniment.domain.passages import fact_passage
from muniment.domain.records import Assertion, Effect, Fact, Kind
from muniment.domain.scope import Scope
from muniment.domain.traits import traits
from muniment.domain.trust import namespace

_ABOUT_WHAT_IS_SHOWN = (Door.STORE, Door.REVIEW, Door.SHARED)
"""Doors by which somebody corrects what they see."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a candidate and the changes that make it so; none if nothing is to change."""

    outcome: Outcome
    changes: tuple[Change, ...] = ()
    fact: Fact | None = None
    assertion: str | None = None
    """Of what the candidate says, whether it is new or was there."""


@dataclass(frozen=True, slots=True)
class FactWriter:
    """Decides the changes that an admitted candidate makes to its fact."""

    store: Store
    encoder: Encoder
    clock: Clock
    policies: Policies

    def decide(self, scope: Scope, ids: Ids, admitted: Admitted) -> Decision:
        """Read the fact's assertions, add the candidate's, fold them; nothing is written."""
        event, candidate = admitted.event, admitted.candidate
        fact_id = ids.fact(
            candidate.subject, candidate.attribute or "", event.handling, namespace(event)
        )
        assertion = make_assertion(ids.assertion(fact_id, candidate), fact_id, admitted)
        known = self.store.assertions(scope, ids.epoch, fact_id)
        stored = self.store.head(scope, ids.epoch, fact_id)
        head = stored.fact
        outcome = Outcome(Kind.FACT, Became.COMMITTED, record=fact_id)
        if any(assertion.id == other.id for other in known):
            now = head and head_at(head, known, self.clock())
            return Decision(outcome, fact=now, assertion=assertion.id)
        if event.door in _ABOUT_WHAT_IS_SHOWN and head is not None:
            assertion = _after(assertion, head)
        fact, changes = self.refold(ids.epoch, fact_id, stored.revision, [*known, assertion])
        cited = (candidate.span, *assertion.promotes)
        edges = [Edge(s.event, s.start, s.end, fact_id, assertion.id) for s in cited]
        return Decision(
            outcome,
            (
                PutAssertion(assertion, ids.epoch),
                *changes,
                *(PutEdge(edge, ids.epoch) for edge in edges),
                PutAudit(
                    self.clock(),
                    candidate.effect.value,
                    assertion.id,
                    ids.epoch,
                    admitted.origin.by,
                    origin=admitted.origin,
                ),
            ),
            fact,
            assertion.id,
        )

    def withdraw(
        self, scope: Scope, epoch: int, fact_id: str, assertion_id: str, by: str
    ) -> list[Change]:
        """Return the changes that take an assertion back as if it had never been made.

        None if it is not there, or only what an erasure has left of it, or was let in by somebody
        who decided on it: their word is not taken back with what they were asked for.
        """
        known = self.store.assertions(scope, epoch, fact_id)
        taken = next((a for a in known if a.id == assertion_id), None)
        if taken is None or taken.effect is Effect.BOUNDARY or taken.admission.resolved:
            return []
        left = [assertion for assertion in known if assertion is not taken]
        was = self.store.head(scope, epoch, fact_id).revision
        if fold(left, self.clock()) is None:
            headed: list[Change] = [WithdrawFact(fact_id, epoch, was), DropVector(fact_id)]
        else:
            headed = self.refold(epoch, fact_id, was, left)[1]
        cited = [span for span in (taken.span, *taken.promotes) if span]
        edges = [Edge(s.event, s.start, s.end, fact_id, assertion_id) for s in cited]
        return [
            DropAssertion(fact_id, assertion_id),
            *headed,
            *(DropEdge(edge, epoch) for edge in edges),
            PutAudit(self.clock(), "withdraw", assertion_id, epoch, by),
        ]

    def refold(
        self, epoch: int, fact_id: str, was: int, assertions: Sequence[Assertion]
    ) -> tuple[Fact, list[Change]]:
        """Return the head that the assertions give, with the changes that write it.

        StaleError if they say nothing: what was there as the head was read is withdrawn.
        """
        folded = fold(assertions, self.clock())
        if folded is None:
            raise StaleError("the fact was withdrawn")
        fact = make_head(HeadKey(fact_id, epoch, was + 1), folded)
        return fact, [PutFact(fact, was), self._vector(fact, folded)]

    def _vector(self, fact: Fact, folded: Folded) -> Change:
        if not fact.readable:
            return DropVector(fact.id)
        (encoded,) = self.encoder.passages([fact_passage(fact)])
        return PutVector(
            StoredVector(
                fact.id, encoded, fact.epoch, speaker=folded.winner.speaker,
                traits=traits(fact.quote or ""),
            )
        )  # fmt: skip


def _after(assertion: Assertion, head: Fact) -> Assertion:
    """Return the assertion as said after what the head shows, whatever clock that was told by.

    A turn of a caller whose clock is ahead would outlive every correction until its time has come.
    """
    if head.valid_from is None or head.valid_from < assertion.valid_from:
        return assertion
    return replace(assertion, valid_from=head.valid_from + timedelta(microseconds=1))

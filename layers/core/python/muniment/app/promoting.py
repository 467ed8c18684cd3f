"""Promoting: the owner or a reviewer makes what an assistant said the owner's own.

There is no other way but to say it again: a tool does so in a state event, the owner in a turn or
by storing it. Here it is said by a decision, which cites the assistant's words.
"""

from dataclasses import dataclass

from muniment.app.changes import Change, PutAudit
from muniment.app.deciding import Deciding, DecisionWriter, Reviewer, Word
from muniment.app.errors import NotFoundError, RefusedError
from muniment.app.ports import Clock, Keys, Policies
from muniment.app.reading import record_view
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.views import RecordView
from muniment.domain.access import may_show
from muniment.domain.admission import Admission, Resolved
from muniment.domain.ids import Ids
from muniment.domain.namespaces import Namespace, namespace_of
from muniment.domain.records import Assertion, Candidate, Fact, Kind
from muniment.domain.reviews import Choice
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class PromoteRecord:
    """Makes an assistant's fact the word of who promotes it; the assistant's own stays as it is."""

    store: Store
    keys: Keys
    writer: DecisionWriter
    clock: Clock
    policies: Policies

    def __call__(self, scope: Scope, record: str, reviewer: Reviewer) -> RecordView:
        """Return the owner's fact as it is now; the same again when it is asked for again.

        A fact that is nobody's but the owner's is returned as it is. NotFoundError if there is no
        such fact to see; RefusedError for an episode, if no reviewer may let it in, or where
        something of higher trust stands against it.
        """

        def decide() -> RecordView:
            owner = self.store.owner(scope)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            policy = self.policies.current(scope.tenant)
            deciding = Deciding(scope, owner, ids, policy, reviewer)
            fact = self._fact(deciding, record)
            if namespace_of(fact.id) is Namespace.OWNER:
                return record_view(fact)
            decision, changes = self.writer.state(deciding, self._word(deciding, fact))
            if decision.fact is None or not decision.fact.readable:
                raise RefusedError("superseded")
            if decision.changes:
                audit: Change = PutAudit(
                    self.clock(), "promote", fact.id, owner.epoch, reviewer.handle
                )
                self.store.commit(scope, [*changes, audit], guard=owner)
            return record_view(decision.fact)

        return until_fresh(decide)

    def _fact(self, deciding: Deciding, record: str) -> Fact:
        scope, owner = deciding.scope, deciding.owner
        fact = self.store.facts(scope, owner.epoch, [record]).get(record)
        if fact is None and self.store.episodes(scope, owner.epoch, [record]):
            raise RefusedError("not_a_fact")
        if (
            fact is None
            or not fact.readable
            or (fact.expires_at is not None and fact.expires_at <= self.clock())
            or not may_show(fact.handling, deciding.policy, owner.consents)
            or not deciding.reviewer.may_see(fact.handling)
        ):
            raise NotFoundError("no such record")
        return fact

    def _word(self, deciding: Deciding, fact: Fact) -> Word:
        known = self.store.assertions(deciding.scope, deciding.owner.epoch, fact.id)
        said = next(a for a in known if a.id == fact.assertion)
        if said.span is None:
            raise NotFoundError("no such record")
        resolved = Resolved(fact.id, Choice.APPROVE.value, self.clock(), deciding.reviewer.writer)
        return Word(
            _candidate(said), said.value or "", f"{fact.id}/{said.id}", fact.handling,
            Admission(said.admission.objections, resolved), until=said.until, promotes=(said.span,),
        )  # fmt: skip


def _candidate(said: Assertion) -> Candidate:
    """Return what the assistant said as something to decide."""
    if said.span is None:
        raise ValueError("a statement cites its turn")
    return Candidate(
        Kind.FACT, said.span, said.quote or "", said.attribute, said.value, said.effect,
        said.subject, category=said.category, importance=said.importance,
    )  # fmt: skip

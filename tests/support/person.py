"""One user, an agent or an operator, as the tests let them do things."""

from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING

from muniment.adapters.encodings import LIKENESS
from muniment.app.consents import NewConsent
from muniment.app.correct import CorrectRecord
from muniment.app.deciding import Reviewer
from muniment.app.feedback import GiveFeedback
from muniment.app.intake import NewTurn
from muniment.app.listing import ListRecords
from muniment.app.operations import GetOperation
from muniment.app.propose import Proposal
from muniment.app.propose import Proposer as Who
from muniment.app.reading import GetErasure, GetHistory, GetRecord
from muniment.app.recall import RecallRequest
from muniment.app.remember import NewMemory
from muniment.app.tracing import ExplainRecall
from muniment.app.views import (
    Accepted,
    Closed,
    ConsentView,
    Context,
    Decided,
    ErasureView,
    Marked,
    OperationView,
    RecordView,
    ReviewView,
    Waits,
)
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.as_of import NOW as NOT_BOUND
from muniment.domain.as_of import AsOf
from muniment.domain.consent import ConsentState
from muniment.domain.feedback import HeardFeedback, Word
from muniment.domain.filters import EVERYTHING, Filter
from muniment.domain.namespaces import Namespace
from muniment.domain.recalls import Explained
from muniment.domain.records import Effect, Kind
from muniment.domain.reviews import Choice
from muniment.domain.scope import Scope

if TYPE_CHECKING:
    from tests.support.memory import Memory


@dataclass(frozen=True)
class Person:
    """What one user does, with the worker at the other end of the queue."""

    memory: "Memory"
    scope: Scope
    caller: Caller = ANYBODY

    def using(
        self, purpose: str | None = None, *, agent: str | None = None, private: bool = False
    ) -> "Person":
        """Return the same user through a token for this purpose and agent."""
        allowed = None if purpose is None else frozenset({purpose})
        return replace(self, caller=Caller(purpose, allowed, agent, private))

    def consent(self, purpose: str, *states: str) -> ConsentView:
        """Take the steps of a consent one after the other; return where it stands."""
        for state in states:
            said = NewConsent(ConsentState(state), "notice-1", "settings")
            self.memory.change_consent(self.scope, purpose, said)
        return self.memory.get_consent(self.scope, purpose)

    def send(self, *turns: NewTurn, key: str | None = None, body: str = "body") -> Accepted:
        """Deliver turns; nothing is extracted yet."""
        return self.memory.record_events(
            self.scope,
            turns,
            by_agent=False,
            idempotency_key=key,
            fingerprint=body,
            caller=self.caller,
        )

    def tell(self, *turns: NewTurn) -> Accepted:
        """Deliver turns and let everything come to rest."""
        accepted = self.send(*turns)
        self.memory.settle()
        return accepted

    def note(self, memory: NewMemory, *, by_agent: bool = False) -> RecordView:
        """Store an explicit memory that is kept at once."""
        answer = self.remember(memory, by_agent=by_agent)
        assert isinstance(answer, RecordView)
        return answer

    def remember(self, memory: NewMemory, *, by_agent: bool = False) -> RecordView | Waits | Closed:
        """Store an explicit memory, which may have to wait."""
        return self.memory.remember(
            self.scope,
            memory,
            by_agent=by_agent,
            idempotency_key=None,
            fingerprint="body",
            caller=self.caller,
        )

    def correct(
        self, record: str, value: str | None, *, by_agent: bool = False
    ) -> RecordView | Waits | Closed:
        """Correct a fact, or retract it."""
        get = GetRecord(self.memory.store, self.memory.clock, self.memory.policies)
        correct = CorrectRecord(get, self.memory.remember)
        corrected = correct(self.scope, record, value, by_agent=by_agent, caller=self.caller)
        self.memory.project()
        return corrected

    def propose(self, proposal: Proposal, *, by_agent: bool = False) -> RecordView | Waits:
        """Put something up for approval, as its owner or, in shared memory, an operator does."""
        is_owner = not by_agent and not self.scope.is_shared
        return self.memory.propose(self.scope, proposal, Who("p" * 26, is_owner, by_agent))

    def publish(self, proposal: Proposal) -> RecordView:
        """Propose something and approve it; return the record."""
        waits = self.propose(proposal)
        assert isinstance(waits, Waits)
        record = self.decide(waits.review, Choice.APPROVE, may_review=True).record
        assert record is not None
        return self.get(record)

    # --- reviews ------------------------------------------------------------------------------

    def reviewer(self, *, may_review: bool = False, is_owner: bool = True) -> Reviewer:
        return Reviewer("h" * 26, is_owner, may_review, self.caller.agent)

    def reviews(self, *, may_review: bool = False) -> list[ReviewView]:
        """Return what waits, as its owner sees it or as somebody who may review does."""
        reviewer = self.reviewer(may_review=may_review, is_owner=not may_review)
        return list(self.memory.read_reviews.of_owner(self.scope, 100, None, reviewer).reviews)

    def mark(self, record: str, effect: Effect) -> Marked:
        """Do what an operator does, and let everything come to rest."""
        marked = self.memory.mark_record(self.scope, record, effect)
        self.memory.project()
        return marked

    def decide(
        self, review: str, choice: Choice, value: str | None = None, *, may_review: bool = False
    ) -> Decided:
        reviewer = self.reviewer(may_review=may_review, is_owner=not may_review)
        decided = self.memory.decide_review(self.scope, review, choice, value, reviewer)
        self.memory.project()
        return decided

    def promote(self, record: str, *, may_review: bool = False) -> RecordView:
        """Promote an assistant's record, as the owner does or as a reviewer."""
        reviewer = self.reviewer(may_review=may_review, is_owner=not may_review)
        promoted = self.memory.promote_record(self.scope, record, reviewer)
        self.memory.project()
        return promoted

    def forget(self, record: str) -> ErasureView:
        """Forget a record, to the end of the job."""
        erasure = self.memory.forget_record(self.scope, record, self.caller.agent)
        self.memory.settle()
        return self.erasure(erasure.id)

    def erase(self) -> ErasureView:
        """Erase the user, to the end of the job."""
        erasure = self.memory.erase_owner(self.scope)
        self.memory.settle()
        return self.erasure(erasure.id)

    def erasure(self, erasure: str) -> ErasureView:
        return GetErasure(self.memory.store)(self.scope, erasure)

    def operation(self, operation: str) -> OperationView:
        return GetOperation(self.memory.store)(self.scope, operation)

    @property
    def lister(self) -> ListRecords:
        return ListRecords(self.memory.store, self.memory.clock, self.memory.policies, LIKENESS)

    def records(
        self,
        kind: Kind | None = None,
        *,
        duplicates: bool = False,
        as_of: AsOf = NOT_BOUND,
        namespace: Namespace | None = None,
        wanted: Filter = EVERYTHING,
    ) -> list[RecordView]:
        page = self.lister(
            self.scope, kind, 100, None, self.caller,
            duplicates=duplicates, as_of=as_of, namespace=namespace, wanted=wanted,
        )  # fmt: skip
        return list(page.records)

    def facts(self) -> dict[str, RecordView]:
        """Return the readable facts by attribute."""
        return {record.attribute or "": record for record in self.records(Kind.FACT)}

    def values(self) -> dict[str, str]:
        """Return the value of every readable fact, by attribute."""
        return {attribute: fact.value or "" for attribute, fact in self.facts().items()}

    def episodes(self, *, duplicates: bool = False) -> dict[str, RecordView]:
        """Return the episodes by text."""
        found = self.records(Kind.EPISODE, duplicates=duplicates)
        return {record.text: record for record in found}

    def recall(
        self, query: str, *, k: int = 10, floor: float = 0.0, budget: int = 2000,
        wanted: Filter = EVERYTHING, as_of: AsOf = NOT_BOUND, zone: tzinfo = UTC,
    ) -> Context:  # fmt: skip
        """Ask; without a floor, since the encoder of the tests knows no meaning."""
        request = RecallRequest(query, k, floor, budget, self.caller, wanted, as_of, zone)
        return self.memory.recall(self.scope, request)

    def say(self, recall: str, *words: Word, by: str = "") -> HeardFeedback:
        memory = self.memory
        give = GiveFeedback(memory.store, memory.keys, memory.clock, memory.policies)
        heard = give(self.scope, recall, words, self.caller, by or self.scope.owner)
        memory.project()
        return heard

    def explain(self, recall: str) -> Explained:
        memory = self.memory
        explain = ExplainRecall(memory.store, memory.clock, memory.policies)
        return explain(self.scope, recall, self.caller)

    def get(self, record: str, as_of: AsOf = NOT_BOUND) -> RecordView:
        return GetRecord(self.memory.store, self.memory.clock, self.memory.policies)(
            self.scope, record, self.caller, as_of
        )

    @property
    def history(self) -> GetHistory:
        return GetHistory(self.memory.store, self.memory.clock, self.memory.policies)

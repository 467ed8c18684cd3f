"""From a candidate to records: through the gates and into memory, one commit each."""

from dataclasses import dataclass, replace

from muniment.app.changes import Change, DropEdge, DropReview
from muniment.app.episodes import EpisodeWriter
from muniment.app.facts import FactWriter
from muniment.app.ports import Clock, ExtractionJob, Keys, Policies
from muniment.app.proposals import MODEL_FAMILY
from muniment.app.storage import Store
from muniment.app.stored import Became, Edge, Extraction, Outcome, Owner
from muniment.app.turns import TurnReader
from muniment.app.waiting import Asked, changes_of, item_id, wait_for
from muniment.domain import state
from muniment.domain.admission import Admission
from muniment.domain.events import Event
from muniment.domain.gates import Evidence, judge
from muniment.domain.handling import Origin
from muniment.domain.heads import Admitted, admit
from muniment.domain.ids import Ids
from muniment.domain.policy import Policy
from muniment.domain.records import Candidate, Kind
from muniment.domain.reviews import ReviewItem
from muniment.domain.rulings import Judgement, Reason, Verdict
from muniment.domain.scope import Scope
from muniment.domain.trust import namespace

ACTOR = "extract"
"""Who brings about what no caller waits for, as the audit names it: the function."""


class EpochEndedError(Exception):
    """The owner was erased after the event was accepted: it is refused for good."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the decisions about one event rest on, beside its candidates."""

    owner: Owner
    tombstones: frozenset[str]
    event: Event | None
    """As it may be read now; `None` if it was erased."""


@dataclass(frozen=True, slots=True)
class Admitter:
    """Decides on the candidates of one event; committing is safe to repeat."""

    store: Store
    keys: Keys
    turns: TurnReader
    facts: FactWriter
    episodes: EpisodeWriter
    clock: Clock
    policies: Policies

    def look(self, job: ExtractionJob) -> Seen:
        """Return what is to be seen of the job's event now; EpochEndedError if it is too late."""
        owner = self.store.owner(job.scope)
        if owner.epoch != job.epoch:
            raise EpochEndedError
        tombstones = self.store.tombstones(job.scope, job.epoch)
        return Seen(owner, tombstones, self.turns.event(job.scope, owner, job.event, tombstones))

    def commit(  # noqa: PLR0913, PLR0917 - what a decision rests on
        self, job: ExtractionJob, pinned: Extraction, candidate: Candidate,
        registered: frozenset[str], seen: Seen, under: tuple[Change, ...] = (),
    ) -> Outcome:  # fmt: skip
        """Bring about what the gates make of a candidate, and return it; StaleError as commit.

        `registered` are the attributes of wider scopes. Whatever is written is written together
        with the changes `under` which it holds.
        """
        event = seen.event
        if event is None:
            return Outcome(candidate.kind, Became.REJECTED, reason=Reason.NOT_IN_EVENT)
        if candidate.kind is Kind.EPISODE:
            # Its words are the event's, as they are now: some may have been erased since.
            span = candidate.span
            candidate = replace(candidate, text=event.text[span.start : span.end])
        ids = self._ids(job)
        policy = self.policies.current(job.scope.tenant)
        evidence = Evidence(
            event, ids.digester, seen.tombstones, policy, seen.owner.consents, registered
        )
        judgement = judge(candidate, evidence)
        if judgement.verdict is Verdict.REFUSED:
            return Outcome(
                candidate.kind, Became.REJECTED, reason=judgement.reason,
                objections=judgement.objections,
            )  # fmt: skip
        if judgement.verdict is not Verdict.PASSED:
            asked = Asked(self.clock(), policy, _origin(pinned, candidate, policy))
            item = wait_for(ids, event, candidate, judgement, asked)
            return self._put_up(job.scope, seen.owner, item, judgement, under)
        admitted = admit(
            event, candidate, _origin(pinned, candidate, policy), policy,
            admission=Admission(judgement.objections),
        )  # fmt: skip
        if candidate.kind is Kind.EPISODE:
            return self._commit_episode(job.scope, seen.owner, ids, admitted)
        decision = self.facts.decide(job.scope, ids, admitted)
        if decision.changes:
            self.store.commit(job.scope, [*decision.changes, *under], guard=seen.owner)
        return decision.outcome

    def withdrawal(self, job: ExtractionJob, event: Event, candidate: Candidate) -> list[Change]:
        """Return the changes that undo what was made of a fact's candidate, and was not decided on.

        What an erasure has left of it stays.
        """
        ids = self._ids(job)
        fact = ids.fact(
            candidate.subject, candidate.attribute or "", event.handling, namespace(event)
        )
        question = item_id(ids, candidate)
        waiting = self.store.review(job.scope, job.epoch, question)
        changes: list[Change] = []
        if waiting is not None and waiting.is_open(self.clock()):
            edge = Edge(event.id, candidate.span.start, candidate.span.end, question)
            changes += [DropReview(question), DropEdge(edge, job.epoch)]
        assertion = ids.assertion(fact, candidate)
        return [*changes, *self.facts.withdraw(job.scope, job.epoch, fact, assertion, ACTOR)]

    def _ids(self, job: ExtractionJob) -> Ids:
        return Ids(self.keys.digester(job.scope.tenant), job.scope, job.epoch)

    def _put_up(
        self, scope: Scope, owner: Owner, item: ReviewItem, judgement: Judgement,
        under: tuple[Change, ...],
    ) -> Outcome:  # fmt: skip
        """Put an item up for decision once; a repeat finds it, whatever was decided since."""
        known = self.store.review(scope, owner.epoch, item.id)
        if known is None:
            self.store.commit(scope, [*changes_of(item), *under], guard=owner)
        became = Became(item.waiting.value)
        record = known.record if known else None
        kind = item.candidate.kind if item.candidate else Kind.FACT
        return Outcome(kind, became, record, judgement.reason, judgement.objections, item.id)

    def _commit_episode(self, scope: Scope, owner: Owner, ids: Ids, admitted: Admitted) -> Outcome:
        changes = self.episodes.add(scope, ids, admitted)
        if changes:
            self.store.commit(scope, changes, guard=owner)
        record = ids.episode(admitted.candidate.span, namespace(admitted.event))
        return Outcome(Kind.EPISODE, Became.COMMITTED, record=record)


def _origin(pinned: Extraction, candidate: Candidate, policy: Policy) -> Origin:
    """Return the versions behind a candidate; a model's only where it proposed it."""
    writer = "system" if pinned.version == state.VERSION else "extractor"
    plain = Origin(writer, pinned.version, policy=policy.label, by=ACTOR)
    if pinned.report is None or candidate.family != MODEL_FAMILY:
        return plain
    models = ">".join(pinned.report.answered)
    return replace(plain, model=models, prompt=pinned.report.prompt)

"""Recalls leave traces, and a trace explains its recall to whoever asked for it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from muniment.app.changes import PutTrace
from muniment.app.errors import NotFoundError
from muniment.app.ports import Clock, Policies, UnavailableError
from muniment.app.storage import StaleError, Store
from muniment.app.stored import Owner
from muniment.app.views import Context
from muniment.domain.access import Caller, Use, use_of
from muniment.domain.as_of import AsOf
from muniment.domain.consent import NONE
from muniment.domain.handling import Handling
from muniment.domain.namespaces import kind_of
from muniment.domain.recalls import Explained, Limits, RecallTrace, Standing, TracedItem
from muniment.domain.records import Episode, Fact, Kind, Status
from muniment.domain.scope import Reach, Scope

NO_TRACE = "trace"
"""What is missing from an answer that left no trace."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asked, since when an answer has been looked for, of when, and where days are counted.

    `limits`: how much could come back, and of what.
    """

    owner: Owner
    use: Use
    began: datetime
    as_of: AsOf
    zone: str
    limits: Limits


@dataclass(frozen=True, slots=True)
class LeaveTrace:
    """Writes the trace of a recall."""

    store: Store
    clock: Clock
    encoder: str
    """The encoder's name and version."""

    def __call__(self, scope: Scope, asking: Asking, context: Context) -> Context:
        """Return the answer; one without a trace is still an answer, and says so."""
        now = self.clock()
        trace = RecallTrace(
            id=context.recall_id, at=now,
            items=tuple(TracedItem(i.id, i.score, i.reasons, i.scope) for i in context.items),
            tokens=context.tokens, relevance=context.relevance, degraded=context.degraded,
            dropped=context.dropped, recipe=context.recipe, encoder=self.encoder,
            milliseconds=round((now - asking.began) / timedelta(milliseconds=1)),
            handling=_handling(asking.use), as_of=asking.as_of, zone=asking.zone,
            understood=context.understood, limits=asking.limits,
        )  # fmt: skip
        try:
            self.store.commit(scope, [PutTrace(trace, asking.owner.epoch)], guard=asking.owner)
        except (StaleError, UnavailableError):
            return replace(context, degraded=(*context.degraded, NO_TRACE))
        return context


@dataclass(frozen=True, slots=True)
class ExplainRecall:
    """Explains a recall by its trace."""

    store: Store
    clock: Clock
    policies: Policies

    def __call__(self, scope: Scope, recall: str, caller: Caller) -> Explained:
        """Return the trace, with where its items stand.

        NotFoundError if there is none in the owner's epoch, or it is another purpose's or agent's.
        """
        owner = self.store.owner(scope)
        use = use_of(caller, self.policies.current(scope.tenant), owner.consents)
        trace = trace_of(self.store, scope, owner, use, recall)
        own = [item.id for item in trace.items if item.reach is Reach.USER]
        now = self.clock()
        standing = {
            record: _standing(owner, use, found, now)
            for record, found in _records(self.store, scope, owner, own).items()
        }
        for wider in scope.wider:
            ids = [item.id for item in trace.items if item.reach is wider.reach]
            if ids:
                theirs = self.store.owner(wider)
                known = _records(self.store, wider, theirs, ids).items()
                standing |= {record: _standing(theirs, use, found, now) for record, found in known}
        return Explained(trace, standing)


def trace_of(store: Store, scope: Scope, owner: Owner, use: Use, recall: str) -> RecallTrace:
    """Return a trace that the use may see; NotFoundError if there is none."""
    trace = store.trace(scope, owner.epoch, recall)
    if trace is None or use.withholds(trace.handling):
        raise NotFoundError("no such recall")
    return trace


def _handling(use: Use) -> Handling:
    """Return who may see the trace: what it lists was shown for this purpose, to this agent.

    Without an open consent nothing was shown: then it rests on none, and no deletion waits for it.
    """
    consent = use.consents.get(use.purpose, NONE)
    if use.rules.consent and not consent.is_open:
        return Handling(agent=use.agent)
    return Handling(((use.purpose, consent.grant if use.rules.consent else 0),), use.agent)


def _records(
    store: Store, scope: Scope, owner: Owner, ids: list[str]
) -> dict[str, Fact | Episode | None]:
    turns = [record for record in ids if kind_of(record) is Kind.EPISODE]
    facts = store.facts(scope, owner.epoch, [record for record in ids if record not in turns])
    found: dict[str, Fact | Episode] = {**facts, **store.episodes(scope, owner.epoch, turns)}
    return {record: found.get(record) for record in ids}


def _standing(owner: Owner, use: Use, record: Fact | Episode | None, now: datetime) -> Standing:
    if record is None or record.status is Status.ERASED:
        return Standing.GONE
    if isinstance(record, Episode) and record.span.event in owner.erasing:
        return Standing.GONE
    if use.withholds(record.handling, record.sensitivity) or record.status is Status.QUARANTINED:
        return Standing.WITHHELD
    expired = record.expires_at is not None and record.expires_at <= now
    return Standing.THERE if record.readable and not expired else Standing.CLOSED

"""Putting something up for decision: what a gate proposes or holds, and what is contested."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from muniment.app.changes import Change, PutAudit, PutEdge, PutReview
from muniment.app.stored import Edge
from muniment.domain.events import Event
from muniment.domain.handling import Origin
from muniment.domain.ids import Ids
from muniment.domain.policy import Policy
from muniment.domain.records import Assertion, Candidate, Fact, Kind
from muniment.domain.reviews import ReviewItem, Waiting
from muniment.domain.rulings import Judgement, Reason, Verdict
from muniment.domain.text import normalise

_WAITING = {Verdict.PROPOSED: Waiting.PROPOSED, Verdict.QUARANTINED: Waiting.QUARANTINED}


@dataclass(frozen=True, slots=True)
class Asked:
    """On whose behalf a decision is asked for, when, and under which policy."""

    now: datetime
    policy: Policy
    origin: Origin

    @property
    def expires_at(self) -> datetime:
        """When the question is dropped."""
        return self.now + timedelta(days=self.policy.review_days)


def wait_for(
    ids: Ids, event: Event, candidate: Candidate, judgement: Judgement, asked: Asked
) -> ReviewItem:
    """Return the item under which a candidate waits; one candidate of one span is one item."""
    return ReviewItem(
        id=ids.review(
            candidate.kind, candidate.subject, candidate.attribute or "",
            normalise(candidate.value or ""), candidate.span.event, candidate.span.start,
            candidate.span.end,
        ),
        waiting=_WAITING[judgement.verdict], epoch=ids.epoch,
        reasons=tuple(said.reason for said in judgement.objections if said.reason),
        event=event.id, candidate=candidate, created_at=asked.now, expires_at=asked.expires_at,
        origin=asked.origin, objections=judgement.objections, handling=event.handling,
    )  # fmt: skip


def contest(ids: Ids, fact: Fact, challenger: Assertion, asked: Asked) -> ReviewItem | None:
    """Return the item that asks which of two statements holds; none without evidence to show."""
    if challenger.span is None or challenger.quote is None:
        return None
    return ReviewItem(
        id=ids.review("contested", fact.id, challenger.id), waiting=Waiting.CONTESTED,
        epoch=ids.epoch, reasons=(Reason.CONTRADICTED,), event=challenger.span.event,
        candidate=Candidate(
            Kind.FACT, challenger.span, challenger.quote, challenger.attribute, challenger.value,
            challenger.effect, challenger.subject, challenger.confidence, challenger.family,
            challenger.category,
        ),
        created_at=asked.now, expires_at=asked.expires_at, origin=asked.origin, fact=fact.id,
        handling=challenger.handling,
    )  # fmt: skip


def changes_of(item: ReviewItem) -> Sequence[Change]:
    """Return the changes that put a new item up; an edge leads to it from its event."""
    if item.candidate is None:
        raise ValueError("a new item has a candidate")
    span = item.candidate.span
    return (
        PutReview(item, was=0),
        PutEdge(Edge(item.event, span.start, span.end, item.id), item.epoch),
        PutAudit(
            item.created_at,
            item.waiting.value,
            item.id,
            item.epoch,
            item.origin.by,
            item.reasons[0] if item.reasons else None,
            item.origin,
        ),
    )

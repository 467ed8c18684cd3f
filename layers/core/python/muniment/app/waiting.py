"""Putting something up for decision: what a gate proposes, or holds in quarantine.

An item is a function of its candidate alone, whatever else is known: so any order of events ends
in the same items. What has been answered meanwhile is not shown any more (app.questions).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from muniment.app.changes import Change, PutAudit, PutEdge, PutReview
from muniment.app.stored import Edge
from muniment.domain.events import Event
from muniment.domain.handling import Origin
from muniment.domain.ids import Ids
from muniment.domain.policy import Policy
from muniment.domain.records import Candidate, Kind
from muniment.domain.reviews import ReviewItem, Waiting
from muniment.domain.rulings import Judgement, Verdict
from muniment.domain.text import normalise

_WAITING = {Verdict.PROPOSED: Waiting.PROPOSED, Verdict.QUARANTINED: Waiting.QUARANTINED}


@dataclass(frozen=True, slots=True)
class Asked:
    """On whose behalf a decision is asked for, when, and under which policy."""

    now: datetime
    policy: Policy
    origin: Origin
    until: datetime | None = None
    """When what is approved is to be gone by its own word."""

    @property
    def expires_at(self) -> datetime:
        """When the question is dropped: there is nothing to decide about what is to be gone."""
        kept = self.now + timedelta(days=self.policy.review_days)
        return min(kept, self.until or kept)


def wait_for(
    ids: Ids, event: Event, candidate: Candidate, judgement: Judgement, asked: Asked
) -> ReviewItem:
    """Return the item under which a candidate waits; one candidate of one span is one item."""
    return ReviewItem(
        id=item_id(ids, candidate),
        waiting=_WAITING[judgement.verdict], epoch=ids.epoch,
        reasons=tuple(said.reason for said in judgement.objections if said.reason),
        event=event.id, candidate=candidate, created_at=asked.now,
        expires_at=asked.expires_at, until=asked.until,
        origin=asked.origin, objections=judgement.objections, handling=event.handling,
        fact=_fact(ids, event, candidate),
    )  # fmt: skip


def item_id(ids: Ids, candidate: Candidate) -> str:
    """Return the id of the item under which a candidate waits, if it does."""
    return ids.review(
        candidate.kind, candidate.subject, candidate.attribute or "",
        normalise(candidate.value or ""), candidate.span.event, candidate.span.start,
        candidate.span.end,
    )  # fmt: skip


def _fact(ids: Ids, event: Event, candidate: Candidate) -> str | None:
    if candidate.kind is not Kind.FACT:
        return None
    return ids.fact(candidate.subject, candidate.attribute or "", event.handling)


def changes_of(item: ReviewItem, known: ReviewItem | None = None) -> Sequence[Change]:
    """Return the changes that put an item up; an edge leads to it from its event.

    `known`: what is stored under its id, and whose place it takes.
    """
    if item.candidate is None:
        raise ValueError("a new item has a candidate")
    span, was = item.candidate.span, known.revision if known else 0
    return (
        PutReview(replace(item, revision=was + 1), was),
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

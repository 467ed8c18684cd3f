"""What waits for a decision, as people see it."""

from muniment.app.reading import record_view
from muniment.app.views import ReviewView
from muniment.domain.events import Event
from muniment.domain.records import PROCEDURES, Candidate, Fact, Kind
from muniment.domain.reviews import ReviewItem, Waiting
from muniment.domain.trust import provenance
from muniment.domain.typed_values import read


def review_view(item: ReviewItem, event: Event | None, head: Fact | None) -> ReviewView:
    """Return an item for people, with the fact that is contested as it is now."""
    about = item.waiting in (Waiting.CONTESTED, Waiting.FLAGGED)
    candidate = item.candidate
    quote = None
    if candidate is not None:
        span = candidate.span
        quote = candidate.text or (event.text[span.start : span.end] if event else None)
    return ReviewView(
        id=item.id, waiting=item.waiting.value, status=item.status.value,
        reasons=tuple(reason.value for reason in item.reasons), created_at=item.created_at,
        expires_at=item.expires_at, source=item.event,
        kind=_kind(candidate) if candidate else None, quote=quote,
        attribute=candidate.attribute if candidate else None,
        value=candidate.value if candidate else None,
        typed=read(candidate.value, quote or "", event.occurred_at if event else None)
        if candidate and candidate.value else None,
        subject=candidate.subject if candidate and candidate.subject != PROCEDURES else None,
        confidence=candidate.confidence if candidate else None,
        speaker=event.label if event else None,
        provenance=provenance(event).label if event else None,
        said_at=event.occurred_at if event else None,
        fact=record_view(head) if about and head and head.readable else None,
        record=item.record, decided_at=item.decided_at,
    )  # fmt: skip


def _kind(candidate: Candidate) -> Kind:
    return Kind.PROCEDURE if candidate.subject == PROCEDURES else candidate.kind

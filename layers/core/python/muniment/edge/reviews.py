"""What callers get of what waits for somebody's word, and of what was decided."""

from datetime import datetime

from muniment.domain.records import Kind, Status
from muniment.domain.reviews import ReviewStatus, Waiting
from muniment.edge.typed import TypedView
from muniment.edge.views import RecordView, View


class ReviewView(View):
    """Something that waits for a decision, with its evidence; a decided one has no text."""

    id: str
    waiting: Waiting
    status: ReviewStatus
    reasons: tuple[str, ...]
    kind: Kind | None = None
    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    typed: TypedView | None = None
    quote: str | None = None
    speaker: str | None = None
    said_at: datetime | None = None
    provenance: str | None = None
    confidence: float | None = None
    source: str
    """Id of the event it was said in."""
    fact: RecordView | None = None
    """The fact that is contested, as it is now."""
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None = None
    record: str | None = None
    """What an approval made."""


class ReviewPageView(View):
    """A part of the queue, and where to go on."""

    reviews: tuple[ReviewView, ...]
    next_cursor: str | None = None


class DecidedView(View):
    """What was decided, and the record it made or kept."""

    review: str
    status: ReviewStatus
    record: str | None = None


class ClosedView(View):
    """A fact that holds no more."""

    record: str
    status: Status


class MarkedView(View):
    """A record that an operator took out of sight or showed again."""

    record: str
    status: Status


class WaitsView(View):
    """An explicit memory that waits for a decision."""

    review: str
    waiting: Waiting
    reason: str

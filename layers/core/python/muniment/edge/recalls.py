"""A recall's trace as callers get it, and what they may say of it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Self

from pydantic import Field, model_validator

from muniment.domain.feedback import Effect, Flag, HeardFeedback, Word
from muniment.domain.recalls import Explained, Standing
from muniment.domain.scope import Reach
from muniment.edge.fields import SafeId, wrong
from muniment.edge.schemas import Request, UseParameters
from muniment.edge.views import UnderstoodView, View

MOST_WORDS = 50
"""In one request: each record is a transaction of its own."""


class TracedItemView(View):
    """A record that a recall showed; read it by its id."""

    id: str
    standing: Standing
    """Where it stands by now; `gone`: it was erased since."""
    scope: Reach
    """Whose memory it is from."""
    score: float
    reasons: Mapping[str, float]
    """The parts that add up to the score, and beside them what was measured."""


class LimitsView(View):
    """How much could come back from a recall, and of what."""

    k: int
    """Items of each kind."""
    floor: float
    budget: int
    """Tokens, the margin taken off; of a context, the room that there was for memory."""
    filtered_by: tuple[str, ...]
    """Names of the fields of the filter, `metadata` for all of those; never what they had to be."""


class TraceView(View):
    """How a recall came to its answer: ids, numbers and versions, no text; kept for 30 days."""

    recall_id: str
    at: datetime
    milliseconds: int
    """From the question to the answer."""
    recipe: str
    """Name and version of what ordered it."""
    encoder: str
    """Name and version of the model that encoded it."""
    purposes: tuple[str, ...]
    agent: str | None = None
    tokens: int
    relevance: float
    limits: LimitsView | None = None
    """How much could come back, and of what. Not in traces from before it was kept."""
    items: tuple[TracedItemView, ...]
    dropped: Mapping[str, int]
    """How many were not shown, by reason."""
    degraded: tuple[str, ...]
    as_of: datetime | None = None
    known_at: datetime | None = None
    """Of when the answer was to be; without both: of what was current."""
    time_zone: str
    """In which its days were counted."""
    understood: UnderstoodView | None = None
    """What was read from the question: no word of it. Not in traces from before it was kept."""

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a recall that is explained."""
        if not isinstance(view, Explained):
            return super().of(view)
        trace = view.trace
        items = tuple(
            TracedItemView(
                id=item.id, standing=view.standing.get(item.id, Standing.GONE), scope=item.reach,
                score=item.score, reasons=item.reasons,
            )
            for item in trace.items
        )  # fmt: skip
        return cls(
            recall_id=trace.id, at=trace.at, milliseconds=trace.milliseconds,
            recipe=trace.recipe, encoder=trace.encoder,
            purposes=tuple(sorted(trace.handling.purposes)), agent=trace.handling.agent,
            tokens=trace.tokens, relevance=trace.relevance,
            limits=LimitsView.of(trace.limits) if trace.limits else None,
            items=items, dropped=trace.dropped,
            degraded=trace.degraded, as_of=trace.as_of.valid_at, known_at=trace.as_of.known_at,
            time_zone=trace.zone,
            understood=UnderstoodView.of(trace.understood) if trace.understood else None,
        )  # fmt: skip


class WordBody(Request):
    """What is said of one record that was recalled, or should have been."""

    flag: Flag = Field(description="the last one of each caller on a record counts")
    id: SafeId | None = Field(
        None, description="of the record; left out only where something is missing"
    )

    @model_validator(mode="after")
    def _names_what_it_is_about(self) -> Self:
        if self.id is None and self.flag is not Flag.MISSING:
            raise wrong("names no record", "send the id of the item that it is about")
        return self


class FeedbackBody(UseParameters):
    """Feedback on one recall, item by item."""

    items: tuple[WordBody, ...] = Field(min_length=1, max_length=MOST_WORDS)

    def words(self) -> list[Word]:
        """Return the words as the use case takes them."""
        return [Word(item.flag, item.id) for item in self.items]


class HeardView(View):
    """What became of what was said of one record."""

    id: str | None = None
    flag: Flag
    effect: Effect
    review: str | None = None
    """Where somebody decides about the record; until then it stands."""


class FeedbackView(View):
    """What became of the feedback on one recall."""

    recall_id: str
    items: tuple[HeardView, ...]

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for feedback that was heard."""
        if not isinstance(view, HeardFeedback):
            return super().of(view)
        items = tuple(
            HeardView(
                id=heard.word.record, flag=heard.word.flag, effect=heard.effect,
                review=heard.review,
            )
            for heard in view.items
        )  # fmt: skip
        return cls(recall_id=view.recall, items=items)

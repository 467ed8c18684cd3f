"""What callers get of a recall's trace."""

from collections.abc import Mapping
from datetime import datetime
from typing import Self

from muniment.app.tracing import Explained, Standing
from muniment.domain.scope import Reach
from muniment.edge.views import View


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
    items: tuple[TracedItemView, ...]
    dropped: Mapping[str, int]
    """How many were not shown, by reason."""
    degraded: tuple[str, ...]

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
            tokens=trace.tokens, relevance=trace.relevance, items=items, dropped=trace.dropped,
            degraded=trace.degraded,
        )  # fmt: skip

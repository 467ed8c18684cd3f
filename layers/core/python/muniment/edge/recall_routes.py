"""The routes of recall, its traces and what is said of them, as the API's document has them."""

from collections.abc import Sequence

from muniment.edge import auth, recalls, schemas, views
from muniment.edge.routes import Route

_MEMORY = "/v1/memory/{user}"
_RECALL = "Recall what is relevant to a query"
ROUTES: Sequence[Route] = (
    Route(
        "POST", f"{_MEMORY}/recall", _RECALL, (auth.READ,), 200, views.ContextView,
        schemas.RecallBody,
    ),
    Route(
        "GET", f"{_MEMORY}/recall", _RECALL, (auth.READ,), 200, views.ContextView,
        parameters=schemas.RecallBody,
    ),
    Route(
        "GET", f"{_MEMORY}/recalls/{{id}}", "Explain a recall of the last 30 days", (auth.READ,),
        200, recalls.TraceView, parameters=schemas.UseParameters,
    ),
    Route(
        "POST", f"{_MEMORY}/recalls/{{id}}/feedback", "Say which items of a recall were helpful, "
        "wrong or stale, and what was missing", (auth.WRITE,), 200, recalls.FeedbackView,
        recalls.FeedbackBody,
    ),
)  # fmt: skip

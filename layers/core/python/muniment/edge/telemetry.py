"""Metrics in embedded form on standard output: counts and times, no ids and no text."""

import time
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from aws_lambda_powertools.metrics import MetricUnit, single_metric

if TYPE_CHECKING:
    from muniment.app.routes import Attempt


def count_request(route: str, status: int, milliseconds: float) -> None:
    """Count a request's time under its route; a refusal by the service also as a failure."""
    with single_metric("Latency", MetricUnit.Milliseconds, milliseconds) as metric:
        metric.add_dimension("route", route)
    if status >= 500:
        with single_metric("Unavailable", MetricUnit.Count, 1) as metric:
            metric.add_dimension("route", route)


def count_model_call(attempt: "Attempt") -> None:
    """Count one call of a model: its end, time, tokens and cost, under the model's name."""
    numbers = (
        ("ModelCalls", MetricUnit.Count, float(attempt.usage.calls)),
        ("ModelLatency", MetricUnit.Milliseconds, attempt.seconds * 1000),
        ("ModelTokensIn", MetricUnit.Count, float(attempt.usage.tokens_in)),
        ("ModelTokensOut", MetricUnit.Count, float(attempt.usage.tokens_out)),
        ("ModelCost", MetricUnit.Count, attempt.cost),
    )
    for name, unit, value in numbers:
        with single_metric(name, unit, value) as metric:
            metric.add_dimension("model", attempt.model)
            metric.add_dimension("outcome", attempt.outcome)


def count_recall(tenant: str) -> None:
    """Count a recall, of which the rates of feedback are shares."""
    with single_metric("Recalls", MetricUnit.Count, 1) as metric:
        metric.add_dimension("tenant", tenant)


def count_feedback(tenant: str, flags: Iterable[str]) -> None:
    """Count words on what was recalled that were new, by what they say."""
    for flag, times in Counter(flags).items():
        with single_metric("Feedback", MetricUnit.Count, times) as metric:
            metric.add_dimension("tenant", tenant)
            metric.add_dimension("flag", flag)


def count_upload(became: str) -> None:
    """Count what became of a message about an upload."""
    with single_metric("Uploads", MetricUnit.Count, 1) as metric:
        metric.add_dimension("became", became)


def lag(name: str, since_epoch_milliseconds: float) -> None:
    """Report how long a record waited before it was worked on."""
    waited = max(0.0, time.time() * 1000 - since_epoch_milliseconds)
    with single_metric(name, MetricUnit.Milliseconds, waited):
        pass

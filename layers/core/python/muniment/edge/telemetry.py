"""Metrics in embedded form on standard output: counts and times, no ids and no text."""

import time

from aws_lambda_powertools.metrics import MetricUnit, single_metric


def count_request(route: str, status: int, milliseconds: float) -> None:
    """Count a request's time under its route; a refusal by the service also as a failure."""
    with single_metric("Latency", MetricUnit.Milliseconds, milliseconds) as metric:
        metric.add_dimension("route", route)
    if status >= 500:
        with single_metric("Unavailable", MetricUnit.Count, 1) as metric:
            metric.add_dimension("route", route)


def lag(name: str, since_epoch_milliseconds: float) -> None:
    """Report how long a record waited before it was worked on."""
    waited = max(0.0, time.time() * 1000 - since_epoch_milliseconds)
    with single_metric(name, MetricUnit.Milliseconds, waited):
        pass

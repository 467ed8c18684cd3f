"""What a stack costs that nobody uses: the search domain, a key, alarms, metrics, schedules."""

from collections.abc import Iterator, Mapping
from typing import Final

from costs.lines import HOURS_A_MONTH, SECONDS_A_MONTH, Case, Line
from infra.config import FUNCTION_NAMES, QUEUE_NAMES, STAGES

NODES: Final[Mapping[str, str]] = {
    "t3.small.search": "opensearch_t3_small",
    "t3.medium.search": "opensearch_t3_medium",
    "m7g.medium.search": "opensearch_m7g_medium",
    "m7g.large.search": "opensearch_m7g_large",
    "r7g.medium.search": "opensearch_r7g_medium",
    "r7g.large.search": "opensearch_r7g_large",
}
"""The price of each type of node that we know: those of the stages, and smaller ones to compare."""
ALARMS: Final = len(QUEUE_NAMES) + 1 + 2 * (len(FUNCTION_NAMES) + 1) + 2
"""Dead letters; errors and throttles of each function, the index's setup too; stream and API."""
POLLERS: Final = 5
POLL_SECONDS: Final = 20
"""Lambda polls a queue with five connections at the least, each waiting for up to 20 s."""


def lines(case: Case) -> Iterator[Line]:
    """Yield every line that does not depend on the workload."""
    yield from _domain(case)
    yield case.line("KMS", "the digest key", 1, "kms_key", "not yet rotated", fixed=True)
    yield case.line(
        "CloudWatch", "alarms", ALARMS, "alarm", "as infra/alarms.py makes them", fixed=True
    )
    yield case.line(
        "CloudWatch", "custom metrics", len(case.usage.metrics), "custom_metric",
        "those that events and recalls send, as measured; each other route in use adds one",
        fixed=True,
    )  # fmt: skip
    yield case.line(
        "SQS", "empty receives", len(QUEUE_NAMES) * POLLERS * SECONDS_A_MONTH / POLL_SECONDS,
        "sqs_request",
        f"{len(QUEUE_NAMES)} queues, {POLLERS} pollers each that wait {POLL_SECONDS} s",
        fixed=True,
    )  # fmt: skip
    yield from _schedules(case)


def _domain(case: Case) -> Iterator[Line]:
    size = case.stage.domain
    said = (
        f"as infra/config.py sizes the stage {case.stage.name}, on demand"
        if size == STAGES[case.stage.name].domain
        else "a domain of your own, on demand"
    )
    yield case.line(
        "OpenSearch", f"{size.data_nodes} x {size.data_type}", size.data_nodes * HOURS_A_MONTH,
        NODES[size.data_type], said, fixed=True,
    )  # fmt: skip
    if size.master_type:
        yield case.line(
            "OpenSearch", f"{size.master_nodes} x {size.master_type}, masters",
            size.master_nodes * HOURS_A_MONTH, NODES[size.master_type], said, fixed=True,
        )  # fmt: skip
    yield case.line(
        "OpenSearch", "volumes", size.data_nodes * size.volume, "opensearch_gp3", said, fixed=True
    )


def _schedules(case: Case) -> Iterator[Line]:
    ran = case.scheduled
    said = (
        f"every {case.stage.requeue_minutes} minutes and every night,"
        f" for each of {case.workload.tenants:g} tenants"
    )
    yield case.line("Lambda", "schedules", ran.invocations, "lambda_request", said, fixed=True)
    yield case.line(
        "Lambda", "schedules, running", case.gb_seconds("consolidate", ran),
        "lambda_arm_gb_second", said, fixed=True,
    )  # fmt: skip
    yield case.line(
        "DynamoDB", "schedules, reads", ran.used.read_units, "dynamodb_read_unit", said, fixed=True
    )
    yield case.line(
        "DynamoDB", "schedules, writes", ran.used.write_units, "dynamodb_write_unit", said,
        fixed=True,
    )  # fmt: skip

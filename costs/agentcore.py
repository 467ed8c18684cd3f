"""The same work at the list price of Amazon Bedrock AgentCore Memory."""

from collections.abc import Iterator
from typing import Final

from costs.lines import Case, Line

SERVICE: Final = "AgentCore Memory"


def lines(case: Case, *, own_model: bool = False) -> Iterator[Line]:
    """Yield its lines; with strategies of one's own the storage costs less and the model more.

    What the model costs is the customer's affair then, and is not in these lines.
    """
    work = case.workload
    record = "agentcore_record_own" if own_model else "agentcore_record"
    yield case.line(SERVICE, "short-term events", work.events, "agentcore_event", "an event a call")
    yield case.line(
        SERVICE, "long-term records", work.records * work.months, record,
        f"stored for the whole month, after {work.months:g} months of such work",
    )  # fmt: skip
    yield case.line(SERVICE, "retrievals", work.recalls, "agentcore_retrieval", "one a recall")

"""Follows the records' stream, and projects what changed into the index."""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse

from muniment import bootstrap
from muniment.edge.batch import work_stream


def handler(event: dict[str, Any], _: object) -> PartialItemFailureResponse:
    """Project the items whose keys the stream brings."""
    return work_stream(event, bootstrap.project())

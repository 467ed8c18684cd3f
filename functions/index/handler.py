"""Follows the records' stream: what changed goes to the index, and its ids to other systems."""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse

from muniment.bootstrap import indexing
from muniment.edge.batch import work_stream


def handler(event: dict[str, Any], _: object) -> PartialItemFailureResponse:
    """Project and announce the items whose keys the stream brings."""
    return work_stream(event, indexing.follow())

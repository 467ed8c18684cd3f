"""The use cases of the consolidate function."""

from functools import cache

from muniment.adapters.sqs import (
    SqsConsolidationQueue,
    SqsErasureQueue,
    SqsExtractionQueue,
    SqsUploadQueue,
)
from muniment.app.consolidation import ConsolidateOwner, Nightly, Requeue
from muniment.app.reindex import Reindex
from muniment.bootstrap import parts
from muniment.edge.settings import ConsolidateSettings


@cache
def consolidate_owner() -> ConsolidateOwner:
    """Return the nightly work of one owner."""
    return ConsolidateOwner(parts.store(), parts.projector(), _queue(), parts.clock)


@cache
def nightly() -> Nightly:
    """Return the use case that queues every owner with news."""
    return Nightly(parts.worklist(), _queue(), parts.clock)


@cache
def _queue() -> SqsConsolidationQueue:
    url = ConsolidateSettings.from_environment().consolidation_queue_url
    return SqsConsolidationQueue(parts.sdk().client("sqs", config=parts.SDK), url)


@cache
def requeue() -> Requeue:
    """Return the use case that queues again what is stuck."""
    settings = ConsolidateSettings.from_environment()
    sqs = parts.sdk().client("sqs", config=parts.SDK)
    return Requeue(
        parts.store(),
        parts.worklist(),
        SqsExtractionQueue(sqs, settings.extraction_queue_url),
        SqsErasureQueue(sqs, settings.erasure_queue_url),
        SqsUploadQueue(sqs, settings.upload_queue_url),
        parts.clock,
    )


@cache
def reindex() -> Reindex:
    """Return the use case that rebuilds the index."""
    return Reindex(parts.store(), parts.worklist(), parts.projector(), parts.index_admin())

"""The use cases of the read function; imported when first asked for, since a call needs one."""

from functools import cache
from typing import TYPE_CHECKING

from muniment.adapters.encodings import LIKENESS
from muniment.adapters.gates import gates_of
from muniment.adapters.random_token import new_token
from muniment.bootstrap import parts
from muniment.bootstrap.timing import timed

if TYPE_CHECKING:
    from muniment.app.auditing import ListAudit
    from muniment.app.consents import GetConsent, ListConsents
    from muniment.app.listing import ListRecords
    from muniment.app.operations import GetOperation
    from muniment.app.policies import GetPolicy
    from muniment.app.reading import GetErasure, GetHistory, GetRecord
    from muniment.app.recall import Recall
    from muniment.app.reviews import ReadReviews
    from muniment.app.tracing import ExplainRecall


@cache
def recall() -> "Recall":
    """Return the use case of recall."""
    from muniment.adapters.analyzer import EnglishAnalyzer
    from muniment.adapters.late_interaction import LateInteractionRanker
    from muniment.app.candidates import FindCandidates
    from muniment.app.recall import Recall
    from muniment.app.shared import SharedMemory

    analyzer = EnglishAnalyzer()
    store = timed(parts.store(), "store")
    find = FindCandidates(
        store,
        timed(parts.index(), "search"),
        timed(parts.encoder(), "encode"),
        analyzer,
        parts.clock,
        parts.policies(),
        SharedMemory(store, parts.clock),
    )
    ranker = timed(LateInteractionRanker(), "rank")
    return Recall(
        store,
        parts.keys(),
        find,
        ranker,
        analyzer,
        parts.clock,
        LIKENESS,
        gates_of(parts.encoder().model),
        new_token,
    )


@cache
def explain_recall() -> "ExplainRecall":
    """Return the use case that explains a recall."""
    from muniment.app.tracing import ExplainRecall

    return ExplainRecall(parts.store(), parts.clock, parts.policies())


@cache
def get_record() -> "GetRecord":
    """Return the use case that reads one record."""
    from muniment.app.reading import GetRecord

    return GetRecord(parts.store(), parts.clock, parts.policies())


@cache
def list_records() -> "ListRecords":
    """Return the use case that lists records."""
    from muniment.app.listing import ListRecords

    return ListRecords(parts.store(), parts.clock, parts.policies(), LIKENESS)


@cache
def get_history() -> "GetHistory":
    """Return the use case that explains a record."""
    from muniment.app.reading import GetHistory

    return GetHistory(parts.store(), parts.clock, parts.policies())


@cache
def read_reviews() -> "ReadReviews":
    """Return the use case that lists what waits for a decision."""
    from muniment.app.reviews import ReadReviews

    return ReadReviews(parts.store(), parts.worklist(), parts.clock, parts.policies())


@cache
def get_consent() -> "GetConsent":
    """Return the use case that tells where a consent stands."""
    from muniment.app.consents import GetConsent

    return GetConsent(parts.store(), parts.policies())


@cache
def list_consents() -> "ListConsents":
    """Return the use case that tells where an owner's consents stand."""
    from muniment.app.consents import ListConsents

    return ListConsents(parts.store(), parts.policies())


@cache
def get_policy() -> "GetPolicy":
    """Return the use case that reads a tenant's policy."""
    from muniment.app.policies import GetPolicy

    return GetPolicy(parts.policies())


@cache
def list_audit() -> "ListAudit":
    """Return the use case that lists who did what to an owner's memory."""
    from muniment.app.auditing import ListAudit

    return ListAudit(parts.store())


@cache
def get_operation() -> "GetOperation":
    """Return the use case that tells how far a write is."""
    from muniment.app.operations import GetOperation

    return GetOperation(parts.store())


@cache
def get_erasure() -> "GetErasure":
    """Return the use case that tells how far an erasure is."""
    from muniment.app.reading import OUTLIVES, OUTLIVES_ANYWHERE, GetErasure

    # On one machine there are no backups.
    return GetErasure(parts.store(), OUTLIVES_ANYWHERE if parts.is_local() else OUTLIVES)

"""The use cases of the write function; imported when first asked for, since a call needs one."""

from functools import cache
from typing import TYPE_CHECKING

from muniment.adapters.sqs import SqsExtractionQueue
from muniment.bootstrap import parts
from muniment.edge.settings import WriteSettings

if TYPE_CHECKING:
    from muniment.app.consents import ChangeConsent
    from muniment.app.correct import CorrectRecord
    from muniment.app.deciding import DecisionWriter
    from muniment.app.feedback import GiveFeedback
    from muniment.app.ingest import RecordEvents
    from muniment.app.policies import SetPolicy
    from muniment.app.promoting import PromoteRecord
    from muniment.app.propose import Propose
    from muniment.app.quarantine import MarkRecord
    from muniment.app.remember import Remember
    from muniment.app.reviews import DecideReview
    from muniment.app.uploads import RequestUpload


@cache
def record_events() -> "RecordEvents":
    """Return the use case that accepts events."""
    from muniment.app.ingest import RecordEvents

    settings = WriteSettings.from_environment()
    queue = SqsExtractionQueue(
        parts.sdk().client("sqs", config=parts.SDK), settings.extraction_queue_url
    )
    return RecordEvents(
        parts.store(), parts.keys(), queue, parts.detector(), parts.clock, parts.policies()
    )


@cache
def request_upload() -> "RequestUpload":
    """Return the use case that announces a document."""
    from muniment.app.uploads import RequestUpload

    return RequestUpload(
        parts.store(), parts.keys(), parts.transit(), parts.detector(), parts.clock,
        parts.policies(),
    )  # fmt: skip


@cache
def remember() -> "Remember":
    """Return the use case of explicit memories."""
    from muniment.app.remember import Remember

    return Remember(
        parts.store(),
        parts.keys(),
        parts.facts(),
        parts.detector(),
        parts.shared(),
        parts.clock,
        parts.policies(),
    )


@cache
def correct_record() -> "CorrectRecord":
    """Return the use case that corrects a fact."""
    from muniment.app.correct import CorrectRecord
    from muniment.app.reading import GetRecord

    get = GetRecord(parts.store(), parts.clock, parts.policies())
    return CorrectRecord(get, remember())


@cache
def propose() -> "Propose":
    """Return the use case of what has to be approved before anybody reads it."""
    from muniment.app.propose import Propose

    return Propose(
        parts.store(), parts.keys(), parts.shared(), parts.detector(), parts.clock, parts.policies()
    )


@cache
def _decisions() -> "DecisionWriter":
    from muniment.app.deciding import DecisionWriter

    return DecisionWriter(
        parts.store(), parts.facts(), parts.detector(), parts.shared(), parts.clock
    )


@cache
def decide_review() -> "DecideReview":
    """Return the use case that decides what waits."""
    from muniment.app.reviews import DecideReview

    return DecideReview(
        parts.store(),
        parts.keys(),
        parts.facts(),
        parts.episodes(),
        _decisions(),
        parts.clock,
        parts.policies(),
    )


@cache
def give_feedback() -> "GiveFeedback":
    """Return the use case that hears what callers say of a recall."""
    from muniment.app.feedback import GiveFeedback

    return GiveFeedback(parts.store(), parts.keys(), parts.clock, parts.policies())


@cache
def promote_record() -> "PromoteRecord":
    """Return the use case that makes an assistant's words the owner's own."""
    from muniment.app.promoting import PromoteRecord

    return PromoteRecord(parts.store(), parts.keys(), _decisions(), parts.clock, parts.policies())


@cache
def mark_record() -> "MarkRecord":
    """Return the use case that takes a record out of sight or shows it again."""
    from muniment.app.quarantine import MarkRecord

    return MarkRecord(parts.store(), parts.keys(), parts.facts(), parts.episodes(), parts.clock)


@cache
def change_consent() -> "ChangeConsent":
    """Return the use case that takes a step of an owner's consent."""
    from muniment.app.consents import ChangeConsent

    return ChangeConsent(parts.store(), parts.keys(), parts.policies(), parts.clock)


@cache
def set_policy() -> "SetPolicy":
    """Return the use case that sets a tenant's policy."""
    from muniment.app.policies import SetPolicy

    return SetPolicy(parts.policies(), parts.clock)

"""The use cases of the delete function."""

from functools import cache

from muniment.adapters.sqs import SqsErasureQueue
from muniment.app.erasing import Doom
from muniment.app.forget import EraseOwner, ForgetRecord
from muniment.app.purge import CarryOnErasure
from muniment.app.working.scrubbing import Scrubber
from muniment.bootstrap import parts
from muniment.edge.settings import DeleteSettings


@cache
def forget_record() -> ForgetRecord:
    """Return the use case that forgets one record."""
    return ForgetRecord(
        parts.store(),
        parts.keys(),
        _erasure_queue(),
        Doom(parts.store(), parts.facts()),
        parts.clock,
    )


@cache
def erase_owner() -> EraseOwner:
    """Return the use case that erases a user."""
    return EraseOwner(parts.store(), parts.keys(), _erasure_queue(), parts.clock)


@cache
def carry_on_erasure() -> CarryOnErasure:
    """Return the use case that works an erasure off."""
    doom = Doom(parts.store(), parts.facts())
    return CarryOnErasure(
        parts.store(),
        parts.worklist(),
        parts.index(),
        parts.projector(),
        parts.episodes(),
        doom,
        parts.announcer(),
        parts.transit(),
        Scrubber(parts.store(), parts.keys()),
        _erasure_queue(),
        parts.clock,
    )


@cache
def _erasure_queue() -> SqsErasureQueue:
    url = DeleteSettings.from_environment().erasure_queue_url
    return SqsErasureQueue(parts.sdk().client("sqs", config=parts.SDK), url)

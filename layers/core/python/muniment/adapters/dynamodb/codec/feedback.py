"""What callers said of a record, on the item of its encoding: erased with it, read with it."""

import hashlib
from collections.abc import Mapping

from muniment.adapters.dynamodb.table import Item
from muniment.app.ports import Encoded
from muniment.domain.feedback import UNSAID, Feedback, Flag

_BYTES = 8  # of the digest by which an encoding is known again; two of one record never collide


def feedback(value: Feedback, encoded: Encoded) -> Mapping[str, object]:
    """Encode what was said of a record as it is encoded."""
    return {
        "feedback": tuple((caller, flag.value) for caller, flag in value.said),
        "feedback_of": _name(encoded.vector), "feedback_revision": value.revision,
    }  # fmt: skip


def to_feedback(item: Item) -> Feedback:
    """Decode what was said of a record: nothing of what said something else then."""
    if "feedback" not in item:
        return UNSAID
    revision = item["feedback_revision"]
    if item["feedback_of"] != _name(item["vector"]):
        return Feedback(revision=revision)
    return Feedback(tuple((caller, Flag(flag)) for caller, flag in item["feedback"]), revision)


def _name(vector: bytes) -> str:
    return hashlib.blake2b(vector, digest_size=_BYTES).hexdigest()

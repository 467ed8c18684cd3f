"""What waits for a decision, to items and back."""

from collections.abc import Mapping

from muniment.adapters.dynamodb.codec.admissions import objections, to_objections
from muniment.adapters.dynamodb.codec.records import (
    candidate,
    handling,
    origin,
    to_candidate,
    to_handling,
    to_origin,
)
from muniment.adapters.dynamodb.codec.values import at, maybe_at, time
from muniment.adapters.dynamodb.table import Item
from muniment.domain.reviews import ReviewItem, ReviewStatus, Waiting
from muniment.domain.rulings import Reason


def review(value: ReviewItem) -> Mapping[str, object]:
    """Encode something to decide, or what was decided."""
    return {
        "id": value.id, "waiting": value.waiting.value, "epoch": value.epoch,
        "reasons": tuple(reason.value for reason in value.reasons), "event": value.event,
        "candidate": candidate(value.candidate) if value.candidate else None,
        "created_at": time(value.created_at), "expires_at": time(value.expires_at),
        "revision": value.revision, "status": value.status.value, "origin": origin(value.origin),
        "fact": value.fact, "record": value.record, "decided_at": time(value.decided_at),
        "decided_by": value.decided_by, "handling": handling(value.handling),
        "objections": objections(value.objections), "until": time(value.until),
    }  # fmt: skip


def to_review(item: Item) -> ReviewItem:
    """Decode something to decide, or what was decided."""
    waits = item.get("candidate")
    return ReviewItem(
        id=item["id"], waiting=Waiting(item["waiting"]), epoch=item["epoch"],
        reasons=tuple(map(Reason, item["reasons"])), event=item["event"],
        candidate=to_candidate(waits) if waits else None, created_at=at(item["created_at"]),
        expires_at=at(item["expires_at"]), revision=item["revision"],
        status=ReviewStatus(item["status"]), origin=to_origin(item["origin"]),
        fact=item.get("fact"), record=item.get("record"),
        decided_at=maybe_at(item.get("decided_at")), decided_by=item.get("decided_by"),
        objections=to_objections(item),
        handling=to_handling(item.get("handling")), until=maybe_at(item.get("until")),
    )  # fmt: skip

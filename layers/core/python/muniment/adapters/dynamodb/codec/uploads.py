"""Uploads, as part of their operation's item, and back."""

from collections.abc import Mapping

from muniment.adapters.dynamodb.codec.records import handling, to_handling
from muniment.adapters.dynamodb.codec.values import at, offset, time
from muniment.adapters.dynamodb.table import Item
from muniment.domain.handling import NOBODY
from muniment.domain.uploads import Upload, UploadState


def upload(value: Upload) -> Mapping[str, object]:
    """Encode an upload."""
    return {
        "upload_state": value.state.value, "handling": handling(value.handling),
        "upload": {
            "session": value.session, "content_type": value.content_type, "size": value.size,
            "until": time(value.until), "document": value.document, "name": value.name,
            "at": time(value.at), "utc_offset": offset(value.at) if value.at else None,
            "by_agent": value.by_agent, "by": value.by or None, "reason": value.reason,
        },
    }  # fmt: skip


def to_upload(item: Item) -> Upload | None:
    """Decode the upload of an operation's item, if it has one."""
    kept = item.get("upload")
    if kept is None:
        return None
    moment = kept.get("at")
    return Upload(
        session=kept["session"], content_type=kept["content_type"], size=kept["size"],
        until=at(kept["until"]), document=kept.get("document"), name=kept.get("name"),
        at=None if moment is None else at(moment, kept.get("utc_offset")),
        by_agent=kept["by_agent"], by=kept.get("by", NOBODY), reason=kept.get("reason"),
        handling=to_handling(item.get("handling")), state=UploadState(item["upload_state"]),
    )  # fmt: skip

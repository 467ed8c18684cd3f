"""The use case of the upload function."""

from collections.abc import Iterator
from functools import cache

from muniment.adapters.s3_transit import job_of
from muniment.adapters.sqs import SqsExtractionQueue
from muniment.app.arrivals import AcceptUpload
from muniment.app.transit import UploadJob
from muniment.bootstrap import parts
from muniment.edge.messages import Greeting, Notification, UploadMessage, upload_message
from muniment.edge.settings import UploadSettings


@cache
def accept_upload() -> AcceptUpload:
    """Return the use case that takes in what was sent."""
    url = UploadSettings.from_environment().extraction_queue_url
    queue = SqsExtractionQueue(parts.sdk().client("sqs", config=parts.SDK), url)
    return AcceptUpload(
        parts.store(),
        parts.keys(),
        parts.transit(),
        queue,
        parts.detector(),
        parts.clock,
        parts.policies(),
    )


def jobs(body: str) -> Iterator[UploadJob | None]:
    """Yield the uploads that a message is about, `None` for an object that can be of none."""
    match upload_message(body):
        case UploadMessage() as asked:
            yield asked.work()
        case Notification() as told:
            yield from map(job_of, told.keys)
        case Greeting():
            pass

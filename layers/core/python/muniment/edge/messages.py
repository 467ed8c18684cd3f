"""The messages of the queues: ids only, and nothing that is not asked for."""

from collections.abc import Sequence
from typing import Literal
from urllib.parse import unquote_plus

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from muniment.app.ports import ConsolidationJob, ErasureJob, ExtractionJob
from muniment.app.transit import UploadJob
from muniment.domain.scope import Scope


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    tenant: str
    owner: str

    @property
    def scope(self) -> Scope:
        """The owner that the message is about; raises for one that is not well formed."""
        return Scope(self.tenant, self.owner)


class ExtractionMessage(_Message):
    """An event waits to be extracted."""

    epoch: int
    event: str

    def work(self) -> ExtractionJob:
        """Return the work as the use case takes it."""
        return ExtractionJob(self.scope, self.epoch, self.event)


class ErasureMessage(_Message):
    """An erasure has more to purge."""

    job: str

    def work(self) -> ErasureJob:
        """Return the work as the use case takes it."""
        return ErasureJob(self.scope, self.job)


class ConsolidationMessage(_Message):
    """An owner has new material."""

    def work(self) -> ConsolidationJob:
        """Return the work as the use case takes it."""
        return ConsolidationJob(self.scope)


class UploadMessage(_Message):
    """An upload is to be looked at, whether or not something was sent."""

    epoch: int
    operation: str

    def work(self) -> UploadJob:
        """Return the work as the use case takes it."""
        return UploadJob(self.scope, self.epoch, self.operation)


class _FromS3(BaseModel):
    """A part of a notification; S3 sends much more, and may send more yet."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class _Object(_FromS3):
    key: str


class _Place(_FromS3):
    object: _Object


class _Arrived(_FromS3):
    s3: _Place


class Notification(_FromS3):
    """What S3 tells the queue: that objects arrived."""

    records: tuple[_Arrived, ...] = Field(alias="Records")

    @property
    def keys(self) -> Sequence[str]:
        """The keys of the objects that arrived."""
        return [unquote_plus(each.s3.object.key) for each in self.records]


class Greeting(_FromS3):
    """What S3 tells the queue when the two are connected: that it can."""

    event: Literal["s3:TestEvent"] = Field(alias="Event")


_TOLD: TypeAdapter[UploadMessage | Notification | Greeting] = TypeAdapter(
    UploadMessage | Notification | Greeting
)


def upload_message(body: str) -> UploadMessage | Notification | Greeting:
    """Return a message of the uploads' queue: from the schedule, or from S3."""
    return _TOLD.validate_json(body)

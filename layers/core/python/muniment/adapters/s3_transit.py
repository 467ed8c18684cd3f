"""Documents on their way, in a bucket that keeps nothing for longer than a day.

A key holds handles and an operation's id, and is an address only. No object has metadata of ours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from muniment.app.ports import UnavailableError
from muniment.app.transit import Form, UploadJob
from muniment.domain.ids import OPERATION_PREFIX
from muniment.domain.scope import InvalidIdError, Scope

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

CONFIG = Config(
    signature_version="s3v4",
    s3={"addressing_style": "virtual", "us_east_1_regional_endpoint": "regional"},
)
"""Of the client. Its defaults sign forms in a way that newer regions do not take, for the address
of no region, which sends a form on that it has already read."""

_ABSENT = frozenset(("NoSuchKey", "404"))
_TYPE = "Content-Type"


def key_of(job: UploadJob) -> str:
    """Return the key under which the document of an upload lies."""
    return f"{_folder(job.scope)}{job.epoch}/{job.operation}"


def job_of(key: str) -> UploadJob | None:
    """Return the upload whose document has this key, or `None` if no upload can have it."""
    match key.split("/"):
        case [tenant, owner, epoch, operation] if (
            epoch.isascii() and epoch.isdigit() and operation.startswith(OPERATION_PREFIX)
        ):
            try:
                job = UploadJob(Scope(tenant, owner), int(epoch), operation)
            except InvalidIdError:
                return None
            return job if key_of(job) == key else None
        case _:
            return None


def _folder(scope: Scope) -> str:
    return f"{scope.tenant}/{scope.owner}/"


@dataclass(frozen=True, slots=True)
class S3Transit:
    """Implements transit.Transit."""

    client: "S3Client"
    bucket: str

    def form(self, job: UploadJob, content_type: str, size: int, holds: timedelta) -> Form:
        """See the port. Signed with the function's own credentials; nobody is asked."""
        try:
            signed = self.client.generate_presigned_post(
                self.bucket,
                key_of(job),
                Fields={_TYPE: content_type},
                Conditions=[{_TYPE: content_type}, ["content-length-range", 1, size]],
                ExpiresIn=int(holds.total_seconds()),
            )
        except (ClientError, BotoCoreError) as error:
            raise UnavailableError("uploads") from error
        return Form(signed["url"], signed["fields"])

    def fetch(self, job: UploadJob, size: int) -> bytes | None:
        """See the port."""
        try:
            answer = self.client.get_object(Bucket=self.bucket, Key=key_of(job))
            with answer["Body"] as body:
                return body.read(size + 1)
        except ClientError as error:
            if error.response["Error"]["Code"] in _ABSENT:
                return None
            raise UnavailableError("uploads") from error
        except (BotoCoreError, OSError) as error:  # the connection may break while it is read
            raise UnavailableError("uploads") from error

    def discard(self, job: UploadJob) -> None:
        """See the port."""
        self._delete(key_of(job))

    def count(self, scope: Scope, epoch: int) -> int:
        """See the port."""
        return sum(1 for _ in self._lying(scope, epoch))

    def purge(self, scope: Scope, epoch: int) -> None:
        """See the port."""
        for key in list(self._lying(scope, epoch)):
            self._delete(key)

    def _lying(self, scope: Scope, epoch: int) -> Iterator[str]:
        pages = self.client.get_paginator("list_objects_v2")
        try:
            for page in pages.paginate(Bucket=self.bucket, Prefix=_folder(scope)):
                for entry in page.get("Contents", ()):
                    job = job_of(entry["Key"])
                    if job is None or job.epoch <= epoch:
                        yield entry["Key"]
        except (ClientError, BotoCoreError) as error:
            raise UnavailableError("uploads") from error

    def _delete(self, key: str) -> None:
        try:
            self.client.delete_object(Bucket=self.bucket, Key=key)
        except (ClientError, BotoCoreError) as error:
            raise UnavailableError("uploads") from error

"""The queues on SQS: messages carry ids only."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from muniment.app.ports import ConsolidationJob, ErasureJob, ExtractionJob, UnavailableError
from muniment.app.transit import UploadJob

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

_BATCH = 10


@dataclass(frozen=True, slots=True)
class _Queue:
    client: "SQSClient"
    url: str

    def _send(self, bodies: Sequence[Mapping[str, str | int]]) -> None:
        for start in range(0, len(bodies), _BATCH):
            self._send_batch(bodies[start : start + _BATCH])

    def _send_batch(self, bodies: Sequence[Mapping[str, str | int]]) -> None:
        try:
            answer = self.client.send_message_batch(
                QueueUrl=self.url,
                Entries=[
                    {"Id": str(place), "MessageBody": json.dumps(body)}
                    for place, body in enumerate(bodies)
                ],
            )
        except (ClientError, BotoCoreError) as error:
            raise UnavailableError("queue") from error
        if answer.get("Failed"):
            raise UnavailableError("queue")


class SqsExtractionQueue(_Queue):
    """Implements ports.ExtractionQueue."""

    def send(self, jobs: Sequence[ExtractionJob]) -> None:
        """See the port."""
        self._send([
            {"tenant": j.scope.tenant, "owner": j.scope.owner, "epoch": j.epoch, "event": j.event}
            for j in jobs
        ])  # fmt: skip


class SqsErasureQueue(_Queue):
    """Implements ports.ErasureQueue."""

    def send(self, jobs: Sequence[ErasureJob]) -> None:
        """See the port."""
        self._send([
            {"tenant": j.scope.tenant, "owner": j.scope.owner, "job": j.job} for j in jobs
        ])  # fmt: skip


class SqsConsolidationQueue(_Queue):
    """Implements ports.ConsolidationQueue."""

    def send(self, jobs: Sequence[ConsolidationJob]) -> None:
        """See the port."""
        self._send([{"tenant": j.scope.tenant, "owner": j.scope.owner} for j in jobs])


class SqsUploadQueue(_Queue):
    """Implements transit.UploadQueue."""

    def send(self, jobs: Sequence[UploadJob]) -> None:
        """See the port."""
        self._send([
            {
                "tenant": j.scope.tenant, "owner": j.scope.owner, "epoch": j.epoch,
                "operation": j.operation,
            }
            for j in jobs
        ])  # fmt: skip

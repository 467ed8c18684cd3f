"""Documents on their way, held in memory; any call may fail, or something else happen before it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from muniment.app.ports import UnavailableError
from muniment.app.transit import Form, UploadJob
from muniment.domain.scope import Scope

type Trouble = Callable[[], None]


def outage() -> None:
    """Answer nothing."""
    raise UnavailableError("uploads")


@dataclass
class HeldTransit:
    """Implements transit.Transit."""

    lying: dict[UploadJob, bytes] = field(default_factory=dict)
    before: dict[str, list[Trouble]] = field(default_factory=dict)
    """By the name of a method: what happens before its next calls, one after the other."""

    def _happens(self, name: str) -> None:
        waiting = self.before.get(name)
        if waiting:
            waiting.pop(0)()

    def form(self, job: UploadJob, content_type: str, size: int, holds: timedelta) -> Form:
        self._happens("form")
        fields = {"Content-Type": content_type, "size": str(size), "holds": str(holds)}
        return Form(f"held:{job.scope.owner}/{job.epoch}/{job.operation}", fields)

    def fetch(self, job: UploadJob, size: int) -> bytes | None:
        self._happens("fetch")
        body = self.lying.get(job)
        return None if body is None else body[: size + 1]

    def discard(self, job: UploadJob) -> None:
        self._happens("discard")
        self.lying.pop(job, None)

    def count(self, scope: Scope, epoch: int) -> int:
        self._happens("count")
        return len(self._of(scope, epoch))

    def purge(self, scope: Scope, epoch: int) -> None:
        self._happens("purge")
        for job in self._of(scope, epoch):
            del self.lying[job]

    def _of(self, scope: Scope, epoch: int) -> list[UploadJob]:
        return [job for job in self.lying if job.scope == scope and job.epoch <= epoch]

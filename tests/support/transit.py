"""Documents on their way; any call may fail, or something else happen before it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from local.in_process.standing_in import HeldTransit
from muniment.app.ports import UnavailableError
from muniment.app.transit import Form, UploadJob
from muniment.domain.scope import Scope

type Trouble = Callable[[], None]


def outage() -> None:
    """Answer nothing."""
    raise UnavailableError("uploads")


@dataclass
class TroubledTransit(HeldTransit):
    """Implements transit.Transit."""

    before: dict[str, list[Trouble]] = field(default_factory=dict)
    """By the name of a method: what happens before its next calls, one after the other."""

    def _happens(self, name: str) -> None:
        waiting = self.before.get(name)
        if waiting:
            waiting.pop(0)()

    def form(self, job: UploadJob, content_type: str, size: int, holds: timedelta) -> Form:
        self._happens("form")
        return super().form(job, content_type, size, holds)

    def fetch(self, job: UploadJob, size: int) -> bytes | None:
        self._happens("fetch")
        return super().fetch(job, size)

    def discard(self, job: UploadJob) -> None:
        self._happens("discard")
        super().discard(job)

    def count(self, scope: Scope, epoch: int) -> int:
        self._happens("count")
        return super().count(scope, epoch)

    def purge(self, scope: Scope, epoch: int) -> None:
        self._happens("purge")
        super().purge(scope, epoch)

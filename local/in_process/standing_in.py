"""What stands in for the services around the use cases: a clock, keys, queues, a bus, a transit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from muniment.app.transit import Form, UploadJob
from muniment.domain.announcements import Announcement
from muniment.domain.identity import Digester
from muniment.domain.scope import Scope


@dataclass
class SteppedClock:
    """A clock that stands until it is moved."""

    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time at which it stands."""
        return self.now

    def forward(self, step: timedelta) -> None:
        """Move it."""
        self.now += step


@dataclass(frozen=True)
class FixedKeys:
    """Implements ports.Keys without a key service: one key a tenant, equal in every run."""

    def digester(self, tenant: str) -> Digester:
        """See the port."""
        return Digester(tenant.encode() * 8)


@dataclass
class ListQueue[Job]:
    """Implements the ports of the queues: a list."""

    jobs: list[Job] = field(default_factory=list)

    def send(self, jobs: Sequence[Job]) -> None:
        """See the ports."""
        self.jobs += jobs

    def take(self) -> list[Job]:
        """Return what is queued, and leave the queue empty."""
        taken, self.jobs = self.jobs, []
        return taken


@dataclass
class ListBus:
    """Implements ports.Announcer: owner and announcement, in order, with repetitions."""

    told: list[tuple[Scope, Announcement]] = field(default_factory=list)

    def announce(self, scope: Scope, announcements: Sequence[Announcement], at: datetime) -> None:
        """See the port."""
        del at
        self.told += [(scope, announcement) for announcement in announcements]


@dataclass
class HeldTransit:
    """Implements transit.Transit: documents on their way lie in memory."""

    lying: dict[UploadJob, bytes] = field(default_factory=dict)

    def form(self, job: UploadJob, content_type: str, size: int, holds: timedelta) -> Form:
        """See the port."""
        fields = {"Content-Type": content_type, "size": str(size), "holds": str(holds)}
        return Form(f"held:{job.scope.owner}/{job.epoch}/{job.operation}", fields)

    def fetch(self, job: UploadJob, size: int) -> bytes | None:
        """See the port."""
        body = self.lying.get(job)
        return None if body is None else body[: size + 1]

    def discard(self, job: UploadJob) -> None:
        """See the port."""
        self.lying.pop(job, None)

    def count(self, scope: Scope, epoch: int) -> int:
        """See the port."""
        return len(self._of(scope, epoch))

    def purge(self, scope: Scope, epoch: int) -> None:
        """See the port."""
        for job in self._of(scope, epoch):
            del self.lying[job]

    def _of(self, scope: Scope, epoch: int) -> list[UploadJob]:
        return [job for job in self.lying if job.scope == scope and job.epoch <= epoch]

"""The messages of the queues: ids only, and nothing that is not asked for."""

from pydantic import BaseModel, ConfigDict

from muniment.app.ports import ConsolidationJob, ErasureJob, ExtractionJob
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

"""Where a document lies between its arrival and its acceptance, and the queue that tells of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class UploadJob:
    """An upload to look at, by ids only. They are an address: the store says what holds for it."""

    scope: Scope
    epoch: int
    operation: str


@dataclass(frozen=True, slots=True)
class Form:
    """What sends one document: a form of several fields, and the file as the last one."""

    url: str
    fields: Mapping[str, str]


class Transit(Protocol):
    """Documents on their way. Every method raises UnavailableError if it gets no answer."""

    def form(self, job: UploadJob, content_type: str, size: int, holds: timedelta) -> Form:
        """Return the form that takes one document of this type, of 1 to `size` bytes."""
        ...

    def fetch(self, job: UploadJob, size: int) -> bytes | None:
        """Return what was sent, at most one byte more than `size`; `None` if nothing is there."""
        ...

    def discard(self, job: UploadJob) -> None:
        """Remove what was sent, if anything is there."""
        ...

    def count(self, scope: Scope, epoch: int) -> int:
        """Count what is there of the owner, of epochs up to `epoch`."""
        ...

    def purge(self, scope: Scope, epoch: int) -> None:
        """Remove what is there of the owner, of epochs up to `epoch`."""
        ...


class UploadQueue(Protocol):
    """At least once, in any order."""

    def send(self, jobs: Sequence[UploadJob]) -> None:
        """Queue every job, or raise UnavailableError."""
        ...

"""How far the purge of a user has come: kept with its job, so that any run takes it up there."""

from dataclasses import dataclass
from enum import StrEnum


class PurgeStage(StrEnum):
    """What a purge is at; part of the API."""

    INDEX = "index"
    RECORDS = "records"
    PROOF = "proof"
    """Nothing was left; every place is searched once more."""


@dataclass(frozen=True, slots=True)
class Purge:
    """Where a run begins that knows nothing of the ones before it."""

    stage: PurgeStage = PurgeStage.INDEX
    round: int = 1
    """The second begins where a probe found something; what was on its way has arrived by then."""
    past: str | None = None
    """A place among the owner's items: what lies up to it is deleted, in a proof looked at."""
    counted: str | None = None
    """What lies up to it is in the receipt, also if a run died before it was deleted."""
    steps: int = 0
    """How often it was written; a run that knows an older number was overtaken by another."""


BEGINNING = Purge()


@dataclass(frozen=True, slots=True)
class OldItem:
    """One item of an epoch that has ended."""

    place: str
    """Its key: the order of the places is that of Python's strings."""
    kind: str


@dataclass(frozen=True, slots=True)
class OldItems:
    """Those of one page of the store; there may be none in it."""

    items: tuple[OldItem, ...]
    last: str | None
    """The place to go on from; `None` at the end."""

    @property
    def places(self) -> tuple[str, ...]:
        """Their keys."""
        return tuple(item.place for item in self.items)

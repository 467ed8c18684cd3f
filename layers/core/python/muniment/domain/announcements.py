"""What other systems are told of a memory: which event a state of the store gives; ids only.

An event says where something stands, not which step led there: a state that was over before anybody
looked is never announced, and the same state may be announced again.
"""

from dataclasses import dataclass
from enum import StrEnum

from muniment.domain.records import Episode, Fact, Kind, Status
from muniment.domain.reviews import ReviewItem, ReviewStatus, Waiting


class Happened(StrEnum):
    """The types of events; part of the API."""

    COMMITTED = "memory.committed"
    """A record can be read, or was closed by what its owner said: read it again."""
    CONTESTED = "memory.contested"
    """A record stands, and something later and weaker says otherwise."""
    PROPOSED = "memory.proposed"
    """Something waits for its owner's or a reviewer's word."""
    QUARANTINED = "memory.quarantined"
    """Something is kept out of sight until a reviewer has looked at it."""
    ERASED = "memory.erased"
    """A record is gone, or an erasure has ended: copies elsewhere must go as well."""


class About(StrEnum):
    """What the id of an event names; part of the API."""

    FACT = "fact"
    EPISODE = "episode"
    REVIEW = "review"
    ERASURE = "erasure"


@dataclass(frozen=True, slots=True)
class Announcement:
    """One event. Type, id and version together are the same whenever it is announced again."""

    happened: Happened
    about: About
    id: str
    version: int | None = None
    """Of the record or review; `None` where there is nothing left to have one."""
    review: str | None = None
    """The question that a contested fact asks."""


_FACTS = {
    Status.ACTIVE: Happened.COMMITTED,
    Status.RETRACTED: Happened.COMMITTED,
    Status.CONTESTED: Happened.CONTESTED,
    Status.QUARANTINED: Happened.QUARANTINED,
    Status.ERASED: Happened.ERASED,
}
"""Not the expired: whoever read the record was told when it ends."""

_WAITING = {
    Waiting.PROPOSED: Happened.PROPOSED,
    Waiting.QUARANTINED: Happened.QUARANTINED,
    Waiting.FLAGGED: Happened.PROPOSED,
}
"""Of a contested fact its head tells: nothing is stored for its question while it is open."""


def of_fact(fact: Fact, question: str | None = None) -> Announcement | None:
    """Return what is to be told of a fact as it stands; a contested one asks `question`."""
    happened = _FACTS.get(fact.status)
    if happened is None:
        return None
    return Announcement(happened, About.FACT, fact.id, fact.revision, question)


def of_episode(episode: Episode) -> Announcement:
    """Return what is to be told of an episode as it stands."""
    happened = Happened.COMMITTED if episode.readable else Happened.QUARANTINED
    return Announcement(happened, About.EPISODE, episode.id, episode.revision)


def of_review(item: ReviewItem) -> Announcement | None:
    """Return what is to be told of a question; of an answered one its record tells."""
    if item.status is not ReviewStatus.OPEN:
        return None
    happened = _WAITING[item.waiting]
    return Announcement(happened, About.REVIEW, item.id, item.revision)


def of_missing(record: str, kind: Kind) -> Announcement:
    """Return what is to be told of a record that the store no longer holds for its owner."""
    return Announcement(Happened.ERASED, About(kind.value), record)


def of_erasure(erasure: str) -> Announcement:
    """Return what is to be told of an erasure that has removed and proved all it had to."""
    return Announcement(Happened.ERASED, About.ERASURE, erasure)

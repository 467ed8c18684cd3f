"""Telling other systems what changed: read again from the store, sent as ids, at least once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from muniment.app.ports import Announcer, Clock
from muniment.app.projection import Project
from muniment.app.questions import question_of
from muniment.app.storage import Store
from muniment.app.stored import Touched
from muniment.domain.announcements import (
    Announcement,
    of_episode,
    of_fact,
    of_missing,
    of_review,
)
from muniment.domain.ids import REVIEW_PREFIX
from muniment.domain.namespaces import kind_of
from muniment.domain.records import Kind
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Announce:
    """Announces what keys from the stream stand for by now.

    Nothing is announced before it is committed, because it is read after that; and nothing is lost,
    because a batch that could not be announced comes again.
    """

    store: Store
    announcer: Announcer
    clock: Clock

    def __call__(self, touched: Sequence[Touched]) -> None:
        """Announce every key's state, owner by owner; raises UnavailableError."""
        for scope in dict.fromkeys(touch.scope for touch in touched):
            changed = sorted({touch.record for touch in touched if touch.scope == scope})
            now = self.clock()  # before the reading: what is announced held then or later
            self.announcer.announce(scope, list(self._announcements(scope, changed)), now)

    def _announcements(self, scope: Scope, changed: Sequence[str]) -> Iterator[Announcement]:
        epoch = self.store.owner(scope).epoch
        facts = self.store.facts(scope, epoch, _of(changed, Kind.FACT))
        episodes = self.store.episodes(scope, epoch, _of(changed, Kind.EPISODE))
        for name in changed:
            if name.startswith(REVIEW_PREFIX):
                item = self.store.review(scope, epoch, name)
                announcement = of_review(item) if item else None
            elif name in facts:
                announcement = of_fact(facts[name], question_of(scope, facts[name]))
            elif name in episodes:
                announcement = of_episode(episodes[name])
            else:
                announcement = of_missing(name, kind_of(name) or Kind.EPISODE)
            if announcement is not None:
                yield announcement


def _of(ids: Sequence[str], kind: Kind) -> list[str]:
    return [name for name in ids if kind_of(name) is kind]


@dataclass(frozen=True, slots=True)
class Follow:
    """What is done with a batch from the stream: first the index, then the announcements.

    In this order a bus that fails delays the index by its retries and never keeps it from a batch.
    """

    project: Project
    announce: Announce

    def __call__(self, touched: Sequence[Touched]) -> None:
        """Project and announce; raises UnavailableError if the batch must come again."""
        self.project(touched)
        self.announce(touched)

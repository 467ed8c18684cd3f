"""The episodes of a session: adding, revising and removing one, with all that stands beside it.

The turn before is an episode's context for search, and late interaction reads two turns each way
along; so a change of one episode changes its neighbours, in the same transaction. The session's
revision makes sure that what was read of the chain still holds; it also is the version under which
the index knows the changed episodes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from muniment.app.changes import (
    AdvanceSession,
    Change,
    DropEdge,
    DropEpisode,
    DropVector,
    LinkNeighbours,
    PutAudit,
    PutEdge,
    PutEpisode,
    PutVector,
)
from muniment.app.ports import Encoder
from muniment.app.storage import Store
from muniment.app.stored import Edge, Place, StoredVector
from muniment.domain.chain import WINDOW, around
from muniment.domain.forgetting import readable
from muniment.domain.heads import Admitted
from muniment.domain.ids import Ids
from muniment.domain.passages import episode_passage
from muniment.domain.records import Episode, Neighbours, Status
from muniment.domain.scope import Scope
from muniment.domain.sensitivity import sensitivity
from muniment.domain.traits import traits
from muniment.domain.trust import namespace, provenance


@dataclass(frozen=True, slots=True)
class Surrounding:
    """The chain around one episode, as it was read."""

    revision: int
    before: tuple[Place, ...]
    after: tuple[Place, ...]
    previous: Episode | None
    following: Episode | None

    def linked(self, middle: str | None) -> dict[str, Neighbours]:
        """Return the new links of all that a change in the middle touches."""
        return around([p.episode for p in self.before], middle, [p.episode for p in self.after])


@dataclass(frozen=True, slots=True)
class EpisodeWriter:
    """Decides the changes of one session's chain; nothing is written here."""

    store: Store
    encoder: Encoder

    def add(self, scope: Scope, ids: Ids, admitted: Admitted) -> list[Change]:
        """Return the changes that add the candidate's episode; none if it is there."""
        event, candidate = admitted.event, admitted.candidate
        episode_id = ids.episode(candidate.span, namespace(event))
        order = f"{event.order}.{candidate.span.start:07d}"
        around_it = _surrounding(self.store, scope, ids.epoch, event.chain, order)
        if self.store.episodes(scope, ids.epoch, [episode_id]):
            return []
        episode = Episode(
            id=episode_id, span=candidate.span, session=event.session, order=order,
            speaker=event.label, text=readable(candidate.text), occurred_at=event.occurred_at,
            observed_at=event.received_at, provenance=provenance(event),
            revision=around_it.revision + 1, epoch=ids.epoch, by_owner=event.by_owner,
            context=around_it.previous.shown_text if around_it.previous else "",
            confidence=candidate.confidence, sensitivity=sensitivity(candidate),
            handling=event.handling, origin=admitted.origin, expires_at=admitted.expires_at,
            admission=admitted.admission, document=event.document,
        )  # fmt: skip
        return [
            *self._advance(around_it, episode, episode, was=0),
            PutEdge(_edge(episode), ids.epoch),
            PutAudit(
                event.received_at,
                "remember",
                episode_id,
                ids.epoch,
                admitted.origin.by,
                origin=admitted.origin,
            ),
        ]

    def revise(self, scope: Scope, episode: Episode, text: str) -> list[Change]:
        """Return the changes that give the episode another text, for itself and the next turn."""
        around_it = _surrounding(self.store, scope, episode.epoch, episode.chain, episode.order)
        revised = replace(
            episode,
            text=text,
            revision=around_it.revision + 1,
            context=around_it.previous.shown_text if around_it.previous else "",
        )
        return self._advance(around_it, revised, revised, was=episode.revision)

    def show(self, scope: Scope, episode: Episode, status: Status) -> list[Change]:
        """Return the changes that take the episode out of sight or show it again."""
        around_it = _surrounding(self.store, scope, episode.epoch, episode.chain, episode.order)
        changed = replace(episode, status=status, revision=around_it.revision + 1)
        return self._advance(around_it, changed, changed, was=episode.revision)

    def remove(self, scope: Scope, episode: Episode) -> list[Change]:
        """Return the changes that take the episode out of the chain."""
        return remove(self.store, scope, episode)

    def _advance(
        self, around_it: Surrounding, subject: Episode, episode: Episode, was: int
    ) -> list[Change]:
        """Return the changes when `subject` becomes `episode`."""
        linked = around_it.linked(episode.id)
        return [
            AdvanceSession(subject.chain, subject.epoch, around_it.revision),
            PutEpisode(episode, was),
            PutVector(self._vector(episode, linked.pop(episode.id))),
            *_links(linked),
            *_context(around_it, episode),
        ]

    def _vector(self, episode: Episode, neighbours: Neighbours) -> StoredVector:
        (encoded,) = self.encoder.passages([episode_passage(episode)])
        return StoredVector(
            episode.id, encoded, episode.epoch, session=episode.session,
            speaker=episode.speaker, event=episode.span.event, neighbours=neighbours,
            traits=traits(episode.text),
        )  # fmt: skip


def remove(store: Store, scope: Scope, episode: Episode) -> list[Change]:
    """Return the changes that take an episode out of its chain; nothing is encoded for it."""
    around_it = _surrounding(store, scope, episode.epoch, episode.chain, episode.order)
    return [
        AdvanceSession(episode.chain, episode.epoch, around_it.revision),
        DropEpisode(episode, episode.revision),
        DropVector(episode.id),
        *_links(around_it.linked(None)),
        *_context(around_it, None),
        DropEdge(_edge(episode), episode.epoch),
    ]


def _surrounding(store: Store, scope: Scope, epoch: int, chain: str, order: str) -> Surrounding:
    revision = store.session_revision(scope, epoch, chain)
    before, after = store.places(scope, epoch, chain, order, WINDOW)
    beside = [place.episode for place in (*before[:1], *after[:1])]
    found = store.episodes(scope, epoch, beside) if beside else {}
    return Surrounding(
        revision=revision,
        before=tuple(before),
        after=tuple(after),
        previous=found.get(before[0].episode) if before else None,
        following=found.get(after[0].episode) if after else None,
    )


def _links(linked: Mapping[str, Neighbours]) -> list[Change]:
    return [LinkNeighbours(record, neighbours) for record, neighbours in linked.items()]


def _context(around_it: Surrounding, episode: Episode | None) -> list[Change]:
    """Return the change that gives the next turn its context anew, if it is another one."""
    following, before = around_it.following, episode or around_it.previous
    context = before.shown_text if before else ""
    if following is None or following.context == context:
        return []
    changed = replace(following, context=context, revision=around_it.revision + 1)
    return [PutEpisode(changed, following.revision)]


def _edge(episode: Episode) -> Edge:
    return Edge(episode.span.event, episode.span.start, episode.span.end, episode.id)

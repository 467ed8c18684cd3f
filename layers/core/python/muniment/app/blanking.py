"""Taking words out of a stored turn, and out of everything that holds them verbatim."""

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.app.changes import Change, DropEdge, DropReview, PutExtraction, ReviseEvent
from muniment.app.episodes import EpisodeWriter
from muniment.app.facts import FactWriter
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.unlabelling import Unlabeller
from muniment.domain.events import Event, Span
from muniment.domain.forgetting import blank, blank_event, readable
from muniment.domain.ids import REVIEW_PREFIX
from muniment.domain.records import Episode
from muniment.domain.scope import Scope
from muniment.domain.substance import has_substance


@dataclass(frozen=True, slots=True)
class Blanker:
    """Blanks spans of one event in its episodes, in what waits or is pinned, and in the event.

    Its labels go altogether: they may say what is forgotten. The event comes last: a run that
    breaks off finds the words there, and does all of it again.
    """

    store: Store
    facts: FactWriter
    episodes: EpisodeWriter

    def __call__(
        self, scope: Scope, owner: Owner, event_id: str, spans: Sequence[Span]
    ) -> Event | None:
        """Return the event without the spans, `None` if it has expired; StaleError as commit."""
        own = [span for span in spans if span.event == event_id]
        event = self.store.event(scope, owner.epoch, event_id)
        self._make_episodes_again(scope, owner, event, event_id, own)
        if own:
            Unlabeller(self.store, self.facts, self.episodes)(scope, owner, event_id)
        revised = None if event is None else blank_event(event, own)
        changes: list[Change] = self._reviews(scope, owner, event_id, own)
        if event is not None and revised is not None and revised != event:
            changes.append(ReviseEvent(revised, event.text))
        # What is pinned outlives its event.
        pinned = self.store.extraction(scope, owner.epoch, event_id)
        if pinned is not None and (left := pinned.without(own)) != pinned:
            changes.append(PutExtraction(left, owner.epoch, was=pinned.revision))
        if changes:
            self.store.commit(scope, changes, guard=owner)
        return revised

    def _reviews(
        self, scope: Scope, owner: Owner, event_id: str, own: Sequence[Span]
    ) -> list[Change]:
        """Return the changes that take away what waits for a decision and cites the words."""
        changes: list[Change] = []
        for edge in self.store.edges(scope, owner.epoch, event_id):
            cited = Span(edge.event, edge.start, edge.end)
            if edge.record.startswith(REVIEW_PREFIX) and any(s.overlaps(cited) for s in own):
                changes += [DropReview(edge.record), DropEdge(edge, owner.epoch)]
        return changes

    def _make_episodes_again(
        self, scope: Scope, owner: Owner, event: Event | None, event_id: str, own: Sequence[Span]
    ) -> None:
        made = {edge.record for edge in self.store.edges(scope, owner.epoch, event_id)}
        for record in sorted(made):
            # Read one by one: a change of an episode gives the next one a new revision.
            episode = self.store.episodes(scope, owner.epoch, [record]).get(record)
            if episode is None or not any(span.overlaps(episode.span) for span in own):
                continue
            left = _left_of(episode, event, own)
            if left == episode.text:
                continue
            changes = (
                self.episodes.revise(scope, episode, left)
                if has_substance(left)
                else self.episodes.remove(scope, episode)
            )
            # One transaction an episode: each moves the session on, and the next reads it anew.
            self.store.commit(scope, changes, guard=owner)


def _left_of(episode: Episode, event: Event | None, spans: Sequence[Span]) -> str:
    """Return what is left of an episode; of its own text, where its event has expired."""
    start, end = episode.span.start, episode.span.end
    if event is None:
        if len(episode.text) != end - start:
            return ""  # words were taken before: nobody knows any more where the others stand
        return readable(blank(episode.text, [(s.start - start, s.end - start) for s in spans]))
    return readable(blank(event.text, [(s.start, s.end) for s in spans])[start:end])

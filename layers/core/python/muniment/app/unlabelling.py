"""Taking the labels of a turn off all that was made of it, when words of it are forgotten."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from muniment.app.changes import Change, PutReview, ReplaceAssertion
from muniment.app.episodes import EpisodeWriter
from muniment.app.facts import FactWriter
from muniment.app.storage import Store
from muniment.app.stored import Edge, Owner
from muniment.domain.ids import REVIEW_PREFIX
from muniment.domain.labels import UNLABELLED, labels_of
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Unlabeller:
    """Takes labels off the records of one event; safe to repeat."""

    store: Store
    facts: FactWriter
    episodes: EpisodeWriter

    def __call__(self, scope: Scope, owner: Owner, event_id: str) -> None:
        """Take off all labels that came with the event; StaleError as commit."""
        for edge in self.store.edges(scope, owner.epoch, event_id):
            changes = list(self._changes(scope, owner.epoch, edge))
            if changes:
                # One transaction a record: each is read anew.
                self.store.commit(scope, changes, guard=owner)

    def _changes(self, scope: Scope, epoch: int, edge: Edge) -> Iterator[Change]:
        if edge.record.startswith(REVIEW_PREFIX):
            item = self.store.review(scope, epoch, edge.record)
            if item is not None and labels_of(item.handling):
                bare = replace(item, handling=UNLABELLED.on(item.handling))
                yield PutReview(replace(bare, revision=item.revision + 1), item.revision)
        elif edge.assertion is None:
            episode = self.store.episodes(scope, epoch, [edge.record]).get(edge.record)
            if episode is not None and labels_of(episode.handling):
                bare_one = replace(episode, handling=UNLABELLED.on(episode.handling))
                yield from self.episodes.revise(scope, bare_one, episode.text)
        else:
            yield from self._of_fact(scope, epoch, edge.record, edge.assertion)

    def _of_fact(self, scope: Scope, epoch: int, fact: str, assertion: str) -> Iterator[Change]:
        known = {a.id: a for a in self.store.assertions(scope, epoch, fact)}
        labelled = known.get(assertion)
        if labelled is None or not labels_of(labelled.handling):
            return
        known[assertion] = replace(labelled, handling=UNLABELLED.on(labelled.handling))
        head = self.store.head(scope, epoch, fact)
        yield ReplaceAssertion(known[assertion], epoch)
        yield from self.facts.refold(epoch, fact, head.revision, list(known.values()))[1]

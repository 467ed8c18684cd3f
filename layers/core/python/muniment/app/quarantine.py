"""An operator takes a record out of sight, or shows it again; what it says stays as it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from muniment.app.changes import Change, PutAssertion, PutAudit
from muniment.app.episodes import EpisodeWriter
from muniment.app.errors import NotFoundError
from muniment.app.facts import FactWriter
from muniment.app.ports import Clock, Keys
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.views import Marked
from muniment.domain.handling import NOBODY
from muniment.domain.heads import make_mark
from muniment.domain.ids import Ids
from muniment.domain.records import Assertion, Effect, Episode, Fact, Status
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class MarkRecord:
    """Puts a record in quarantine or releases it, in one transaction.

    A fact's mark is one more thing that is known of it, so that the fold stays a function of the
    set; statements go on arriving behind it. An episode carries its mark itself.
    """

    store: Store
    keys: Keys
    facts: FactWriter
    episodes: EpisodeWriter
    clock: Clock

    def __call__(self, scope: Scope, record: str, effect: Effect, *, by: str = NOBODY) -> Marked:
        """Return where the record stands now; NotFoundError if there is none that stands."""

        def decide() -> Marked:
            owner = self.store.owner(scope)
            fact = self.store.facts(scope, owner.epoch, [record]).get(record)
            if fact is not None and fact.stands:
                return self._fact(scope, owner, fact, effect, by)
            episode = self.store.episodes(scope, owner.epoch, [record]).get(record)
            if episode is None or episode.span.event in owner.erasing:
                raise NotFoundError("no such record")
            return self._episode(scope, owner, episode, effect, by)

        return until_fresh(decide)

    def _fact(self, scope: Scope, owner: Owner, fact: Fact, effect: Effect, by: str) -> Marked:
        if (effect is Effect.QUARANTINE) is not fact.readable:
            return Marked(fact.id, fact.status)
        known = self.store.assertions(scope, owner.epoch, fact.id)
        ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
        mark, head, changes = marking(self.facts, ids, fact, known, effect, by)
        changes = [PutAssertion(mark, owner.epoch), *changes]
        audit = PutAudit(mark.observed_at, effect.value, fact.id, owner.epoch, by)
        self.store.commit(scope, [*changes, audit], guard=owner)
        return Marked(fact.id, head.status)

    def _episode(
        self, scope: Scope, owner: Owner, episode: Episode, effect: Effect, by: str
    ) -> Marked:
        status = Status.QUARANTINED if effect is Effect.QUARANTINE else Status.ACTIVE
        if episode.status is not status:
            changes = self.episodes.show(scope, episode, status)
            audit = PutAudit(self.clock(), effect.value, episode.id, owner.epoch, by)
            self.store.commit(scope, [*changes, audit], guard=owner)
        return Marked(episode.id, status)


def marking(  # noqa: PLR0913, PLR0917 - what a mark is made of
    facts: FactWriter, ids: Ids, fact: Fact, known: Sequence[Assertion], effect: Effect, by: str
) -> tuple[Assertion, Fact, list[Change]]:
    """Return a mark of a fact, the head that it makes, and the changes that write the head."""
    now = _after(facts.clock(), known)
    mark = make_mark(fact, effect, now, ids.mark(fact.id, effect, now), by)
    return mark, *facts.refold(ids.epoch, fact.id, fact.revision, [*known, mark])


def _after(now: datetime, known: Sequence[Assertion]) -> datetime:
    """Return a time after every mark there is: of two clocks, the later word counts."""
    marks = [a.observed_at for a in known if a.effect in (Effect.QUARANTINE, Effect.RELEASE)]
    return max([now, *(moment + timedelta(microseconds=1) for moment in marks)])

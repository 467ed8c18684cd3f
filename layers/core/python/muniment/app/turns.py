"""What may be read of the owner's turns: one of them, and what stood before it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from muniment.app.blanking import Blanker
from muniment.app.episodes import EpisodeWriter
from muniment.app.extractor import Surroundings
from muniment.app.facts import FactWriter
from muniment.app.ports import Clock, Keys
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.told import Told
from muniment.domain.events import Event, Span
from muniment.domain.fold import fold
from muniment.domain.forgetting import blank, forgotten_spans
from muniment.domain.ids import Ids
from muniment.domain.injection import suspects
from muniment.domain.records import Candidate, Status
from muniment.domain.scope import Scope
from muniment.domain.withdrawal import may_take_back

TURNS_BEFORE = 6
"""Turns that an extractor sees beside the event."""

_OUT_OF_SIGHT = (Status.QUARANTINED, Status.EXPIRED, Status.ERASED)
"""What was told, and is not to be read: by an operator, or by its time, which leaves a boundary."""

_RELATION = "relation"
"""Attribute that says whose what is told of somebody is: their sister's, their friend's."""


@dataclass(frozen=True, slots=True)
class TurnReader:
    """Reads turns as they may be read now: what was erased is in none of them."""

    store: Store
    keys: Keys
    facts: FactWriter
    episodes: EpisodeWriter
    clock: Clock

    def event(
        self, scope: Scope, owner: Owner, event_id: str, tombstones: frozenset[str]
    ) -> Event | None:
        """Return the event, without what was erased since it was accepted."""
        event = self.store.event(scope, owner.epoch, event_id)
        if event is None:
            return None
        forgotten = forgotten_spans(self.keys.digester(scope.tenant), event.text, tombstones)
        if not forgotten:
            return event
        spans = [Span(event.id, start, end) for start, end in forgotten]
        return Blanker(self.store, self.facts, self.episodes)(scope, owner, event_id, spans)

    def seen_by(self, scope: Scope, event: Event) -> list[Event]:
        """Return the turns that see the event among those before them, wherever they were told.

        Turns with a position and no time stand by that in their session, and come in in any order.
        """
        return self.store.events_after(scope, event.epoch, event.session, event.order, TURNS_BEFORE)

    def surroundings(
        self, scope: Scope, owner: Owner, event: Event, tombstones: frozenset[str],
        told: Told | None = None,
    ) -> Surroundings:  # fmt: skip
        """Return what stood before the event, whenever it came in: turns, and facts told by then.

        What was erased is left out, and what tries to instruct whoever reads it: a model would.
        With `told` the facts are not read anew.
        """
        told = told or self.told(scope, owner)
        before = self.store.events_before(
            scope, event.epoch, event.session, event.order, TURNS_BEFORE
        )
        apart = event.handling.compartment
        digester = self.keys.digester(scope.tenant)
        seen = tuple(
            replace(turn, text=blank(turn.text, [*suspects(turn), *forgotten]))
            for turn in before
            if turn.id not in owner.erasing and turn.handling.compartment == apart
            for forgotten in [forgotten_spans(digester, turn.text, tombstones)]
        )
        facts = {fact.id: fact for fact in told.facts(event)}
        if may_take_back(event.text):
            facts = {**told.waiting(event), **facts}
        known = tuple(fact for fact in facts.values() if fact.handling.compartment == apart)
        return Surroundings(seen, known)

    def told(self, scope: Scope, owner: Owner) -> Told:
        """Return the owner's facts, to be read when they are asked for."""
        return Told(self.store, scope, owner, self.clock())

    def is_whole(self, scope: Scope, event: Event, tombstones: frozenset[str]) -> bool:
        """Whether nothing of the event, as it is stored, was erased since it was accepted."""
        return not forgotten_spans(self.keys.digester(scope.tenant), event.text, tombstones)

    def is_out_of_sight(
        self, scope: Scope, owner: Owner, event: Event, candidates: Iterable[Candidate]
    ) -> bool:
        """Whether what was told before the event of a candidate's fact is held, or has expired.

        Or what was told of whom the fact is about, by which it may have been found.
        """
        ids = Ids(self.keys.digester(scope.tenant), scope, event.epoch)
        told = self.told(scope, owner)
        facts = {
            ids.fact(candidate.subject, attribute, event.handling)
            for candidate in candidates
            for attribute in (candidate.attribute or "", _RELATION)
        }
        folds = (fold(told.of(fact, event), told.now) for fact in facts)
        return any(f is not None and f.status in _OUT_OF_SIGHT for f in folds)

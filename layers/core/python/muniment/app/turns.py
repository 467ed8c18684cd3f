"""What may be read of the owner's turns: one of them, and what stood before it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from muniment.app.blanking import Blanker
from muniment.app.episodes import EpisodeWriter
from muniment.app.extractor import Surroundings
from muniment.app.facts import FactWriter
from muniment.app.ports import Clock, Keys
from muniment.app.questions import Questions
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.domain.events import Event, Span
from muniment.domain.fold import fold
from muniment.domain.forgetting import blank, forgotten_spans
from muniment.domain.heads import HeadKey, make_head
from muniment.domain.ids import Ids
from muniment.domain.injection import suspects
from muniment.domain.records import Assertion, Candidate, Fact, Kind, Status
from muniment.domain.scope import Scope
from muniment.domain.withdrawal import may_take_back

TURNS_BEFORE = 6
"""Turns that an extractor sees beside the event."""

HEADS_PAGE = 500
"""Heads read at once where an owner has more than recall reads."""

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
        self, scope: Scope, owner: Owner, event: Event, tombstones: frozenset[str]
    ) -> Surroundings:
        """Return what stood before the event, whenever it came in: turns, and facts told by then.

        What was erased is left out, and what tries to instruct whoever reads it: a model would.
        """
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
        facts = {fact.id: fact for fact in self._known(scope, event)}
        if may_take_back(event.text):
            waiting = Questions(self.store).as_facts(scope, owner, self.clock(), before=event)
            facts = waiting | facts
        known = tuple(fact for fact in facts.values() if fact.handling.compartment == apart)
        return Surroundings(seen, known)

    def is_out_of_sight(self, scope: Scope, event: Event, candidate: Candidate) -> bool:
        """Whether what was told of a candidate's fact before the event is held, or has expired.

        Or what was told of whom the fact is about, by which it may have been found.
        """
        ids = Ids(self.keys.digester(scope.tenant), scope, event.epoch)
        for attribute in (candidate.attribute or "", _RELATION):
            fact = ids.fact(candidate.subject, attribute, event.handling)
            folded = fold(self._told_before(scope, fact, event), self.clock())
            if folded and folded.status in (Status.QUARANTINED, Status.EXPIRED):
                return True
        return False

    def _known(self, scope: Scope, event: Event) -> Iterator[Fact]:
        """Yield the facts that were readable by what had been told before the event.

        A head says that, unless something of it was told later: then its assertions do.
        """
        for head in self._heads(scope, event.epoch):
            first, last = head.told
            if last < event.told:
                fact: Fact | None = head
            elif first < event.told:
                fact = self._as_told_before(scope, head, event)
            else:
                fact = None
            if fact is not None and fact.readable:
                yield fact

    def _heads(self, scope: Scope, epoch: int) -> Iterator[Fact]:
        """Yield every head: one left out would be as if it had not been told."""
        heads = self.store.heads(scope)
        if heads.complete:
            yield from heads.facts
            return
        after: str | None = None
        while True:
            page, after = self.store.page(scope, epoch, Kind.FACT, HEADS_PAGE, after)
            yield from (record for record in page if isinstance(record, Fact))
            if after is None:
                return

    def _as_told_before(self, scope: Scope, head: Fact, event: Event) -> Fact | None:
        folded = fold(self._told_before(scope, head.id, event), self.clock())
        return make_head(HeadKey(head.id, head.epoch, head.revision), folded) if folded else None

    def _told_before(self, scope: Scope, fact: str, event: Event) -> Iterator[Assertion]:
        """Yield what was told of a fact before the event, with the marks of operators."""
        known = self.store.assertions(scope, event.epoch, fact)
        return (assertion for assertion in known if assertion.told < event.told)

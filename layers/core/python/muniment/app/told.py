"""An owner's facts as they had been told by one time or another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from muniment.app.questions import Questions
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.domain.events import Event
from muniment.domain.fold import fold
from muniment.domain.heads import HeadKey, make_head
from muniment.domain.records import Assertion, Fact, Kind
from muniment.domain.scope import Scope

HEADS_PAGE = 500
"""Heads read at once where an owner has more than recall reads."""


@dataclass(slots=True)
class Told:
    """Reads each thing once, when it is asked for first: many turns may be held to one reading."""

    store: Store
    scope: Scope
    owner: Owner
    now: datetime
    _heads: Sequence[Fact] | None = field(default=None, init=False)
    _assertions: dict[str, Sequence[Assertion]] = field(default_factory=dict, init=False)
    _waiting: Sequence[tuple[str, Fact]] | None = field(default=None, init=False)

    def facts(self, event: Event) -> Iterator[Fact]:
        """Yield the facts that were readable by what had been told before the event.

        A head says that, unless something of it was told later: then its assertions do.
        """
        if self._heads is None:
            self._heads = tuple(self._read_heads())
        for head in self._heads:
            first, last = head.told
            if last < event.told:
                fact: Fact | None = head
            elif first < event.told:
                fact = self._as_told_before(head, event)
            else:
                fact = None
            if fact is not None and fact.readable:
                yield fact

    def waiting(self, event: Event) -> Mapping[str, Fact]:
        """Return what was told before the event and waits for the owner's word, as facts by id."""
        if self._waiting is None:
            self._waiting = Questions(self.store).as_facts(self.scope, self.owner, self.now)
        return {fact.id: fact for told, fact in self._waiting if told < event.told}

    def of(self, fact: str, event: Event) -> list[Assertion]:
        """Return what was told of a fact before the event, with the marks of operators."""
        if fact not in self._assertions:
            self._assertions[fact] = self.store.assertions(self.scope, event.epoch, fact)
        return [assertion for assertion in self._assertions[fact] if assertion.told < event.told]

    def _read_heads(self) -> Iterator[Fact]:
        """Yield every head: one left out would be as if it had not been told."""
        heads = self.store.heads(self.scope)
        if heads.complete:
            yield from heads.facts
            return
        after: str | None = None
        while True:
            page, after = self.store.page(
                self.scope, self.owner.epoch, Kind.FACT, HEADS_PAGE, after
            )
            yield from (record for record in page if isinstance(record, Fact))
            if after is None:
                return

    def _as_told_before(self, head: Fact, event: Event) -> Fact | None:
        folded = fold(self.of(head.id, event), self.now)
        return make_head(HeadKey(head.id, head.epoch, head.revision), folded) if folded else None

"""Forgetting one record: what must go, decided before anything is written.

A record goes with everything that was made of the same words: other facts that cite them, the
episode of the turn, the context of the next turn. What is left of a turn is made again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from muniment.app.changes import Change, DropAssertion, ReplaceAssertion
from muniment.app.facts import FactWriter
from muniment.app.retrying import until_fresh
from muniment.app.storage import StaleError, Store
from muniment.domain.events import Event, Span
from muniment.domain.fold import contests, fold, same_value, strongest_first
from muniment.domain.forgetting import (
    forgotten_spans,
    identifier_digests,
    occurrences,
    sentence_around,
    statement_digests,
    tombstones_of,
)
from muniment.domain.heads import make_boundary
from muniment.domain.ids import REVIEW_PREFIX, Ids
from muniment.domain.namespaces import Namespace, counterpart, kind_of
from muniment.domain.records import Assertion, Effect, Episode, Fact, Kind
from muniment.domain.scope import Scope
from muniment.domain.text import digits, identifiers, normalise

COMMIT = 80
"""Changes of facts in one commit: a transaction of the store holds 100, and others go with them."""

_OF_TURNS = ("extractor", "")
"""Writers of what a turn tells, and of items from before writers were kept."""

_HEAD = 2  # changes that write a fact's head and its encoding


@dataclass(frozen=True, slots=True)
class Doomed:
    """What an erasure takes: spans of events, assertions by fact, tombstones, and how many."""

    spans: tuple[Span, ...]
    assertions: Mapping[str, tuple[Assertion, ...]] = field(default_factory=dict)
    tombstones: frozenset[str] = frozenset()
    episodes: tuple[str, ...] = ()
    reviews: tuple[str, ...] = ()
    """What waits for a decision and cites the words."""
    beside: frozenset[str] = frozenset()
    """Episodes that have a doomed one as their context: they stay, and change with it."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing left to take."""
        return not self.spans and not self.assertions

    @property
    def events(self) -> frozenset[str]:
        """Ids of the events that lose words."""
        return frozenset(span.event for span in self.spans)

    @property
    def records(self) -> tuple[str, ...]:
        """Ids of every record that goes or is made again."""
        return (*sorted(self.assertions), *sorted({*self.episodes, *self.beside}))

    @property
    def counted(self) -> dict[str, int]:
        """How many of each kind, for the receipt."""
        return {
            "facts": len(self.assertions),
            "assertions": sum(map(len, self.assertions.values())),
            "episodes": len(self.episodes),
            "reviews": len(self.reviews),
            "events": len(self.events),
            "tombstones": len(self.tombstones),
        }


@dataclass(frozen=True, slots=True)
class Doom:
    """Finds what goes with a record, and the changes to the facts among it."""

    store: Store
    facts: FactWriter

    def of_fact(self, scope: Scope, ids: Ids, fact: Fact) -> Doomed:
        """Return what goes with a fact; nothing if no value of it is left.

        The value that it has, with the owner's word that contests it; of a closed fact every value.
        With either go the values of before that no turn tells: nothing else would name them. What
        an assistant said goes with the owner's word that says the same.
        """
        known = [
            a for a in self.store.assertions(scope, ids.epoch, fact.id) if a.effect is Effect.ASSERT
        ]
        winner = next((a for a in known if a.id == fact.assertion), None)
        current = [
            a for a in known if winner is None or same_value(a, winner) or contests(a, winner)
        ]
        past = [a for a in known if a not in current and a.origin.writer not in _OF_TURNS]
        own = [*current, *past]
        echo = self._echo(scope, ids, fact, own)
        values = sorted({a.value or "" for a in own})
        spans = [span for a in (*own, *echo) for span in (a.span, *a.promotes) if span]
        events = self.store.events(scope, ids.epoch, {span.event for span in spans})
        spans += [span for value in values for span in _mentions(events.values(), value)]
        spans += self._waiting(scope, ids, counterpart(fact.id, Namespace.OWNER), values)
        spans += [span for value in values for span in self._elsewhere(scope, ids, value)]
        taken: dict[str, list[Assertion]] = {}
        for assertion in (*own, *echo):
            taken.setdefault(assertion.fact, []).append(assertion)
        # What a system had said before, it may say again.
        outdated = frozenset(a.id for a in past if a.origin.writer == "system")
        return self._with_derived(scope, ids, _distinct(spans), events, taken, outdated)

    def _echo(
        self, scope: Scope, ids: Ids, fact: Fact, own: Sequence[Assertion]
    ) -> list[Assertion]:
        """Return what an assistant said that is what is taken of the owner's fact."""
        name = counterpart(fact.id, Namespace.ASSISTANT)
        if name == fact.id:
            return []
        said = self.store.assertions(scope, ids.epoch, name)
        return [a for a in said if any(same_value(a, taken) for taken in own)]

    def _waiting(self, scope: Scope, ids: Ids, fact: str, values: Iterable[str]) -> list[Span]:
        """Return where one of the values waits for a decision."""
        said = set(map(normalise, values))
        return [
            c.span
            for item in self.store.reviews(scope, ids.epoch)
            if (c := item.candidate) is not None
            and ids.fact(c.subject, c.attribute or "", item.handling) == fact
            and normalise(c.value or "") in said
        ]

    def of_episode(self, scope: Scope, ids: Ids, episode: Episode) -> Doomed:
        """Return what goes with an episode."""
        events = self.store.events(scope, ids.epoch, [episode.span.event])
        doomed = self._with_derived(scope, ids, (episode.span,), events, {})
        own = statement_digests(ids.digester, episode.text)
        return replace(doomed, tombstones=doomed.tombstones | own)

    def _elsewhere(self, scope: Scope, ids: Ids, value: str) -> list[Span]:
        """Return the sentences of any turn that name an identifier of `value`.

        A code that is forgotten is forgotten everywhere, also where another speaker repeated it.
        Only values with digits are looked for: a word may mean something else elsewhere. Reads all
        turns of the owner once; that is what such an erasure costs.
        """
        wanted = identifier_digests(ids.digester, value)
        if not wanted:
            return []
        sought = {digits(token) for token in identifiers(value)}

        def may_name(text: str) -> bool:
            held = digits(text)  # of 50,000 turns nearly all are told by this, at little cost
            return any(each in held for each in sought)

        spans: list[Span] = []
        seen: set[str] = set()
        for event in self.store.every_event(scope, ids.epoch):
            seen.add(event.id)
            if may_name(event.text):
                found = forgotten_spans(ids.digester, event.text, wanted)
                spans += [Span(event.id, start, end) for start, end in found]
        for episode in self.store.every_episode(scope, ids.epoch):
            # Its turn has expired: what is left of the text is here alone.
            if episode.span.event in seen or not may_name(episode.text):
                continue
            if identifier_digests(ids.digester, episode.text) & wanted:
                spans.append(episode.span)
        return spans

    def _with_derived(  # noqa: PLR0913, PLR0917 - what an erasure is made of
        self,
        scope: Scope,
        ids: Ids,
        spans: tuple[Span, ...],
        events: Mapping[str, Event],
        assertions: Mapping[str, Sequence[Assertion]],
        outdated: frozenset[str] = frozenset(),
    ) -> Doomed:
        taken = {fact: {a.id: a for a in own} for fact, own in assertions.items()}
        episodes: list[str] = []
        reviews: list[str] = []
        for event in sorted({span.event for span in spans}):
            for edge in self.store.edges(scope, ids.epoch, event):
                cited = Span(edge.event, edge.start, edge.end)
                if not any(cited.overlaps(span) for span in spans):
                    continue
                if edge.record.startswith(REVIEW_PREFIX):
                    reviews.append(edge.record)
                    continue
                if edge.assertion is None:
                    episodes.append(edge.record)
                    continue
                for assertion in self.store.assertions(scope, ids.epoch, edge.record):
                    if assertion.id == edge.assertion and assertion.effect is not Effect.BOUNDARY:
                        taken.setdefault(edge.record, {})[assertion.id] = assertion
        by_fact = {fact: tuple(own.values()) for fact, own in taken.items()}
        kept_out = {fact: [a for a in own if a.id not in outdated] for fact, own in by_fact.items()}
        tombstones = _tombstones(ids, events, kept_out)
        beside = self._beside(scope, ids, episodes)
        return Doomed(spans, by_fact, tombstones, tuple(episodes), tuple(reviews), beside)

    def _beside(self, scope: Scope, ids: Ids, doomed: Sequence[str]) -> frozenset[str]:
        """Return the episode that follows each doomed one."""
        following: set[str] = set()
        for episode in self.store.episodes(scope, ids.epoch, doomed).values():
            _, after = self.store.places(scope, ids.epoch, episode.chain, episode.order, 1)
            following.update(place.episode for place in after)
        return frozenset(following.difference(doomed))

    def changes(
        self, scope: Scope, epoch: int, assertions: Mapping[str, Sequence[Assertion]]
    ) -> list[Change]:
        """Return the changes that take assertions out of their facts: what one commit holds.

        The strongest of a fact go first: its boundary outweighs those that are still there.
        StaleError if one of the facts was withdrawn meanwhile.
        """
        changes: list[Change] = []
        heads = self.store.facts(scope, epoch, assertions)
        for fact_id, erased in assertions.items():
            room = COMMIT - len(changes) - _HEAD
            if room <= 0:
                break
            known = self.store.assertions(scope, epoch, fact_id)
            left, own = self._without(epoch, known, strongest_first(erased))
            head = heads.get(fact_id)
            if head is None:
                raise StaleError("the fact was withdrawn")
            fact, headed = self.facts.refold(epoch, fact_id, head.revision, left)
            changes += own[:room]
            # When what is left was told does not change what the head says.
            if replace(fact, revision=head.revision, told=head.told) != head:
                changes += headed
        return changes

    def finish(
        self, scope: Scope, epoch: int, spans: Sequence[Span], records: Iterable[str]
    ) -> None:
        """Take what cites the spans and did not fit into the first commit; safe to repeat."""

        def take() -> bool:
            owner = self.store.owner(scope)
            if owner.epoch != epoch:
                return False
            changes = self.changes(scope, epoch, self._left(scope, epoch, spans, records))
            if changes:
                self.store.commit(scope, changes, guard=owner)
            return bool(changes)

        while until_fresh(take):
            pass

    def _left(
        self, scope: Scope, epoch: int, spans: Sequence[Span], records: Iterable[str]
    ) -> dict[str, list[Assertion]]:
        """Return the assertions that still cite one of the spans, by fact."""
        found = {
            fact: [
                assertion
                for assertion in self.store.assertions(scope, epoch, fact)
                if (cited := assertion.span) and any(cited.overlaps(span) for span in spans)
            ]
            for fact in records
            if kind_of(fact) is Kind.FACT
        }
        return {fact: cited for fact, cited in found.items() if cited}

    def _without(
        self, epoch: int, known: Sequence[Assertion], erased: Sequence[Assertion]
    ) -> tuple[list[Assertion], list[Change]]:
        """Replace the erased by boundaries, or drop them where another source says the same."""
        now = self.facts.clock()
        gone = {assertion.id for assertion in erased}
        rest = [assertion for assertion in known if assertion.id not in gone]
        before, after = fold(known, now), fold(rest, now)
        if before and after and same_value(before.winner, after.winner):
            return rest, [DropAssertion(a.fact, a.id) for a in erased]
        boundaries = [make_boundary(assertion) for assertion in erased]
        return [*rest, *boundaries], [ReplaceAssertion(b, epoch) for b in boundaries]


def _mentions(events: Iterable[Event], value: str) -> list[Span]:
    return [
        Span(event.id, start, end)
        for event in events
        for start, end in occurrences(event.text, value)
    ]


def _distinct(spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(sorted(set(spans), key=lambda span: (span.event, span.start, span.end)))


def _tombstones(
    ids: Ids,
    events: Mapping[str, Event],
    assertions: Mapping[str, Sequence[Assertion]],
) -> frozenset[str]:
    digests: set[str] = set()
    for erased in assertions.values():
        for assertion in erased:
            quote, span = assertion.quote or "", assertion.span
            event = events.get(span.event) if span else None
            sentence = (
                sentence_around(event.text, span.start, span.end) if event and span else quote
            )
            digests |= tombstones_of(
                ids.digester, quote, sentence, assertion.attribute, assertion.value
            )
    return frozenset(digests)

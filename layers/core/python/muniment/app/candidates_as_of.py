"""What recall would have chosen from at another time: the same search, over what was known then.

The index and the encodings know the present only. Episodes do not change, so those of today that
had been told by then are all there are. Facts do: they are folded anew from what had been said, and
encoded anew where they said something else; that is bounded, and what lies beyond the bound is
named as missing.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import batched

from muniment.app.candidates import OVERRIDDEN, Candidates, FindCandidates, allowed, united
from muniment.app.past import Past
from muniment.app.ports import EncodedQuery, IndexQuery, UnavailableError
from muniment.app.shared import Shared
from muniment.app.stored import Heads, Owner, StoredVector
from muniment.domain.access import Caller, Use, labels_for, use_of
from muniment.domain.as_of import AsOf
from muniment.domain.asking.ranges import Range
from muniment.domain.filters import Filter, Test, between
from muniment.domain.passages import fact_passage
from muniment.domain.precedence import owners, unspoken
from muniment.domain.records import Episode, Fact, Kind, Status
from muniment.domain.scope import Reach, Scope
from muniment.domain.traits import traits
from muniment.domain.vectors import cosine

FACTS = "facts"
"""What an answer about the past may be missing: facts beyond those that were looked through."""

MOST_STANDING = 100
MOST_CLOSED = 50
"""Facts of one memory that are read as they were, each by a query of its own: of those that stand
the nearest to the question, of those that do not (they have no encoding) the latest."""
_AT_ONCE = 8
"""Reads side by side, and texts that are encoded in one pass: memory grows with both."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The facts of one memory as they were."""

    facts: Mapping[str, Fact] = field(default_factory=dict)
    """Whatever their state was."""
    vectors: Mapping[str, StoredVector] = field(default_factory=dict)
    """Of those that were to be read."""
    changed: frozenset[str] = frozenset()
    """Those that say something else by now."""
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class FindAsOf:
    """Finds what may be recalled as of a moment."""

    find: FindCandidates
    as_of: AsOf

    def __call__(
        self, scope: Scope, text: str, caller: Caller, wanted: Filter, during: Range | None
    ) -> Candidates:
        """See FindCandidates; consent, purposes, erasure and expiry are those of the present."""
        find, began = self.find, self.find.clock()
        policy = find.policies.current(scope.tenant)
        heads, query = find.store.heads(scope), find.encoder.query(text)
        use = use_of(caller, policy, heads.owner.consents)
        terms, recipe = find.analyzer.terms(text), find.recipes.of(len(query.weights))
        found = find.search(
            scope,
            IndexQuery(
                terms, query.vector, heads.owner.epoch, began, pool=recipe.pool,
                labels=labels_for(use), tests=(*wanted.tests, *_told_by(self.as_of)),
            ),
            during,
        )  # fmt: skip
        episodes, turn_vectors = self._episodes(scope, heads.owner, found.of(Kind.EPISODE), began)
        dropped = Counter({"stale": len(found.of(Kind.EPISODE)) - len(episodes)})
        own = self._facts(scope, heads, query, began)
        shared, wider = self._wider(scope, query, began)
        alive = [fact for fact in own.facts.values() if fact.id in own.vectors]
        known = unspoken(
            alive, {**own.facts, **self._owners(scope, heads, own, alive, began)}, began
        )
        dropped[OVERRIDDEN] += len(alive) - len(known)
        shown = {fact.id: fact for fact in allowed(use, known, dropped)}
        taken_back = (fact for fact in own.facts.values() if fact.status is Status.RETRACTED)
        closed = {fact.id: fact for fact in allowed(use, taken_back, Counter())}
        facts, reaches = united(shown, shared, wanted, dropped)
        turns = self._shown(use, episodes, wanted, dropped)
        kept = {r: v for r, v in turn_vectors.items() if r in turns or r not in episodes}
        vectors = {**own.vectors, **shared.vectors}
        return Candidates(
            began=began, owner=heads.owner, use=use, query=query, terms=terms, facts=facts,
            episodes=turns, vectors=kept | {record: vectors[record] for record in facts},
            hits={r: hit for r, hit in found.hits.items() if r not in own.changed},
            statistics=found.statistics, counts=heads.counts, reaches=reaches, dropped=+dropped,
            wanted=wanted, recipe=recipe, as_of=self.as_of, closed=closed,
            degraded=(
                *found.degraded, *shared.degraded, *(() if own.is_whole and wider else (FACTS,)),
            ),
        )  # fmt: skip

    def _shown(
        self, use: Use, episodes: Mapping[str, Episode], wanted: Filter, dropped: Counter[str]
    ) -> dict[str, Episode]:
        return {e.id: e for e in allowed(use, episodes.values(), dropped) if wanted.passes(e)}

    def _episodes(
        self, scope: Scope, owner: Owner, found: Sequence[str], now: datetime
    ) -> tuple[dict[str, Episode], dict[str, StoredVector]]:
        """Read the found episodes that had been told, and their neighbours that had been, too."""
        episodes, vectors = self.find.episodes(scope, owner, now, found)
        told = {r: e for r, e in episodes.items() if self.as_of.covers(e)}
        beside = self.find.store.episodes(scope, owner.epoch, vectors.keys() - episodes.keys())
        near = {record for record, episode in beside.items() if self.as_of.covers(episode)}
        return told, {r: v for r, v in vectors.items() if r in told or r in near}

    def _wider(self, scope: Scope, query: EncodedQuery, now: datetime) -> tuple[Shared, bool]:
        """Return what the wider memories held, and whether all of it was looked through."""
        facts: dict[Reach, tuple[Fact, ...]] = {}
        vectors: dict[str, StoredVector] = {}
        degraded: list[str] = []
        is_whole = True
        for wider in scope.wider:
            try:
                known = self._facts(wider, self.find.store.heads(wider), query, now)
            except UnavailableError:
                degraded.append(wider.reach.value)
                continue
            facts[wider.reach] = tuple(f for f in known.facts.values() if f.id in known.vectors)
            # Nobody asks for what "the tenant" said: a question's words name no speaker here.
            vectors |= {r: replace(v, speaker=None) for r, v in known.vectors.items()}
            is_whole = is_whole and known.is_whole
        return Shared(facts, vectors, tuple(degraded)), is_whole

    def _facts(self, scope: Scope, heads: Heads, query: EncodedQuery, now: datetime) -> _Known:
        """Read the facts of one memory as they were; those that changed are encoded anew."""
        vectors = self.find.store.fact_vectors(scope, heads.owner.epoch)
        looked = _looked_through(query, heads.facts, vectors)
        then = self._then(scope, heads.owner, looked, now)
        is_now = {fact.id for fact in looked if _says_the_same(fact, then.get(fact.id))}
        shown = [fact for fact in then.values() if _is_shown(fact, now)]
        changed = [fact for fact in shown if fact.id not in is_now or fact.id not in vectors]
        fresh = {
            fact.id: StoredVector(
                fact.id, encoded, fact.epoch, speaker=fact.speaker, traits=traits(fact.quote or "")
            )
            for some in batched(changed, _AT_ONCE, strict=False)
            for fact, encoded in zip(
                some, self.find.encoder.passages([fact_passage(f) for f in some]), strict=True
            )
        }
        kept = {fact.id: vectors[fact.id] for fact in shown if fact.id not in fresh}
        is_whole = heads.complete and len(looked) == len(heads.facts)
        return _Known(then, kept | fresh, frozenset(fresh), is_whole)

    def _owners(
        self, scope: Scope, heads: Heads, own: _Known, alive: Collection[Fact], now: datetime
    ) -> dict[str, Fact]:
        """Return the owner's own facts, not looked through yet, on which an assistant spoke."""
        named = {name for fact in alive if (name := owners(fact)) and name not in own.facts}
        facts = self.find.store.facts(scope, heads.owner.epoch, named).values() if named else ()
        return self._then(scope, heads.owner, list(facts), now)

    def _then(
        self, scope: Scope, owner: Owner, facts: Sequence[Fact], now: datetime
    ) -> dict[str, Fact]:
        """Return those of the facts that were there, as they were."""
        past = Past(self.find.store, scope, owner, now)
        with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
            read = pool.map(lambda fact: past.record(fact, self.as_of), facts)
        return {fact.id: fact for fact in read if isinstance(fact, Fact)}


def _looked_through(
    query: EncodedQuery, facts: Sequence[Fact], vectors: Mapping[str, StoredVector]
) -> list[Fact]:
    """Return the facts to be read as they were."""
    standing = [fact for fact in facts if fact.id in vectors]
    closed = [fact for fact in facts if fact.id not in vectors]
    if len(standing) > MOST_STANDING:
        near = {f.id: cosine(query.vector, vectors[f.id].encoded.vector) for f in standing}
        standing = sorted(standing, key=lambda fact: (-near[fact.id], fact.id))[:MOST_STANDING]
    if len(closed) > MOST_CLOSED:
        latest = {f.id: f.observed_at.timestamp() if f.observed_at else 0.0 for f in closed}
        closed = sorted(closed, key=lambda fact: (-latest[fact.id], fact.id))[:MOST_CLOSED]
    return [*standing, *closed]


def _told_by(as_of: AsOf) -> tuple[Test, ...]:
    """Return what an index tests, so that what came later takes nobody's place among the found."""
    moment = timedelta(microseconds=1)
    bounds = {"at": as_of.valid_at, "observed_at": as_of.known_at}
    return tuple(
        test
        for name, last in bounds.items()
        if last is not None
        for test in between(name, None, last + moment)
    )


def _says_the_same(fact: Fact, then: Fact | None) -> bool:
    return then is not None and fact.readable and then.assertion == fact.assertion


def _is_shown(fact: Fact, now: datetime) -> bool:
    return fact.readable and (fact.expires_at is None or fact.expires_at > now)

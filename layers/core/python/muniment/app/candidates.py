"""What recall chooses from: found by the index, read again from the store under the scope.

Nothing the index says is served: its ids are looked up in the caller's own partition, and what is
erased, expired or of an older epoch is dropped before it is ranked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime

from muniment.app.outdated import STANDING, Outdated
from muniment.app.ports import (
    Analyzer,
    Clock,
    EncodedQuery,
    Encoder,
    Hit,
    Index,
    IndexQuery,
    OwnerStatistics,
    Passage,
    Policies,
    UnavailableError,
)
from muniment.app.present import present
from muniment.app.shared import Shared, SharedMemory
from muniment.app.storage import Store
from muniment.app.stored import Counts, Owner, StoredVector
from muniment.domain.access import ANYBODY, Caller, Use, Withheld, labels_for, use_of
from muniment.domain.as_of import NOW, AsOf
from muniment.domain.asking.ranges import Range
from muniment.domain.filters import EVERYTHING, Filter, between
from muniment.domain.namespaces import kind_of
from muniment.domain.precedence import owners, standing, unspoken
from muniment.domain.ranking import QUESTION, RECIPES, Recipe, Recipes
from muniment.domain.records import Episode, Fact, Kind, Status
from muniment.domain.scope import Reach, Scope
from muniment.domain.worth import UNKNOWN, Worth, recencies, worth_of

OVERRIDDEN = "overridden"
"""Why a fact is not recalled of which a stronger word is known."""

EPISODES = "episodes"
"""What is missing from an answer when the index does not answer."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Everything that may be recalled for one query, and what its ranking needs."""

    began: datetime
    """When the search for them began."""
    owner: Owner
    use: Use
    query: EncodedQuery
    terms: tuple[str, ...]
    facts: Mapping[str, Fact]
    episodes: Mapping[str, Episode]
    """Those that the searches found; their neighbours are ranked too, and read if they win."""
    vectors: Mapping[str, StoredVector]
    hits: Mapping[str, Hit]
    statistics: OwnerStatistics | None
    """`None` if the index did not answer."""
    counts: Counts
    reaches: Mapping[str, Reach] = field(default_factory=dict)
    """Whose memory each of the facts is from."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()
    wanted: Filter = EVERYTHING
    """What was asked for; what is read later has to fit as well."""
    recipe: Recipe = QUESTION
    """How they are to be ordered."""
    as_of: AsOf = NOW
    """The moment that was asked about."""
    closed: Mapping[str, Fact] = field(default_factory=dict)
    """Facts that were taken back; nobody sees them, and what they said is out of date."""
    outdated: Outdated = STANDING
    """What of them a later word changed."""

    @property
    def shared(self) -> list[Fact]:
        """Return the facts of wider memories."""
        return [f for f in self.facts.values() if self.reaches[f.id] is not Reach.USER]

    @property
    def own_vectors(self) -> dict[str, StoredVector]:
        """Return the encodings of the user's own records: no other memory's stand for them."""
        shared = {fact.id for fact in self.shared}
        return {record: v for record, v in self.vectors.items() if record not in shared}

    @property
    def passages(self) -> list[Passage]:
        """Return what is ranked: facts, found episodes and their neighbours."""
        worths = self._worths()
        return [
            Passage(
                id=record,
                states=vector.encoded.states,
                speaker=vector.speaker,
                session=vector.session,
                before=vector.neighbours.before,
                after=vector.neighbours.after,
                traits=vector.traits,
                vector=vector.encoded.vector,
                lexical=self.hits[record].lexical if record in self.hits else 0.0,
                feedback=vector.feedback.leaning,
                worth=worths.get(record, UNKNOWN),
            )
            for record, vector in sorted(self.vectors.items())
        ]

    def _worths(self) -> dict[str, Worth]:
        """Return what is known of each passage; a neighbour was said when its session was."""
        said = {turn.id: turn.occurred_at for turn in self.episodes.values()}
        sessions = {self.vectors[turn].session: at for turn, at in said.items()}
        for record, vector in self.vectors.items():
            if record not in said and vector.session in sessions:
                said[record] = sessions[vector.session]
        said |= {f.id: f.valid_from for f in self.facts.values() if f.valid_from}
        recency = recencies(said.values())
        turns = {record: Worth(recency[at]) for record, at in said.items()}
        facts = {f.id: worth_of(f, turns.get(f.id, UNKNOWN).recency) for f in self.facts.values()}
        return turns | facts


@dataclass(frozen=True, slots=True)
class FindCandidates:
    """Reads facts and searches episodes; the slow parts run side by side."""

    store: Store
    index: Index
    encoder: Encoder
    analyzer: Analyzer
    clock: Clock
    policies: Policies
    shared: SharedMemory
    recipes: Recipes = RECIPES

    def __call__(
        self,
        scope: Scope,
        text: str,
        caller: Caller = ANYBODY,
        wanted: Filter = EVERYTHING,
        during: Range | None = None,
    ) -> Candidates:
        """Find what the caller wants and may recall for `text`, with what is of its time.

        UnavailableError if the store fails; raises what `domain.access.use_of` raises.
        """
        began = self.clock()
        policy = self.policies.current(scope.tenant)
        with ThreadPoolExecutor(max_workers=5) as pool:
            common = pool.submit(self.shared.of, scope)
            reading = pool.submit(self.store.heads, scope)
            encoding = pool.submit(self.encoder.query, text)
            heads, query = reading.result(), encoding.result()
            use = use_of(caller, policy, heads.owner.consents)
            epoch, now = heads.owner.epoch, self.clock()
            fact_vectors = pool.submit(self.store.fact_vectors, scope, epoch)
            terms = self.analyzer.terms(text)
            recipe = self.recipes.of(len(query.weights))
            asked = IndexQuery(
                terms, query.vector, epoch, now, pool=recipe.pool, labels=labels_for(use),
                tests=wanted.tests,
            )  # fmt: skip
            found = self.search(scope, asked, during)
            turns = pool.submit(self.episodes, scope, heads.owner, now, found.of(Kind.EPISODE))
            facts = present(self.store, scope, epoch, heads.facts, now)
            # Facts beyond the pages that recall reads are found by search.
            beyond = [record for record in found.of(Kind.FACT) if record not in facts]
            found_too = self.store.facts(scope, epoch, beyond).values()
            facts |= present(self.store, scope, epoch, found_too, now)
            near = fact_vectors.result()
            # So are encodings beyond their pages, which hold fewer of them than of heads.
            far = [record for record in found.of(Kind.FACT) if record not in near]
            vectors = near | self.store.vectors(scope, epoch, far)
            episodes, turn_vectors = turns.result()
        dropped = Counter({"stale": len(found.of(Kind.EPISODE)) - len(episodes)})
        alive = [fact for fact in facts.values() if _is_shown(fact, now) and fact.id in vectors]
        if not heads.complete:
            facts |= self.store.facts(scope, epoch, filter(None, map(owners, alive)))
        known = unspoken(alive, facts, now)
        dropped[OVERRIDDEN] += len(alive) - len(known)
        shown = {fact.id: fact for fact in allowed(use, known, dropped)}
        taken_back = (fact for fact in facts.values() if fact.status is Status.RETRACTED)
        closed = {fact.id: fact for fact in allowed(use, taken_back, Counter())}
        facts, reaches = united(shown, common.result(), wanted, dropped)
        vectors |= common.result().vectors
        turns_shown = {
            turn.id: turn
            for turn in allowed(use, episodes.values(), dropped)
            if wanted.passes(turn)  # what the index says of it may be older than the record
        }
        kept = {r: v for r, v in turn_vectors.items() if r in turns_shown or r not in episodes}
        return Candidates(
            began=began, owner=heads.owner, use=use, query=query, terms=terms, facts=facts,
            episodes=turns_shown, vectors=kept | {record: vectors[record] for record in facts},
            hits=found.hits, statistics=found.statistics, counts=heads.counts, reaches=reaches,
            dropped=+dropped, wanted=wanted, recipe=recipe, closed=closed,
            degraded=(*found.degraded, *common.result().degraded),
        )  # fmt: skip

    def search(self, scope: Scope, query: IndexQuery, during: Range | None = None) -> "Found":
        """Ask the index; without an answer nothing is found.

        What is of the time that is asked about is searched by itself as well: among all records it
        would have to be the most like to be found.
        """
        try:
            answer = self.index.search(scope, query)
            hits = {hit.id: hit for hit in answer.hits}
            if during is not None:
                tests = (*query.tests, *between("at", during.since, during.until))
                among = self.index.search(scope, replace(query, tests=tests))
                hits = {hit.id: hit for hit in among.hits} | hits
        except UnavailableError:
            return Found({}, None)
        return Found(hits, answer.statistics)

    def episodes(
        self, scope: Scope, owner: Owner, now: datetime, found: Sequence[str]
    ) -> tuple[dict[str, Episode], dict[str, StoredVector]]:
        """Read the found episodes, their encodings, and their neighbours' encodings."""
        with ThreadPoolExecutor(max_workers=1) as pool:
            reading = pool.submit(self.store.episodes, scope, owner.epoch, found)
            own = self.store.vectors(scope, owner.epoch, found)
            episodes = {
                episode.id: episode
                for episode in reading.result().values()
                if episode.readable
                and episode.span.event not in owner.erasing
                and not _expired(episode.expires_at, now)
            }
        vectors = {record: own[record] for record in episodes if record in own}
        beside = {
            neighbour
            for vector in vectors.values()
            for neighbour in (*vector.neighbours.before, *vector.neighbours.after)
        }
        neighbours = self.store.vectors(scope, owner.epoch, beside - set(found))
        return episodes, vectors | {
            record: vector
            for record, vector in neighbours.items()
            if vector.event not in owner.erasing
        }


@dataclass(frozen=True, slots=True)
class Found:
    """What the index answered."""

    hits: Mapping[str, Hit]
    statistics: OwnerStatistics | None

    @property
    def degraded(self) -> tuple[str, ...]:
        """What is missing where the index did not answer."""
        return (EPISODES,) if self.statistics is None else ()

    def of(self, kind: Kind) -> list[str]:
        """Return the ids of one kind."""
        return [record for record in self.hits if kind_of(record) is kind]


def allowed[R: (Fact, Episode)](
    use: Use, records: Iterable[R], dropped: Counter[str]
) -> Iterator[R]:
    """Yield the records that the use may see; count the others by reason.

    What is private to another agent is not even counted: as if it did not exist.
    """
    for record in records:
        withheld = use.withholds(record.handling, record.sensitivity)
        if withheld is None:
            yield record
        elif withheld is not Withheld.AGENT:
            dropped[withheld.value] += 1


def united(
    own: Mapping[str, Fact], common: Shared, wanted: Filter, dropped: Counter[str]
) -> tuple[dict[str, Fact], dict[str, Reach]]:
    """Return the facts that stand among all memories that hold for the user, and whose they are.

    What is not wanted stands in the way of others all the same: it is current, and they are not.
    """
    layers = {Reach.USER: tuple(own.values()), **common.facts}
    every = {fact.id: fact for facts in layers.values() for fact in facts}
    reaches = standing(layers)
    dropped[OVERRIDDEN] += len(every) - len(reaches)
    standing_and_wanted = {r: every[r] for r in reaches if wanted.passes(every[r])}
    return standing_and_wanted, reaches


def _is_shown(fact: Fact, now: datetime) -> bool:
    return fact.readable and not _expired(fact.expires_at, now)


def _expired(expires_at: datetime | None, now: datetime) -> bool:
    return expires_at is not None and expires_at <= now

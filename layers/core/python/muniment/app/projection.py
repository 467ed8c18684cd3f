"""From the store to the index: what changed is read again and projected under its version."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from muniment.app.ports import Analyzer, Clock, Index, IndexEntry
from muniment.app.questions import question_of
from muniment.app.storage import Store, WorkList
from muniment.app.stored import StoredVector, Touched
from muniment.domain.access import labels_of
from muniment.domain.filters import facets
from muniment.domain.ids import REVIEW_PREFIX
from muniment.domain.namespaces import kind_of
from muniment.domain.passages import episode_search_text, fact_passage
from muniment.domain.records import Episode, Fact, Kind
from muniment.domain.scope import Scope

ASKED_FOR = timedelta(days=90)
"""How long a tenant's queue points to a contested fact that is not touched meanwhile."""

GONE = 2**62
"""Version of the removal of a record of which the store holds nothing: its id never comes again."""


@dataclass(frozen=True, slots=True)
class Projected:
    """What the index holds now of some records, and the facts among them, whatever their state."""

    entries: tuple[IndexEntry, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Projector:
    """Projects records of one owner into the index."""

    store: Store
    index: Index
    analyzer: Analyzer

    def project(self, scope: Scope, ids: Iterable[str]) -> "Projected":
        """Bring the index in step with the store for these records; return what was found."""
        wanted = sorted(set(ids))
        if not wanted:
            return Projected()
        epoch = self.store.owner(scope).epoch
        facts = self.store.facts(scope, epoch, _of(wanted, Kind.FACT))
        episodes = self.store.episodes(scope, epoch, _of(wanted, Kind.EPISODE))
        shown: list[Fact | Episode] = [f for f in facts.values() if f.readable]
        shown += [e for e in episodes.values() if e.readable]
        entries = list(self.entries(scope, epoch, shown))
        missing = [name for name in wanted if name not in facts and name not in episodes]
        gone = {name: self._left_at(scope, epoch, name) for name in missing}
        found: list[Fact | Episode] = [*facts.values(), *episodes.values()]
        closed = {record.id: record.revision for record in found if not record.readable}
        if gone or closed:
            self.index.remove(scope, gone | closed)
        if entries:
            self.index.upsert(scope, entries)
        return Projected(tuple(entries), tuple(facts.values()))

    def _left_at(self, scope: Scope, epoch: int, record: str) -> int:
        """Return the version at which a record went: one that was withdrawn may come again."""
        is_fact = kind_of(record) is Kind.FACT
        return (self.store.head(scope, epoch, record).revision if is_fact else 0) or GONE

    def entries(
        self, scope: Scope, epoch: int, records: Sequence[Fact | Episode]
    ) -> Iterator[IndexEntry]:
        """Yield the entries of records; one without an encoding is left for a later change."""
        vectors = self.store.vectors(scope, epoch, [record.id for record in records])
        for record in records:
            vector = vectors.get(record.id)
            if vector is not None:
                yield self._entry(record, vector)

    def _entry(self, record: Fact | Episode, vector: StoredVector) -> IndexEntry:
        match record:
            case Fact():
                kind, text = Kind.FACT, fact_passage(record)
            case Episode():
                kind, text = Kind.EPISODE, episode_search_text(record)
        return IndexEntry(
            id=record.id, kind=kind, epoch=record.epoch,
            version=record.revision, terms=self.analyzer.terms(text),
            vector=vector.encoded.vector, expires_at=record.expires_at,
            labels=labels_of(record.handling), facets=facets(record),
        )  # fmt: skip


def _of(ids: Iterable[str], kind: Kind) -> list[str]:
    return [record for record in ids if kind_of(record) is kind]


@dataclass(frozen=True, slots=True)
class Project:
    """Handles a batch of changed keys from the stream."""

    projector: Projector
    worklist: WorkList
    clock: Clock

    def __call__(self, touched: Sequence[Touched]) -> None:
        """Project the records among the keys, owner by owner.

        The owner goes on the work list of today, and of the day after each end of a record: on the
        day itself the night may come before it.
        """
        today = self.clock()
        of_records = [touch for touch in touched if not touch.record.startswith(REVIEW_PREFIX)]
        for scope in dict.fromkeys(touch.scope for touch in of_records):
            records = [touch.record for touch in of_records if touch.scope == scope]
            projected = self.projector.project(scope, records)
            for question in filter(None, (question_of(scope, f) for f in projected.facts)):
                self.worklist.asked(scope, question, today + ASKED_FOR)
            ends = {e.expires_at for e in projected.entries} | {f.ends for f in projected.facts}
            later = [end + timedelta(days=1) for end in ends if end is not None]
            nights = (today, *later)
            for day in sorted({moment.date().isoformat() for moment in nights}):
                self.worklist.touch(scope, day)

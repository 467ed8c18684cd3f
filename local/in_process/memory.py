"""Every use case of the product, wired in one process over the real store and the real index.

Tests and the measuring of recall use it; nothing of it is deployed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import batched

from local.in_process.footing import RECORDS, Footing
from muniment.adapters.dynamodb.stream import touched
from muniment.adapters.encodings import DEFAULT_MODEL, LIKENESS
from muniment.adapters.gates import gates_of
from muniment.adapters.late_interaction import LateInteractionRanker
from muniment.app.announcing import Announce, Follow
from muniment.app.arrivals import AcceptUpload
from muniment.app.candidates import FindCandidates
from muniment.app.consents import ChangeConsent, GetConsent
from muniment.app.consolidation import ConsolidateOwner, Nightly, Requeue
from muniment.app.deciding import DecisionWriter
from muniment.app.episodes import EpisodeWriter
from muniment.app.erasing import Doom
from muniment.app.extraction import ExtractEvent
from muniment.app.facts import FactWriter
from muniment.app.forget import EraseOwner, ForgetRecord
from muniment.app.ingest import RecordEvents
from muniment.app.intake import AT_ONCE, NewTurn
from muniment.app.projection import Project, Projector
from muniment.app.promoting import PromoteRecord
from muniment.app.propose import Propose
from muniment.app.purge import CarryOnErasure
from muniment.app.quarantine import MarkRecord
from muniment.app.recall import Recall
from muniment.app.reindex import Reindex
from muniment.app.remember import NewMemory, Remember
from muniment.app.reviews import DecideReview, ReadReviews
from muniment.app.shared import SharedMemory
from muniment.app.uploads import RequestUpload
from muniment.app.views import RecordView
from muniment.app.working.scrubbing import Scrubber
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.ranking import RECIPES, Recipes
from muniment.domain.scope import Scope


@dataclass
class InProcessMemory(Footing):
    """A whole system in one process. Queues and the stream move when they are told to."""

    @cached_property
    def change_consent(self) -> ChangeConsent:
        """Giving and taking back a consent."""
        return ChangeConsent(self.store, self.keys, self.policies, self.clock)

    @cached_property
    def get_consent(self) -> GetConsent:
        """Where a consent stands."""
        return GetConsent(self.store, self.policies)

    @cached_property
    def fact_writer(self) -> FactWriter:
        """Facts."""
        return FactWriter(self.store, self.encoder, self.clock, self.policies)

    @cached_property
    def episode_writer(self) -> EpisodeWriter:
        """Episodes."""
        return EpisodeWriter(self.store, self.encoder)

    @cached_property
    def projector(self) -> Projector:
        """From the store into the index."""
        return Projector(self.store, self.index, self.analyzer)

    @cached_property
    def record_events(self) -> RecordEvents:
        """Taking turns in."""
        return RecordEvents(
            self.store, self.keys, self.extraction, self.detector, self.clock, self.policies
        )

    @cached_property
    def extract_event(self) -> ExtractEvent:
        """Work on one turn of the queue of extraction."""
        return ExtractEvent(
            self.store, self.keys, self.extractor, self.fact_writer, self.episode_writer,
            self.shared, self.clock, self.policies, self.models,
        )  # fmt: skip

    @cached_property
    def remember(self) -> Remember:
        """Explicit memories."""
        return Remember(
            self.store, self.keys, self.fact_writer, self.detector, self.shared, self.clock,
            self.policies,
        )  # fmt: skip

    @cached_property
    def shared(self) -> SharedMemory:
        """What a tenant or all share."""
        return SharedMemory(self.store, self.clock)

    @cached_property
    def propose(self) -> Propose:
        """Putting something up for approval."""
        return Propose(self.store, self.keys, self.shared, self.detector, self.clock, self.policies)

    @cached_property
    def read_reviews(self) -> ReadReviews:
        """What waits for a decision."""
        return ReadReviews(self.store, self.worklist, self.clock, self.policies)

    @cached_property
    def decide_review(self) -> DecideReview:
        """Deciding it."""
        return DecideReview(
            self.store, self.keys, self.fact_writer, self.episode_writer, self.decisions,
            self.clock, self.policies,
        )  # fmt: skip

    @cached_property
    def decisions(self) -> DecisionWriter:
        """What a decision does."""
        return DecisionWriter(self.store, self.fact_writer, self.detector, self.shared, self.clock)

    @cached_property
    def promote_record(self) -> PromoteRecord:
        """Promoting an assistant's record."""
        return PromoteRecord(self.store, self.keys, self.decisions, self.clock, self.policies)

    @cached_property
    def mark_record(self) -> MarkRecord:
        """What an operator does to a record."""
        return MarkRecord(self.store, self.keys, self.fact_writer, self.episode_writer, self.clock)

    @cached_property
    def doom(self) -> Doom:
        """What an erasure takes with it."""
        return Doom(self.store, self.fact_writer)

    @cached_property
    def forget_record(self) -> ForgetRecord:
        """Forgetting one record."""
        return ForgetRecord(self.store, self.keys, self.erasure, self.doom, self.clock)

    @cached_property
    def erase_owner(self) -> EraseOwner:
        """Erasing a user."""
        return EraseOwner(self.store, self.keys, self.erasure, self.clock)

    @cached_property
    def carry_on(self) -> CarryOnErasure:
        """Work on one job of erasure."""
        return CarryOnErasure(
            self.store, self.worklist, self.index, self.projector, self.episode_writer, self.doom,
            self.bus, self.transit, Scrubber(self.store, self.keys), self.erasure, self.clock,
        )  # fmt: skip

    @cached_property
    def follow(self) -> Follow:
        """What the stream of the table triggers."""
        project = Project(self.projector, self.worklist, self.clock)
        return Follow(project, Announce(self.store, self.bus, self.clock))

    @cached_property
    def nightly(self) -> Nightly:
        """What happens every night."""
        return Nightly(self.worklist, self.consolidation, self.clock)

    @cached_property
    def consolidate_owner(self) -> ConsolidateOwner:
        """Consolidation of one owner."""
        return ConsolidateOwner(self.store, self.projector, self.consolidation, self.clock)

    @cached_property
    def requeue(self) -> Requeue:
        """Queueing again what was lost."""
        return Requeue(
            self.store, self.worklist, self.extraction, self.erasure, self.uploads, self.clock
        )

    @cached_property
    def request_upload(self) -> RequestUpload:
        """The form for a document."""
        return RequestUpload(
            self.store, self.keys, self.transit, self.detector, self.clock, self.policies
        )

    @cached_property
    def accept_upload(self) -> AcceptUpload:
        """A document that has arrived."""
        return AcceptUpload(
            self.store, self.keys, self.transit, self.extraction, self.detector, self.clock,
            self.policies,
        )  # fmt: skip

    @cached_property
    def recall(self) -> Recall:
        """Recall, by the recipes that are deployed."""
        return self.recall_by(RECIPES)

    def recall_by(self, recipes: Recipes) -> Recall:
        """Return recall by other recipes."""
        find = FindCandidates(
            self.store, self.index, self.encoder, self.analyzer, self.clock, self.policies,
            self.shared, recipes,
        )  # fmt: skip
        ranker = LateInteractionRanker()
        return Recall(
            self.store,
            self.keys,
            find,
            ranker,
            self.analyzer,
            self.clock,
            LIKENESS,
            gates_of(DEFAULT_MODEL),
            self.token,
        )

    @cached_property
    def reindex(self) -> Reindex:
        """The index, made anew from the store."""
        return Reindex(self.store, self.worklist, self.projector, self.index)

    # --- the world around ---------------------------------------------------------------------

    def tell(self, scope: Scope, turns: Sequence[NewTurn], caller: Caller = ANYBODY) -> None:
        """Deliver turns and extract them; they can be searched after `settle`."""
        for some in batched(turns, AT_ONCE, strict=False):
            self.record_events(
                scope, some, by_agent=False, idempotency_key=None, fingerprint="", caller=caller
            )
            for job in self.extraction.take():
                self.extract_event(job, last_try=True)

    def keep(self, scope: Scope, memory: NewMemory, caller: Caller = ANYBODY) -> tuple[str, ...]:
        """Store an explicit memory; return the ids of its events, none if it has to wait."""
        kept = self.remember(
            scope, memory, by_agent=False, idempotency_key=None, fingerprint="", caller=caller
        )
        return kept.sources[-1:] if isinstance(kept, RecordView) else ()

    def extract(self) -> None:
        """Work the extraction queue off."""
        for job in self.extraction.take():
            self.extract_event(job, last_try=False)

    def erase(self) -> None:
        """Work the erasure queue off."""
        while jobs := self.erasure.take():
            for job in jobs:
                self.carry_on(job, last_try=False)

    def project(self) -> None:
        """Deliver what changed since the last time, as the stream would."""
        rows = self.tables.tables[RECORDS]
        changed = [key for key, item in rows.items() if self.followed.get(key) is not item]
        gone = [key for key in self.followed if key not in rows]
        self.followed = dict(rows)
        keys = (*changed, *gone)
        self.follow([touch for key in keys if (touch := touched(*key)) is not None])

    def settle(self) -> None:
        """Let everything come to rest."""
        self.extract()
        self.erase()
        self.project()

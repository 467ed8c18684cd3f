"""One owner's memory over plain objects, with whatever goes wrong between two steps."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from random import Random

from local.in_process.standing_in import FixedKeys, ListQueue, SteppedClock
from muniment.app.consents import ChangeConsent, NewConsent
from muniment.app.correct import CorrectRecord
from muniment.app.deciding import DecisionWriter, Reviewer
from muniment.app.episodes import EpisodeWriter
from muniment.app.erasing import Doom
from muniment.app.errors import ConsentNotNeededError, MunimentError, NotFoundError
from muniment.app.extraction import ExtractEvent
from muniment.app.extractor import Extractor
from muniment.app.facts import FactWriter
from muniment.app.forget import EraseOwner, ForgetRecord
from muniment.app.ingest import RecordEvents
from muniment.app.intake import NewTurn
from muniment.app.ports import ErasureJob, ExtractionJob, PolicyVersion, UnavailableError
from muniment.app.promoting import PromoteRecord
from muniment.app.quarantine import MarkRecord
from muniment.app.questions import Questions
from muniment.app.reading import GetRecord
from muniment.app.remember import NewMemory, Remember
from muniment.app.reviews import DecideReview
from muniment.app.shared import SharedMemory
from muniment.app.storage import StaleError, Store
from muniment.domain.access import NoConsentError
from muniment.domain.consent import ConsentState, IllegalTransitionError
from muniment.domain.findings import Finding
from muniment.domain.namespaces import Namespace, namespace_of
from muniment.domain.policy import Policy
from muniment.domain.records import Effect
from muniment.domain.reviews import Choice, ReviewItem
from muniment.domain.scope import Scope
from tests.support.encoder import NotingEncoder
from tests.support.extractor import PlainExtractor
from tests.support.memory import clock
from tests.support.object_store import ObjectStore

TRIES = 60
REVIEWER = Reviewer("h" * 26, is_owner=True, may_review=True)


@dataclass
class OnePolicy:
    """Implements ports.Policies: the same policy for every tenant."""

    policy: Policy

    def current(self, tenant: str) -> Policy:
        return self.policy

    def version(self, tenant: str, number: int | None = None) -> PolicyVersion | None:
        raise NotImplementedError

    def add(self, tenant: str, version: PolicyVersion) -> None:
        raise NotImplementedError


class NoDetector:
    """Implements ports.Detector: finds nothing, for logs hold nothing of the kind."""

    def detect(self, text: str) -> Sequence[Finding]:
        return ()


@dataclass
class Chance:
    """Decides which calls of the store fail, and how."""

    random: Random
    rate: float = 0.0

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Let nothing fail while the test itself looks."""
        rate, self.rate = self.rate, 0.0
        yield
        self.rate = rate

    def __call__(self, method: str) -> None:
        if self.random.random() >= self.rate:
            return
        if method == "commit" and self.random.random() < 0.5:
            raise StaleError("TransactionConflict")
        raise UnavailableError("store")  # after a commit: its answer is lost


@dataclass
class World:
    """The use cases that change memory; `chance` says what fails."""

    chance: Chance
    policy: Policy
    clock: SteppedClock = field(default_factory=clock)
    queue: ListQueue[ExtractionJob] = field(default_factory=ListQueue)
    erasures: ListQueue[ErasureJob] = field(default_factory=ListQueue)
    keys: FixedKeys = field(default_factory=FixedKeys)
    extractor: Extractor = field(default_factory=PlainExtractor)
    given: Store | None = None
    """Another store than the one over plain objects; it has no faults."""

    def __post_init__(self) -> None:
        self.objects = ObjectStore(self.chance)
        self.store: Store = self.given or self.objects
        self.scope = Scope("acme", self.keys.digester("acme").owner("ada"))
        self.policies = OnePolicy(self.policy)

    # --- use cases ----------------------------------------------------------------------------

    @cached_property
    def shared(self) -> SharedMemory:
        return SharedMemory(ObjectStore(), self.clock)  # nothing is shared here

    @cached_property
    def facts(self) -> FactWriter:
        return FactWriter(self.store, NotingEncoder(), self.clock, self.policies)

    @cached_property
    def episodes(self) -> EpisodeWriter:
        return EpisodeWriter(self.store, NotingEncoder())

    @cached_property
    def record(self) -> RecordEvents:
        return RecordEvents(
            self.store, self.keys, self.queue, NoDetector(), self.clock, self.policies
        )

    @cached_property
    def extract_event(self) -> ExtractEvent:
        return ExtractEvent(
            self.store, self.keys, self.extractor, self.facts, self.episodes, self.shared,
            self.clock, self.policies,
        )  # fmt: skip

    @cached_property
    def remember(self) -> Remember:
        return Remember(
            self.store, self.keys, self.facts, NoDetector(), self.shared, self.clock, self.policies
        )

    # --- what happens -------------------------------------------------------------------------

    def send(self, *turns: NewTurn) -> None:
        """Deliver turns until they are accepted."""
        self._insist(
            lambda: self.record(
                self.scope, turns, by_agent=False, idempotency_key=None, fingerprint="body"
            ),
            NoConsentError,
        )

    def extract(self, job: ExtractionJob) -> None:
        """Work one message off, however often it takes."""
        self._insist(lambda: self.extract_event(job, last_try=False))

    def settle(self) -> None:
        """Work off everything that is queued, some of it twice and in another order."""
        jobs = self.queue.take()
        if self.chance.rate:
            jobs += self.chance.random.sample(jobs, len(jobs) // 2)
            self.chance.random.shuffle(jobs)
        for job in jobs:
            self.extract(job)

    def note(self, attribute: str, value: str, *, by_agent: bool) -> None:
        """Store an explicit memory."""
        memory = NewMemory(attribute=attribute, value=value)
        self._insist(
            lambda: self.remember(
                self.scope, memory, by_agent=by_agent, idempotency_key=None, fingerprint="body"
            ),
            MunimentError, NoConsentError,
        )  # fmt: skip

    def correct(self, attribute: str, value: str | None) -> None:
        """Correct or retract a fact, if there is one."""
        fact = self._fact(attribute)
        correct = CorrectRecord(GetRecord(self.store, self.clock, self.policies), self.remember)
        self._insist(
            lambda: correct(self.scope, fact, value, by_agent=False), MunimentError, NoConsentError
        )

    def forget(self, attribute: str) -> None:
        """Forget a fact, apart from its job; this world has no index to clear."""
        self.forget_record(self._fact(attribute))

    def forget_record(self, record: str) -> None:
        """Forget a record, apart from its job."""
        doom = Doom(self.store, self.facts)
        forget = ForgetRecord(self.store, self.keys, self.erasures, doom, self.clock)
        self._insist(lambda: forget(self.scope, record), NotFoundError)

    def erase(self) -> None:
        """Erase the owner and purge what is left."""
        erase = EraseOwner(self.store, self.keys, self.erasures, self.clock)
        with self.chance.suspended():
            erased = self.store.owner(self.scope).epoch
        self._insist(lambda: erase(self.scope))
        self._insist(lambda: self._purge(erased))

    def _purge(self, epoch: int) -> None:
        old = self.store.old_items(self.scope, epoch, None)
        self.store.delete_items(self.scope, old.places)

    def consent(self, purpose: str, state: ConsentState) -> None:
        """Take a step of consent, if it is a legal one."""
        change = ChangeConsent(self.store, self.keys, self.policies, self.clock)
        said = NewConsent(state, "notice-1", "test")
        self._insist(
            lambda: change(self.scope, purpose, said), IllegalTransitionError, ConsentNotNeededError
        )

    def decide(self, place: int, choice: Choice) -> None:
        """Decide one of what waits."""
        waiting = self._waiting()
        if not waiting:
            return
        review = waiting[place % len(waiting)].id
        writer = DecisionWriter(self.store, self.facts, NoDetector(), self.shared, self.clock)
        decide = DecideReview(
            self.store, self.keys, self.facts, self.episodes, writer, self.clock, self.policies
        )
        value = "Turku" if choice is Choice.EDIT else None
        self._insist(lambda: decide(self.scope, review, choice, value, REVIEWER), MunimentError)

    def mark(self, attribute: str, effect: Effect) -> None:
        """Take a fact out of sight or show it again."""
        mark = MarkRecord(self.store, self.keys, self.facts, self.episodes, self.clock)
        fact = self._fact(attribute)
        self._insist(lambda: mark(self.scope, fact, effect), NotFoundError)

    def promote(self) -> None:
        """Promote one of the assistant's facts, if there is one."""
        with self.chance.suspended():
            facts = self.store.heads(self.scope).facts
        said = [f.id for f in facts if f.readable and namespace_of(f.id) is Namespace.ASSISTANT]
        writer = DecisionWriter(self.store, self.facts, NoDetector(), self.shared, self.clock)
        promote = PromoteRecord(self.store, self.keys, writer, self.clock, self.policies)
        if said:
            self._insist(lambda: promote(self.scope, said[0], REVIEWER), MunimentError)

    def forward(self, days: int) -> None:
        """Let time pass."""
        self.clock.forward(timedelta(days=days))

    # --- small things -------------------------------------------------------------------------

    def _insist(self, act: Callable[[], object], *expected: type[Exception]) -> None:
        """Do it again until it is done or refused: as a client, a queue or a schedule would."""
        for _ in range(TRIES):
            try:
                with suppress(*expected):
                    act()
            except UnavailableError:
                continue
            return
        raise AssertionError("it never came to an end")

    def _fact(self, attribute: str) -> str:
        """Return the fact of an attribute; where there is none, an id that nothing has."""
        with self.chance.suspended():
            facts = self.store.heads(self.scope).facts
        return next((f.id for f in facts if f.attribute == attribute), "f_" + "a" * 26)

    def _waiting(self) -> list[ReviewItem]:
        with self.chance.suspended():
            owner = self.store.owner(self.scope)
            items = Questions(self.store).every(self.scope, owner, self.policy, self.clock())
        return [item for item in items if item.is_open(self.clock())]

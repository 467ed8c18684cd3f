"""A decision makes a fact: by the word of the owner or a reviewer, the decision is the evidence."""

from dataclasses import dataclass, replace
from datetime import datetime

from muniment.app.changes import Change, PutEvent
from muniment.app.errors import RefusedError
from muniment.app.facts import Decision, FactWriter
from muniment.app.ports import Clock, Detector
from muniment.app.redacting import Redactor, noted
from muniment.app.shared import SharedMemory
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.domain.admission import Admission
from muniment.domain.events import Door, Event, Role, Span
from muniment.domain.gates import Evidence, judge
from muniment.domain.handling import Handling, Origin
from muniment.domain.heads import admit
from muniment.domain.ids import Ids, order_key
from muniment.domain.policy import Policy
from muniment.domain.records import Candidate, Effect
from muniment.domain.reviews import ReviewItem
from muniment.domain.rulings import Verdict
from muniment.domain.scope import Scope

_SESSION = "review"
"""Decisions belong to no conversation."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Who looks or decides: the owner of the memory, or somebody with the permission to review."""

    handle: str
    """Keyed, as it is kept with the decision."""
    is_owner: bool
    may_review: bool
    agent: str | None = None
    """The agent that the token names; what is private to another is a reviewer's business too."""

    @property
    def writer(self) -> str:
        """What records and decisions call them; the audit knows which one."""
        return "owner" if self.is_owner else "reviewer"

    def may_see(self, handling: Handling) -> bool:
        """Whether what is so handled is theirs to decide."""
        return self.may_review or (self.is_owner and handling.agent in (None, self.agent))

    def sees(self, item: ReviewItem) -> bool:
        """Whether the item is shown at all: some are a reviewer's business alone."""
        return self.may_review or (self.may_see(item.handling) and not item.needs_reviewer)


@dataclass(frozen=True, slots=True)
class Deciding:
    """Somebody decides in one memory, as it and its rules are at the moment."""

    scope: Scope
    owner: Owner
    ids: Ids
    policy: Policy
    reviewer: Reviewer

    def origin(self, proposed: Origin) -> Origin:
        """Return who wrote what is decided, with the versions of what had been proposed."""
        return replace(
            proposed,
            writer=self.reviewer.writer,
            policy=self.policy.label,
            by=self.reviewer.handle,
        )


@dataclass(frozen=True, slots=True)
class Word:
    """What is decided to hold about a fact: a value, or with another effect none any more."""

    about: Candidate
    value: str
    question: str
    """Id of what was decided on."""
    handling: Handling
    admission: Admission
    effect: Effect = Effect.ASSERT
    until: datetime | None = None
    """When it is to be gone by its own word."""
    promotes: tuple[Span, ...] = ()
    """The assistant's words that are made the owner's own by it."""

    @property
    def text(self) -> str:
        """What the decision says."""
        about = self.about.attribute or ""
        return f"{about}: {self.value}" if self.effect is Effect.ASSERT else about


@dataclass(frozen=True, slots=True)
class DecisionWriter:
    """Decides the changes of a decision; nothing is written here."""

    store: Store
    facts: FactWriter
    detector: Detector
    shared: SharedMemory
    clock: Clock

    def state(self, deciding: Deciding, word: Word) -> tuple[Decision, list[Change]]:
        """Return what becomes of the fact, and the changes with the decision as their evidence.

        RefusedError if no reviewer may let it in, SensitiveDataError if the value holds what the
        policy lets nobody store.
        """
        ids, now, reviewer = deciding.ids, self.clock(), deciding.reviewer
        redactor = Redactor(self.detector, deciding.policy.redaction)
        read = redactor.value("value", word.about.attribute or "", word.value)
        word = replace(word, value=read.text)
        event_id = ids.event(_SESSION, word.question, Role.USER, "", word.text, word.handling)
        event = Event(
            id=event_id, session=_SESSION, order=order_key(None, None, now, event_id),
            role=Role.USER, text=word.text, occurred_at=now, received_at=now, door=Door.REVIEW,
            speaker=None if reviewer.is_owner else "Reviewer",
            by_owner=reviewer.is_owner, epoch=ids.epoch,
            handling=noted(word.handling, [read]),
        )  # fmt: skip
        candidate = replace(
            word.about, span=Span(event_id, 0, len(word.text)), text=word.text,
            effect=word.effect, value=word.value if word.effect is Effect.ASSERT else None,
            confidence=1.0, family="review",
        )  # fmt: skip
        self.require(deciding, event, candidate)
        admitted = admit(
            event, candidate, deciding.origin(Origin()), deciding.policy,
            until=word.until, admission=word.admission, promotes=word.promotes,
        )  # fmt: skip
        decision = self.facts.decide(deciding.scope, ids, admitted)
        known = self.store.event(deciding.scope, ids.epoch, event_id)
        return decision, [*([] if known else [PutEvent(event)]), *decision.changes]

    def require(self, deciding: Deciding, event: Event, candidate: Candidate) -> None:
        """Raise unless the gates that no reviewer overrules let the candidate pass."""
        ids = deciding.ids
        evidence = Evidence(
            event, ids.digester, self.store.tombstones(deciding.scope, ids.epoch),
            deciding.policy, deciding.owner.consents, self.shared.registered(deciding.scope),
            reviewed=True,
        )  # fmt: skip
        judgement = judge(candidate, evidence)
        if judgement.verdict is Verdict.REFUSED:
            raise RefusedError(judgement.reason or "")

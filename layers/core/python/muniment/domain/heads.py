"""From a fold to the head of a fact."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from muniment.domain.admission import UNOPPOSED, Admission
from muniment.domain.ends import has_ended
from muniment.domain.events import Event, Span
from muniment.domain.fold import Folded, fold, strongest_first
from muniment.domain.handling import Handling, Origin
from muniment.domain.importance import importance
from muniment.domain.labels import labels_of, united
from muniment.domain.policy import Policy
from muniment.domain.records import Assertion, Candidate, Effect, Fact, Provenance, Status
from muniment.domain.sensitivity import sensitivity
from muniment.domain.trust import provenance, source
from muniment.domain.typed_values import read

SOURCES = 50
"""Events that a head names, the latest. Recall reads every head, and an item of the store has its
limit; the assertions name them all."""


@dataclass(frozen=True, slots=True)
class HeadKey:
    """Which fact a head is of, and its next revision."""

    id: str
    epoch: int
    revision: int


def make_head(key: HeadKey, folded: Folded) -> Fact:
    """Return the head that the fold gives; one that is closed carries no content."""
    winner = folded.winner
    if folded.status not in (Status.ACTIVE, Status.CONTESTED, Status.QUARANTINED):
        return Fact(
            id=key.id, status=folded.status, revision=key.revision, epoch=key.epoch,
            provenance=winner.provenance, valid_from=winner.valid_from,
            observed_at=winner.observed_at, handling=winner.handling.bare, told=folded.told,
            replaces=_replaced(folded), ends=folded.ends,
        )  # fmt: skip
    return Fact(
        id=key.id, status=folded.status, revision=key.revision, epoch=key.epoch,
        attribute=winner.attribute, subject=winner.subject, value=winner.value,
        typed=winner.typed, quote=winner.quote, speaker=winner.speaker,
        provenance=winner.provenance, confidence=winner.confidence, valid_from=winner.valid_from,
        observed_at=winner.observed_at, assertion=winner.id,
        contested_by=folded.contesting.id if folded.contesting else None,
        sources=_latest(span.event for a in folded.support for span in _evidence(a)),
        times_seen=folded.independent_sources, expires_at=winner.expires_at,
        created_at=min(a.observed_at for a in folded.support), category=winner.category,
        importance=importance(
            winner.category, winner.attribute or "", folded.independent_sources, winner.importance
        ), sensitivity=winner.sensitivity, handling=_labelled(folded),
        origin=winner.origin, told=folded.told, replaces=_replaced(folded), ends=folded.ends,
    )  # fmt: skip


def head_at(head: Fact, assertions: Iterable[Assertion], now: datetime) -> Fact:
    """Return the head as it is at a time: folded anew if something of it has ended since."""
    folded = fold(assertions, now) if has_ended(head.ends, now) else None
    return make_head(HeadKey(head.id, head.epoch, head.revision), folded) if folded else head


def _replaced(folded: Folded) -> tuple[str, ...]:
    """Return the events of what is out of force, without those that also say what is in force."""
    stands = {span.event for a in folded.support for span in _evidence(a)}
    said = _latest(a.span.event for a in folded.replaced if a.span)
    return tuple(event for event in said if event not in stands)


def _evidence(assertion: Assertion) -> tuple[Span, ...]:
    """Return the spans that an assertion cites; what it promotes was said before it."""
    return (*assertion.promotes, *((assertion.span,) if assertion.span else ()))


def _labelled(folded: Folded) -> Handling:
    """Return the winner's handling with the labels of all that support it at its own class.

    The stronger of two values of one name counts. What is of a weaker class adds evidence, and
    decides no label: a document that repeats a fact does not tag it.
    """
    winner = folded.winner
    peers = [a for a in folded.support if a.provenance is winner.provenance]
    labels = [labels_of(a.handling) for a in reversed(strongest_first(peers))]
    return united(labels).on(winner.handling)


def _latest(events: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(events))[-SOURCES:]


@dataclass(frozen=True, slots=True)
class Admitted:
    """A candidate that the gates let pass; made by `admit`."""

    event: Event
    candidate: Candidate
    origin: Origin
    expires_at: datetime | None = None
    admission: Admission = UNOPPOSED
    promotes: tuple[Span, ...] = ()
    until: datetime | None = None
    """When it expires by its own word."""


def admit(  # noqa: PLR0913 - all that is kept with what is admitted
    event: Event,
    candidate: Candidate,
    origin: Origin,
    policy: Policy,
    *,
    until: datetime | None = None,
    admission: Admission = UNOPPOSED,
    promotes: tuple[Span, ...] = (),
) -> Admitted:
    """Return what is kept of a candidate, with the confidence and the life that its class has.

    `until` is when it expires by its own word, if that is sooner.
    """
    given = provenance(event)
    ends = [
        moment.astimezone(UTC)
        for moment in (until, policy.end_of(given, event.received_at))
        if moment
    ]
    weighed = replace(candidate, confidence=policy.weigh(given, candidate.confidence))
    own = until.astimezone(UTC) if until else None
    return Admitted(event, weighed, origin, min(ends, default=None), admission, promotes, own)


def make_assertion(assertion_id: str, fact_id: str, admitted: Admitted) -> Assertion:
    """Return the assertion that an admitted candidate becomes."""
    event, candidate = admitted.event, admitted.candidate
    return Assertion(
        id=assertion_id, fact=fact_id, effect=candidate.effect, provenance=provenance(event),
        valid_from=(candidate.valid_from or event.occurred_at).astimezone(UTC),
        observed_at=event.received_at, source=source(event),
        speaker=event.label, value=candidate.value,
        typed=read(candidate.value or "", candidate.text, event.occurred_at),
        attribute=candidate.attribute,
        subject=candidate.subject, quote=candidate.text, span=candidate.span,
        confidence=candidate.confidence, family=candidate.family,
        expires_at=admitted.expires_at, category=candidate.category,
        importance=candidate.importance, sensitivity=sensitivity(candidate),
        handling=event.handling, origin=admitted.origin, admission=admitted.admission,
        promotes=admitted.promotes, told=event.told, until=admitted.until,
    )  # fmt: skip


def make_mark(fact: Fact, effect: Effect, now: datetime, mark_id: str, by: str) -> Assertion:
    """Return what an operator says about a fact as a whole."""
    return Assertion(
        id=mark_id, fact=fact.id, effect=effect, provenance=Provenance.MODEL_INFERRED,
        valid_from=now, observed_at=now, source="reviewer", speaker="",
        origin=Origin(writer="reviewer", by=by), handling=fact.handling.bare,
    )  # fmt: skip


def make_boundary(erased: Assertion) -> Assertion:
    """Return what an erased assertion leaves: time and class, neither value nor quote.

    It keeps the id, so that the same candidate, delivered again, finds its place taken.
    """
    return Assertion(
        id=erased.id, fact=erased.fact, effect=Effect.BOUNDARY, provenance=erased.provenance,
        valid_from=erased.valid_from, observed_at=erased.observed_at, source="erasure",
        speaker="", handling=erased.handling.bare, told=erased.told,
    )  # fmt: skip

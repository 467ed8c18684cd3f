"""The gates, in order: each a named pure function that lets a candidate pass or says why not.

What a gate refuses is not kept, and the gates after it are not asked. What one proposes or puts in
quarantine still meets the later gates, of which one may refuse it; the most severe word counts.
The order is of reasons: first what may not be kept at all, then what is no statement, then whether
it was said, then what somebody has to look at, then what must not come back, and doubt last.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from muniment.domain.access import may_keep
from muniment.domain.consent import Consents
from muniment.domain.events import Door, Event
from muniment.domain.forgetting import (
    BLANK,
    forgotten_spans,
    identifier_digests,
    text_digest,
    value_digests,
)
from muniment.domain.handling import Category
from muniment.domain.identity import Digester
from muniment.domain.injection import suspects
from muniment.domain.misreading import misreading
from muniment.domain.policy import DEFAULT, Policy
from muniment.domain.records import OWNER, PROCEDURES, Candidate, Effect, Kind
from muniment.domain.redaction import only_marks
from muniment.domain.reviews import declined_digests
from muniment.domain.rulings import (
    GatePassage,
    Judgement,
    Propose,
    Quarantine,
    Reason,
    Refuse,
    Ruling,
    Verdict,
)
from muniment.domain.sensitivity import sensitivity
from muniment.domain.substance import has_substance
from muniment.domain.trust import provenance


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the gates judge a candidate by."""

    event: Event
    digester: Digester
    tombstones: frozenset[str]
    policy: Policy = DEFAULT
    consents: Consents = field(default_factory=dict)
    registered: frozenset[str] = frozenset()
    """Attributes that belong to wider memories than the one it is for."""
    reviewed: bool = False
    """Whether somebody who may has looked at it: what only asks for a look then passes."""


Gate = Callable[[Candidate, Evidence], Ruling | None]


def consent(_: Candidate, evidence: Evidence) -> Ruling | None:
    """Refuse what was accepted for a purpose to which the owner does not agree any more."""
    kept = may_keep(evidence.event.handling, evidence.policy, evidence.consents)
    return None if kept else Refuse(Reason.NO_CONSENT)


def substance(candidate: Candidate, _: Evidence) -> Ruling | None:
    """Refuse what is empty or says nothing, and a fact whose attribute has no name."""
    said = candidate.text if candidate.kind is Kind.EPISODE else candidate.value
    if only_marks(said or ""):
        return Refuse(Reason.REDACTED)  # secrets were all it said
    if candidate.kind is Kind.EPISODE:
        return None if has_substance(candidate.text) else Refuse(Reason.TRIVIAL)
    if not candidate.attribute:
        return Refuse(Reason.TRIVIAL)  # all such would be one fact
    if candidate.effect is Effect.ASSERT and not (candidate.value or "").strip():
        return Refuse(Reason.TRIVIAL)
    return None if candidate.text.strip() else Refuse(Reason.TRIVIAL)


def grounding(candidate: Candidate, evidence: Evidence) -> Ruling | None:
    """Refuse a span that is not in the event, a value not in its span, and what misreads the event.

    What others take from a turn has to be what the turn says; what its owner or a system of record
    stores is their own statement.
    """
    span, text = candidate.span, evidence.event.text
    inside = span.event == evidence.event.id and 0 <= span.start < span.end <= len(text)
    if not inside or text[span.start : span.end] != candidate.text:
        return Refuse(Reason.NOT_IN_EVENT)
    if candidate.value is not None and candidate.value not in candidate.text:
        return Refuse(Reason.NOT_IN_EVENT)
    return Refuse(Reason.NOT_SUPPORTED) if _is_misread(candidate, evidence.event) else None


def _is_misread(candidate: Candidate, event: Event) -> bool:
    if event.door is not Door.EVENTS or candidate.kind is not Kind.FACT or not candidate.value:
        return False
    if candidate.value == candidate.text:
        return False  # the words as they stand
    quote = (candidate.span.start, candidate.span.end)
    of_owner = event.by_owner and candidate.subject == OWNER
    claimed = candidate.attribute or ""
    return misreading(event.text, quote, candidate.value, claimed, of_owner=of_owner) is not None


def registered(candidate: Candidate, evidence: Evidence) -> Ruling | None:
    """Refuse what a wider memory keeps to itself: the tenant's prices are no user's to state."""
    return Refuse(Reason.REGISTERED) if candidate.attribute in evidence.registered else None


_PROCEDURES_COME_BY = (Door.STORE, Door.SHARED, Door.REVIEW)


def approval(candidate: Candidate, evidence: Evidence) -> Ruling | None:
    """Propose what many will read, and ways of working, which agents follow.

    No turn makes a procedure, whoever said it: none would know that it was approved.
    """
    is_procedure = candidate.subject == PROCEDURES or candidate.category is Category.PROCEDURE
    if is_procedure and evidence.event.door not in _PROCEDURES_COME_BY:
        return Refuse(Reason.PROCEDURE)
    if evidence.reviewed:
        return None
    if evidence.event.door is Door.SHARED:
        return Propose(Reason.SHARED)
    return Propose(Reason.PROCEDURE) if is_procedure else None


def tombstone(candidate: Candidate, evidence: Evidence) -> Ruling | None:
    """Refuse what was erased, in the words, the value or the identifiers it was erased by."""
    digester, tombstones = evidence.digester, evidence.tombstones
    if not tombstones:
        return None
    if candidate.kind is Kind.FACT:
        # An explicit memory may hold several sentences, or be the value of an attribute.
        said = (candidate.text, candidate.value or "")
        if BLANK in candidate.text or any(forgotten_spans(digester, s, tombstones) for s in said):
            return Refuse(Reason.FORGOTTEN)
    digests = {text_digest(digester, candidate.text)}
    if candidate.attribute and candidate.value:
        digests |= value_digests(digester, candidate.attribute, candidate.value)
    digests |= identifier_digests(digester, candidate.text)
    return Refuse(Reason.FORGOTTEN) if digests & tombstones else None


def sensitive(candidate: Candidate, evidence: Evidence) -> Ruling | None:
    """Propose a fact on a sensitive topic, unless its owner or a system of record stores it.

    An episode keeps its topics as a label: the turn was said, and is no statement of ours.
    """
    if candidate.kind is not Kind.FACT or candidate.effect is not Effect.ASSERT:
        return None
    event = evidence.event
    confirmed = event.door is Door.STATE or (event.by_owner and event.door is Door.STORE)
    if evidence.reviewed or confirmed:
        return None
    topics = evidence.policy.confirmed.intersection(sensitivity(candidate))
    return Propose(Reason.SENSITIVE) if topics else None


def declined(candidate: Candidate, evidence: Evidence) -> Ruling | None:
    """Refuse what was proposed before and rejected, unless its owner asks to remember it."""
    event = evidence.event
    if evidence.reviewed or (event.by_owner and event.door is Door.STORE):
        return None
    digests = declined_digests(evidence.digester, candidate)
    return Refuse(Reason.DECLINED) if digests & evidence.tombstones else None


def injection(candidate: Candidate, evidence: Evidence) -> Ruling | None:
    """Put in quarantine what lies in or touches a sentence that tries to instruct an agent.

    Of an event that hides or encodes such a sentence, everything. A reviewer may let it go.
    """
    if evidence.reviewed:
        return None
    span = candidate.span
    touched = any(start < span.end and span.start < end for start, end in suspects(evidence.event))
    return Quarantine(Reason.INJECTION) if touched else None


def confidence(candidate: Candidate, evidence: Evidence) -> Ruling | None:
    """Refuse what the extractor itself doubts, the sooner the weaker its class."""
    policy = evidence.policy
    if evidence.reviewed:
        return None
    weighed = policy.weigh(provenance(evidence.event), candidate.confidence)
    return Refuse(Reason.LOW_CONFIDENCE) if weighed < policy.confidence_floor else None


GATES: tuple[Gate, ...] = (
    consent, substance, grounding, registered, approval, sensitive, injection, tombstone, declined,
    confidence,
)  # fmt: skip


def judge(candidate: Candidate, evidence: Evidence) -> Judgement:
    """Return what the gates say, up to the first that refuses the candidate."""
    passages: list[GatePassage] = []
    for gate in GATES:
        ruling = gate(candidate, evidence)
        if ruling is None:
            passages.append(GatePassage(gate.__name__, Verdict.PASSED))
            continue
        passages.append(GatePassage(gate.__name__, ruling.verdict, ruling.reason))
        if isinstance(ruling, Refuse):
            break
    return Judgement(tuple(passages))

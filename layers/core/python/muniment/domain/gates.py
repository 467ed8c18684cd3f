"""The gates, in order: each a named pure function that admits a candidate or says why not."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from muniment.domain.events import Event
from muniment.domain.forgetting import (
    BLANK,
    forgotten_spans,
    identifier_digests,
    text_digest,
    value_digest,
)
from muniment.domain.identity import Digester
from muniment.domain.records import Candidate, Effect, Kind
from muniment.domain.substance import has_substance

CONFIDENCE_FLOOR = 0.6
"""The policy's floor, the same for every extractor (design, section 3)."""


class Reason(StrEnum):
    """Stable codes of refusals; part of the API."""

    TRIVIAL = "trivial"
    NOT_IN_EVENT = "not_in_event"
    FORGOTTEN = "forgotten"
    DUPLICATE = "duplicate"
    LOW_CONFIDENCE = "low_confidence"
    EPOCH_ENDED = "epoch_ended"
    OVER_BUDGET = "over_budget"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the gates judge a candidate by."""

    event: Event
    digester: Digester
    tombstones: frozenset[str]


Gate = Callable[[Candidate, Evidence], Reason | None]


def substance(candidate: Candidate, _: Evidence) -> Reason | None:
    """Refuse what is empty or says nothing, and a fact whose attribute has no name."""
    if candidate.kind is Kind.EPISODE:
        return None if has_substance(candidate.text) else Reason.TRIVIAL
    if not candidate.attribute:
        return Reason.TRIVIAL  # all such would be one fact
    if candidate.effect is Effect.ASSERT and not (candidate.value or "").strip():
        return Reason.TRIVIAL
    return None if candidate.text.strip() else Reason.TRIVIAL


def grounding(candidate: Candidate, evidence: Evidence) -> Reason | None:
    """Refuse a span that is not in the event, or a value that is not in its span."""
    span, text = candidate.span, evidence.event.text
    inside = span.event == evidence.event.id and 0 <= span.start < span.end <= len(text)
    if not inside or text[span.start : span.end] != candidate.text:
        return Reason.NOT_IN_EVENT
    if candidate.value is not None and candidate.value not in candidate.text:
        return Reason.NOT_IN_EVENT
    return None


def tombstone(candidate: Candidate, evidence: Evidence) -> Reason | None:
    """Refuse what was erased, in the words, the value or the identifiers it was erased by."""
    digester, tombstones = evidence.digester, evidence.tombstones
    if not tombstones:
        return None
    if candidate.kind is Kind.FACT:
        # An explicit memory may hold several sentences, or be the value of an attribute.
        said = (candidate.text, candidate.value or "")
        if BLANK in candidate.text or any(forgotten_spans(digester, s, tombstones) for s in said):
            return Reason.FORGOTTEN
    digests = {text_digest(digester, candidate.text)}
    if candidate.attribute and candidate.value:
        digests.add(value_digest(digester, candidate.attribute, candidate.value))
    digests |= identifier_digests(digester, candidate.text)
    return Reason.FORGOTTEN if digests & tombstones else None


def confidence(candidate: Candidate, _: Evidence) -> Reason | None:
    """Refuse what the extractor itself doubts."""
    return Reason.LOW_CONFIDENCE if candidate.confidence < CONFIDENCE_FLOOR else None


GATES: tuple[Gate, ...] = (substance, grounding, tombstone, confidence)


def judge(candidate: Candidate, evidence: Evidence) -> Reason | None:
    """Return the reason of the first gate that refuses the candidate, or `None`."""
    return next((reason for gate in GATES if (reason := gate(candidate, evidence))), None)

"""Events and what is made of them, to items and back."""

from collections.abc import Mapping
from typing import TypedDict

from muniment.adapters.dynamodb.codec.admissions import (
    admission,
    objections,
    to_admission,
    to_objections,
)
from muniment.adapters.dynamodb.codec.feedback import to_feedback
from muniment.adapters.dynamodb.codec.traits import to_traits, traits
from muniment.adapters.dynamodb.codec.typed import to_typed, typed
from muniment.adapters.dynamodb.codec.values import at, maybe_at, offset, span, time, to_span
from muniment.adapters.dynamodb.table import Item
from muniment.app.ports import Encoded
from muniment.app.stored import Became, Extraction, ModelReport, Outcome, StoredVector
from muniment.domain.events import Door, Event, Role, Span
from muniment.domain.handling import (
    NOBODY,
    UNKNOWN_ORIGIN,
    UNRESTRICTED,
    Category,
    Handling,
    Origin,
    Sensitivity,
)
from muniment.domain.records import (
    Assertion,
    Candidate,
    Effect,
    Episode,
    Fact,
    Kind,
    Neighbours,
    Provenance,
    Status,
)


class _Governed(TypedDict):
    category: Category
    sensitivity: tuple[Sensitivity, ...]
    handling: Handling
    origin: Origin


def _governed(value: Assertion | Fact | Episode) -> Mapping[str, object]:
    return {
        "category": value.category.value,
        "sensitivity": tuple(topic.value for topic in value.sensitivity) or None,
        "handling": handling(value.handling),
        "origin": origin(value.origin),
    }


def _to_governed(item: Item, category: Category) -> _Governed:
    return {
        "category": Category(item.get("category", category)),
        "sensitivity": tuple(map(Sensitivity, item.get("sensitivity", ()))),
        "handling": to_handling(item.get("handling")),
        "origin": to_origin(item.get("origin")),
    }


def handling(value: Handling) -> Mapping[str, object] | None:
    """Encode how something may be used; nothing where all is default."""
    return {
        "grants": dict(value.grants) or None, "agent": value.agent, "tags": value.tags or None,
        "metadata": dict(value.metadata) or None, "language": value.language,
        "personal": value.personal or None, "redacted": dict(value.redacted) or None,
        "shared": value.shared or None, "registered": value.registered or None,
    } if value != UNRESTRICTED else None  # fmt: skip


def to_handling(item: Item | None) -> Handling:
    """Decode how something may be used."""
    if item is None:
        return UNRESTRICTED
    return Handling(
        grants=tuple(item.get("grants", {}).items()), agent=item.get("agent"),
        tags=tuple(item.get("tags", ())), metadata=tuple(sorted(item.get("metadata", {}).items())),
        language=item.get("language"), personal=tuple(item.get("personal", ())),
        redacted=tuple(item.get("redacted", {}).items()),
        shared=item.get("shared", False), registered=item.get("registered", False),
    )  # fmt: skip


def origin(value: Origin) -> Mapping[str, object]:
    """Encode who wrote something, with which versions."""
    return {
        "writer": value.writer, "extractor": value.extractor, "model": value.model,
        "prompt": value.prompt, "policy": value.policy, "schema": value.schema,
        "by": value.by or None,
    }  # fmt: skip


def to_origin(item: Item | None) -> Origin:
    """Decode who wrote something, with which versions."""
    if item is None:
        return UNKNOWN_ORIGIN
    return Origin(
        item["writer"], item["extractor"], item.get("model"), item.get("prompt"), item["policy"],
        item["schema"], item.get("by", NOBODY),
    )  # fmt: skip


def event(value: Event) -> Mapping[str, object]:
    """Encode an event."""
    return {
        "id": value.id, "session": value.session, "order": value.order, "role": value.role.value,
        "text": value.text, "occurred_at": time(value.occurred_at),
        "utc_offset": offset(value.occurred_at), "received_at": time(value.received_at),
        "door": value.door.value,
        "speaker": value.speaker, "by_owner": value.by_owner, "by_agent": value.by_agent,
        "epoch": value.epoch, "erased": [span(each) for each in value.erased] or None,
        "handling": handling(value.handling), "document": value.document,
    }  # fmt: skip


def to_event(item: Item) -> Event:
    """Decode an event."""
    return Event(
        id=item["id"], session=item["session"], order=item["order"], role=Role(item["role"]),
        text=item["text"], occurred_at=at(item["occurred_at"], item.get("utc_offset")),
        received_at=at(item["received_at"]), door=Door(item["door"]),
        speaker=item.get("speaker"), by_owner=item["by_owner"], by_agent=item["by_agent"],
        epoch=item["epoch"],
        erased=tuple(Span(*each) for each in item.get("erased", ())),
        handling=to_handling(item.get("handling")), document=item.get("document"),
    )  # fmt: skip


def assertion(value: Assertion, epoch: int) -> Mapping[str, object]:
    """Encode an assertion or boundary."""
    return {
        "id": value.id, "fact": value.fact, "effect": value.effect.value,
        "provenance": value.provenance.label, "valid_from": time(value.valid_from),
        "observed_at": time(value.observed_at), "source": value.source,
        "speaker": value.speaker, "value": value.value, "typed": typed(value.typed),
        "attribute": value.attribute, "subject": value.subject, "quote": value.quote,
        "span": span(value.span), "confidence": value.confidence, "family": value.family,
        "expires_at": time(value.expires_at), "epoch": epoch, **_governed(value),
        "importance": value.importance, "admission": admission(value.admission),
        "promotes": [span(each) for each in value.promotes] or None, "told": value.told or None,
        "until": time(value.until),
    }  # fmt: skip


def to_assertion(item: Item) -> Assertion:
    """Decode an assertion or boundary."""
    return Assertion(
        id=item["id"], fact=item["fact"], effect=Effect(item["effect"]),
        provenance=Provenance[item["provenance"].upper()], valid_from=at(item["valid_from"]),
        observed_at=at(item["observed_at"]), source=item["source"],
        speaker=item.get("speaker", "User"), value=item.get("value"), typed=to_typed(item),
        attribute=item.get("attribute"), subject=item["subject"], quote=item.get("quote"),
        span=to_span(item.get("span")), confidence=item["confidence"], family=item["family"],
        expires_at=maybe_at(item.get("expires_at")), **_to_governed(item, Category.FACT),
        importance=item.get("importance"), admission=to_admission(item.get("admission")),
        promotes=tuple(Span(*each) for each in item.get("promotes", ())), told=item.get("told", ""),
        until=maybe_at(item.get("until")),
    )  # fmt: skip


def fact(value: Fact) -> Mapping[str, object]:
    """Encode a fact's head."""
    return {
        "id": value.id, "status": value.status.value, "revision": value.revision,
        "epoch": value.epoch, "attribute": value.attribute, "subject": value.subject,
        "value": value.value, "typed": typed(value.typed), "quote": value.quote,
        "speaker": value.speaker,
        "provenance": value.provenance.label, "confidence": value.confidence,
        "valid_from": time(value.valid_from), "observed_at": time(value.observed_at),
        "assertion": value.assertion, "contested_by": value.contested_by,
        "sources": value.sources, "times_seen": value.times_seen,
        "expires_at": time(value.expires_at), "created_at": time(value.created_at),
        **_governed(value), "importance": value.importance,
        "told": value.told if any(value.told) else None, "replaces": value.replaces or None,
        "ends": time(value.ends),
    }  # fmt: skip


def withdrawn(epoch: int, revision: int) -> Mapping[str, object]:
    """Encode what is left of a fact that is withdrawn."""
    return {"withdrawn": True, "revision": revision, "epoch": epoch}


def is_withdrawn(item: Item) -> bool:
    """Whether the item is all that is left of a fact."""
    return bool(item.get("withdrawn"))


def to_fact(item: Item) -> Fact:
    """Decode a fact's head."""
    return Fact(
        id=item["id"], status=Status(item["status"]), revision=item["revision"],
        epoch=item["epoch"], attribute=item.get("attribute"), subject=item["subject"],
        value=item.get("value"), typed=to_typed(item), quote=item.get("quote"),
        speaker=item.get("speaker"),
        provenance=Provenance[item["provenance"].upper()], confidence=item["confidence"],
        valid_from=maybe_at(item.get("valid_from")), observed_at=maybe_at(item.get("observed_at")),
        assertion=item.get("assertion"), contested_by=item.get("contested_by"),
        sources=tuple(item.get("sources", ())), times_seen=item["times_seen"],
        expires_at=maybe_at(item.get("expires_at")),
        created_at=maybe_at(item.get("created_at")),
        importance=item.get("importance"), **_to_governed(item, Category.FACT),
        told=tuple(item.get("told", ("", ""))), replaces=tuple(item.get("replaces", ())),
        ends=maybe_at(item.get("ends") or item.get("expires_at")),
    )  # fmt: skip


def episode(value: Episode) -> Mapping[str, object]:
    """Encode an episode."""
    return {
        "id": value.id, "span": span(value.span), "session": value.session, "order": value.order,
        "speaker": value.speaker, "text": value.text, "occurred_at": time(value.occurred_at),
        "observed_at": time(value.observed_at), "provenance": value.provenance.label,
        "revision": value.revision, "epoch": value.epoch, "by_owner": value.by_owner,
        "context": value.context, "confidence": value.confidence, "status": value.status.value,
        "expires_at": time(value.expires_at), **_governed(value),
        "admission": admission(value.admission), "document": value.document,
    }  # fmt: skip


def to_episode(item: Item) -> Episode:
    """Decode an episode."""
    return Episode(
        id=item["id"], span=Span(*item["span"]), session=item["session"], order=item["order"],
        speaker=item["speaker"], text=item["text"], occurred_at=at(item["occurred_at"]),
        observed_at=at(item["observed_at"]), provenance=Provenance[item["provenance"].upper()],
        revision=item["revision"], epoch=item["epoch"], by_owner=item["by_owner"],
        context=item["context"], confidence=item["confidence"],
        status=Status(item.get("status", Status.ACTIVE)),
        expires_at=maybe_at(item.get("expires_at")), **_to_governed(item, Category.EVENT),
        admission=to_admission(item.get("admission")), document=item.get("document"),
    )  # fmt: skip


def neighbours(value: Neighbours) -> Mapping[str, object]:
    """Encode the neighbours of an episode."""
    return {"before": value.before, "after": value.after}


def vector(value: StoredVector) -> Mapping[str, object]:
    """Encode a record's encoding, without what was said of it."""
    return {
        "record": value.record, "vector": value.encoded.vector, "states": value.encoded.states,
        "epoch": value.epoch, "session": value.session, "speaker": value.speaker,
        "event": value.event, **neighbours(value.neighbours), "traits": traits(value.traits),
    }  # fmt: skip


def to_vector(item: Item) -> StoredVector:
    """Decode a record's encoding."""
    return StoredVector(
        record=item["record"], encoded=Encoded(item["vector"], item["states"]),
        epoch=item["epoch"], session=item.get("session"), speaker=item.get("speaker"),
        event=item.get("event"),
        neighbours=Neighbours(tuple(item.get("before", ())), tuple(item.get("after", ()))),
        traits=to_traits(item.get("traits")), feedback=to_feedback(item),
    )  # fmt: skip


def candidate(value: Candidate) -> Mapping[str, object]:
    """Encode what was proposed; the text of an episode is its event's and not copied."""
    fact_text = value.text if value.kind is Kind.FACT else None  # an episode's is in its event
    return {
        "kind": value.kind.value, "span": span(value.span), "text": fact_text,
        "attribute": value.attribute, "value": value.value, "effect": value.effect.value,
        "subject": value.subject, "confidence": value.confidence, "family": value.family,
        "category": value.category.value, "importance": value.importance,
        "valid_from": time(value.valid_from),
    }  # fmt: skip


def to_candidate(item: Item) -> Candidate:
    """Decode what was proposed."""
    return Candidate(
        kind=Kind(item["kind"]), span=Span(*item["span"]), text=item.get("text", ""),
        attribute=item.get("attribute"), value=item.get("value"), effect=Effect(item["effect"]),
        subject=item["subject"], confidence=item["confidence"], family=item["family"],
        category=Category(item.get("category", Category.FACT)), importance=item.get("importance"),
        valid_from=maybe_at(item.get("valid_from")),
    )  # fmt: skip


def _outcome(value: Outcome) -> Mapping[str, object]:
    return {
        "kind": value.kind.value, "became": value.became.value, "record": value.record,
        "reason": value.reason,
        "objections": objections(value.objections),
        "review": value.review,
    }  # fmt: skip


def _to_outcome(item: Item) -> Outcome:
    became = item.get("became") or ("committed" if item["committed"] else "rejected")
    return Outcome(
        kind=Kind(item["kind"]), became=Became(became), record=item.get("record"),
        reason=item.get("reason"),
        objections=to_objections(item),
        review=item.get("review"),
    )  # fmt: skip


FIRST_REVISION = 1
"""Of an extraction that was written before its revisions were counted."""


def extraction(value: Extraction, epoch: int, revision: int) -> Mapping[str, object]:
    """Encode pinned candidates and outcomes; an episode's text is not copied out of its event."""
    return {
        "event": value.event, "version": value.version, "epoch": epoch, "status": value.status,
        "candidates": list(map(candidate, value.candidates)),
        "outcomes": list(map(_outcome, value.outcomes)), "reason": value.reason,
        "report": value.report and _report(value.report),
        "resolved": list(map(candidate, value.resolved)) or None,
        "resolutions": list(map(_outcome, value.resolutions)) or None, "revision": revision,
    }  # fmt: skip


def to_extraction(item: Item) -> Extraction:
    """Decode pinned candidates and outcomes."""
    return Extraction(
        event=item["event"], version=item["version"],
        candidates=tuple(map(to_candidate, item["candidates"])), status=item["status"],
        outcomes=tuple(map(_to_outcome, item["outcomes"])), reason=item.get("reason"),
        report=_to_report(item["report"]) if item.get("report") else None,
        resolved=tuple(map(to_candidate, item.get("resolved", ()))),
        resolutions=tuple(map(_to_outcome, item.get("resolutions", ()))),
        revision=item.get("revision", FIRST_REVISION),
    )  # fmt: skip


def _report(value: ModelReport) -> Mapping[str, object]:
    return {
        "prompt": value.prompt, "answered": value.answered, "attempts": value.attempts,
        "calls": value.calls, "tokens_in": value.tokens_in, "tokens_out": value.tokens_out,
        "cost": value.cost, "dropped": value.dropped, "note": value.note,
    }  # fmt: skip


def _to_report(item: Item) -> ModelReport:
    return ModelReport(
        prompt=item["prompt"], answered=tuple(item["answered"]),
        attempts=tuple((model, outcome) for model, outcome in item["attempts"]),
        calls=item["calls"], tokens_in=item["tokens_in"], tokens_out=item["tokens_out"],
        cost=item["cost"], dropped=item["dropped"], note=item.get("note"),
    )  # fmt: skip

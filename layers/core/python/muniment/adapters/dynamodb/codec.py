"""Domain objects to items and back. An item of an older shape stays readable: absent is default."""

from collections.abc import Mapping
from datetime import UTC, datetime

from muniment.adapters.dynamodb.table import Item
from muniment.app.ports import Encoded
from muniment.app.stored import (
    Counts,
    Edge,
    Erasure,
    Extraction,
    Idempotency,
    Operation,
    Outcome,
    Owner,
    RecallTrace,
    StoredVector,
)
from muniment.domain.events import Door, Event, Role, Span
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


def time(value: datetime | None) -> str | None:
    """Return a time as text that sorts: UTC, microseconds."""
    return None if value is None else value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def epoch_seconds(value: datetime | None) -> int | None:
    """Return a time in the form of a TTL attribute."""
    return None if value is None else int(value.timestamp())


def _at(value: str) -> datetime:
    return datetime.fromisoformat(value)


def _maybe(value: str | None) -> datetime | None:
    return None if value is None else _at(value)


def _span(span: Span | None) -> tuple[str, int, int] | None:
    return None if span is None else (span.event, span.start, span.end)


def _to_span(value: list[str | int] | None) -> Span | None:
    return None if value is None else Span(str(value[0]), int(value[1]), int(value[2]))


def owner(value: Owner) -> Mapping[str, object]:
    """Encode the owner's state."""
    return {
        "epoch": value.epoch,
        "governance": value.governance,
        "erasing": tuple(sorted(value.holds)),
    }


def to_owner(item: Item | None) -> Owner:
    """Decode the owner's state; none is the first epoch."""
    if item is None:
        return Owner()
    return Owner(item["epoch"], item["governance"], frozenset(item.get("erasing", ())))


def to_counts(item: Item | None) -> Counts:
    """Decode the owner's counts."""
    return Counts() if item is None else Counts(item["facts"], item["episodes"])


def event(value: Event) -> Mapping[str, object]:
    """Encode an event."""
    return {
        "id": value.id, "session": value.session, "order": value.order, "role": value.role.value,
        "text": value.text, "occurred_at": time(value.occurred_at),
        "received_at": time(value.received_at), "door": value.door.value,
        "speaker": value.speaker, "by_owner": value.by_owner, "by_agent": value.by_agent,
        "epoch": value.epoch, "erased": [_span(span) for span in value.erased] or None,
    }  # fmt: skip


def to_event(item: Item) -> Event:
    """Decode an event."""
    return Event(
        id=item["id"], session=item["session"], order=item["order"], role=Role(item["role"]),
        text=item["text"], occurred_at=_at(item["occurred_at"]),
        received_at=_at(item["received_at"]), door=Door(item["door"]),
        speaker=item.get("speaker"), by_owner=item["by_owner"], by_agent=item["by_agent"],
        epoch=item["epoch"],
        erased=tuple(Span(*span) for span in item.get("erased", ())),
    )  # fmt: skip


def assertion(value: Assertion, epoch: int) -> Mapping[str, object]:
    """Encode an assertion or boundary."""
    return {
        "id": value.id, "fact": value.fact, "effect": value.effect.value,
        "provenance": value.provenance.label, "valid_from": time(value.valid_from),
        "observed_at": time(value.observed_at), "source": value.source,
        "speaker": value.speaker, "value": value.value,
        "attribute": value.attribute, "subject": value.subject, "quote": value.quote,
        "span": _span(value.span), "confidence": value.confidence, "family": value.family,
        "expires_at": time(value.expires_at), "epoch": epoch,
    }  # fmt: skip


def to_assertion(item: Item) -> Assertion:
    """Decode an assertion or boundary."""
    return Assertion(
        id=item["id"], fact=item["fact"], effect=Effect(item["effect"]),
        provenance=Provenance[item["provenance"].upper()], valid_from=_at(item["valid_from"]),
        observed_at=_at(item["observed_at"]), source=item["source"],
        speaker=item.get("speaker", "User"), value=item.get("value"),
        attribute=item.get("attribute"), subject=item["subject"], quote=item.get("quote"),
        span=_to_span(item.get("span")), confidence=item["confidence"], family=item["family"],
        expires_at=_maybe(item.get("expires_at")),
    )  # fmt: skip


def fact(value: Fact) -> Mapping[str, object]:
    """Encode a fact's head."""
    return {
        "id": value.id, "status": value.status.value, "revision": value.revision,
        "epoch": value.epoch, "attribute": value.attribute, "subject": value.subject,
        "value": value.value, "quote": value.quote, "speaker": value.speaker,
        "provenance": value.provenance.label, "confidence": value.confidence,
        "valid_from": time(value.valid_from), "observed_at": time(value.observed_at),
        "assertion": value.assertion, "contested_by": value.contested_by,
        "sources": value.sources, "times_seen": value.times_seen,
        "expires_at": time(value.expires_at),
    }  # fmt: skip


def to_fact(item: Item) -> Fact:
    """Decode a fact's head."""
    return Fact(
        id=item["id"], status=Status(item["status"]), revision=item["revision"],
        epoch=item["epoch"], attribute=item.get("attribute"), subject=item["subject"],
        value=item.get("value"), quote=item.get("quote"), speaker=item.get("speaker"),
        provenance=Provenance[item["provenance"].upper()], confidence=item["confidence"],
        valid_from=_maybe(item.get("valid_from")), observed_at=_maybe(item.get("observed_at")),
        assertion=item.get("assertion"), contested_by=item.get("contested_by"),
        sources=tuple(item.get("sources", ())), times_seen=item["times_seen"],
        expires_at=_maybe(item.get("expires_at")),
    )  # fmt: skip


def episode(value: Episode) -> Mapping[str, object]:
    """Encode an episode."""
    return {
        "id": value.id, "span": _span(value.span), "session": value.session, "order": value.order,
        "speaker": value.speaker, "text": value.text, "occurred_at": time(value.occurred_at),
        "observed_at": time(value.observed_at), "provenance": value.provenance.label,
        "revision": value.revision, "epoch": value.epoch, "by_owner": value.by_owner,
        "context": value.context, "confidence": value.confidence,
        "expires_at": time(value.expires_at),
    }  # fmt: skip


def to_episode(item: Item) -> Episode:
    """Decode an episode."""
    return Episode(
        id=item["id"], span=Span(*item["span"]), session=item["session"], order=item["order"],
        speaker=item["speaker"], text=item["text"], occurred_at=_at(item["occurred_at"]),
        observed_at=_at(item["observed_at"]), provenance=Provenance[item["provenance"].upper()],
        revision=item["revision"], epoch=item["epoch"], by_owner=item["by_owner"],
        context=item["context"], confidence=item["confidence"],
        expires_at=_maybe(item.get("expires_at")),
    )  # fmt: skip


def neighbours(value: Neighbours) -> Mapping[str, object]:
    """Encode the neighbours of an episode."""
    return {"before": value.before, "after": value.after}


def vector(value: StoredVector) -> Mapping[str, object]:
    """Encode a record's encoding."""
    return {
        "record": value.record, "vector": value.encoded.vector, "states": value.encoded.states,
        "epoch": value.epoch, "session": value.session, "speaker": value.speaker,
        "event": value.event, **neighbours(value.neighbours),
    }  # fmt: skip


def to_vector(item: Item) -> StoredVector:
    """Decode a record's encoding."""
    return StoredVector(
        record=item["record"], encoded=Encoded(item["vector"], item["states"]),
        epoch=item["epoch"], session=item.get("session"), speaker=item.get("speaker"),
        event=item.get("event"),
        neighbours=Neighbours(tuple(item.get("before", ())), tuple(item.get("after", ()))),
    )  # fmt: skip


def operation(value: Operation) -> Mapping[str, object]:
    """Encode an operation."""
    return {
        "id": value.id, "epoch": value.epoch, "created_at": time(value.created_at),
        "events": value.events, "known": value.known,
    }  # fmt: skip


def to_operation(item: Item) -> Operation:
    """Decode an operation."""
    return Operation(
        item["id"], item["epoch"], _at(item["created_at"]), tuple(item["events"]),
        tuple(item["known"]),
    )  # fmt: skip


def idempotency(value: Idempotency) -> Mapping[str, object]:
    """Encode the use of an Idempotency-Key."""
    return {
        "key": value.key, "fingerprint": value.fingerprint, "operation": value.operation,
        "epoch": value.epoch, "expires_at": time(value.expires_at),
        "ttl": epoch_seconds(value.expires_at),
    }  # fmt: skip


def to_idempotency(item: Item) -> Idempotency:
    """Decode the use of an Idempotency-Key."""
    return Idempotency(
        item["key"], item["fingerprint"], item["operation"], item["epoch"],
        _at(item["expires_at"]),
    )  # fmt: skip


def edge(value: Edge) -> Mapping[str, object]:
    """Encode a reverse edge."""
    return {
        "event": value.event, "start": value.start, "end": value.end, "record": value.record,
        "assertion": value.assertion,
    }  # fmt: skip


def to_edge(item: Item) -> Edge:
    """Decode a reverse edge."""
    return Edge(item["event"], item["start"], item["end"], item["record"], item.get("assertion"))


def _candidate(value: Candidate) -> Mapping[str, object]:
    fact_text = value.text if value.kind is Kind.FACT else None  # an episode's is in its event
    return {
        "kind": value.kind.value, "span": _span(value.span), "text": fact_text,
        "attribute": value.attribute, "value": value.value, "effect": value.effect.value,
        "subject": value.subject, "confidence": value.confidence, "family": value.family,
    }  # fmt: skip


def _to_candidate(item: Item) -> Candidate:
    return Candidate(
        kind=Kind(item["kind"]), span=Span(*item["span"]), text=item.get("text", ""),
        attribute=item.get("attribute"), value=item.get("value"), effect=Effect(item["effect"]),
        subject=item["subject"], confidence=item["confidence"], family=item["family"],
    )  # fmt: skip


def extraction(value: Extraction, epoch: int) -> Mapping[str, object]:
    """Encode pinned candidates and outcomes; an episode's text is not copied out of its event."""
    return {
        "event": value.event, "version": value.version, "epoch": epoch, "status": value.status,
        "candidates": [_candidate(candidate) for candidate in value.candidates],
        "outcomes": [
            {"kind": o.kind.value, "committed": o.committed, "record": o.record, "reason": o.reason}
            for o in value.outcomes
        ],
        "reason": value.reason,
    }  # fmt: skip


def to_extraction(item: Item) -> Extraction:
    """Decode pinned candidates and outcomes."""
    return Extraction(
        event=item["event"],
        version=item["version"],
        candidates=tuple(map(_to_candidate, item["candidates"])),
        status=item["status"],
        outcomes=tuple(
            Outcome(Kind(o["kind"]), o["committed"], o.get("record"), o.get("reason"))
            for o in item["outcomes"]
        ),
        reason=item.get("reason"),
    )


def erasure(value: Erasure) -> Mapping[str, object]:
    """Encode an erasure job or receipt."""
    return {
        "id": value.id, "target": value.target, "epoch": value.epoch,
        "created_at": time(value.created_at), "status": value.status,
        "spans": value.spans, "records": value.records, "counted": value.counted,
        "probes": value.probes, "finished_at": time(value.finished_at),
    }  # fmt: skip


def to_erasure(item: Item) -> Erasure:
    """Decode an erasure job or receipt."""
    return Erasure(
        id=item["id"], target=item["target"], epoch=item["epoch"],
        created_at=_at(item["created_at"]), status=item["status"],
        spans=tuple((s[0], s[1], s[2]) for s in item.get("spans", ())),
        records=tuple(item.get("records", ())), counted=item.get("counted", {}),
        probes=item.get("probes", {}), finished_at=_maybe(item.get("finished_at")),
    )  # fmt: skip


def trace(value: RecallTrace) -> Mapping[str, object]:
    """Encode the trace of a recall."""
    return {
        "at": time(value.at), "items": value.items, "tokens": value.tokens,
        "relevance": value.relevance, "degraded": value.degraded,
    }  # fmt: skip

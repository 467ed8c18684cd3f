"""The owner's state, operations and jobs, to items and back."""

from collections.abc import Mapping
from typing import Any

from muniment.adapters.dynamodb.codec.uploads import to_upload, upload
from muniment.adapters.dynamodb.codec.values import at, epoch_seconds, maybe_at, time
from muniment.adapters.dynamodb.table import Item
from muniment.app.changes import PutAudit
from muniment.app.progress import BEGINNING, Purge, PurgeStage
from muniment.app.stored import (
    AuditEntry,
    ConsentStep,
    Counts,
    Edge,
    Erasure,
    Idempotency,
    Operation,
    Owner,
)
from muniment.domain.consent import Consent, Consents, ConsentState
from muniment.domain.handling import NOBODY, UNKNOWN_ORIGIN


def owner(value: Owner) -> Mapping[str, object]:
    """Encode the owner's state."""
    return {
        "epoch": value.epoch,
        "governance": value.governance,
        "erasing": tuple(sorted(value.holds)),
        "consents": consents(value.consents) or None,
    }


def to_owner(item: Item | None) -> Owner:
    """Decode the owner's state; none is the first epoch."""
    if item is None:
        return Owner()
    return Owner(
        item["epoch"], item["governance"], frozenset(item.get("erasing", ())),
        {
            purpose: Consent(ConsentState(state), grant)
            for purpose, (state, grant) in item.get("consents", {}).items()
        },
    )  # fmt: skip


def consents(value: Consents) -> Mapping[str, object]:
    """Encode the owner's consents."""
    return {purpose: (each.state.value, each.grant) for purpose, each in value.items()}


def consent_step(value: ConsentStep) -> Mapping[str, object]:
    """Encode a step of a consent."""
    return {
        "purpose": value.purpose, "state": value.consent.state.value,
        "grant": value.consent.grant, "at": time(value.at),
        "notice_version": value.notice_version, "source": value.source,
    }  # fmt: skip


def to_consent_step(item: Item) -> ConsentStep:
    """Decode a step of a consent."""
    return ConsentStep(
        item["purpose"], Consent(ConsentState(item["state"]), item["grant"]), at(item["at"]),
        item.get("notice_version"), item["source"],
    )  # fmt: skip


def to_counts(item: Item | None) -> Counts:
    """Decode the owner's counts."""
    return Counts() if item is None else Counts(item["facts"], item["episodes"])


def audit(value: PutAudit) -> Mapping[str, object]:
    """Encode an entry of the audit."""
    versions = value.origin or UNKNOWN_ORIGIN
    return {
        "at": time(value.at), "by": value.by, "action": value.action, "target": value.target,
        "epoch": value.epoch, "reason": value.reason, "extractor": versions.extractor or None,
        "policy": versions.policy or None,
    }  # fmt: skip


def to_audit(item: Item | Mapping[str, Any]) -> AuditEntry:
    """Decode an entry of the audit; older ones have their time in the key alone, and no actor."""
    return AuditEntry(
        at=at(item["at"] if "at" in item else item["sk"].split("#")[1]),
        by=item.get("by", NOBODY), action=item["action"], target=item["target"],
        epoch=item["epoch"], reason=item.get("reason"), extractor=item.get("extractor"),
        policy=item.get("policy"),
    )  # fmt: skip


def operation(value: Operation) -> Mapping[str, object]:
    """Encode an operation; what its upload holds for lies beside it, as on events and records."""
    return {
        "id": value.id, "epoch": value.epoch, "created_at": time(value.created_at),
        "events": value.events, "known": value.known, "redacted": dict(value.redacted) or None,
        **(upload(value.upload) if value.upload is not None else {}),
    }  # fmt: skip


def to_operation(item: Item) -> Operation:
    """Decode an operation."""
    return Operation(
        item["id"], item["epoch"], at(item["created_at"]), tuple(item["events"]),
        tuple(item["known"]), tuple(item.get("redacted", {}).items()), to_upload(item),
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
        at(item["expires_at"]),
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


def erasure(value: Erasure) -> Mapping[str, object]:
    """Encode an erasure job or receipt."""
    return {
        "id": value.id, "target": value.target, "epoch": value.epoch,
        "created_at": time(value.created_at), "status": value.status,
        "spans": value.spans, "records": value.records, "counted": value.counted,
        "probes": value.probes, "finished_at": time(value.finished_at),
        "purpose": value.purpose, **_purge(value.purge),
    }  # fmt: skip


def to_erasure(item: Item) -> Erasure:
    """Decode an erasure job or receipt."""
    return Erasure(
        id=item["id"], target=item["target"], epoch=item["epoch"],
        created_at=at(item["created_at"]), status=item["status"],
        spans=tuple((s[0], s[1], s[2]) for s in item.get("spans", ())),
        records=tuple(item.get("records", ())), counted=item.get("counted", {}),
        probes=item.get("probes", {}), finished_at=maybe_at(item.get("finished_at")),
        purpose=item.get("purpose"), purge=_to_purge(item),
    )  # fmt: skip


def _purge(value: Purge) -> Mapping[str, object]:
    """Encode how far a purge has come; one that has not begun, or has ended, is not said."""
    if not value.steps:
        return {}
    where = {
        "stage": value.stage.value, "round": value.round, "past": value.past,
        "counted": value.counted,
    }  # fmt: skip
    return {"steps": value.steps, "purge": where}


def _to_purge(item: Item) -> Purge:
    if "steps" not in item:
        return BEGINNING
    where = item["purge"]
    return Purge(
        PurgeStage(where["stage"]), where["round"], where.get("past"), where.get("counted"),
        item["steps"],
    )  # fmt: skip

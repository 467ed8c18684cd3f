"""Versions of a tenant's policy, to items and back.

A field that an item does not hold is that of the named policy it was based on.
"""

from collections.abc import Mapping
from dataclasses import replace

from muniment.adapters.dynamodb.codec.values import maybe_at, time
from muniment.adapters.dynamodb.table import Item
from muniment.app.ports import PolicyVersion
from muniment.domain.findings import DataKind
from muniment.domain.handling import Sensitivity
from muniment.domain.policy import DEFAULT, NAMED
from muniment.domain.purposes import Purpose
from muniment.domain.redaction import Action, RedactionPolicy


def policy_version(value: PolicyVersion) -> Mapping[str, object]:
    """Encode a version of a policy."""
    policy = value.policy
    return {
        "name": policy.name, "version": policy.version, "at": time(value.at), "by": value.by,
        "default_purpose": policy.default_purpose,
        "purposes": {name: _purpose(each) for name, each in policy.purposes.items()},
        "confidence_floor": policy.confidence_floor,
        "confirmed": sorted(topic.value for topic in policy.confirmed),
        "review_days": policy.review_days, "assistant_days": policy.assistant_days,
        "redaction": _redaction(policy.redaction),
    }  # fmt: skip


def to_policy_version(item: Item) -> PolicyVersion:
    """Decode a version of a policy."""
    based_on = NAMED.get(item["name"], DEFAULT)
    policy = replace(
        based_on,
        name=item["name"],
        version=item["version"],
        default_purpose=item["default_purpose"],
        purposes={name: _to_purpose(each) for name, each in item["purposes"].items()},
        confidence_floor=item["confidence_floor"],
        confirmed=frozenset(map(Sensitivity, item["confirmed"])),
        review_days=item["review_days"],
        assistant_days=item.get("assistant_days", based_on.assistant_days),
        redaction=_to_redaction(item.get("redaction")) or based_on.redaction,
    )
    return PolicyVersion(policy, maybe_at(item.get("at")), item.get("by"))


def _redaction(value: RedactionPolicy) -> Mapping[str, object]:
    return {
        "name": value.name, "otherwise": value.otherwise.value,
        "personal": {kind.value: action.value for kind, action in value.personal.items()},
    }  # fmt: skip


def _to_redaction(item: Item | None) -> RedactionPolicy | None:
    if item is None:
        return None
    personal = {DataKind(kind): Action(action) for kind, action in item["personal"].items()}
    return RedactionPolicy(item["name"], personal, Action(item["otherwise"]))


def _purpose(value: Purpose) -> Mapping[str, object]:
    return {
        "consent": value.consent,
        "topics": sorted(topic.value for topic in value.topics),
        "reads": sorted(value.reads),
    }


def _to_purpose(item: Item) -> Purpose:
    topics = frozenset(map(Sensitivity, item["topics"]))
    return Purpose(item["consent"], topics, frozenset(item["reads"]))

"""How something came to be admitted, to items and back."""

from collections.abc import Mapping, Sequence

from muniment.adapters.dynamodb.codec.values import at, time
from muniment.adapters.dynamodb.table import Item
from muniment.domain.admission import UNOPPOSED, Admission, Resolved
from muniment.domain.rulings import GatePassage, Reason, Verdict


def objections(said: Sequence[GatePassage]) -> Sequence[tuple[str, str, str]] | None:
    """Encode what gates objected to; nothing where none did."""
    return [
        (passage.gate, passage.verdict.value, passage.reason.value if passage.reason else "")
        for passage in said
    ] or None


def to_objections(item: Item) -> tuple[GatePassage, ...]:
    """Decode what gates objected to."""
    return tuple(
        GatePassage(gate, Verdict(verdict), Reason(reason) if reason else None)
        for gate, verdict, reason in item.get("objections", ())
    )


def admission(value: Admission) -> Mapping[str, object] | None:
    """Encode how something came to be admitted; nothing where no gate objected."""
    if value == UNOPPOSED:
        return None
    resolved = value.resolved
    return {
        "objections": objections(value.objections),
        "resolved": resolved and (resolved.review, resolved.choice, time(resolved.at), resolved.by),
    }


def to_admission(item: Item | None) -> Admission:
    """Decode how something came to be admitted."""
    if item is None:
        return UNOPPOSED
    resolved = None
    if "resolved" in item:
        review, choice, moment, by = item["resolved"]
        resolved = Resolved(review, choice, at(moment), by)
    return Admission(to_objections(item), resolved)

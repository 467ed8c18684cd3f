"""Working memory, to items and back. An item of an older shape stays readable."""

from collections.abc import Mapping
from datetime import timedelta

from muniment.adapters.dynamodb.codec.records import handling, to_handling
from muniment.adapters.dynamodb.codec.values import at, epoch_seconds, time
from muniment.adapters.dynamodb.table import Item
from muniment.domain.events import Role
from muniment.domain.working.results import FullResult, Projection, ToolResult
from muniment.domain.working.session import (
    Constraint,
    Pinner,
    Session,
    Slots,
    Step,
    StepState,
    ToolCall,
    Validated,
)
from muniment.domain.working.turns import (
    DEFAULT_BUFFER,
    Buffer,
    Note,
    NoteKind,
    RecentTurn,
    Strategy,
)


def session(value: Session) -> Mapping[str, object]:
    """Encode a session."""
    slots = value.slots
    return {
        "id": value.id, "epoch": value.epoch, "revision": value.revision,
        "created_at": time(value.created_at), "updated_at": time(value.updated_at),
        "life": int(value.life.total_seconds()), "ttl": epoch_seconds(value.expires_at),
        "handling": handling(value.handling), "completed": value.completed or None,
        "buffer": {
            "strategy": value.buffer.strategy.value, "turns": value.buffer.turns,
            "tokens": value.buffer.tokens,
        },
        "task": slots.task or None,
        "plan": [{"text": each.text, "state": each.state.value} for each in slots.plan],
        "constraints": [
            {"text": each.text, "at": time(each.at), "by": each.by.value}
            for each in slots.constraints
        ],
        "turns": list(map(_turn, slots.turns)),
        "notes": list(map(_note, slots.notes)),
        "calls": [
            {"id": each.id, "tool": each.tool, "at": time(each.at), "arguments": each.arguments}
            for each in slots.calls
        ],
        "variables": [{"name": name, "value": value} for name, value in slots.variables],
        "results": [
            {"name": each.name, "text": each.text, "at": time(each.at), "sources": each.sources}
            for each in slots.results
        ],
    }  # fmt: skip


def to_session(item: Item) -> Session:
    """Decode a session."""
    buffer = item.get("buffer")
    return Session(
        id=item["id"], epoch=item["epoch"], revision=item["revision"],
        created_at=at(item["created_at"]), updated_at=at(item["updated_at"]),
        life=timedelta(seconds=item["life"]), handling=to_handling(item.get("handling")),
        buffer=DEFAULT_BUFFER if buffer is None else Buffer(
            Strategy(buffer["strategy"]), buffer["turns"], buffer["tokens"]
        ),
        slots=Slots(
            task=item.get("task", ""),
            plan=tuple(Step(x["text"], StepState(x["state"])) for x in item.get("plan", ())),
            constraints=tuple(
                Constraint(x["text"], at(x["at"]), Pinner(x["by"]))
                for x in item.get("constraints", ())
            ),
            turns=tuple(map(_to_turn, item.get("turns", ()))),
            notes=tuple(map(_to_note, item.get("notes", ()))),
            calls=tuple(
                ToolCall(x["id"], x["tool"], at(x["at"]), x.get("arguments", ""))
                for x in item.get("calls", ())
            ),
            variables=tuple((x["name"], x["value"]) for x in item.get("variables", ())),
            results=tuple(
                Validated(x["name"], x["text"], at(x["at"]), tuple(x.get("sources", ())))
                for x in item.get("results", ())
            ),
        ),
        completed=item.get("completed", False),
    )  # fmt: skip


def tool_result(value: ToolResult) -> Mapping[str, object]:
    """Encode a tool's result without its content."""
    return {
        "id": value.id, "room": value.room, "epoch": value.epoch, "tool": value.tool,
        "at": time(value.at), "expires_at": time(value.expires_at),
        "ttl": epoch_seconds(value.expires_at), "text": value.projection.text,
        "truncated": value.projection.truncated or None,
        "missing": value.projection.missing or None, "size": value.size, "call": value.call,
        "handling": handling(value.handling), "digest": value.digest,
        "suspicious": value.suspicious or None,
    }  # fmt: skip


def to_tool_result(item: Item) -> ToolResult:
    """Decode a tool's result without its content."""
    return ToolResult(
        id=item["id"], room=item["room"], epoch=item["epoch"], tool=item["tool"],
        at=at(item["at"]), expires_at=at(item["expires_at"]),
        projection=Projection(
            item["text"], item.get("truncated", False), tuple(item.get("missing", ()))
        ),
        size=item["size"], call=item.get("call"), handling=to_handling(item.get("handling")),
        digest=item.get("digest", ""), suspicious=item.get("suspicious", False),
    )  # fmt: skip


def full_result(value: FullResult) -> Mapping[str, object]:
    """Encode a whole tool result."""
    whole = {"content": value.content, "is_json": value.is_json}
    return {**tool_result(value.result), **whole}


def to_full_result(item: Item) -> FullResult:
    """Decode a whole tool result."""
    return FullResult(to_tool_result(item), item["content"], item["is_json"])


def _turn(value: RecentTurn) -> Mapping[str, object]:
    return {
        "id": value.id, "role": value.role.value, "text": value.text, "at": time(value.at),
        "speaker": value.speaker, "event": value.event,
    }  # fmt: skip


def _to_turn(item: Item) -> RecentTurn:
    return RecentTurn(
        item["id"], Role(item["role"]), item["text"], at(item["at"]), item.get("speaker"),
        item.get("event"),
    )  # fmt: skip


def _note(value: Note) -> Mapping[str, object]:
    return {
        "turn": value.turn, "place": value.place, "kind": value.kind.value, "text": value.text,
        "at": time(value.at), "speaker": value.speaker, "tentative": value.tentative or None,
        "event": value.event,
    }  # fmt: skip


def _to_note(item: Item) -> Note:
    return Note(
        item["turn"], item["place"], NoteKind(item["kind"]), item["text"], at(item["at"]),
        item["speaker"], item.get("tentative", False), item.get("event"),
    )  # fmt: skip

"""BEAM: long chats with an assistant (https://github.com/mohammadtavakoli78/BEAM).

Either a folder of `chat.json` and `probing_questions/probing_questions.json`, or rows of the hub's
data set with both as fields, in JSON or written out in Python. A chat is a list of batches of
turns, which may be grouped, under plans where it is very long; `source_chat_ids` of a question
name turns by number, in lists or by what each is for. Numbers that occur twice name both turns.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from evaluation.recall.model import Conversation, Question, Role, Turn

CONTRADICTION = "contradiction_resolution"
ABSTENTION = "abstention"
OUTDATED = "original_info"
"""Under this name stands what a knowledge update has replaced."""

_UNDATED = datetime(2024, 1, 1, tzinfo=UTC)
_ASSISTANTS = frozenset({"assistant", "ai", "system"})
_ANSWERS = ("answer", "ideal_answer", "ideal_response")
_MARK = re.compile(r"\s*->->[\s\d,]*$")  # where in its plan a user's turn comes from
_NUMBER = re.compile(r"\d+")


def is_beam(content: object) -> bool:
    """Whether this is a row, or are rows, of BEAM's form."""
    first = content[0] if isinstance(content, list) and content else content
    return isinstance(first, dict) and {"chat", "probing_questions"} <= first.keys()


def read(content: object) -> Iterator[Conversation]:
    """Yield the conversations of a row or of rows."""
    for number, row in enumerate(content if isinstance(content, list) else [content]):
        name = str(row.get("conversation_id") or f"beam-{number + 1}")
        yield _conversation(name, _parsed(row["chat"]), _parsed(row["probing_questions"]))


def read_folder(folder: Path) -> Conversation:
    """Read the folder of one conversation, as the repository keeps it."""
    chat = json.loads((folder / "chat.json").read_text(encoding="utf-8"))
    probing = folder / "probing_questions" / "probing_questions.json"
    return _conversation(folder.name, chat, json.loads(probing.read_text(encoding="utf-8")))


def _parsed(field: object) -> Any:
    if not isinstance(field, str):
        return field
    try:
        return json.loads(field)
    except json.JSONDecodeError:
        return ast.literal_eval(field)


def _conversation(name: str, chat: object, probing: Mapping[str, Any]) -> Conversation:
    turns: list[Turn] = []
    numbered: dict[str, set[str]] = {}
    at = _UNDATED
    for number, batch in enumerate(_batches(chat), 1):
        anchor = next(filter(None, (turn.get("time_anchor") for turn in batch)), None)
        at = max(at, _moment(anchor)) if anchor else at + timedelta(hours=1)
        for position, said in enumerate(batch):
            is_user = str(said.get("role", "user")).lower() not in _ASSISTANTS
            text = _MARK.sub("", str(said.get("content") or "")).strip()
            turn = Turn(
                f"b{number}:{position}", f"b{number}", position,
                Role.USER if is_user else Role.ASSISTANT, "User" if is_user else "Assistant",
                text, at + timedelta(seconds=position),
                by_owner=is_user,
            )  # fmt: skip
            if turn.text:
                turns.append(turn)
                numbered.setdefault(str(said.get("id", said.get("index"))), set()).add(turn.id)
    return Conversation(name, tuple(turns), tuple(_questions(probing, numbered)))


def _batches(node: object) -> Iterator[list[dict[str, Any]]]:
    """Yield the turns of each batch: a list of turns, or `turns` in groups."""
    if isinstance(node, dict) and "turns" in node:
        yield list(_said(node["turns"]))
    elif isinstance(node, dict):
        yield from _batches(list(node.values()))
    elif isinstance(node, list) and any("content" in v for v in node if isinstance(v, dict)):
        yield list(_said(node))
    elif isinstance(node, list):
        for value in node:
            yield from _batches(value)


def _said(node: object) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict) and "content" in node:
        yield node
    elif isinstance(node, list):
        for value in node:
            yield from _said(value)


def _moment(anchor: str) -> datetime:
    """Read "March-15-2024" or a date of ISO form; what is neither counts as undated."""
    for form in ("%B-%d-%Y", "%Y-%m-%d", "%B %d, %Y"):
        try:
            return datetime.strptime(anchor.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return _UNDATED


def _questions(probing: Mapping[str, Any], numbered: Mapping[str, set[str]]) -> Iterator[Question]:
    for category, some in probing.items():
        for number, asked in enumerate(some if isinstance(some, list) else [some]):
            named = asked.get("source_chat_ids")
            sources = named if isinstance(named, Mapping) else {"all": named}
            current = [ids for use, ids in sources.items() if use != OUTDATED]
            evidence = _turns_of(_ids(current), numbered)
            stale = _turns_of(_ids(sources.get(OUTDATED)), numbered)
            if not evidence and category != ABSTENTION:
                continue  # of some kinds, a few questions name no source
            answers = (asked.get(key) for key in _ANSWERS)
            yield Question(
                f"{category}-{number}", str(asked["question"]), category,
                frozenset() if category == ABSTENTION else evidence, stale=stale - evidence,
                is_contradiction=category == CONTRADICTION,
                answer=next(filter(None, answers), None),
            )  # fmt: skip


def _ids(node: object) -> Iterator[str]:
    if isinstance(node, Mapping):
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            yield from _ids(value)
    elif node is not None:
        yield from _NUMBER.findall(str(node))


def _turns_of(ids: Iterator[str], numbered: Mapping[str, set[str]]) -> frozenset[str]:
    return frozenset(turn for name in ids for turn in numbered.get(name, ()))

"""Reads the two forms of dialogue: LoCoMo's conversations and RealMem's sessions."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn; `owner` names whose memory it belongs to, nobody's if an assistant speaks."""

    session: str
    number: int
    speaker: str
    text: str
    at: datetime
    owner: str | None


@dataclass(frozen=True, slots=True)
class Gold:
    """A memory that the data set says should be made of the turn `session`/`number`."""

    session: str
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The turns of one file, in order, and what should be remembered of them, if it says so."""

    name: str
    turns: tuple[Turn, ...]
    gold: tuple[Gold, ...] = ()


def read(path: Path) -> Iterator[Dialogue]:
    """Yield the dialogues of a file, or of the JSON files of a folder."""
    if path.is_dir():
        for file in sorted(path.glob("*.json")):
            yield from read(file)
        return
    content = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(content, list):
        for entry in content:
            yield _locomo(entry)
    else:
        yield _realmem(path.stem, content)


_SESSION = re.compile(r"session_(\d+)")


def _locomo(entry: dict[str, Any]) -> Dialogue:
    """Read a conversation of two people; each owns what they say."""
    conversation = entry["conversation"]
    numbers = sorted(int(m[1]) for key in conversation if (m := _SESSION.fullmatch(key)))
    turns: list[Turn] = []
    for number in numbers:
        said = conversation[f"session_{number}_date_time"]
        at = datetime.strptime(said, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for position, turn in enumerate(conversation[f"session_{number}"]):
            session, speaker = f"{entry['sample_id']}/{number}", turn["speaker"]
            turns.append(Turn(session, position, speaker, turn["text"], at, owner=speaker))
    return Dialogue(entry["sample_id"], tuple(turns))


def _realmem(name: str, content: dict[str, Any]) -> Dialogue:
    """Read a user's sessions with an assistant, with the memories that came of them."""
    turns: list[Turn] = []
    gold: dict[Gold, None] = {}
    for entry in content["dialogues"]:
        session = f"{name}/{entry['session_uuid']}"
        at = datetime.strptime(entry["current_time"][:10], "%Y-%m-%d").replace(hour=12, tzinfo=UTC)
        own: dict[str, int] = {}
        for position, turn in enumerate(entry["dialogue_turns"]):
            by_user = turn["speaker"] == "User"
            owner = "User" if by_user else None
            turns.append(Turn(session, position, turn["speaker"], turn["content"], at, owner))
            if by_user:
                own.setdefault(turn["content"].strip(), position)
        for memory in entry["extracted_memory"]:
            # Later revisions of a memory name another turn than their own words come from.
            position = own.get(memory["source_content_snapshot"].strip(), -1)
            if memory["source_role_snapshot"] == "User" and position >= 0:
                gold[Gold(session, position, _HEADING.sub("", memory["content"]).strip())] = None
    return Dialogue(name, tuple(turns), tuple(gold))


_HEADING = re.compile(r"^\u3010[^\u3011]*[\u3011\u2019]\s*")

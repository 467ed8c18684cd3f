"""LongMemEval: a haystack of chats for each question (github.com/xiaowu0162/LongMemEval, MIT).

A list of instances: `question_id` (ends with `_abs` if nothing answers it), `question_type`,
`question_date`, `haystack_sessions` with their ids and dates, `answer_session_ids`; turns that hold
the answer have `has_answer`. The sessions of the oracle file are in no order of time.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from evaluation.recall.model import Conversation, Question, Role, Turn, Unit

ABSTENTION = "abstention"


def is_longmemeval(content: object) -> bool:
    """Whether this is LongMemEval's form."""
    return (
        isinstance(content, list)
        and bool(content)
        and isinstance(content[0], dict)
        and {"haystack_sessions", "question"} <= content[0].keys()
    )


def read(instances: list[dict[str, Any]]) -> Iterator[Conversation]:
    """Yield one conversation for each instance, with its one question."""
    for instance in instances:
        turns, answering, sessions = _turns(instance)
        yield Conversation(
            instance["question_id"], turns, (_question(instance, answering, sessions),)
        )


def _turns(instance: Mapping[str, Any]) -> tuple[tuple[Turn, ...], set[str], set[str]]:
    """Return the turns in order of time, and which turns and sessions hold the answer."""
    gold = set(instance.get("answer_session_ids") or [])
    turns: list[Turn] = []
    answering: set[str] = set()
    sessions: set[str] = set()
    seen: Counter[str] = Counter()
    ids, dates = instance["haystack_session_ids"], instance["haystack_dates"]
    haystack = zip(ids, map(_moment, dates), instance["haystack_sessions"], strict=True)
    for name, began, said in sorted(haystack, key=lambda entry: entry[1]):
        seen[name] += 1
        session = name if seen[name] == 1 else f"{name}.{seen[name]}"  # some come twice
        sessions |= {session} if name in gold else set()
        for position, turn in enumerate(said):
            if not turn["content"].strip():
                continue
            role = Role(turn["role"])
            made = Turn(
                f"{session}:{position}", session, position, role, role.value.capitalize(),
                turn["content"], began + timedelta(seconds=position),
                by_owner=role is Role.USER,
            )  # fmt: skip
            turns.append(made)
            answering |= {made.id} if turn.get("has_answer") else set()
    return tuple(turns), answering, sessions


def _moment(written: str) -> datetime:
    """Read "2023/05/20 (Sat) 02:21"; the benchmark names no zone."""
    day, _, clock = written.split(" ")
    return datetime.strptime(f"{day} {clock}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)


def _question(instance: Mapping[str, Any], answering: set[str], sessions: set[str]) -> Question:
    name = instance["question_id"]
    asked_at = _moment(instance["question_date"]) if instance.get("question_date") else None
    abstains = name.endswith("_abs")
    unit = Unit.TURN if answering or abstains else Unit.SESSION
    evidence = frozenset(answering if unit is Unit.TURN else sessions)
    return Question(
        name, instance["question"], ABSTENTION if abstains else instance["question_type"],
        frozenset() if abstains else evidence, unit, asked_at=asked_at,
        answer=str(instance.get("answer", "")),
    )  # fmt: skip

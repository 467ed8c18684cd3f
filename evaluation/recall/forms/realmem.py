"""RealMem: a user's projects with an assistant over many sessions (RealMemBench, Apache-2.0).

`dialogues`: sessions with `current_time` and `dialogue_turns`; a turn with `is_query` needs earlier
sessions, which the answer after it names (`memory_session_uuids`). So the evidence is sessions, and
a question is asked in the midst of the conversation.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from evaluation.recall.model import Conversation, Question, Role, Turn, Unit

_NOON = timedelta(hours=12)


def is_realmem(content: object) -> bool:
    """Whether this is RealMem's form."""
    return isinstance(content, dict) and "dialogues" in content


def read(name: str, content: Mapping[str, Any]) -> Conversation:
    """Read one persona; queries that need no session before their own are left out."""
    turns: list[Turn] = []
    questions: list[Question] = []
    told: set[str] = set()
    for number, dialogue in enumerate(content["dialogues"]):
        session, said = dialogue["session_uuid"], dialogue["dialogue_turns"]
        day = datetime.strptime(dialogue["current_time"][:10], "%Y-%m-%d").replace(tzinfo=UTC)
        began = day + _NOON + timedelta(minutes=number)
        before = len(turns)
        for position, turn in enumerate(said):
            at = began + timedelta(seconds=position)
            role = Role.USER if turn["speaker"] == "User" else Role.ASSISTANT
            if not turn["content"].strip():
                continue
            turns.append(
                Turn(
                    f"{session}:{position}",
                    session,
                    position,
                    role,
                    turn["speaker"],
                    turn["content"],
                    at,
                    by_owner=role is Role.USER,
                )
            )
            answer = said[position + 1] if position + 1 < len(said) else {}
            needs = frozenset(answer.get("memory_session_uuids") or []) & told
            if turn.get("is_query") and needs:
                questions.append(
                    Question(
                        f"{session}:{position}",
                        turn["content"],
                        turn["category_name"],
                        needs,
                        Unit.SESSION,
                        known=before,
                        asked_at=at,
                    )
                )
        told.add(session)
    return Conversation(name, tuple(turns), tuple(questions))

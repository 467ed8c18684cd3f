"""LoCoMo: two people talk for months (https://github.com/snap-research/locomo, CC BY-NC 4.0).

A list of samples: `conversation` with `session_N` and `session_N_date_time`, `qa` with `category`
and the ids of the turns that answer (`evidence`), written in several ways by the annotators.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from evaluation.recall.model import Conversation, Question, Role, Turn

CATEGORIES: Mapping[int, str] = {
    1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial",
}  # fmt: skip
"""As the paper names them; the numbers in the file are not in its order."""
ADVERSARIAL = 5
"""Asks what was said by one speaker as if of the other: the evidence is for no answer."""

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")


def is_locomo(content: object) -> bool:
    """Whether this is LoCoMo's form."""
    return (
        isinstance(content, list)
        and bool(content)
        and isinstance(content[0], dict)
        and {"conversation", "qa"} <= content[0].keys()
    )


def read(samples: list[dict[str, Any]]) -> Iterator[Conversation]:
    """Yield the conversations; questions whose evidence is lost in the file are left out."""
    for sample in samples:
        turns = tuple(_turns(sample["conversation"]))
        known = {turn.id for turn in turns}
        asked = (_question(number, qa, known) for number, qa in enumerate(sample["qa"]))
        yield Conversation(sample["sample_id"], turns, tuple(q for q in asked if q is not None))


def _turns(conversation: Mapping[str, Any]) -> Iterator[Turn]:
    numbers = sorted(int(m[1]) for key in conversation if (m := _SESSION.fullmatch(key)))
    for number in numbers:
        session = f"session_{number}"
        said = conversation[session] or []
        began = _moment(conversation[f"{session}_date_time"]) if said else None
        for position, turn in enumerate(said):
            assert began is not None  # noqa: S101 - for the type checker
            photo = f" [shared a photo: {c}]" if (c := turn.get("blip_caption")) else ""
            yield Turn(
                turn["dia_id"], session, position, Role.USER, turn["speaker"],
                turn["text"] + photo, began + timedelta(seconds=position),
                by_owner=turn["speaker"] == conversation["speaker_a"],
            )  # fmt: skip


def _moment(written: str) -> datetime:
    """Read "1:56 pm on 8 May, 2023"; the benchmark names no zone."""
    return datetime.strptime(written, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _question(number: int, qa: Mapping[str, Any], known: set[str]) -> Question | None:
    pairs = _EVIDENCE.findall(" ".join(qa.get("evidence") or []))
    named = frozenset(f"D{int(a)}:{int(b)}" for a, b in pairs) & known
    is_adversarial = qa["category"] == ADVERSARIAL
    if not named and not is_adversarial:
        return None
    return Question(
        f"q{number}", str(qa["question"]), CATEGORIES[qa["category"]],
        frozenset() if is_adversarial else named,
        answer=None if is_adversarial else str(qa.get("answer", "")),
    )  # fmt: skip

"""What models answer, and what is sent to them."""

import re
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from muniment.domain.fence import FENCE_NAME, Fence


class Verdict(StrEnum):
    """What an answer is."""

    CORRECT = "correct"
    WRONG = "wrong"
    ABSTAINED = "abstained"


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class Said(_Form):
    """An answer to a question."""

    answer: Annotated[str, Field(max_length=4000)]
    abstains: bool


class Judged(_Form):
    """A judge's verdict, after its reason."""

    verdict: Annotated[Verdict, Field(strict=False)]
    why: Annotated[str, Field(max_length=2000)] = ""


def to_answer(memory: str, question: str, asked_at: datetime) -> dict[str, object]:
    """Return what is shown to who answers."""
    return {"memory": _in_one_fence(memory), "asked_at": asked_at.isoformat(timespec="minutes"),
            "question": question}  # fmt: skip


def to_judge(question: str, right: str | None, answer: str) -> dict[str, object]:
    """Return what is shown to who judges."""
    return {"question": question, "right": right, "answer": answer}


_OPENED = re.compile(rf"<{FENCE_NAME}-([0-9a-f]+)>")
_FENCE = Fence("0" * 8)


def _in_one_fence(memory: str) -> str:
    """Return what was recalled in the fence of every run, so that it is known in the next."""
    opened = _OPENED.match(memory)
    if opened is None:
        return memory
    inner = memory.removeprefix(opened[0]).removesuffix(Fence(opened[1]).closing)
    return f"{_FENCE.opening}{inner}{_FENCE.closing}"

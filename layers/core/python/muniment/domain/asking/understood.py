"""What was read from a question, as it may be told and kept: no word of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Question(StrEnum):
    """What kind of answer is asked for."""

    WHEN = "when"
    HOW_MANY = "how_many"
    WHO = "who"
    WHERE = "where"
    WHY = "why"
    HOW = "how"
    WHAT = "what"
    WHETHER = "whether"
    NONE = "none"
    """It asks nothing in so many words: a topic, a task, a message."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What was read from a question, in kinds, times and counts: none of its words."""

    question: Question = Question.NONE
    since: datetime | None = None
    until: datetime | None = None
    """The time it asked about, the end excluded."""
    of_time_alone: bool = False
    """Whether it said nothing else of what it looked for."""
    numbers: int = 0
    """How many identifiers and numbers it looked for."""

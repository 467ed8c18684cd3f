"""Ways to remember that are put the same questions: `learn` turns as they are said, then `ask`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from evaluation.recall.measures import Answers
from evaluation.recall.model import Question, Turn

OURS = "ours"
NO_MEMORY = "no memory"
FULL_HISTORY = "full history"
BM25 = "BM25"
VECTORS = "vectors"

WIDE = 50
"""Lines that are ranked: enough for ten sessions."""
SERVED_LINES, SERVED_TOKENS = 10, 2000
"""What a condition without options of its own gives: the defaults of the product's recall."""


class Condition(Protocol):
    """One way to remember the turns of one conversation."""

    @property
    def name(self) -> str:
        """What it is called in reports."""
        ...

    def learn(self, turns: Sequence[Turn]) -> None:
        """Take in turns that were said after those before; they are known from now on."""
        ...

    def ask(self, question: Question, at: datetime) -> Answers:
        """Answer in the three ways; only from what the asker owns."""
        ...

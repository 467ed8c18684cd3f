"""Cold start: what the first turns of somebody new answer is asked right after them, too."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from evaluation.recall.model import Conversation, Question, Unit

NEW = 40
"""Turns: a session or two. In a conversation of fewer than twice as many nobody is new."""
COLD = "cold start"


def with_cold_start(conversations: Iterable[Conversation]) -> Iterator[Conversation]:
    """Yield the conversations with copies of the questions that their first turns answer."""
    for conversation in conversations:
        cold: list[Question] = []
        if len(conversation.turns) >= 2 * NEW:
            cold = [
                _new(question)
                for question in conversation.questions
                if question.is_answerable and question.unit is Unit.TURN
                if conversation.known_to(question) > NEW
                if question.evidence <= {turn.id for turn in conversation.turns[:NEW]}
            ]
        yield replace(conversation, questions=(*conversation.questions, *cold))


def _new(question: Question) -> Question:
    return replace(
        question, id=f"cold-{question.id}", category=COLD, known=NEW, asked_at=None, is_cold=True,
        stale=frozenset(), forbidden=frozenset(), forbidden_text=(),
    )  # fmt: skip

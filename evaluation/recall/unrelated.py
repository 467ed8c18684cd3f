"""Questions that a conversation does not answer: general ones, and those of other conversations."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from evaluation.recall.model import Conversation, Question

GENERAL = "unrelated, general"
FOREIGN = "unrelated, another conversation's"
MOST = 40
"""Of each sort, a conversation: enough for a rate to within some points."""
_SEED = 5


def with_unrelated(
    conversations: Sequence[Conversation], general: Sequence[str], *, foreign: bool
) -> Iterator[Conversation]:
    """Yield the conversations with unrelated questions added; which ones is the same every time.

    `foreign`: also those of other conversations, if there are any. They go to the owner of
    whoever is asked first.
    """
    for conversation in conversations:
        chosen = random.Random(f"{_SEED} {conversation.name}")  # noqa: S311 - no secret
        others = [
            question.text
            for other in conversations
            if foreign and other.name != conversation.name
            for question in other.questions
            if question.is_answerable
        ]
        if not conversation.questions:
            yield conversation
            continue
        whose = conversation.questions[0]
        added = [
            _asked(whose, f"{sort}-{number}", text, category)
            for sort, category, texts in (
                ("general", GENERAL, general), ("foreign", FOREIGN, others),
            )
            for number, text in enumerate(chosen.sample(texts, min(MOST, len(texts))))
        ]  # fmt: skip
        yield replace(conversation, questions=(*conversation.questions, *added))


def _asked(whose: Question, name: str, text: str, category: str) -> Question:
    return Question(name, text, category, frozenset(), owner=whose.owner, tenant=whose.tenant)

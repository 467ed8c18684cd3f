"""Whether a memory was made up: what it states has to stand in the turns that it names."""

import re
from collections.abc import Sequence

from evaluation.recall.measures import EPISODE
from evaluation.recall.model import Turn

_TAKEN_OUT = re.compile(r"\[redacted: [\w ]+\]")  # domain.redaction marks so what it took out
_WORD = re.compile(r"\w+")


def stands_in(kind: str, text: str, value: str | None, said: Sequence[Turn]) -> bool:
    """Whether there are turns that hold the words of an episode, or of the value of a fact."""
    words = {word for turn in said for word in _words(f"{turn.attribute or ''} {turn.text}")}
    stated = text if kind == EPISODE else value or text
    return bool(said) and words.issuperset(_words(_TAKEN_OUT.sub("", stated)))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())

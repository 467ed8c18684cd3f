"""What a passage's form says about it, noted when it is stored: ranking reads no text.

Cheap signs, each from one pass over the text. They describe what was said, never what was asked.
"""

import re
from dataclasses import dataclass
from typing import Final

from muniment.domain.text import sentences

MOST_NAMES: Final = 3
"""Names beyond the third say no more."""
_LONGEST: Final = 4_000
"""Characters that are looked at: what follows in a long text changes no trait by much."""

_ANNOTATION = re.compile(r"\s*\[[^\[\]]*\]\s*\Z")  # "[shared a photo: ...]" is not said
_NAME = re.compile(r"(?<=[\w,;:'’)] )[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+")
_TIME = re.compile(
    r"""\b(?:
      yesterday | today | tonight | tomorrow | last | next | ago | since | recently
      | this\ (?:week|month|year|weekend|morning) | past
      | (?:mon|tues|wednes|thurs|fri|satur|sun)day
      | january | february | march | april | (?-i:May) | june | july | august | september | october
      | november | december | \d{4}
      | (?:\d{1,3}|an?|two|three|few|couple)\ (?:day|week|month|year)s?
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")


@dataclass(frozen=True, slots=True)
class Traits:
    """Signs of one passage. Those of what was stored before traits were kept are all absent.

    `asks`: share of the text that stands in questions, 0..1. `ends_asking`: whether its last
    sentence is one, which the next turn may answer. `tells_time`: whether it holds an expression of
    time. `names`: capitalised words inside sentences, at most `MOST_NAMES`.
    """

    asks: float = 0.0
    ends_asking: bool = False
    tells_time: bool = False
    names: int = 0


NONE: Final = Traits()


def traits(text: str) -> Traits:
    """Return the traits of what somebody said; total over `str`, linear in its length."""
    said = _ANNOTATION.sub("", text[:_LONGEST])
    parts = [said[start:end] for start, end in sentences(said)]
    asking = [part.endswith(_QUESTION_MARKS) for part in parts]
    length = sum(map(len, parts))
    asked = sum(len(part) for part, asks in zip(parts, asking, strict=True) if asks)
    return Traits(
        asks=round(asked / length, 2) if length else 0.0,
        ends_asking=bool(asking) and asking[-1],
        tells_time=_TIME.search(said) is not None,
        names=min(MOST_NAMES, len(_NAME.findall(said))),
    )

"""Whether two statements speak of different days: "yesterday" is another day in every week."""

import re
from datetime import date, datetime, timedelta
from typing import Final

type Occasion = tuple[str, object]
"""The word for a stretch of time, and which one is meant."""

_DAY: Final = {
    "today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1, "last night": -1,
    "this morning": 0, "this afternoon": 0, "this evening": 0,
}  # fmt: skip
_WORD: Final = re.compile(
    r"\b(" + "|".join(sorted(_DAY, key=len, reverse=True)) + r")\b", re.IGNORECASE | re.ASCII
)
_STRETCH: Final = re.compile(
    r"\b(this|last|next|past|coming) (week|weekend|month|year)\b", re.IGNORECASE | re.ASCII
)
_WEEKDAY: Final = re.compile(
    r"(?<!every )(?<!each )\b(?:last|next|this|on|until|by)? ?"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?!s)",
    re.IGNORECASE | re.ASCII,
)
_AGO: Final = re.compile(
    r"\bago\b|\bin (?:a|an|\d+|two|three|four|five) (?:days?|weeks?|months?)\b",
    re.IGNORECASE | re.ASCII,
)
_STEP: Final = {"this": 0, "last": -1, "past": -1, "next": 1, "coming": 1}


def another_occasion(left: str, left_at: datetime, right: str, right_at: datetime) -> bool:
    """Whether one of two texts, each said at its time, names a day or stretch the other does not.

    Only words that hang on when they were said count; dates are compared elsewhere.
    """
    return occasions(left, left_at) != occasions(right, right_at)


def occasions(text: str, at: datetime) -> frozenset[Occasion]:
    """Return the days, weeks, months and years that relative words of `text` mean."""
    said = at.date()
    found: set[Occasion] = {
        ("day", said + timedelta(days=_DAY[m[1].lower()])) for m in _WORD.finditer(text)
    }
    for match in _STRETCH.finditer(text):
        found.add(_stretch(match[2].lower(), _STEP[match[1].lower()], said))
    if _WEEKDAY.search(text):
        found.add(("week", said.isocalendar()[:2]))
    if _AGO.search(text):
        found.add(("day", said))
    return frozenset(found)


def _stretch(unit: str, step: int, said: date) -> Occasion:
    match unit:
        case "year":
            return "year", said.year + step
        case "month":
            return "month", said.year * 12 + said.month + step
        case _:
            return unit, (said + timedelta(weeks=step)).isocalendar()[:2]

"""The time that a question asks about: "last Tuesday", "in June", "since March".

Expressions are those by which memory knows when something happened (`grammar.dates`), and the
stretches that only a question has: "in the last two weeks", "this month", "between May and July".
They are relative to the time of the question, in its own zone. English, as those tables are.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from muniment.domain.grammar.dates import NUMBER, Stretch, number_of, stretches


@dataclass(frozen=True, slots=True)
class Range:
    """From one moment to before another, in UTC; `None`: without a bound on that side."""

    since: datetime | None = None
    until: datetime | None = None

    def holds(self, moment: datetime) -> bool:
        """Whether the moment lies in it."""
        return (self.since is None or self.since <= moment) and (
            self.until is None or moment < self.until
        )


@dataclass(frozen=True, slots=True)
class AskedTime:
    """A range, and where the question says it."""

    range: Range
    start: int
    end: int


_AHEAD: Final = re.compile(
    r"\b(?:tomorrow|shall|should|going to|will|next (?:week|weekend|month|year)|plans? for)\b",
    re.IGNORECASE,
)
"""A question about what is to come: what was said today says no more of it than any other."""
_UNITS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}
_WITHIN: Final = re.compile(
    rf"\b(?:(?:in|during|over|within)\s+)?the\s+(?:last|past)\s+(?:(?P<number>{NUMBER})\s+)?"
    r"(?P<unit>day|week|month|year)s?\b",
    re.IGNORECASE,
)
_THIS: Final = re.compile(r"\b(?:earlier\s+)?this\s+(?P<unit>week|month|year)\b", re.IGNORECASE)
_YEAR: Final = re.compile(
    r"\b(?:during|of|throughout|all)\s+(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE
)
_THE_DAY_BEFORE: Final = re.compile(r"\bthe\s+day\s+before\s+yesterday\b", re.IGNORECASE)
_BARE: Final = re.compile(r"[A-Za-z]+")
_DAYS: Final = ("Today", "Tonight", "Yesterday")
_FROM: Final = re.compile(r"\b(?P<word>since|after|from|between)\s+(?:the\s+)?\Z", re.IGNORECASE)
_TO: Final = re.compile(r"\b(?P<word>before|until|till|by|up\s+to)\s+(?:the\s+)?\Z", re.IGNORECASE)
_AND: Final = re.compile(r"\s*(?:and|to|until|till|-|\u2013)\s*(?:the\s+)?", re.IGNORECASE)
_OF: Final = re.compile(r"\b(?:of|and)\s+\Z", re.IGNORECASE)
_MONTH: Final = re.compile(
    r"january|february|march|april|may|june|july|august|september|october|november|december",
    re.IGNORECASE,
)
_A_YEAR: Final = re.compile(r"\d{4}")
_LOOKED_AT: Final = 24
"""Characters before an expression in which the word stands that opens or closes the range."""


def asked_time(question: str, now: datetime) -> AskedTime | None:
    """Return the time that a question asks about, `None` if it names none.

    `now` is aware, and in the zone in which the asker counts days. Total over `str`.
    """
    if _AHEAD.search(question):
        return None
    found = _found(question, now.date())
    if not found:
        return None
    first, start = found[0], found[0].start
    opens, closes = _before(question, first, _FROM), _before(question, first, _TO)
    word = opens["word"].lower() if opens else ""
    if opens and word in ("between", "from"):
        second = found[1] if len(found) > 1 else None
        if second and _AND.fullmatch(question, first.end, second.start):
            behind = _behind(question, first, second)
            return _asked(now, first.first, behind, opens.start(), second.end)
    if opens and word in ("since", "after"):
        since = first.behind if word == "after" else first.first
        return _asked(now, since, None, opens.start(), first.end)
    if closes:
        until = first.behind if closes["word"].lower() == "by" else first.first
        return _asked(now, None, until, closes.start(), first.end)
    return _asked(now, first.first, first.behind, start, first.end)


def _before(question: str, stretch: Stretch, word: re.Pattern[str]) -> re.Match[str] | None:
    return word.search(question, max(0, stretch.start - _LOOKED_AT), stretch.start)


def _behind(question: str, first: Stretch, second: Stretch) -> date | None:
    """Return where a range ends: of "between October and May" in the year after its beginning.

    A name of a month or a day alone is the latest that is not to come, also where it comes after
    one that is later in the year, or has only begun; a 29 February may be years ago. So the end is
    the first of that name behind the beginning. What else ends before it begins has no end.
    """
    behind, is_named = second.behind, _is_without_year(question, second)
    if is_named and _is_without_year(question, first):
        begins = second.first
        while begins.year > first.first.year and _in_year(begins, begins.year - 1) >= first.first:
            begins = _in_year(begins, begins.year - 1)
            behind = _in_year(behind, behind.year - 1)
    last = max(behind.year, first.first.year) if is_named else behind.year
    for year in range(behind.year, min(last + 1, date.max.year) + 1):
        if (moved := _in_year(behind, year)) > first.first:
            return moved
    return None


def _in_year(day: date, year: int) -> date:
    """Return the same day of another year; in one without a 29 February the day behind it."""
    try:
        return day.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def _is_without_year(question: str, stretch: Stretch) -> bool:
    """Whether a stretch is the name of a month or of one of its days, and no more."""
    words = question[stretch.start : stretch.end]
    return _MONTH.search(words) is not None and _A_YEAR.search(words) is None


def _found(question: str, today: date) -> list[Stretch]:
    """Return the stretches of days that a question names, in order, the longer of two that meet."""
    said = [each for each in stretches(question, today) if _is_meant(question, each)]
    found = sorted([*said, *_own(question, today)], key=lambda each: (each.start, -each.end))
    kept: list[Stretch] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def _is_meant(question: str, stretch: Stretch) -> bool:
    """Whether a month's name stands for the month: it may be a person's, or open a question."""
    words = question[stretch.start : stretch.end]
    is_bare = _BARE.fullmatch(words) and words.capitalize() not in _DAYS
    return not is_bare or any(_before(question, stretch, word) for word in (_FROM, _TO, _OF))


def _own(question: str, today: date) -> list[Stretch]:
    """Return the stretches that are no expression of when something happened."""
    found: list[Stretch] = []
    tomorrow = today + timedelta(days=1)
    for match in _WITHIN.finditer(question):
        days = _UNITS[match["unit"].lower()] * number_of(match["number"] or "one")
        if days <= (today - date.min).days:
            found.append(Stretch(today - timedelta(days=days), tomorrow, *match.span()))
    for match in _THIS.finditer(question):
        first = {
            "week": today - timedelta(days=today.weekday()),
            "month": today.replace(day=1),
            "year": today.replace(month=1, day=1),
        }[match["unit"].lower()]
        found.append(Stretch(first, tomorrow, *match.span()))
    for match in _YEAR.finditer(question):
        year = int(match["year"])
        found.append(Stretch(date(year, 1, 1), date(year + 1, 1, 1), *match.span()))
    for match in _THE_DAY_BEFORE.finditer(question):
        day = today - timedelta(days=2)
        found.append(Stretch(day, day + timedelta(days=1), *match.span()))
    return found


def _asked(
    now: datetime, first: date | None, behind: date | None, start: int, end: int
) -> AskedTime:
    return AskedTime(Range(_beginning(first, now), _beginning(behind, now)), start, end)


def _beginning(day: date | None, now: datetime) -> datetime | None:
    """Return when a day begins where the asker is."""
    if day is None:
        return None
    try:
        return datetime.combine(day, time(), now.tzinfo).astimezone(UTC)
    except OverflowError:
        return None  # at the end of the calendar there is no bound

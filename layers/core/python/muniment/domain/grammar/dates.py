"""When something happened, by the words that say so and the time at which they were said.

"Yesterday" is the speaker's: a turn of 2024-03-02T01:30+09:00 means the first of March in that
zone. What is told happened at the beginning of the day, month or year that is meant, in the same
zone; what is asked for may be all of it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum, auto

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_NUMBERS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "couple of": 2,
    "a couple of": 2,
}
NUMBER = r"\d{1,3}|a\s+couple\s+of|couple\s+of|an?|one|two|three|four|five|six|seven|eight|nine|ten"
_WEEKDAY = "|".join(_WEEKDAYS)
_MONTH = "|".join(month.capitalize() for month in _MONTHS)  # "may" and "march" are verbs too


class Unit(Enum):
    """How long a stretch is that begins with its first day."""

    DAY = auto()
    ABOUT = auto()
    """Three days around the one that is said: nobody counts the days of "two weeks ago"."""
    WEEKEND = auto()
    WEEK = auto()
    MONTH = auto()
    YEAR = auto()


@dataclass(frozen=True, slots=True)
class Stretch:
    """The days that an expression of time means, the last one excluded, and where it stands."""

    first: date
    behind: date
    start: int
    end: int


_Resolve = Callable[[re.Match[str], date], tuple[date, Unit]]


_PLANNED = re.compile(r"(?<!\w)(?:for|until|till)\s+(?:the\s+)?$", re.IGNORECASE)
"""Before an expression of time: "booked for 14 June" tells of a day to come, of whichever year."""


def happened(text: str, said_at: datetime) -> datetime | None:
    """Return when what `text` tells of happened, going by its first expression of time.

    `None` if it says none, or one that is not past at `said_at`, which must be aware.
    """
    today = said_at.date()
    found = [
        (match.start(), day)
        for pattern, resolve in _EXPRESSIONS
        if (match := pattern.search(text))
        and not _PLANNED.search(text, 0, match.start())
        and (meant := _or_none(resolve, match, today))
        for day, _ in (meant,)
    ]
    if not found:
        return None
    _, day = min(found)
    moment = datetime.combine(day, time(), said_at.tzinfo)
    return moment if moment <= said_at else None


def stretches(text: str, today: date) -> list[Stretch]:
    """Return the days that the expressions of time in `text` mean, in order, said on `today`."""
    found = sorted(_stretches(text, today), key=lambda each: (each.start, -each.end))
    kept: list[Stretch] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def _stretches(text: str, today: date) -> Iterator[Stretch]:
    for pattern, resolve in _EXPRESSIONS:
        for match in pattern.finditer(text):
            if meant := _or_none(resolve, match, today):
                try:
                    first, behind = _days(*meant)
                except (ValueError, OverflowError):
                    continue  # beyond the calendar
                yield Stretch(first, behind, match.start(), match.end())


def _days(day: date, unit: Unit) -> tuple[date, date]:
    """Return the first day, and the one behind the last."""
    match unit:
        case Unit.DAY:
            return day, day + timedelta(days=1)
        case Unit.ABOUT:
            return day - timedelta(days=3), day + timedelta(days=4)
        case Unit.WEEKEND:
            return day, day + timedelta(days=2)
        case Unit.WEEK:
            return day, day + timedelta(days=7)
        case Unit.MONTH:
            return day, _months_before(day, -1)
        case Unit.YEAR:
            return day, date(day.year + 1, 1, 1)


def _or_none(resolve: _Resolve, match: re.Match[str], today: date) -> tuple[date, Unit] | None:
    try:
        return resolve(match, today)
    except (ValueError, OverflowError):
        return None  # 31 April, or 900 years ago


def _day(match: re.Match[str], today: date) -> tuple[date, Unit]:
    return today - timedelta(days=1 if match["yesterday"] else 0), Unit.DAY


def _ago(match: re.Match[str], today: date) -> tuple[date, Unit]:
    number = number_of(match["number"])
    unit = match["unit"].lower()
    if unit == "month":
        return _months_before(today, number), Unit.MONTH
    if unit == "year":
        return date(today.year - number, 1, 1), Unit.YEAR
    day = today - timedelta(days=number * (7 if unit == "week" else 1))
    return day, Unit.ABOUT if unit == "week" else Unit.DAY


def number_of(said: str) -> int:
    """Return the number that a match of `NUMBER` says.

    Compared as the pattern compares, to which a dotless Turkish letter is an "i" as well.
    """
    said = " ".join(said.split())
    if said.isdigit():
        return int(said)
    return next(n for word, n in _NUMBERS.items() if re.fullmatch(word, said, re.IGNORECASE))


def _months_before(today: date, number: int) -> date:
    """Return the first day of the month."""
    months = today.year * 12 + today.month - 1 - number
    return date(months // 12, months % 12 + 1, 1)


def _last(said: re.Match[str], today: date) -> tuple[date, Unit]:
    """Resolve "last week", from its Monday, "last month" and "last year"."""
    unit = said["unit"].lower()
    monday = today - timedelta(days=today.weekday() + 7)
    match unit:
        case "week":
            return monday, Unit.WEEK
        case "weekend":
            return monday + timedelta(days=5), Unit.WEEKEND
        case "month":
            return _months_before(today, 1), Unit.MONTH
        case _:
            return date(today.year - 1, 1, 1), Unit.YEAR


def _weekday(match: re.Match[str], today: date) -> tuple[date, Unit]:
    """Resolve "on Friday", "last Friday": the latest one before today."""
    back = (today.weekday() - _WEEKDAYS.index(match["weekday"].lower())) % 7
    return today - timedelta(days=back or 7), Unit.DAY


def _calendar(match: re.Match[str], today: date) -> tuple[date, Unit]:
    """Resolve "3 May", "May 3rd, 2023", "in May": the latest one that is not to come."""
    month = _MONTHS.index(match["month"].lower()) + 1
    said = match["day"] or match["day_after"]
    day, unit = int(said or 1), Unit.DAY if said else Unit.MONTH
    if match["year"]:
        return date(int(match["year"]), month, day), unit
    return _latest(day, month, today), unit


def _latest(day: int, month: int, today: date) -> date:
    """Return the latest such day that is not to come; ValueError if no year has one."""
    for year in range(today.year, max(today.year - _LEAP_YEARS_APART, date.min.year) - 1, -1):
        with suppress(ValueError):  # that year has no 29 February
            if (found := date(year, month, day)) <= today:
                return found
    raise ValueError("no year has such a day")


_LEAP_YEARS_APART = 8
"""At most, around 1900 and 2100."""


_CALENDAR = (
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?|in\s+|last\s+|on\s+)?"
    rf"(?P<month>(?-i:{_MONTH}))(?:\s+(?P<day_after>\d{{1,2}})(?:st|nd|rd|th)?(?!\d))?"
    r"(?:,?\s+(?P<year>(?:19|20)\d\d))?"
)
_EXPRESSIONS: tuple[tuple[re.Pattern[str], _Resolve], ...] = tuple(
    (re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE), resolve)
    for pattern, resolve in (
        (r"(?P<yesterday>yesterday|last\s+night)|today|tonight|this\s+(?:morning|afternoon)", _day),
        (rf"(?P<number>{NUMBER})\s+(?P<unit>day|week|month|year)s?\s+ago", _ago),
        (r"last\s+(?P<unit>week|weekend|month|year)", _last),
        (rf"(?:on|last|this\s+past|past)\s+(?P<weekday>{_WEEKDAY})", _weekday),
        (_CALENDAR, _calendar),
        (r"(?P<iso>\d{4}-\d\d-\d\d)", lambda m, _: (date.fromisoformat(m["iso"]), Unit.DAY)),
        (r"in\s+(?P<year>(?:19|20)\d\d)", lambda m, _: (date(int(m["year"]), 1, 1), Unit.YEAR)),
    )
)

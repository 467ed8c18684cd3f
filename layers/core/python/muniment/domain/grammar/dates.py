"""When something happened, by the words that say so and the time at which they were said.

"Yesterday" is the speaker's: a turn of 2024-03-02T01:30+09:00 means the first of March in that
zone. What is returned is the beginning of the day, month or year that is meant, in the same zone.
"""

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta

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
_NUMBER = (
    r"\d{1,3}|a\s+couple\s+of|couple\s+of|an?|one|two|three|four|five|six|seven|eight|nine|ten"
)
_WEEKDAY = "|".join(_WEEKDAYS)
_MONTH = "|".join(month.capitalize() for month in _MONTHS)  # "may" and "march" are verbs too

_Resolve = Callable[[re.Match[str], date], date | None]


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
        and (day := _or_none(resolve, match, today))
    ]
    if not found:
        return None
    _, day = min(found)
    moment = datetime.combine(day, time(), said_at.tzinfo)
    return moment if moment <= said_at else None


def _or_none(resolve: _Resolve, match: re.Match[str], today: date) -> date | None:
    try:
        return resolve(match, today)
    except (ValueError, OverflowError):
        return None  # 31 April, or 900 years ago


def _day(match: re.Match[str], today: date) -> date:
    return today - timedelta(days=1 if match["yesterday"] else 0)


def _ago(match: re.Match[str], today: date) -> date:
    said = " ".join(match["number"].lower().split())
    number = int(said) if said.isdigit() else _NUMBERS[said]
    unit = match["unit"].lower()
    if unit == "month":
        return _months_before(today, number).replace(day=1)
    if unit == "year":
        return date(today.year - number, 1, 1)
    return today - timedelta(days=number * (7 if unit == "week" else 1))


def _months_before(today: date, number: int) -> date:
    months = today.year * 12 + today.month - 1 - number
    return date(months // 12, months % 12 + 1, 1)


def _last(match: re.Match[str], today: date) -> date:
    """Resolve "last week", from its Monday, "last month" and "last year"."""
    unit = match["unit"].lower()
    if unit in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday() + 7)
        return monday if unit == "week" else monday + timedelta(days=5)
    return _months_before(today, 1) if unit == "month" else date(today.year - 1, 1, 1)


def _weekday(match: re.Match[str], today: date) -> date:
    """Resolve "on Friday", "last Friday": the latest one before today."""
    back = (today.weekday() - _WEEKDAYS.index(match["weekday"].lower())) % 7
    return today - timedelta(days=back or 7)


def _calendar(match: re.Match[str], today: date) -> date:
    """Resolve "3 May", "May 3rd, 2023", "in May": the latest one that is not to come."""
    month = _MONTHS.index(match["month"].lower()) + 1
    day = int(match["day"] or match["day_after"] or 1)
    if match["year"]:
        return date(int(match["year"]), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year <= today else date(today.year - 1, month, day)


_CALENDAR = (
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?|in\s+|last\s+|on\s+)?"
    rf"(?P<month>(?-i:{_MONTH}))(?:\s+(?P<day_after>\d{{1,2}})(?:st|nd|rd|th)?(?!\d))?"
    r"(?:,?\s+(?P<year>(?:19|20)\d\d))?"
)
_EXPRESSIONS: tuple[tuple[re.Pattern[str], _Resolve], ...] = tuple(
    (re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE), resolve)
    for pattern, resolve in (
        (r"(?P<yesterday>yesterday|last\s+night)|today|tonight|this\s+(?:morning|afternoon)", _day),
        (rf"(?P<number>{_NUMBER})\s+(?P<unit>day|week|month|year)s?\s+ago", _ago),
        (r"last\s+(?P<unit>week|weekend|month|year)", _last),
        (rf"(?:on|last|this\s+past|past)\s+(?P<weekday>{_WEEKDAY})", _weekday),
        (_CALENDAR, _calendar),
        (r"(?P<iso>\d{4}-\d\d-\d\d)", lambda match, _: date.fromisoformat(match["iso"])),
        (r"in\s+(?P<year>(?:19|20)\d\d)", lambda match, _: date(int(match["year"]), 1, 1)),
    )
)

"""What a value says beyond its words: a number, an amount of money, a day, a truth, a duration.

A typed value stands beside the text and never for it: the text is kept as it was said. What is
read is certain, or nothing is: a dollar sign is US dollars, as the symbol's first meaning, but
"160 pounds" (money or weight?), "05/03/2027" and "3 May" without its year stay words.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar, Literal

from muniment.domain.anchors.amounts import UNITS
from muniment.domain.money import Money, money_in, payee_in
from muniment.domain.numerals import NUMERAL, amount_of
from muniment.domain.text import normalise


@dataclass(frozen=True, slots=True)
class Number:
    """A number by itself or with its unit; `amount` as exact as it was written."""

    type: ClassVar[Literal["number"]] = "number"
    amount: Decimal
    unit: str | None = None
    """`kg`, `km`, `percent` …: the first name of the unit in `anchors.amounts`."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar, resolved by the time and zone of who said it."""

    type: ClassVar[Literal["date"]] = "date"
    date: date


@dataclass(frozen=True, slots=True)
class Truth:
    """Yes or no."""

    type: ClassVar[Literal["boolean"]] = "boolean"
    value: bool


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time that every calendar agrees on: weeks and shorter."""

    type: ClassVar[Literal["duration"]] = "duration"
    seconds: Decimal


type TypedValue = Number | Money | Day | Truth | Duration
"""The closed union; `None` beside it means that the value is a text."""

LONGEST = 300
"""Characters. A longer value is prose, and is not looked through."""


def read(value: str, quote: str = "", said_at: datetime | None = None) -> TypedValue | None:
    """Return what `value` says, `None` where it is just words; total and deterministic.

    `quote` is the sentence it stands in, which may name whom money goes to. `said_at`, aware,
    resolves "tomorrow"; without it such words stay words.
    """
    if len(value) > LONGEST:
        return None
    if found := money_in(value):
        return Money(found.amount, found.currency, payee_in(value) or payee_in(quote))
    whole = value.strip().rstrip(".!")
    return _truth(whole) or _day(whole, said_at) or _duration(whole) or _number(whole)


def value_key(value: str, typed: TypedValue | None) -> str:
    """Return what two values have in common that say the same thing.

    Words are compared without case, spacing and punctuation; what has a type, by what it comes to:
    "$9.99" and "9.99 USD", "90 minutes" and "1.5 hours". What else is said beside an amount counts
    as words: $200 for rent is not $200 for food. A bare number is compared as it is written, since
    3.10 may be a version.
    """
    if isinstance(typed, Money):
        return _money_key(value, typed)
    bare = isinstance(typed, Number) and typed.unit is None
    if typed is None or bare:
        return ("-" if bare and value.lstrip().startswith("-") else "") + normalise(value)
    return f"{typed.type}\0{_measure(typed)}"


def _measure(typed: Number | Day | Truth | Duration) -> str:
    match typed:
        case Number(amount, unit):
            base, factor = UNITS[unit or ""]
            return f"{Fraction(amount) * factor} {base}"
        case Day(day):
            return day.isoformat()
        case Truth(truth):
            return str(truth)
        case Duration(seconds):
            return str(Fraction(seconds))


def _money_key(value: str, typed: Money) -> str:
    found = money_in(value)
    start, end = found.span if found else (0, len(value))
    amount = f"{Fraction(typed.amount)} {typed.currency} {normalise(typed.payee or '')}"
    beside = (normalise(value[:start]), normalise(value[end:]))
    return "\0".join((typed.type, amount, *beside))


# --- the plain types ---------------------------------------------------------------------------

_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def _truth(text: str) -> Truth | None:
    said = _TRUTHS.get(text.lower())
    return None if said is None else Truth(said)


_SYMBOLS = {pair: name for name, pair in reversed(UNITS.items())}
_OF_TIME = {"s": 1, "min": 60, "day": 86_400}  # seconds of a base unit; a month has no fixed length
_NOT_MEASURED = frozenset(("eur", "usd", "gbp", "chf", *_OF_TIME))
_MEASURED = re.compile(rf"({NUMERAL})\s?(%|[A-Za-z]\w{{0,11}})?")


def _number(text: str) -> Number | None:
    """Read "34", "12,000", "72 kg", "15 %"."""
    match = _MEASURED.fullmatch(text)
    amount = amount_of(match[1]) if match else None
    if match is None or amount is None:
        return None
    if match[2] is None:
        return Number(amount)
    unit = UNITS.get("percent" if match[2] == "%" else match[2].lower())
    if unit is None or unit[0] in _NOT_MEASURED:
        return None
    return Number(amount, _SYMBOLS[unit])


_SPAN = re.compile(rf"({NUMERAL})\s?([A-Za-z]{{1,7}})")
_JOINED = re.compile(r"(?:,| and)? ?")


def _duration(text: str) -> Duration | None:
    """Read "90 minutes", "1 h 30 min", "2 hours and 5 minutes"."""
    total, at = Decimal(0), 0
    while match := _SPAN.match(text, at):
        base, factor = UNITS.get(match[2].lower(), ("", 0))
        amount = amount_of(match[1])
        if base not in _OF_TIME or amount is None:
            return None
        total += amount * factor * _OF_TIME[base]  # exact: 15 digits, 9 places
        at = match.end()
        joint = _JOINED.match(text, at)
        at = joint.end() if joint and at < len(text) else at
    if not at or at < len(text):
        return None
    return Duration(total)


_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_MONTH = "|".join(rf"{name[:3]}(?:{name[3:]})?" if name != "may" else name for name in _MONTHS)
_DATE = (  # compiled when a date may stand there: no function needs it to start
    rf"(?:on\s)?(?:the\s)?(?:(?P<iso>\d{{4}}-\d\d-\d\d)"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{_MONTH})\.?,?\s(?P<year>\d{{4}})"
    rf"|(?P<us_month>{_MONTH})\.?\s(?P<us_day>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<us_year>\d{{4}}))"
)
_NEAR = {"yesterday": -1, "today": 0, "tomorrow": 1, "the day after tomorrow": 2}


def _day(text: str, said_at: datetime | None) -> Day | None:
    """Read "2027-05-03", "3 May 2027", "May 3, 2027", and, by who says it when, "tomorrow"."""
    try:
        if said_at is not None and (near := _NEAR.get(text.lower())) is not None:
            return Day(said_at.date() + timedelta(days=near))
        ends_in_digit = text[-1:].isdigit()
        match = re.fullmatch(_DATE, text, re.IGNORECASE) if ends_in_digit else None
        if match is None:
            return None
        if match["iso"]:
            return Day(date.fromisoformat(match["iso"]))
        month = (match["month"] or match["us_month"]).lower()[:3]
        number = [name[:3] for name in _MONTHS].index(month) + 1
        year, day = match["year"] or match["us_year"], match["day"] or match["us_day"]
        return Day(date(int(year), number, int(day)))
    except (ValueError, OverflowError):
        return None  # 31 April, or the day before the calendar begins

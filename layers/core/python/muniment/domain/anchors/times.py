"""Times of day and dates, in the ways in which they are written."""

import re
from typing import Final

from muniment.domain.anchors.passes import DIGIT, Group

_MONTHS: Final = """
    january jan, february feb, march mar, april apr, may, june jun, july jul, august aug,
    september sept sep, october oct, november nov, december dec
"""
MONTHS: Final = {
    name: number
    for number, names in enumerate(_MONTHS.split(","), 1)
    for name in names.split()
}  # fmt: skip
WEEKDAYS: Final = {
    name: full
    for full, names in {
        "monday": "mon", "tuesday": "tue tues", "wednesday": "wed weds",
        "thursday": "thu thur thurs", "friday": "fri", "saturday": "sat", "sunday": "sun",
    }.items()
    for name in (full, f"{full}s", *names.split())
}  # fmt: skip
"""Days of the week by all their names; the short ones count only where a day must stand."""


def _clock(match: re.Match[str]) -> str:
    hour, minute = int(match["h"]), int(match["m"] or 0)
    half = (match["ap"] or "").lower()
    if hour > 24 or minute > 59:
        return match[0]
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f" =t:{hour % 24 * 60 + minute} "


def _hour(match: re.Match[str]) -> str:
    """Return the time of "six in the morning" or "8 o'clock"."""
    hour, part = int(match["h"]), (match["part"] or "").lower()
    if not 1 <= hour <= 12:
        return match[0]
    late = part in ("evening", "afternoon", "night")
    return f" =t:{(hour % 12 + (12 if late else 0)) * 60} {part} "


def _in_words(match: re.Match[str]) -> str:
    """Return the time of "half past seven", "a quarter to eight", "ten past nine"."""
    minutes = {"half": 30, "quarter": 15}.get(match["m"].lower()) or int(match["m"])
    hour = int(match["h"]) * 60
    return f" =t:{(hour - minutes if match['to'].lower() == 'to' else hour + minutes) % 1440} "


def _date(match: re.Match[str]) -> str:
    year = f" =y:{match['y']}" if match["y"] else ""
    return f" =m:{MONTHS[match['mon'].lower()]} =d:{int(match['d'])}{year} "


def _iso(match: re.Match[str]) -> str:
    return f" =m:{int(match[2])} =d:{int(match[3])} =y:{match[1]} "


def _month(match: re.Match[str]) -> str:
    year = f" =y:{match['y']}" if match["y"] else ""
    return f"{match[1]} =m:{MONTHS[match['mon'].lower()]}{year} "


def _weekday(match: re.Match[str]) -> str:
    return f" =w:{WEEKDAYS[match[1].lower()]} "


_MONTH: Final = rf"(?P<mon>{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
_YEAR: Final = r"(?P<y>(?:19|20)\d\d)\b"
_DAY: Final = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_SHORT: Final = r"(mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\b\.?"
_PART: Final = r"(?P<part>morning|afternoon|evening|night)"
_BEFORE_MONTH: Final = (
    "in|by|until|till|since|during|this|next|last|of|from|mid|early|late|before|after|every"
)

TIMES: Final = Group.of(
    frozenset([DIGIT, "half", "quarter", "noon", "midday", "midnight"]),
    (r"\b(?:a )?(?P<m>half|quarter|\d{1,2}) (?P<to>past|to) (?P<h>\d{1,2})\b", _in_words),
    (r"\b(?P<h>\d{1,2})[:.](?P<m>\d{2})\s*(?P<ap>[ap])\.?m\b\.?", _clock),
    (r"\b(?P<h>\d{1,2})(?P<m>)\s*(?P<ap>[ap])\.?m\b\.?", _clock),
    (r"\b(?P<h>\d{1,2}):(?P<m>\d{2})\b(?P<ap>)", _clock),
    (rf"\b(?P<h>\d{{1,2}}) o'clock(?: (?:in the|at) {_PART})?", _hour),
    (rf"\b(?P<h>\d{{1,2}}) (?:in the|at) {_PART}\b", _hour),
    (r"\bnoon\b|\bmidday\b", " =t:720 "),
    (r"\bmidnight\b", " =t:0 "),
)

DATES: Final = Group.of(
    frozenset([DIGIT, *MONTHS, *WEEKDAYS]),
    (r"\b(\d{4})-(\d\d)-(\d\d)\b", _iso),
    (rf"\b{_DAY}(?: of)? {_MONTH}\b\.?(?:,? {_YEAR})?", _date),
    (rf"\b{_MONTH}\b\.? (?:the )?{_DAY}\b(?:,? {_YEAR})?", _date),
    (rf"\b({_BEFORE_MONTH}) {_MONTH}\b(?: {_YEAR})?", _month),
    (r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b", _weekday),
    (rf"(?<=\bon ){_SHORT}", _weekday),
    (rf"(?<=\bevery ){_SHORT}", _weekday),
)

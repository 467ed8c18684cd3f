"""Amounts with their units, in one base unit of each kind, and rates."""

import re
from fractions import Fraction
from typing import Final

from muniment.domain.anchors.numbers import NUMBER, plain
from muniment.domain.anchors.passes import DIGIT, Group

_UNITS: Final = """
    mg 1 mg milligram milligrams
    mg 1000 g gram grams gramme grammes
    mg 1000000 kg kgs kilo kilos kilogram kilograms
    lb 1 lb lbs
    mm 1 mm millimetre millimetres
    mm 10 cm centimetre centimetres
    mm 1000 metre metres
    mm 1000000 km kilometre kilometres
    mile 1 mile miles
    foot 1 foot feet ft
    ml 1 ml millilitre millilitres
    ml 1000 l litre litres
    sqm 1 m2 sqm
    s 1 second seconds sec
    min 1 minute minutes min
    min 60 hour hours h
    day 1 day days
    day 7 week weeks
    month 1 month months
    month 12 year years
    eur 1 eur euro euros
    usd 1 usd dollar dollars buck bucks
    gbp 1 gbp quid pound pounds
    chf 1 chf franc francs
    percent 1 percent
    mb 1 mb megabyte megabytes
    mb 1000 gb gigabyte gigabytes
    celsius 1 celsius
    fahrenheit 1 fahrenheit
"""
UNITS: Final = {
    name: (base, int(factor))
    for base, factor, *names in map(str.split, _UNITS.strip().splitlines())
    for name in names
}
"""Unit: its base and how many of it. Pounds are money: a weight in pounds is written lb here."""

_SIGNS: Final = {"€": "eur", "$": "usd", "£": "gbp"}
_ADVERBS: Final = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    "annually": "year",
}  # fmt: skip
_PERIODS: Final = ("hour", "day", "week", "month", "year")
_PERIOD: Final = "|".join(_PERIODS)
_UNIT: Final = "|".join(sorted(UNITS, key=len, reverse=True))


def _amount(match: re.Match[str]) -> str:
    base, factor = UNITS[match["unit"].lower()]
    return f" =q:{plain(Fraction(match['n']) * factor)}{base} "


def _metres(match: re.Match[str]) -> str:
    return f" =q:{plain(Fraction(match['n']) * 1000)}mm "


def _degrees(match: re.Match[str]) -> str:
    name = {"c": "celsius", "f": "fahrenheit"}[match["unit"].lower()]
    return f" =q:{plain(Fraction(match['n']))}{name} "


def _money(match: re.Match[str]) -> str:
    return f"{match['n']} {_SIGNS[match['sign']]}"


def _half(match: re.Match[str]) -> str:
    return f" 0.5 {match[1] or match[2]} "


def _and_a_half(match: re.Match[str]) -> str:
    return f" {int(match[1] or match[3])}.5 {match[2] or match[4]} "


def _rate(match: re.Match[str]) -> str:
    return f" =r:{match[1].lower()} "


def _adverb(match: re.Match[str]) -> str:
    return f" =r:{_ADVERBS[match[1].lower()]} "


_END: Final = r"(?=\W*$|[.,;!?)]| (?:for|at|in|on|to|from|and|rent)\b)"
"""What follows "a month" where it is a rate, and not a month long or ago."""

AMOUNTS: Final = Group.of(
    frozenset([DIGIT, *_ADVERBS, *_PERIODS, *(f"{period}s" for period in _PERIODS), "half"]),
    (rf"(?P<sign>[€$£])\s?(?P<n>{NUMBER})", _money),
    (rf"(?P<n>{NUMBER})\s?(?P<sign>[€$£])", _money),
    (rf"({NUMBER})\s?%", r"\1 percent"),
    (r"\bhalf an? (hour|day|year|kilo|litre|mile)\b|\bhalf-(hour)\b", _half),
    (r"\b(?:a )?quarter of an hour\b", " 15 minutes "),
    (r"\b(?:an?|1) (hour|day|year|week|month) and a half\b", r" 1.5 \1 "),
    (
        r"\b(\d{1,9}) and a half (\w+)\b|\b(\d{1,9}) (hours|days|years|weeks|months) and a half\b",
        _and_a_half,
    ),
    (rf"\b(?:by the|an?|per|each|every) ({_PERIOD}){_END}", _rate),
    (rf"(?<=[\d )\w])/({_PERIOD})\b", _rate),
    (rf"\b(?:per|each|every) ({_PERIOD})\b", _rate),
    (rf"(?<=times )(?:an?|per) ({_PERIOD})\b", _rate),
    (rf"\b({'|'.join(_ADVERBS)})\b", _adverb),
    (r"\ban (hour)\b", r" 1 \1 "),
    (rf"\b(?P<n>{NUMBER})[ -]?(?P<unit>{_UNIT})\b", _amount),
    (r"\b(?P<n>\d{1,9})\s?°?\s?(?P<unit>[CF])\b", _degrees),
    (rf"\b(?P<n>{NUMBER})m\b", _metres),
)

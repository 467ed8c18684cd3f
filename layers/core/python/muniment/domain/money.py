"""Amounts of money in a text, and whom they go to."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import ClassVar, Literal

from muniment.domain.numerals import NUMERAL, amount_of


@dataclass(frozen=True, slots=True)
class Money:
    """An amount that was named, with whom it goes to where that was said.

    It tells what was said. It allows nobody to pay, this amount or another.
    """

    type: ClassVar[Literal["money"]] = "money"
    amount: Decimal
    currency: str
    """ISO 4217."""
    payee: str | None = None


@dataclass(frozen=True, slots=True)
class FoundMoney:
    """An amount in a text, and where it stands."""

    amount: Decimal
    currency: str
    span: tuple[int, int]


_IN_USE = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
    CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
    GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW
    KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR
    MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
    USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
"""
CURRENCIES = frozenset(_IN_USE.split())
"""ISO 4217, currencies in use."""

_ALSO_WORDS = frozenset(("ALL", "COP", "CUP", "GEL", "LAK", "MAD", "MOP", "PEN", "TOP", "TRY"))
"""Before a number these are words rather: "TOP 10"."""

_SIGNS = {
    "$": "USD", "US$": "USD", "CA$": "CAD", "C$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD",
    "HK$": "HKD", "S$": "SGD", "R$": "BRL", "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW",
    "₺": "TRY", "₴": "UAH", "₪": "ILS", "₫": "VND", "₱": "PHP", "₦": "NGN",
}  # fmt: skip
"""A bare dollar is the first meaning of its sign; the yen's is two currencies' and is left."""

_NAMES = {
    "dollar": "USD", "dollars": "USD", "buck": "USD", "bucks": "USD", "us dollars": "USD",
    "euro": "EUR", "euros": "EUR", "quid": "GBP", "pounds sterling": "GBP", "yen": "JPY",
    "swiss francs": "CHF", "rupees": "INR", "usd": "USD", "eur": "EUR", "gbp": "GBP", "chf": "CHF",
    "cad": "CAD", "aud": "AUD", "jpy": "JPY",
}  # fmt: skip
"""In any case. Pounds may be a weight, and most other codes are words in small letters."""

_SCALES = {"": 0, "k": 3, "thousand": 3, "million": 6, "billion": 9}


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _number(place: int) -> str:
    scale = rf"(?:\s?(?P<s{place}>k|thousand|million|billion)(?!\w))?"
    return rf"(?P<n{place}>{NUMERAL}){scale}"


@cache  # compiled at the first number that is met: no function needs it to start
def _money() -> re.Pattern[str]:
    sign, code = _any(_SIGNS), _any(CURRENCIES)
    before = rf"(?:(?P<sign>{sign})|(?P<code>{_any(CURRENCIES - _ALSO_WORDS)}))"
    after = rf"(?:(?P<after>{sign}|{code})|(?P<name>(?i:{_any(_NAMES)})))"
    return re.compile(
        rf"(?<![\w.,$€£-])"
        rf"(?:{before}\s?{_number(1)}(?![\w%])|{_number(2)}\s?{after}(?!\w))"
    )


def money_in(text: str) -> FoundMoney | None:
    """Return the one amount of money in `text`; `None` if it names none, or several."""
    if not _HAS_DIGIT.search(text):
        return None
    matches = list(_money().finditer(text))
    if len(matches) != 1:
        return None
    (match,) = matches
    amount = amount_of(match["n1"] or match["n2"])
    if amount is None:
        return None
    unit = match["sign"] or match["code"] or match["after"]
    currency = _SIGNS.get(unit, unit) if unit else _NAMES[match["name"].lower()]
    scale = _SCALES[match["s1"] or match["s2"] or ""]
    return FoundMoney(_scaled(amount, scale), currency, match.span())


def _scaled(amount: Decimal, places: int) -> Decimal:
    """Return the amount in full: 1.5 thousand is 1500."""
    return Decimal(f"{amount.scaleb(places):f}")


_HAS_DIGIT = re.compile(r"[0-9]")

# --- whom it goes to -----------------------------------------------------------------------------

_NO_NAME = (
    r"(?:I|My|The|A|An|And|Or|But|If|On|In|At|Every|Each|This|That|It|We|You|Please|Auto\w*|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Jan|Febr)uary|March|April|May|June|July|"
    r"August|(?:Septem|Octo|Novem|Decem)ber)\b"
)
_WORD = r"[\w&'\u2019+.-]{0,39}"
_NAME = rf"(?!{_NO_NAME})(?P<payee>[A-Z]{_WORD}(?: (?:[A-Z&]{_WORD}|\+)){{0,3}})"
_KIND = r"(?:plan|subscription|membership|bill|premium|account|tier|fee|invoice)s?\b"
_EACH = r"(?: (?:a|per|each|every) (?:day|week|month|quarter|year)| (?:dai|week|month|year)ly)?"
_PAYS = r"(?:[Pp]a(?:y|ys|id|ying)|[Oo]we[sd]?|[Ss]en[dt]s?|[Tt]ransfer(?:s|red)?|[Aa]uto-?pay)"
_LONGEST = 1000
"""Characters. A sentence that names a payee is shorter."""


@cache
def _forms() -> tuple[tuple[re.Pattern[str], ...], re.Pattern[str], re.Pattern[str]]:
    """Return what names a payee anywhere, what does so before an amount, and what behind it."""
    anywhere = (
        re.compile(rf"\b{_NAME} {_KIND}"),  # the Spotify plan
        re.compile(rf"\b{_KIND} (?:with|from|of|at|for|to) {_NAME}"),  # the plan with Spotify
    )
    before = re.compile(rf"\b{_PAYS} {_NAME} \Z")  # pay Spotify $9.99
    behind = re.compile(rf"{_EACH} (?:to|at) {_NAME}")  # $9.99 a month to Spotify
    return anywhere, before, behind


def payee_in(text: str) -> str | None:
    """Return the one name that `text` says money goes to; `None` if it names none, or several."""
    if len(text) > _LONGEST:
        return None
    anywhere, before, behind = _forms()
    words = _money().sub(" , ", text)  # "USD" is no part of a name
    matches = [match for form in anywhere for match in form.finditer(words)]
    if found := money_in(text):
        start, end = found.span
        beside = (before.search(text[:start]), behind.match(text[end:]))
        matches += filter(None, beside)
    named = {match["payee"].rstrip(".'-\u2019") for match in matches}
    return named.pop() if len(named) == 1 else None

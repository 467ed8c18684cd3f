"""Card numbers and IBANs, by their checksums.

Both checksums are a line of arithmetic, so no library is asked; the tests compare them with one.
"""

import re
from collections.abc import Iterator

from muniment.adapters.detection.other_numbers import is_numbered_otherwise
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_SURE = 0.98
_CARD_FORM = re.compile(r"(?<![\w.+#-])(?:\d(?:[ -]?\d){11,18}|\d{4}(?:\.\d{4}){3})(?![\w-]|\.\d)")
_FEWEST_DIGITS = 12
_GROUPS = re.compile(r"[ .-]")
_IN_IBAN = re.compile(r"[A-Za-z]{2}\d\d[ -]?\Z")
_CARD_WORD = re.compile(
    r"card|visa|master|amex|pan\b|kart|carta|tarjeta|carte|credit|debit", re.IGNORECASE
)


def luhn(digits: str) -> bool:
    """Whether the last of `digits` is the check digit of the others (ISO/IEC 7812-1, annex B)."""
    doubled = (int(digit) * 2 for digit in digits[-2::-2])
    total = sum(map(int, digits[-1::-2])) + sum(d - 9 if d > 9 else d for d in doubled)
    return total % 10 == 0


def _issued(digits: str) -> bool:
    """Whether an issuer of cards has this prefix with this length."""
    length, two, four, six = len(digits), int(digits[:2]), int(digits[:4]), int(digits[:6])
    return any(
        (
            digits[0] == "4" and length in {13, 16, 19},  # Visa
            (51 <= two <= 55 or 2221 <= four <= 2720) and length == 16,  # Mastercard
            two in {34, 37} and length == 15,  # American Express
            (two in {36, 38, 39} or 3000 <= int(digits[:4]) <= 3059)
            and 14 <= length <= 19,  # Diners
            (four == 6011 or 644 <= int(digits[:3]) <= 649 or two == 65) and 16 <= length <= 19,
            3528 <= four <= 3589 and 16 <= length <= 19,  # JCB
            two in {62, 81} and 16 <= length <= 19,  # UnionPay
            four in {5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763}
            and length >= 12,  # Maestro
            2200 <= four <= 2204 and 16 <= length <= 19,  # Mir
            six in {606282, 637095, 637568} and length == 16,  # Hipercard
        )
    )


def cards(reading: Reading) -> Iterator[Finding]:
    """Yield numbers of cards: an issuer's prefix and length, and the check digit."""
    text = reading.text
    if reading.digits < _FEWEST_DIGITS:
        return
    for match in _CARD_FORM.finditer(text):
        digits = _GROUPS.sub("", match[0])
        if len(set(digits)) == 1 or not (_issued(digits) and luhn(digits)):
            continue
        before = text[max(0, match.start() - 30) : match.start()]
        is_named = _CARD_WORD.search(before) is not None
        if _IN_IBAN.search(before) or (not is_named and is_numbered_otherwise(text, match.start())):
            continue
        yield Finding(DataKind.CARD, *match.span(), _SURE)


# --- IBAN ------------------------------------------------------------------------------------

_LENGTHS = {
    country: length
    for length, countries in {
        15: "NO", 16: "BE", 18: "DK FK FO FI GL NL SD", 19: "MK SI", 20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV", 22: "BG BH CR DE GB GE IE ME RS VA", 23: "AE GI IL IQ OM SO TL",
        24: "AD CZ DZ ES MD PK RO SA SE SK TN VG", 25: "LY PT ST", 26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM", 28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE", 31: "MT SC", 32: "LC", 33: "RU",
    }.items()
    for country in countries.split()
}  # fmt: skip
"""The lengths of the countries that have IBANs (registry of ISO 13616)."""

_IBAN_START = re.compile(r"(?<![A-Za-z0-9])(?P<country>[A-Za-z]{2})\d{2}(?=[ -]?[A-Za-z0-9]{2})")


def is_iban(compact: str) -> bool:
    """Whether an IBAN without spaces has its country's length and right check digits (mod 97)."""
    if len(compact) != _LENGTHS.get(compact[:2].upper()):
        return False
    if not "02" <= compact[2:4] <= "98":  # what the formula gives
        return False
    return int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 == 1


def ibans(reading: Reading) -> Iterator[Finding]:
    """Yield IBANs, in groups or without."""
    text = reading.text
    for match in _IBAN_START.finditer(text):
        length = _LENGTHS.get(match["country"].upper(), 0)
        end = _end_of(text, match.start(), length)
        if end is None:
            continue
        compact = re.sub(r"[ -]", "", text[match.start() : end])
        if compact.isascii() and is_iban(compact):
            yield Finding(DataKind.IBAN, match.start(), end, _SURE)


def _end_of(text: str, start: int, length: int) -> int | None:
    """Return where `length` letters and digits end that stand together, single spaces aside."""
    at, seen = start, 0
    while at < len(text) and seen < length:
        character = text[at]
        if character.isascii() and character.isalnum():
            seen += 1
        elif character not in " -" or not text[at - 1].isalnum():
            return None
        at += 1
    is_whole = seen == length and seen > 0 and not text[at : at + 1].isalnum()
    return at if is_whole else None

"""Ways to reach somebody: telephone numbers, e-mail addresses, and addresses on the internet."""

import ipaddress
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from muniment.adapters.detection.other_numbers import is_numbered_otherwise
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

if TYPE_CHECKING:
    from phonenumbers import PhoneNumber

_SURE = 0.97
_ABROAD = 0.95
_AT_HOME = 0.8

# --- telephone -------------------------------------------------------------------------------

REGIONS = (
    "US", "GB", "DE", "FR", "ES", "IT", "NL", "CH", "AT", "BR", "IN", "AU", "JP", "MX", "PL", "BE",
    "PT", "SE", "IE", "TR", "RU", "CN",
)  # fmt: skip
"""Where a number without a country may be from; tried in order, and only beside a telling word."""

_DIGITS = r"\d(?:[ .\-/()\u2011]{0,2}\d)"
_INTERNATIONAL = re.compile(rf"(?<![\w.+/-])(?:\+|00)[ (]{{0,2}}{_DIGITS}{{6,16}}(?![\w-])")
_NORTH_AMERICAN = re.compile(
    r"(?<![\w.+-])(?:1[ .-])?(?:\([2-9]\d\d\)[ ]?|[2-9]\d\d[.-])[2-9]\d\d[ .-]\d{4}(?![\w-])"
)
_TELLING = re.compile(
    r"\b(?:tel|phone|telephone|call|dial|ring|mobile|cell|handy|fax|whatsapp|signal|sms|text"
    r"|reach(?=[ ](?:me|us|him|her|them)\b)"
    r"|telefon|telefono|teléfono|móvil|movil|celular|cellulare|portable|handynummer"
    r"|msisdn|hotline|voicemail|landline|festnetz|mobil|mobiel|komórk|komork|dzwoń|zadzwoń|chiamare|chiamami|chiama|llama|appel"
    r"|ligar|liga-me|bellen|bel|ruf|anrufen|zavolej|ring(?=[ ]p[åa])"
    r"|(?:my|his|her|their|our|your)(?: new)?(?: (?:number|nr|num|no\.?))(?: is)?)\w{0,6}\b"
    r"|телефон\w*|тел\.|позвони\w*|мобильн\w*|电话|電話|手机|手機|携帯|전화|telefonu|numarası",
    re.IGNORECASE,
)
_NATIONAL = re.compile(
    rf"(?<![\w.+-]){_DIGITS}{{6,13}}(?![\w-])|(?<![\w.+-])\({_DIGITS}{{6,13}}(?![\w-])"
)
_FEWEST_DIGITS = 7  # of a number that can be dialled
_REACH = 60  # characters after a telling word
_NUMBERED = re.compile(
    r"\b(?:num[eé]ro|número|numero|nummer|numer|nr|номер)\b[^\n\d]{0,40}?"
    r"(?<![\w.+-])(?P<value>\(?0\d{1,5}\)?(?:[ ./-]{1,3}\d{2,8}){1,5})(?![\w-])",
    re.IGNORECASE,
)
"""A word that says only "number" needs a number in groups that begins as those for dialling do."""
_DATE = re.compile(r"\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4}")


def phones(reading: Reading) -> Iterator[Finding]:
    """Yield telephone numbers that the numbering plans know.

    With the code of a country anywhere; without one in the form of North America, or beside a word
    like "call".
    """
    text = reading.text
    if reading.digits < _FEWEST_DIGITS:
        return
    yield from _wherever(text)
    yield from _beside_a_word(text)
    yield from _numbered(text)


def _wherever(text: str) -> Iterator[Finding]:
    for match in _INTERNATIONAL.finditer(text):
        number = match[0] if match[0].startswith("+") else f"+{match[0][2:]}"
        if _is_valid(number, None):
            yield Finding(DataKind.PHONE, *match.span(), _ABROAD)
    for match in _NORTH_AMERICAN.finditer(text):
        if _is_valid(match[0], "US"):
            yield Finding(DataKind.PHONE, *match.span(), _AT_HOME)


def _beside_a_word(text: str) -> Iterator[Finding]:
    reached = 0
    for word in _TELLING.finditer(text):
        near = (max(reached, word.end()), word.end() + _REACH)
        reached = near[1]
        for match in _NATIONAL.finditer(text, *near):
            if is_numbered_otherwise(text, match.start()) or _DATE.fullmatch(match[0]):
                continue
            if any(_is_valid(match[0], region) for region in REGIONS):
                yield Finding(DataKind.PHONE, *match.span(), _AT_HOME)


def _numbered(text: str) -> Iterator[Finding]:
    for match in _NUMBERED.finditer(text):
        if _OTHERWISE.search(match[0]) or _DATE.fullmatch(match["value"]):
            continue
        if any(_is_valid(match["value"], region) for region in REGIONS):
            yield Finding(DataKind.PHONE, *match.span("value"), _AT_HOME)


_OTHERWISE = re.compile(
    r"(?i)command|pedid|ordin|rechn|kund|fatt|fact|client|cliente|auftr|bestell|serie|vol\b|train"
    r"|zamów|klient|артик|заказ|счет|счёт|iban|kont|compt|cuent"
)


def _is_valid(number: str, region: str | None) -> bool:
    import phonenumbers  # noqa: PLC0415 - 50 ms that only texts with such numbers pay

    try:
        parsed: PhoneNumber = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number(parsed)


# --- e-mail ----------------------------------------------------------------------------------

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])(?P<local>[A-Za-z0-9][\w.%+-]{0,63})@"
    r"(?P<domain>(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,6}(?P<top>[^\W\d_]{2,24}))(?![\w-])"
)
_SPELT_OUT = re.compile(
    r"(?<![\w.])[\w.+-]{1,64}\s?(?:\(at\)|\[at\]|\{at\}|\sat\s)\s?[A-Za-z0-9-]{1,63}"
    r"(?:\s?(?:\(dot\)|\[dot\]|\{dot\}|\sdot\s)\s?[A-Za-z]{2,24}){1,3}\b",
    re.IGNORECASE,
)
_FORMS = re.compile(  # in the domains of RFC 2606: what a form shows, not whom it reaches
    r"(?:(?:your[._-]?)?(?:e?-?mail|name|user|username|you|someone|somebody|foo|bar)|nome|nombre|nom)"
    r"@example\.(?:com|org|net)",
    re.IGNORECASE,
)
_NOT_TOP = frozenset(("png", "jpg", "jpeg", "gif", "svg", "webp", "js", "ts", "css", "py", "local"))
_MESSAGE_ID = re.compile(
    r"(?:message-id|references|in-reply-to|content-id)\s?:[^\n]{0,400}\Z", re.IGNORECASE
)


def emails(reading: Reading) -> Iterator[Finding]:
    """Yield e-mail addresses; not the ids of messages, nor a code host's `git@…:`."""
    text = reading.text
    if "@" in text:
        for match in _EMAIL.finditer(text):
            if not _is_no_mailbox(text, match):
                yield Finding(DataKind.EMAIL, *match.span(), _SURE)
    if "dot" in text.lower():
        for match in _SPELT_OUT.finditer(text):
            yield Finding(DataKind.EMAIL, *match.span(), 0.7)


def _is_no_mailbox(text: str, match: re.Match[str]) -> bool:
    if match["top"].lower() in _NOT_TOP or _FORMS.fullmatch(match[0]):
        return True
    if match["local"] == "git" or text[match.end() : match.end() + 2].strip(" ")[:1] == ":/":
        return True
    line = text[max(0, match.start() - 420) : match.start()].rpartition("\n")[2]
    return _MESSAGE_ID.search(line) is not None


# --- internet --------------------------------------------------------------------------------

_IPV4 = re.compile(r"(?<![\w.+-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)")
_IPV6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:{1,2}){2,7}[0-9A-Fa-f]{0,4}(?![\w:])")
_VERSION = re.compile(
    r"(?:\bv|version|release|build|firmware|driver|section|chapter|§)\W{0,3}\Z"
    r"|[\w.-]:[\w.-]{1,40}:\Z",  # coordinates of a package
    re.IGNORECASE,
)


def ip_addresses(reading: Reading) -> Iterator[Finding]:
    """Yield public addresses; private and documentation ranges identify nobody."""
    text = reading.text
    if text.count(".") >= 3:
        for match in _IPV4.finditer(text):
            before = text[max(0, match.start() - 48) : match.start()]
            if _is_public(match[0]) and not _VERSION.search(before):
                yield Finding(DataKind.IP_ADDRESS, *match.span(), 0.8)
    if text.count(":") >= 2:
        for match in _IPV6.finditer(text):
            if _is_public(match[0]):
                yield Finding(DataKind.IP_ADDRESS, *match.span(), 0.9)


def _is_public(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:
        return False

"""Secrets that people tell in sentences: "the wifi password is …", "… is my PIN"."""

import re
from collections.abc import Iterator

from muniment.adapters.detection.names import PASSWORD_WORDS, has_mark, is_no_password
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_TOLD = 0.75
_PASSWORD = rf"(?:{'|'.join(PASSWORD_WORDS)}|pass[ ]?word|mot[ ]de[ ]passe)"
_BESIDE = re.compile(
    rf"(?<![\w-])(?P<what>{_PASSWORD})[ ][\"'`“„](?P<value>[^\"'`”“\n]{{4,100}})[\"'`”“]",
    re.IGNORECASE,
)
_WITH = re.compile(
    rf"(?<![\w#-])(?P<what>{_PASSWORD}|pass)[ ](?:to[ ])?(?P<value>(?!-"
    rf"|[`\"']*\w+[=<])\S{{6,100}})",
    re.IGNORECASE,
)
_REVERSED = re.compile(
    rf"""
    (?<! \S ) (?P<value> \S{{4,80}} ) \s (?: is | was | as ) \s
    (?: my | the | our | your | their ) \s (?: [\w-]{{1,20}} \s ){{0,3}}?
    (?P<what> {_PASSWORD} | pin ) \b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LOGIN = re.compile(
    r"\b(?:creds?|credentials|logins?)\b(?:[ ](?:are|is|with|as))?[ :=]{1,3}"
    r"[\w.@+-]{2,64}[ ]?[/:][ ]?(?P<value>[^\s/]{6,80})",
    re.IGNORECASE,
)
_PHRASE = re.compile(  # BIP 39: 12 to 24 words of 3 to 8 letters
    r"\b(?:seed|recovery|mnemonic|wallet|backup)[ _-]?(?:phrase|words|seed)\b"
    r"[^\n]{0,30}?[:\s\"'`]{1,4}"
    r"(?P<value>(?:[a-z]{3,8}[ ,\n]{1,2}){11,23}[a-z]{3,8})",
    re.IGNORECASE,
)
_ONE_TIME = re.compile(
    r"\b(?:verification|one[ -]time|security|otp|2fa|mfa|login|sign-in|authentication|access)\s"
    r"(?:pass)?code\b[^\n\d]{0,30}?(?<!\w)(?P<value>\d{3}[ -]?\d{3}|\d{4,8})(?![\w-])",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"(?<![\w-])(?P<value>\d{4,8}) is your [\w ]{0,30}(?:code|otp|passcode)\b", re.IGNORECASE
)
_SENT = re.compile(  # what a service sends to a telephone
    r"(?:\byour[ ][\w .-]{0,30}code[ ]?(?:is|:)[ :]{1,2}(?P<value>\d{4,8})(?!\d)"
    r"(?=[^\n]{0,80}?(?:share|expire|valid|minutes)))"
    r"|\buse[ ](?P<used>\d{4,8})[ ](?:to|as)[ ][\w ]{0,20}?(?:verif|log|sign|confirm|code)",
    re.IGNORECASE,
)
_SPARE = re.compile(
    r"\b(?:backup|recovery|scratch)[ ]codes?\b[\s:]{1,4}(?P<value>_(?:[\s,]{1,3}_){0,15})".replace(
        "_", r"(?=[a-z-]*\d)[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){0,3}"
    ),
    re.IGNORECASE,
)
_CARD_CODE = re.compile(
    r"\b(?:cv[vc]2?|csc|security code)\b[\W_]{0,3}(?:is|=|code|number|:)?[\W_]{0,3}"
    r"(?P<value>\d{3,4})(?!\w)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d{4,8}")
_NAMES = (*PASSWORD_WORDS, "pass", "mot de passe", "pin")


def prose(reading: Reading) -> Iterator[Finding]:
    """Yield the secrets that a sentence tells."""
    text = reading.text
    if any(word in reading.lower for word in _NAMES):
        yield from _named(text)
    for match in _LOGIN.finditer(text):
        if has_mark(match["value"]) and "@" not in match["value"]:
            yield Finding(DataKind.PASSWORD, *_trimmed(text, *match.span("value")), _TOLD)
    for pattern, kind in (
        (_PHRASE, DataKind.RECOVERY_PHRASE),
        (_ONE_TIME, DataKind.ONE_TIME_CODE),
        (_LEADS, DataKind.ONE_TIME_CODE),
        (_SPARE, DataKind.ONE_TIME_CODE),
        (_CARD_CODE, DataKind.CARD_SECURITY_CODE),
    ):
        for match in pattern.finditer(text):
            yield Finding(kind, *match.span("value"), _TOLD)
    for match in _SENT.finditer(text):
        group = "value" if match["value"] else "used"
        yield Finding(DataKind.ONE_TIME_CODE, *match.span(group), _TOLD)


def _named(text: str) -> Iterator[Finding]:
    for match in _BESIDE.finditer(text):
        yield from _told(text, match, *match.span("value"), needs_mark=False)
    for match in _WITH.finditer(text):
        yield from _told(text, match, *_trimmed(text, *match.span("value")), needs_mark=True)
    for match in _REVERSED.finditer(text):
        yield from _told(text, match, *_trimmed(text, *match.span("value")), needs_mark=True)


def _told(
    text: str, match: re.Match[str], start: int, end: int, *, needs_mark: bool
) -> Iterator[Finding]:
    value = text[start:end]
    if match["what"].lower().startswith("pin"):
        if _DIGITS.fullmatch(value):
            yield Finding(DataKind.PIN, start, end, _TOLD)
        return
    if len(value) < 4 or is_no_password(value):
        return
    if needs_mark and not has_mark(value):
        return
    yield Finding(DataKind.PASSWORD, start, end, _TOLD)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in ".,;:)\"'`":
        end -= 1
    while start < end and text[start] in "(\"'`":
        start += 1
    return start, end

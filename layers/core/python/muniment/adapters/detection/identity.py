"""National and tax numbers by their countries' checks; passports and licences by their words."""

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Protocol

from muniment.adapters.detection.compiled import compiled
from muniment.adapters.detection.national_forms import (
    GENERIC_WORDS,
    NATIONAL_FORMS,
    NationalForm,
)
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_ALONE = tuple(form for form in NATIONAL_FORMS if not form.words)
_BESIDE = tuple(form for form in NATIONAL_FORMS if form.words)
_WORDS = re.compile(
    rf"(?<![^\W_])(?:{'|'.join((*(form.words for form in _BESIDE), GENERIC_WORDS))})"
    r"(?![^\W_])|steuer|personnummer",
    re.IGNORECASE,
)
_FEWEST_DIGITS = 6  # of any form
_FORM_ALONE, _BESIDE_A_WORD = 0.9, 0.8
_BEFORE, _AFTER = 30, 60  # characters around a telling word


class _Check(Protocol):
    @staticmethod
    def validate(id_number: str) -> bool: ...


@cache
def _check(form: NationalForm) -> _Check:
    # Loaded when a text first holds the form: each country is a module, no function needs all.
    country, _, name = form.check.partition(".")
    check: _Check = getattr(importlib.import_module(f"idnumbers.nationalid.{country}"), name)
    return check


def _is_valid(form: NationalForm, number: str) -> bool:
    """Whether the country's check passes, with the number as written or without separators."""
    check = _check(form)
    compact = re.sub(r"[ .\-/]", "", number)
    return any(check.validate(each) for each in dict.fromkeys((number, number.upper(), compact)))


def national_numbers(reading: Reading) -> Iterator[Finding]:
    """Yield national and tax numbers."""
    text = reading.text
    if sum(map(str.isdigit, text)) < _FEWEST_DIGITS:
        return
    for form in _ALONE:
        yield from _of(form, text, 0, len(text))
    reached = 0
    for word in _WORDS.finditer(text):
        start, end = max(reached, word.start() - _BEFORE), word.end() + _AFTER
        reached = word.end()
        for form in _asked(word[0].lower()):
            yield from _of(form, text, start, end)


@lru_cache(maxsize=256)
def _asked(word: str) -> tuple[NationalForm, ...]:
    """Return the forms that a word asks for."""
    own = tuple(form for form in _BESIDE if re.search(form.words, word, re.IGNORECASE))
    generic = re.fullmatch(GENERIC_WORDS, word, re.IGNORECASE) is not None
    return _BESIDE if generic else own


def _of(form: NationalForm, text: str, start: int, end: int) -> Iterator[Finding]:
    for match in compiled(form.pattern).finditer(text, start, end):
        if _is_valid(form, match[0]):
            yield Finding(form.kind, *match.span(), _BESIDE_A_WORD if form.words else _FORM_ALONE)


# --- by their names ---------------------------------------------------------------------------

_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})"
    r"|\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s)?[^\W\d]{3,10}\.?,?(?:\s\d{4})?"
    r"|[A-Z][a-z]{2,9}\.?\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?"
)
_BORN = re.compile(
    r"\b(?:born(?:[ ]on)?|birthday(?:[ ]is)?(?:[ ]on)?|geboren[ ]am"
    r"|né\(?e?\)?[ ]le|nacid[oa][ ]el|nat[oa][ ]il)"
    rf"[ :,]{{1,3}}(?:the[ ])?(?P<value>{_DATE.pattern})(?!\w)",
)
_INDIAN_PAN = re.compile(r"(?<![\w-])[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?![\w-])")
"""Five letters, of which the fourth says what kind of holder it is."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What is known by its name and a loose form only."""

    kind: DataKind
    name: re.Pattern[str]
    form: re.Pattern[str]


_NAMED = (
    _Named(
        DataKind.PASSPORT,
        re.compile(r"passport|passeport|reisepass|pasaporte|passaporto"),
        re.compile(r"(?=[A-Z]*\d)[A-Z0-9]{6,9}", re.IGNORECASE),
    ),
    _Named(
        DataKind.DRIVING_LICENCE,
        re.compile(r"driv(?:er'?s?|ing) licen[cs]e|führerschein|driver id|permis"),
        re.compile(r"(?=[A-Z-]*\d)[A-Z0-9-]{6,20}", re.IGNORECASE),
    ),
    _Named(
        DataKind.BANK_ACCOUNT,
        re.compile(
            r"(?:bank |giro)?(?:account|acct|konto) ?(?:no|nr|number|nummer)?|routing number"
        ),
        re.compile(r"\d{4}[ -]?\d{3,4}(?:[ -]?\d{1,6})?"),
    ),
    _Named(
        DataKind.DATE_OF_BIRTH,
        re.compile(
            r"dob|date of birth|birth ?da(?:te|y)|born|geburts(?:tag|datum)|cumpleaños|compleanno"
        ),
        _DATE,
    ),
)
_BESIDE_NUMBER = re.compile(
    r"\b(?P<name>passport|driver'?s?[ ]licen[cs]e|driving[ ]licen[cs]e|account)"
    r"[ ](?:(?:no|nr|number|#)\.?[ ])?(?P<value>(?=[A-Z]{0,3}\d)[A-Z0-9]{7,18})(?![\w-])",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r" (?:no|nr|number|nummer|num|id|#)$")


def named_identities(reading: Reading) -> Iterator[Finding]:
    """Yield passports, licences, accounts and birthdays where a name says what they are."""
    text = reading.text
    if not any(character.isdigit() for character in text):
        return
    for label in reading.labels:
        name = _SUFFIX.sub("", re.sub(r"[\W_]+", " ", label.name.lower()).strip())
        for each in _NAMED:
            form = each.form.match(text, label.start)
            ends = form is not None and not text[form.end() : form.end() + 1].isalnum()
            if form and ends and re.search(rf"(?:^| )(?:{each.name.pattern})$", name):
                yield Finding(each.kind, form.start(), form.end(), 0.75)
    for match in _BESIDE_NUMBER.finditer(text):
        kind = next(each.kind for each in _NAMED if each.name.match(match["name"].lower()))
        yield Finding(kind, *match.span("value"), 0.7)
    for match in _BORN.finditer(text):
        yield Finding(DataKind.DATE_OF_BIRTH, *match.span("value"), 0.7)
    for match in _INDIAN_PAN.finditer(text):
        yield Finding(DataKind.TAX_ID, *match.span(), 0.7)

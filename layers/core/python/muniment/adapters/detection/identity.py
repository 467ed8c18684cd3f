"""National and tax numbers by their countries' checks; passports and licences by their words."""

import importlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from muniment.adapters.detection import checks
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
    r"(?![^\W_])|steuer|personnummer|versicherten|身份证|身分證|주민등록",
    re.IGNORECASE,
)
_FEWEST_DIGITS = 6  # of any form
_FORM_ALONE, _BESIDE_A_WORD = 0.9, 0.8
_BEFORE, _AFTER = 30, 60  # characters around a telling word


type _Check = Callable[[str], bool]


@cache
def _check(form: NationalForm) -> _Check:
    # Loaded when a text first holds the form: each country is a module, no function needs all.
    country, _, name = form.check.partition(".")
    if not country:
        own: _Check = getattr(checks, name)
        return own
    theirs: _Check = getattr(
        importlib.import_module(f"idnumbers.nationalid.{country}"), name
    ).validate
    return theirs


def _is_valid(form: NationalForm, number: str) -> bool:
    """Whether the country's check passes, with the number as written or without separators."""
    check = _check(form)
    compact = re.sub(r"[ .\-/]", "", number)
    return any(check(each) for each in dict.fromkeys((number, number.upper(), compact)))


def national_numbers(reading: Reading) -> Iterator[Finding]:
    """Yield national and tax numbers."""
    text = reading.text
    if reading.digits < _FEWEST_DIGITS:
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
        re.compile(
            r"passport|passeport|reisepass|pasaporte|passaporto|passaporte|paspoort|paszport\w*"
            r"|паспорт\w*|pasaport|护照|護照|パスポート|pass"
        ),
        re.compile(r"(?=[A-Z]*\d)[A-Z0-9]{6,9}", re.IGNORECASE),
    ),
    _Named(
        DataKind.DRIVING_LICENCE,
        re.compile(
            r"driv(?:er'?s?|ing) licen[cs]e|führerschein|driver id|permis(?: de conduire)?"
            r"|patente|carnet de conducir|carta de condução|cnh|rijbewijs|prawo jazdy|ehliyet"
            r"|водительск\w+ удостоверен\w+"
        ),
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
            r"dob|d o b|date of birth|birth ?da(?:te|y)|b ?day|born|geburts(?:tag|datum)|geb"
            r"|cumpleaños|compleanno|data di nascita|fecha de nacimiento|date de naissance"
            r"|anniversaire|data de nascimento|aniversário|geboortedatum|verjaardag|data urodzenia"
            r"|urodzin\w*|дата рождения|день рождения|doğum tarihi|födelsedatum|fødselsdato"
            r"|出生日期|出生|生日|生年月日|誕生日|생년월일"
        ),
        _DATE,
    ),
)
_PATIENTS = (
    r"(?i)(?:\b(?:mrn|(?:medical|health|hospital|patient)[ ](?:record[ ])?(?:no|nr|number|id"
    r"|file|card)"
    r"|(?:medical|patient)[ ]record|patient(?:en|s)?(?:nummer|-nr|-id)|patient[ ]?#"
    r"|(?:health[ ]|medical[ ])?insurance[ ](?:policy|member|card|no|nr|number|id)(?:[ ](?:no|nr"
    r"|number|id))?|member[ ]id|policy[ ](?:no|number|nr)|health[ ]card"
    r"|versicherten(?:nummer|-nr|-id)|versicherungs(?:nummer|-nr)|krankenkassennummer"
    r"|numéro[ ](?:de[ ])?(?:patient|dossier|adhérent|mutuelle)|tessera[ ]sanitaria"
    r"|cartella[ ]clinica|historia[ ]clínica|nss|número[ ](?:de[ ])?(?:utente|paciente)"
    r"|patiëntnummer|polisnummer|numer[ ]pacjenta|полис\w*[ ](?:омс)?|hasta[ ]no)\b\.?"
    r"(?:[ ]?(?:no|nr|number|is|ist|è|es|n[.º°]))?\.?[ :=#|-]{0,3}"
    r"(?P<value>(?=[A-Z-]{0,4}\d)[A-Z\d][A-Z\d/-]{4,18}(?:[ ]\d{2,6}){0,3})"
    r"|\b(?:file|record|chart|case|dossier|akte)[ ](?:no\.?[ ]|number[ ]|nr\.?[ ])?"
    r"(?P<filed>[A-Z]{0,3}-?\d{5,10})(?=[^\n.]{0,60}?\b(?:clinic|hospital|oncolog\w*|cardiolog\w*"
    r"|ward|dept|department|surgery|gp|doctor|patient|radiolog\w*|klinik|station|réanimation)\b))"
    r"(?![\w-])"
)
"""What hospitals and insurers number people by: no check digit, so by name only."""
_HEALTH_WORDS = (
    "mrn", "medical", "health", "patient", "insur", "hospital", "member id", "policy", "versicher",
    "kasse", "mutuelle", "dossier", "adhérent", "sanitaria", "clinica", "clínica", "nss", "utente",
    "paciente", "patiënt", "polis", "pacjent", "полис", "hasta", "file", "record", "chart", "case",
    "akte",
)  # fmt: skip
_ZONE = (
    r"(?<![A-Z0-9<])(?P<number>[A-Z0-9<]{9})(?P<check>\d)[A-Z<]{3}(?P<born>\d{6})(?P<of>\d)[MFX<]\d{7}"
    r"[A-Z0-9<]{0,16}"
    r"|(?<![A-Z0-9<])(?:P[A-Z<]|[IAC][A-Z<])[A-Z]{3}[A-Z]{1,30}<<[A-Z<]{4,38}(?![A-Z0-9<])"
)
"""The machine-readable zones of passports and cards (ICAO 9303-4, 9303-5)."""
_TURNS = (
    r"(?i:\b(?:turn(?:s|ed|ing)|will[ ]be|compie|cumple|fête[ ]ses|wird)[ ]\d{1,3}"
    r"(?:[ ](?:years?(?:[ ]old)?|anni|años|ans|jahre?(?:[ ]alt)?))?[ ](?:on|il|el|le|am)"
    r"|\b(?:birthday|b-?day|geburtstag|compleanno|cumpleaños|anniversaire|verjaardag|urodziny)"
    r"(?:[ ](?:is|ist|è|es|est|party))?[ ](?:on|am|il|el|le|op)|\bné\(?e?\)?[ ]le"
    r"|\b(?:geb|ur|род)\.(?:[ ]am)?)[ ](?:the[ ])?"
    rf"(?P<value>{_DATE.pattern})(?!\w)"
)
_BESIDE_NUMBER = re.compile(
    r"\b(?P<name>passport|driver'?s?[ ]licen[cs]e|driving[ ]licen[cs]e|account)"
    r"[ ](?:(?:no|nr|number|#)\.?[ ])?(?:is[ ])?(?P<value>(?=[A-Z]{0,3}\d)[A-Z0-9]{7,18})(?![\w-])",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r" (?:no|nr|number|nummer|num|id|#)$")


def named_identities(reading: Reading) -> Iterator[Finding]:
    """Yield passports, licences, accounts and birthdays where a name says what they are."""
    text = reading.text
    if not reading.digits:
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
    for match in compiled(_TURNS).finditer(text):
        yield Finding(DataKind.DATE_OF_BIRTH, *match.span("value"), 0.7)
    yield from _health_numbers(reading)
    for match in _INDIAN_PAN.finditer(text):
        yield Finding(DataKind.TAX_ID, *match.span(), 0.7)


def _health_numbers(reading: Reading) -> Iterator[Finding]:
    if any(word in reading.lower for word in _HEALTH_WORDS):
        for match in compiled(_PATIENTS).finditer(reading.text):
            group = "value" if match["value"] is not None else "filed"
            yield Finding(DataKind.HEALTH_ID, *match.span(group), 0.65)


def travel_documents(reading: Reading) -> Iterator[Finding]:
    """Yield the lines that machines read on passports and cards."""
    if "<<" not in reading.text:
        return
    for match in compiled(_ZONE).finditer(reading.text):
        if match["number"] is None or (
            checks.mrz(match["number"], match["check"]) and checks.mrz(match["born"], match["of"])
        ):
            yield Finding(DataKind.PASSPORT, *match.span(), 0.9)

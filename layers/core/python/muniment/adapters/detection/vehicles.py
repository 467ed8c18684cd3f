"""Number plates, beside a word that says so, and the numbers of vehicles."""

import re
from collections.abc import Iterator

from muniment.adapters.detection.checks import vin
from muniment.adapters.detection.compiled import compiled
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_BESIDE, _CHECKED = 0.7, 0.9
_REACH = 40

_WORDS = (
    "plate", "registration", "reg ", "reg:", "reg.", "vehicle", "kennzeichen", "targa", "targat",
    "immatricul", "plaque", "matrícula", "matricula", "placa", "kenteken", "rejestrac", "tablic",
    "plaka", "госномер", "номер", "rz.", "regnr", "车牌", "車牌", "ナンバー",
)  # fmt: skip
_TELLING = (
    r"(?i)\b(?:(?:licen[cs]e |number |car )?plates?|reg(?:istration)?(?: (?:number|no|mark|plate))?"
    r"|vehicle|kennzeichen|targat?[ao]?|immatricul\w*|plaque(?: d['’]immatriculation)?|matr[ií]cula"
    r"|placas?|kenteken|(?:numer )?rejestrac\w*|tablic\w*|plaka(?:sı|lı)?|госномер\w*"
    r"|номер(?:а|ом)? (?:машины|авто\w*)|regnr|rz)\b\.?(?: ?(?:no|nr|number|is|ist|è|es|é|est"
    r"|nº)\b\.?)?"
    r"[ :=#-]{0,3}|车牌[号為为是:：\s]{0,4}|車牌[號为為是:：\s]{0,4}"
)
_PLATE = (
    r"(?:[A-ZÄÖÜ]{1,3}[- ][A-Z]{1,2}[ -]?\d{1,4}[EH]?|[A-Z]{1,2}-\d{1,5}[ ]?[A-Z]{1,3}"  # DE, AT
    r"|[A-Z]{2}\d{2}[ ]?[A-Z]{3}"  # Great Britain
    r"|[A-Z]{2}[- ]?\d{3}[- ]?[A-Z]{2}"  # Italy, France
    r"|\d{4}[ -]?[B-DF-HJ-NP-TV-Z]{3}"  # Spain
    r"|[A-Z]{2}-\d{2}-[A-Z]{2}|\d{2}-[A-Z]{2}-\d{2}|[A-Z]{1,3}-\d{2,3}-[A-Z]{1,3}"  # NL, PT
    r"|[A-Z]{2,3}[ ]?(?=[A-Z\d]{0,4}\d)[A-Z\d]{4,5}"  # Poland
    r"|\d{2}[ ]?[A-Z]{1,3}[ ]?\d{2,4}"  # Turkey
    r"|[АВЕКМНОРСТУХ]\d{3}[АВЕКМНОРСТУХ]{2}[ ]?\d{2,3}"  # Russia
    r"|[A-Z]{3}[ -]?\d[A-Z\d]\d{2}"  # Brazil
    r"|[A-Z]{2}[ ]?\d{2}[ ]?[A-Z]{1,2}[ ]?\d{4}|[A-Z]{2}[ ]?\d{3,6}"  # India, Switzerland
    r"|[\u4e00-\u9fff][A-Z][·. ]?[A-Z\d]{5,6}"  # China
    r"|\d?[A-Z]{3}[ -]?\d{3,4}|\d[A-Z]{3}\d{3})"  # North America, Scandinavia
    r"(?![\w-])"
)
_VIN = re.compile(r"(?<![\w-])(?=[A-Z\d]{0,12}\d)[A-HJ-NPR-Z\d]{17}(?![\w-])")
_VIN_WORDS = (
    "vin",
    "chassis",
    "fahrgestell",
    "telaio",
    "châssis",
    "bastidor",
    "vehicle",
    "nadwozi",
)


def plates(reading: Reading) -> Iterator[Finding]:
    """Yield number plates beside their names, and the numbers of vehicles."""
    text = reading.text
    if any(word in reading.lower for word in _WORDS):
        for word in compiled(_TELLING).finditer(text):
            end = min(len(text), word.end() + _REACH)
            for match in compiled(rf"(?<![\w-]){_PLATE}").finditer(text, word.end(), end):
                if "\n" not in text[word.end() : match.start()]:
                    yield Finding(DataKind.DEVICE, *match.span(), _BESIDE)
                break
    for match in _VIN.finditer(text):
        near = reading.text[max(0, match.start() - _REACH) : match.start()].lower()
        if any(name in near for name in _VIN_WORDS) and (vin(match[0]) or "vin" in near):
            yield Finding(DataKind.DEVICE, *match.span(), _CHECKED)

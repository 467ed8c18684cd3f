"""Where somebody lives: a street with its number, as the countries write it.

A street and a number alone are a place; a postal code, a flat or a word like "deliver to" beside
them make it an address.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from muniment.adapters.detection.compiled import compiled
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_SURE, _LIKELY = 0.8, 0.7
_BEFORE, _AFTER = 70, 70  # characters in which a telling word or a postal code stands

_NAME = r"[^\W\d_][\w'’.-]{1,24}"
_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀ-ŽА-Я][\w'’.-]{0,24}"


@dataclass(frozen=True, slots=True)
class _Style:
    """How some countries write a street. `words`: one of them stands in the text, small."""

    words: tuple[str, ...]
    pattern: str
    postal: str
    """What makes it an address when it follows, or comes before."""


_STYLES: tuple[_Style, ...] = (
    _Style(
        (" st", " rd", " road", " ave", " lane", " ln", " dr", " court", " ct", " place", " pl",
         " blvd", " boulevard", " way", " terrace", " close", " crescent", " rise", " gardens",
         " grove", " mews", " square", " sq", " parkway", " highway", " hwy", " circle", " walk",
         " trail", " hill", " loop", " row", " green", " view"),
        rf"(?<![\w.,/-])\d{{1,5}}[A-Za-z]?(?:[-/]\d{{1,4}})?,?[ ](?:[NSEW]\.?[ ])?"
        rf"(?:{_CAPITAL}[ ]){{1,3}}"
        r"(?:St(?:reet)?|R(?:oa)?d|Ave(?:nue)?|L(?:a)?ne?|Dr(?:ive)?|C(?:our)?t|Pl(?:ace)?"
        r"|Blvd|Boulevard|Way|Terrace|Close|Crescent|Rise|Gardens|Grove|Mews|Sq(?:uare)?|Parkway"
        r"|Pkwy|Highway|Hwy|Circle|Walk|Trail|Hill|Loop|Row|Green|View)\b\.?",
        r"\b[A-Z]{2}[ ]\d{5}(?:-\d{4})?\b|\b[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}\b"
        r"|\b[A-Z]\d[A-Z][ ]\d[A-Z]\d\b|\b(?:NSW|VIC|QLD|TAS|ACT|NT|SA|WA)[ ]\d{4}\b"
        r"|\bD\d\d[ ]?\w{4}\b"
        r"|\b(?:Apt|Apartment|Flat|Unit|Suite|Ste)\b\.?[ ]?#?\w{1,5}",
    ),
    _Style(
        ("straße", "strasse", "str.", "gasse", "weg ", "platz", "allee", "ring ", "damm", "ufer",
         "steig", "hof ", "markt ", "gaten", "gatan", "vej ", "vägen", "veien", "straat", "laan ",
         "plein", "gracht", "kade ", "singel", "dijk"),
        rf"(?<![\w-])(?:{_CAPITAL}[ ]){{0,2}}?(?:[A-ZÄÖÜÅØ][\w-]{{1,30}}|[A-ZÄÖÜ][\w.]{{1,20}}[ -])"
        r"(?:straße|strasse|str\.|gasse|weg|platz|allee|ring|damm|ufer|steig|hof|markt|gaten|gatan"
        r"|gata|vej|vägen|veien|straat|laan|plein|gracht|kade|singel|dijk|Straße|Platz|Allee|Weg)"
        r"[ ]\d{1,4}(?:[ ]?[a-hA-H](?![\w]))?(?:/\d{1,3}){0,2}",
        rf"\b(?:[ADFLNS]|CH|DK|SE)?-?\d{{4,5}}[ ](?:[A-Z]{{2}}[ ])?{_CAPITAL}"
        rf"|\b\d{{3}}[ ]\d{{2}}[ ]{_CAPITAL}",
    ),
    _Style(
        ("via ", "viale ", "piazza", "corso ", "vicolo", "largo ", "calle ", "c/", "avenida",
         "avda", "plaza", "paseo", "carrer", "rua ", "travessa", "praça", "strada ",
         "contrada", "camino "),
        r"(?<![\w-])(?i:via|viale|piazza|piazzale|corso|vicolo|largo|strada|contrada|calle|c/|avenida"
        r"|avda\.?|av\.|plaza|paseo|camino|carrer|rua|travessa|praça)[ ]?"
        rf"(?:(?i:de[il]?|del|della|delle|dei|degli|dos?|das?|la|las|los|di|san|santa)[ ]){{0,2}}"
        rf"(?:{_NAME}[ ]?){{1,5}}?,?[ ]"
        rf"(?i:n[.º°]?[ º]?[ ]?)?\d{{1,4}}(?:[/ ]?[A-Za-z](?!\w))?(?:[/-]\d{{1,3}})?",
        rf"\b\d{{5}}[ ]{_CAPITAL}|\b\d{{4}}-\d{{3}}\b|\b\d{{5}}-\d{{3}}\b|\bCAP[ ]\d{{5}}"
        r"|\b(?:interno|scala|piso|apt[o.]|puerta|andar|esc)\b",
    ),
    _Style(
        ("rue ", "avenue ", "boulevard ", "place ", "impasse", "chemin", "quai ", "allée", "cours ",
         "route ", "passage ", "bd "),
        r"(?<![\w-])\d{1,4}(?:[ ]?(?:bis|ter|quater|[A-D]))?,?[ ](?:rue|avenue|av\.|boulevard|bd\.?"
        r"|place|impasse|chemin|quai|allée|cours|route|passage|square|sentier)[ ]"
        rf"(?:(?:de|du|des|la|le|les|aux?|l['’]|d['’])[ ]?){{0,3}}{_NAME}(?:[ -]{_CAPITAL}){{0,3}}",
        rf"\b(?:[FBL]-)?\d{{4,5}}[ ]{_CAPITAL}",
    ),
    _Style(
        ("ul.", "al.", "os.", "ulica", "ул.", "улица", "пр.", "проспект", "пер.", "mah", "sok",
         "cad", "bulvar", "вул."),
        r"(?<!\w)(?:ul\.|al\.|os\.|pl\.|ulic[aęy]|ул\.|улица|пр(?:осп)?\.|проспект|пер\.|вул\.)[ ]?"
        rf"(?:{_NAME}[ ]?){{1,3}},?[ ](?:д(?:ом)?\.?[ ]?)?\d{{1,4}}[A-Za-zА-я]?(?:/\d{{1,4}})?"
        rf"|(?:{_NAME}[ ]){{1,3}}(?:Mah|Sok|Cad|Caddesi|Sokak|Sokağı|Mahallesi|Bulvarı|Blv)\b\.?"
        rf"[^\n]{{0,40}}?\b(?:No\.?:?[ ]?)?\d{{1,4}}",
        rf"\b\d{{2}}-\d{{3}}\b|\b\d{{5,6}}\b|кв\.?[ ]?\d|\bm\.[ ]?\d|\bDaire\b|\bD:|{_CAPITAL}",
    ),
)  # fmt: skip
_ALONE = (
    (
        "[\u4e00-\u9fff]{2,12}(?:市|区|區|县|縣|镇|鎮)[\u4e00-\u9fff0-9]{0,16}?(?:路|街|道|巷|弄|大道|胡同)"
        r"\s?\d{1,5}\s?(?:号|號|弄)(?:\s?\d{1,4}\s?(?:幢|栋|号楼|单元|室|樓|楼)){0,3}"
    ),
    (
        "(?:[\u4e00-\u9fff]{2,3}[都道府県])?[\u4e00-\u9fff\u3040-\u30ff]{1,8}[市区町村][\u4e00-\u9fff\u3040-\u30ff]{1,12}"
        r"\s?\d{1,3}(?:丁目|-\d{1,3}-\d{1,4}|番地?)"
    ),
    "〒\\s?\\d{3}-\\d{4}",
    "[가-힣]{1,8}(?:시|도)\\s[가-힣]{1,8}(?:구|군|시)\\s[가-힣\\d]{1,12}(?:로|길)\\s?\\d{1,4}",
)
_FLAT = re.compile(r"\b(?:Flat|Apt|Apartment|Unit|Suite)\b\.?[ ]#?\w{1,5},?[ \n]{1,2}\Z")
_TELLING = (
    r"(?i)\b(?:address\w*|deliver\w*|ship\w*|pick(?:ed|ing)?[ -]?(?:me |us )?up|moved?|lives?"
    r"|living"
    r"|home|mail(?:ing)?|send (?:it|them)|post(?:al)?|parcel|courier|taxi|resid\w*|domicil\w*"
    r"|wohn\w*"
    r"|adresse|anschrift|lieferung|liefern|umgezogen|zuhause|daheim|indirizzo|abita|abito|vive|casa"
    r"|consegn\w*|spedi\w*|residen\w*|dirección|entrega\w*|enviar|vivo|domicilio|endereço|morada|moro"
    r"|mora|livr\w*|habit\w*|courrier|demeur\w*|adres|bezorg\w*|woont|woon|verhuis\w*|adresu|mieszka\w*"
    r"|dostaw\w*|wysył\w*|адрес\w*|живу|живет|живёт|доставк\w*|adresi?\w*|teslimat|oturuyor)\b"
)


def addresses(reading: Reading) -> Iterator[Finding]:
    """Yield postal addresses: from the street to its number."""
    text = reading.text
    if not reading.digits:
        return
    for style in _STYLES:
        if any(word in reading.lower for word in style.words):
            for match in compiled(style.pattern).finditer(text):
                if _is_home(text, match, style.postal):
                    yield Finding(DataKind.ADDRESS, *match.span(), _LIKELY)
    if not text.isascii():
        for pattern in _ALONE:
            for match in compiled(pattern).finditer(text):
                yield Finding(DataKind.ADDRESS, *match.span(), _SURE)


def _is_home(text: str, match: re.Match[str], postal: str) -> bool:
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    after = text[match.end() : match.end() + _AFTER]
    return bool(
        compiled(postal).search(after)
        or _FLAT.search(before)
        or compiled(_TELLING).search(before)
        or compiled(_TELLING).search(after[:30])
    )

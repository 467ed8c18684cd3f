"""One way of writing: what differs only in spelling, contraction or marks is made the same."""

import re
import unicodedata
from typing import Final

_QUOTES: Final = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})

_CONTRACTIONS: Final = (
    (r"\bcan't\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\bain't\b", "is not"),
    (r"n't\b", " not"),
    (r"\bi'm\b", "I am"),
    (r"\b(\w+)'re\b", r"\1 are"),
    (r"\b(\w+)'ve\b", r"\1 have"),
    (r"\b(\w+)'ll\b", r"\1 will"),
    (r"\b(i|you|he|she|we|they)'d (?=rather|like|love|prefer)", r"\1 would "),
    # "It's been" has, "she's a nurse" is; a noun's 's is a possessive and stays.
    (r"\b(he|she|it|that|there|here|what|who|where)'s (?=been|got|had|become)", r"\1 has "),
    (r"\b(he|she|it|that|there|here|what|who|where)'s\b", r"\1 is"),
    (r"\blet's\b", "let us"),
)
_EXPANSIONS: Final = tuple((re.compile(p, re.IGNORECASE), to) for p, to in _CONTRACTIONS)

_COMPOUNDS: Final = """
    wi-fi=wifi  e-mail=email  e-mails=emails  e-book=ebook  e-books=ebooks  back-up=backup
    on-line=online  web-site=website  co-worker=coworker  good-bye=goodbye  t-shirt=tshirt
    ice-cream=icecream  ok=okay  timezone=timezone
"""
_SPELLINGS: Final = """
    favorite=favourite  favorites=favourites  color=colour  colors=colours  colored=coloured
    flavor=flavour  neighbor=neighbour  neighbors=neighbours  neighborhood=neighbourhood
    center=centre  theater=theatre  meter=metre  meters=metres  kilometer=kilometre
    kilometers=kilometres  liter=litre  liters=litres  gray=grey  license=licence  defense=defence
    organization=organisation  organizations=organisations  organize=organise  realize=realise
    realized=realised  apologize=apologise  specialize=specialise  specializes=specialises
    traveling=travelling  traveled=travelled  canceled=cancelled  canceling=cancelling
    program=programme  tire=tyre  check-up=checkup  pajamas=pyjamas  mom=mum  mommy=mum
    jewelry=jewellery  anemic=anaemic  pediatrician=paediatrician  aluminum=aluminium
    yrs=years  yr=year  hrs=hours  hr=hour  mins=minutes  secs=seconds  ext=extension  tel=telephone
    approx=approximately  dept=department  govt=government  pls=please  plz=please  ur=your
    thru=through  tho=though  cos=because  cuz=because  gonna=going-to  wanna=want-to
    gotta=have-to  cannot=can-not  cant=can-not  dont=do-not  doesnt=does-not  didnt=did-not
    isnt=is-not  wasnt=was-not  havent=have-not  hasnt=has-not  wouldnt=would-not  im=I-am
    ive=I-have
"""


def _pairs(table: str) -> dict[str, str]:
    return dict(entry.split("=") for entry in table.split())


SPELLING: Final = {**_pairs(_COMPOUNDS), **_pairs(_SPELLINGS)}
"""How a word is written here: British spelling, compounds in one word, abbreviations in full."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_THOUSANDS: Final = re.compile(r"(?<![\d,.])(\d{1,3}(?:,\d{3})+)(?![\d,])")
_NUMBER_SIGN: Final = re.compile(
    r"#(?=\d)|\b[Nn]o\.?\s+(?=\S*\d)|\b[Nn]o\. (?=is\b|was\b)|\b[Nn]r\.?\s+(?=\d)"
)
_NOTHING_CENTS: Final = re.compile(r"(?<=\d)\.00?(?![\d.])")


def fold(text: str) -> str:
    """Return the text without accents and typographic marks; case and sentences stay."""
    plain = unicodedata.normalize("NFKD", text.translate(_QUOTES))
    return "".join(c for c in plain if not unicodedata.combining(c))


def rewrite(text: str) -> str:
    """Return folded text with contractions written out, one spelling, and plain numbers."""
    if any(map(str.isdigit, text)):
        text = _THOUSANDS.sub(lambda match: match[0].replace(",", ""), text)
        text = _NOTHING_CENTS.sub("", text)
        text = _NUMBER_SIGN.sub("number ", text)
    if "'" in text:
        for pattern, written in _EXPANSIONS:
            text = pattern.sub(written, text)
    return _WORD.sub(_spelled, text)


def _spelled(match: re.Match[str]) -> str:
    written = SPELLING.get(match[0].lower())
    return match[0] if written is None else written.replace("-", " ")

"""Numbers: words become digits first; identifiers, ordinals and what is left are marked last."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from muniment.domain.anchors.passes import ADDRESS, DIGIT, Group

_ONES: Final = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
"""
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS: Final = """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
"""
WORDS: Final[Mapping[str, int]] = {word: n for n, word in enumerate(_ONES.split())} | {
    word: 10 * n for n, word in enumerate(_TENS.split(), 2)
}
_SCALES: Final = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_ORDINAL: Final = {word: n for n, word in enumerate(_ORDINALS.split(), 1)}

NUMBER: Final = r"\d{1,15}(?:\.\d{1,15})?"
"""A number as it is written in digits; longer ones are identifiers."""


def plain(value: Fraction) -> str:
    """Return a number in the shortest way."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def _spelled(match: re.Match[str]) -> str:
    """Return the number that a run of number words says, in digits."""
    total, part = 0, 0
    for word in re.findall(r"[a-z]+", match[0].lower()):
        if word in WORDS:
            part += WORDS[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word in _SCALES:
            total, part = total + max(part, 1) * _SCALES[word], 0
    return str(total + part)


def _number(match: re.Match[str]) -> str:
    return f" =n:{plain(Fraction(match[1]))} "


def _identifier(match: re.Match[str]) -> str:
    return f" =i:{re.sub(r'[-_/]', '', match[0].lower())} "


def _address(match: re.Match[str]) -> str:
    return f" =i:{match[0].lower()} "


def _ordinal(match: re.Match[str]) -> str:
    word = match[1].lower()
    return f" =n:{_ORDINAL.get(word) or int(re.sub(r'[a-z]', '', word))} "


_WORD: Final = "|".join(sorted(WORDS, key=len, reverse=True))
_PART: Final = rf"(?:{_WORD})(?:[ -](?:{_WORD}))?"
_SPELLED: Final = (
    r"(?<!this )(?<!that )(?<!the )(?<!which )(?<!no )(?<!any)(?<!every)"
    rf"\b(?:{_PART}|a(?= (?:hundred|thousand|million)\b))(?: (?:hundred|thousand|million))*"
    rf"(?:(?: and)? {_PART}(?: (?:hundred|thousand))?)*\b"
)

ADDRESSES: Final = Group.of(
    frozenset((ADDRESS,)),
    (r"\b[\w.+-]+@[\w-]+\.[\w.]*\w|\bhttps?://[^\s)>\]]+[\w/]", _address),
)

SPELLED: Final = Group.of(
    frozenset([*WORDS, *_SCALES, "once", "twice", "couple", "dozen", "seconds"]),
    # "one" that counts nothing
    (r"\bone day\b", " someday "),
    (r"\bone(?= (?:another|of)\b)|\bone(?=[.,!?]|$)|(?:this|that|the|which|no) one\b", " "),
    (r"\bsecond(?=s\b)", "sec "),
    (_SPELLED, _spelled),
    (r"\bonce (?=a|an|per|each|every)\b", " 1 times "),
    (r"\btwice\b", " 2 times "),
    (r"\b(?:a )?couple of\b", " 2 "),
    (r"\b(?:a |one )?dozen\b", " 12 "),
)

LEFT: Final = Group.of(
    frozenset([DIGIT, *_ORDINAL]),
    (r"\bevery second\b", " alternate "),
    (rf"\b({'|'.join(_ORDINAL)}|\d{{1,9}}(?:st|nd|rd|th))\b", _ordinal),
    (r"(?<![\w=:.])(?=[\w-]*\d)(?=[\w-]*[a-z])\w+(?:[-_/]\w+)*\b", _identifier),
    (r"(?<![\w=:.])\d+(?:[./-]\d+){2,}\b|(?<![\w=:.])\d+-\d+\b", _identifier),
    (r"(?<![\w=:.])\d{16,}\b", _identifier),
    (rf"(?<![\w=:.])({NUMBER})\b", _number),
)

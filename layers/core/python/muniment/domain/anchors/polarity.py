"""Checks of polarity, stage and mood: not, no longer, not yet, perhaps."""

from collections.abc import Iterator, Mapping
from typing import Final

from muniment.domain.anchors.opposites import OPPOSITES
from muniment.domain.anchors.reading import FUNCTION, Reading, replaced
from muniment.domain.anchors.stems import stem
from muniment.domain.anchors.tables import words

_NEGATIONS: Final = frozenset(map(stem, words("""
    not no never without none nobody nothing neither nor non hardly barely lack unable dislike
    refuse fail avoid except intolerant teetotal vegetarian
""")))  # fmt: skip
"""Stems that negate; sayings such as "do not eat meat" have become one of them (`sayings`)."""


def negation(a: Reading, b: Reading) -> bool:
    """To eat fish is not to eat no fish."""
    return bool(_NEGATIONS & set(a.stems)) != bool(_NEGATIONS & set(b.stems))


_PREFIXES: Final = ("un", "in", "im", "il", "ir", "dis", "non", "mis", "anti")


def opposed(a: Reading, b: Reading) -> bool:
    """Paid and unpaid, able and unable: one word with and without a negating prefix."""
    left, right = set(a.stems), set(b.stems)
    return _prefixed(left - right, right - left) or _prefixed(right - left, left - right)


def _prefixed(words: set[str], others: set[str]) -> bool:
    return any(prefix + word in others for word in words if len(word) > 2 for prefix in _PREFIXES)


def _alternatives() -> Iterator[Mapping[str, int]]:
    """Yield for each row the stems of its words, with the number of their alternative."""
    for row in OPPOSITES:
        yield {
            " ".join(replaced(tuple(map(stem, entry.replace("-", " ").split())))): number
            for number, entries in enumerate(row.alternatives)
            for entry in entries
        }


_GROUPS: Final = tuple(_alternatives())


def opposite(a: Reading, b: Reading) -> bool:
    """Left and right, buy and sell: words of one row that exclude one another."""
    left, right = f" {' '.join(a.stems)} ", f" {' '.join(b.stems)} "
    for members in _GROUPS:
        x = {number for phrase, number in members.items() if f" {phrase} " in left}
        y = {number for phrase, number in members.items() if f" {phrase} " in right}
        if x and y and x != y:
            return True
    return False


_PLANS: Final = frozenset(map(stem, words("want plan will intend goal try hope wish aim")))
_PAST: Final = words("""
    was were had did went got bought sold began broke brought built came caught chose drank drove
    ate fell felt found flew forgot gave grew heard kept knew left lent lost made met paid ran
    rode said saw sent slept spoke spent stood stole took taught told thought threw won wrote
    read put cut done been gone
""")
_ENDINGS: Final = frozenset(
    map(stem, words("cease cancel postpone end finish retire close former"))
)


def stage(a: Reading, b: Reading) -> bool:
    """To plan is not to have done, and what has ended is not what goes on."""
    if _ended(a) != _ended(b):
        return True
    if _going_on(a, b) or _going_on(b, a):
        return True
    if _now_and_then(a, b) or _now_and_then(b, a):
        return True
    return _planned(a) != _planned(b) and (_past(a) or _past(b))


def _now_and_then(a: Reading, b: Reading) -> bool:
    """Part "the app crashes" from "the app crashed"; what has been done may still be so."""
    now = {stem(word) for word in a.words if not _is_past(word)}
    before = ("", *b.words)
    then = {
        stem(word) for previous, word in zip(before, b.words, strict=False)
        if _is_past(word) and previous not in _STATES
    }  # fmt: skip
    return bool(now & then - {stem(word) for word in b.words if not _is_past(word)} - FUNCTION)


def _ended(reading: Reading) -> bool:
    """Whether something ends; "I used to work" does, "I am used to work" does not."""
    formerly = any(y == "used" and z == "to" and x not in _BE for x, y, z in _threes(reading.words))
    return formerly or bool(_ENDINGS & set(reading.stems))


def _going_on(a: Reading, b: Reading) -> bool:
    """We are getting a dog; we got a dog."""
    going = {
        stem(y) for x, y in zip(a.words, a.words[1:], strict=False)
        if x in ("am", "is", "are") and y.endswith("ing")
    }  # fmt: skip
    return bool(going & {stem(word) for word in b.words if _is_past(word)})


def _planned(reading: Reading) -> bool:
    going = any(x in _BE and y == "going" and z == "to" for x, y, z in _threes(reading.words))
    return going or bool(_PLANS & set(reading.stems))


_STATES: Final = frozenset(("am", "is", "are", "be", "been", "have", "has", "get", "gets"))
_BE: Final = frozenset(("am", "is", "are", "was", "were", "be"))


def _past(reading: Reading) -> bool:
    return any(map(_is_past, reading.words))


def _is_past(word: str) -> bool:
    return word in _PAST or (word.endswith("ed") and len(word) > 4)


_CONDITIONS: Final = words("if unless wish might maybe perhaps probably suppose would-be")


def mood(a: Reading, b: Reading) -> bool:
    """Tell what might be from what is."""
    return (_CONDITIONS & set(a.stems)) != (_CONDITIONS & set(b.stems))


def role(a: Reading, b: Reading) -> bool:
    """To be a doctor is not to go to the doctor."""
    return _other(a, b) or _other(b, a)


def _other(a: Reading, b: Reading) -> bool:
    is_one = {z for x, y, z in _threes(a.stems) if x == "be" and y in ("a", "an")}
    of_another = {y for x, y in zip(b.stems, b.stems[1:], strict=False) if x in ("the", "to")}
    return bool(is_one & of_another - FUNCTION)


def _threes(stems: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    return zip(stems, stems[1:], stems[2:], strict=False)

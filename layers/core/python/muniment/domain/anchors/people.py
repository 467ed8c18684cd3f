"""Checks of who is meant, and of who is asked."""

from typing import Final

from muniment.domain.anchors.reading import FUNCTION, Reading, replaced
from muniment.domain.anchors.stems import stem
from muniment.domain.anchors.tables import words


def name(a: Reading, b: Reading) -> bool:
    """Anna is not Julia. A name counts wherever the other statement has it, in any form."""
    if not (_names(a, b) and _names(b, a)):
        return True
    # What opens a sentence may be a name or not; if each side has one of its own, they are two.
    left = {n for n in a.opening if _opens(n, a) and not _holds(n, b)}
    right = {n for n in b.opening if _opens(n, b) and not _holds(n, a)}
    return bool(left and right)


_AFTER_SUBJECT: Final = words("is was has have had and will lives works says did does can")


def _opens(word: str, reading: Reading) -> bool:
    """Whether `word` is the subject of a sentence, as a name would be."""
    follows = {y for x, y in zip(reading.words, reading.words[1:], strict=False) if x == word}
    return stem(word) not in FUNCTION and bool(follows & _AFTER_SUBJECT)


def _names(a: Reading, b: Reading) -> bool:
    return all(_holds(each, b) for each in a.names)


def _holds(each: str, reading: Reading) -> bool:
    plain = each.replace("-", "").removesuffix("s")
    forms = {each, each + "s", each + "'s", each.removesuffix("s")}
    if forms & set(reading.words) or set(replaced((stem(each),))) & set(reading.stems):
        return True
    return len(plain) >= 3 and plain in reading.flat


def person(a: Reading, b: Reading) -> bool:
    """My appointment is not yours, his not hers."""
    left, right = _persons(a), _persons(b)
    for one, other in (("i", "you"), ("i", "he"), ("i", "she"), ("he", "she"), ("you", "he"),
                       ("you", "she")):  # fmt: skip
        for x, y in ((left, right), (right, left)):
            if one in x and other in y and one not in y and other not in x:
                return True
    return False


def _persons(reading: Reading) -> frozenset[str]:
    persons = {{"we": "i", "user": "i"}.get(s, s) for s in reading.stems}
    return frozenset(persons & {"i", "you", "he", "she"})


_RELATIVES: Final = frozenset(map(stem, words("""
    mother father sister brother son daughter wife husband grandmother grandfather uncle aunt
    niece nephew cousin girlfriend boyfriend partner fiance fiancee stepbrother stepsister
    stepmother stepfather godson goddaughter grandson granddaughter roommate flatmate neighbour
    landlord boss colleague friend mentor tutor twins
""")))  # fmt: skip


def relative(a: Reading, b: Reading) -> bool:
    """My brother's wedding is not my wedding: one names a relative whom the other does not."""
    left, right = set(a.stems) & _RELATIVES, set(b.stems) & _RELATIVES
    return left != right


def question(a: Reading, b: Reading) -> bool:
    """To ask is not to say, and what is not who."""
    return a.asked != b.asked

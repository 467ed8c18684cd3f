"""What a model may make of a turn that the turn does not say, though every word of it is there.

A quotation can be to the letter and yet say something else than its turn: without the "not" before
it, without the "if", out of another's mouth, or of another person. These are readings of English;
negation is known in some other languages too (`negation`). Whatever is not recognised passes.
"""

import re
from typing import Literal

from muniment.domain.grammar.clauses import MAKE_BELIEVE
from muniment.domain.grammar.notation import any_of
from muniment.domain.grammar.vocabulary import KIN, KIN_ADJECTIVES
from muniment.domain.negation import negation_lost
from muniment.domain.text import sentences

Misreading = Literal[
    "negation_lost", "only_asked", "only_supposed", "said_by_another", "about_another"
]
"""What is wrong with a reading; part of an operation's report."""

_BOUNDARY = re.compile(
    r"[,;:.!?\u2014\n()\"]|\s[-\u2013]\s|(?<!\w)(?:but|and|because|so|since|although|though|while|yet|then)"
    r"(?!\w)",
    re.IGNORECASE,
)

_ASKED = re.compile(
    r"\W*(?:(?:so|and|but|well|ok|okay)\W+)*(?:do|does|did|am|is|are|was|were|have|has|had|can|could"
    r"|should|shall|would|will|may|might|what|which|where|who|whose|when|how|why)(?:n't)?(?!\w)",
    re.IGNORECASE,
)

_SUPPOSED = re.compile(
    r"\W*(?:(?:so|and|but|well|even|only|what)\s+)*"
    r"(?:if|suppose|supposing|imagine|pretend|let's\s+(?:say|pretend)|assuming|hypothetically|"
    r"i\s+wish|in\s+a\s+world)(?!\w)"
    r"(?!\s+(?:it|that|this)\s+helps|\s+you\s+(?:need|want|wonder|ask|must|care|are\s+wondering)|"
    r"\s+i\s+(?:remember|recall)|\s+possible|\s+necessary)",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"(?<!\w)(?:if\s+(?:i|we)\s+(?:were|was|had|could|won|ever|lived|owned)|i\s+wish)(?!\w)",
    re.IGNORECASE,
)

_QUOTATION = re.compile(
    r"(?<!\w)\"[^\"\n]{2,400}\"(?!\w)|(?<!\w)'(?=\w)(?:[^'\n]|(?<=\w)'(?=\w)){2,400}'(?!\w)"
)
_OWN_QUOTATION = re.compile(
    r"(?<!\w)(?:i|we|called|named|titled|is|nickname)\b[^.!?]{0,40}\Z", re.IGNORECASE
)
_HEARSAY = re.compile(
    r"(?:\A|[,;.!?]\s)\s*(?:(?:and|but|so)\s)?"
    r"(?!(?:i|we)\b)(?:(?:my|our|the|his|her)\s)?[\w-]+(?:\s[\w-]+)?\s(?:also\s|always\s|still\s)?"
    r"(?:thinks?|thought|believes?|believed|claims?|claimed|pretends?|joked?|jokes|insists?|insisted|"
    r"suspects?|assumes?|assumed|guesses|guessed)(?!\w)",
    re.IGNORECASE,
)

_ANOTHER = re.compile(
    rf"\W*(?:(?:and|but|so|also|well)\s+)*(?:(?P<pronoun>he|she|they)(?:'\w+)?"
    rf"|(?:my|our)\s+(?:(?:{any_of(tuple(KIN_ADJECTIVES))})\s+){{0,2}}"
    rf"(?P<kin>{any_of(tuple(KIN))}))(?!\w)(?!\s+(?:and|or)\s+(?:i|me)(?!\w))",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"(?<!\w)(?:i|me|my|mine|we|us|our|ours|myself)(?!\w)", re.IGNORECASE)


def misreading(
    text: str, quote: tuple[int, int], value: str, attribute: str, *, of_owner: bool
) -> Misreading | None:
    """Return what the statement "`attribute` is `value`" leaves out of what `text` says.

    `quote` are the offsets of its evidence, in which `value` stands; `of_owner` whether it is told
    of whoever speaks.
    """
    first, last = _paragraph(text, *quote)
    view, quote = _plain(text[first:last]), (quote[0] - first, quote[1] - first)
    start = max(view.find(_plain(value), *quote), quote[0])
    end = min(start + len(value), quote[1])
    low, high = _sentence(view, start, end)
    if negation_lost(view, start, end, attribute):
        return "negation_lost"
    supposed = _SUPPOSED.match(view, low, high) or _UNREAL.search(view, low, high)
    if supposed or _is_make_believe(view, low):
        return "only_supposed"
    if _ASKED.match(view, low, start) and view[low:high].rstrip("\"')*_ ").endswith("?"):
        return "only_asked"
    if of_owner and _is_anothers_word(view, low, start, end):
        return "said_by_another"
    if of_owner and _is_about_another(view, low, start, f"{attribute} {value}"):
        return "about_another"
    return None


def _is_make_believe(paragraph: str, end: int) -> bool:
    """Whether a sentence before `end` begins a story, in which what follows is told as well."""
    return any(MAKE_BELIEVE.match(paragraph, low) for low, _ in sentences(paragraph[:end]))


_BEFORE, _AFTER = 1000, 400
"""Characters around a quotation that are looked at, within its paragraph."""


def _paragraph(text: str, start: int, end: int) -> tuple[int, int]:
    low, high = max(0, start - _BEFORE), min(len(text), end + _AFTER)
    before, after = text.rfind("\n\n", low, start), text.find("\n\n", end, high)
    return (before + 2 if before >= 0 else low), (after if after >= 0 else high)


def _plain(text: str) -> str:
    return text.translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'})


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    touched = [(a, b) for a, b in sentences(text) if a < end and start < b]
    return (touched[0][0], touched[-1][1]) if touched else (start, end)


def _clause_start(text: str, low: int, start: int) -> int:
    """Return where the clause begins that reaches to `start`."""
    return max((match.end() for match in _BOUNDARY.finditer(text, low, start)), default=low)


def _is_anothers_word(text: str, low: int, start: int, end: int) -> bool:
    """Whether the value stands in a quotation of somebody else, or is what they believe."""
    for match in _QUOTATION.finditer(text):
        if match.start() <= start and end <= match.end():
            return start > match.start() + 1 and not _OWN_QUOTATION.search(text, 0, match.start())
    return _HEARSAY.search(text, low, start) is not None


def _is_about_another(text: str, low: int, start: int, told: str) -> bool:
    """Whether the clause begins with another person, whom the statement does not name."""
    begin = _clause_start(text, low, start)
    other = _ANOTHER.match(text, begin, start)
    if other is None or _FIRST_PERSON.search(text, other.end(), start):
        return False
    words = set(re.findall(r"[^\W_]+", told.casefold()))
    named = set(re.findall(r"[^\W_]+", (other["kin"] or "").casefold()))
    return not words & named and not words & {"partner", "family", "friend", "relative", "spouse"}

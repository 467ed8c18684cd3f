"""What a model may make of a turn that the turn does not say, though every word of it is there.

A quotation can be to the letter and yet say something else than its turn: without the "not" before
it, without the "if", out of another's mouth, or of another person. These are readings of English;
negation is known in some other languages too. Whatever is not recognised is let through.
"""

import re
from typing import Literal

from muniment.domain.grammar.notation import any_of
from muniment.domain.grammar.vocabulary import KIN, KIN_ADJECTIVES
from muniment.domain.text import sentences

Misreading = Literal["negation_lost", "only_supposed", "said_by_another", "about_another"]
"""What is wrong with a reading; part of an operation's report."""

_NOT = r"""
    not | n't | never | no | none | nobody | nothing | neither | nor | without | cannot | hardly
  | stopped | quit | non | nicht | kein\w{0,2} | ne | pas | jamais | nunca | jam\u00e1s
  | n\u00e3o | niet | geen
"""
_NEGATION = re.compile(rf"(?:(?<!\w)(?:{_NOT})|(?<=\w)n't)(?!\w)", re.IGNORECASE | re.VERBOSE)
_NO_NEGATION = re.compile(
    r"not only|not just|no doubt|no wonder|no problem|no matter|why not|can't wait|cannot wait|"
    r"couldn't be|don't forget|do not forget|don't worry|not to mention|whether or not|"
    r"no longer than|no more than|no less than|not until|nothing (?:better|beats|like|but)|"
    r"never (?:miss|skip|fail|without|leave)\w*",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"not|no|never|non|without|dis\w+|avoid\w*|un\w+|hat\w+|allerg\w+|intoleran\w+|stop\w*|former\w*|"
    r"past|previous\w*|ex|refus\w+|lack\w*|reject\w*|against|quit|kein\w*|nicht|pas|never|free",
    re.IGNORECASE,
)
"""Words of an attribute or a value by which it says that something is not so."""
_AFTER = re.compile(
    r"\s+(?:is|are|was|were|do|does|did|has|have|can|could|will|would)(?:n't|\s+not)(?!\w)",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(
    r"[,;:.!?\u2014\n()\"]|\s[-\u2013]\s|(?<!\w)(?:but|and|because|so|since|although|though|while|yet|then)"
    r"(?!\w)",
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
    view = _plain(text)
    start = max(view.find(_plain(value), *quote), quote[0])
    end = min(start + len(value), quote[1])
    low, high = _sentence(view, start, end)
    says_no = any(
        _NEGATIVE.fullmatch(word) for word in re.findall(r"[^\W_]+", f"{attribute} {value}")
    )
    if not (says_no or _NEGATION.search(value)) and _is_negated(view, low, start, end, high):
        return "negation_lost"
    if _SUPPOSED.match(view, low, high) or _UNREAL.search(view, low, high):
        return "only_supposed"
    if of_owner and _is_anothers_word(view, low, start, end):
        return "said_by_another"
    if of_owner and _is_about_another(view, low, start, f"{attribute} {value}"):
        return "about_another"
    return None


def _plain(text: str) -> str:
    return text.translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'})


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    touched = [(a, b) for a, b in sentences(text) if a < end and start < b]
    return (touched[0][0], touched[-1][1]) if touched else (start, end)


def _clause_start(text: str, low: int, start: int) -> int:
    """Return where the clause begins that reaches to `start`."""
    return max((match.end() for match in _BOUNDARY.finditer(text, low, start)), default=low)


def _is_negated(text: str, low: int, start: int, end: int, high: int) -> bool:
    """Whether the clause of a value denies it: before it, or right after it."""
    before = _NO_NEGATION.sub(" ", text[_clause_start(text, low, start) : start])
    return bool(_NEGATION.search(before) or _AFTER.match(text, end, high))


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

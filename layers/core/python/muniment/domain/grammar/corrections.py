"""What corrects: resolved against what was just said and what is known.

"Actually it's Genoa, not Turin" names no attribute. It is about the known fact whose value is
Turin; without "not Turin", about the one statement before it whose value is of the same form. What
cannot be resolved to one fact yields nothing: a correction never invents.
"""

import re
from collections.abc import Sequence

from muniment.domain.grammar.attributes import content_words, head, snake
from muniment.domain.grammar.clauses import Clause
from muniment.domain.grammar.retractions import Target, may_retract, retraction, retractions
from muniment.domain.grammar.statements import Statement
from muniment.domain.grammar.values import cut, void
from muniment.domain.text import normalise

CORRECTED = 0.85
"""Confidence of a correction: its reference was resolved to exactly one fact."""


def may_resolve(clause: Clause) -> bool:
    """Whether the clause has the form of a correction or a retraction at all."""
    return (
        _CORRECTIVE.search(clause.lead) is not None
        or _NOT.search(clause.text) is not None
        or any(form.match(clause.text) for form in (_NOT_FIRST, _I_MEANT, _IT_IS))
        or may_retract(clause)
    )


def may_refer(clause: Clause) -> bool:
    """Whether the clause may be about something that was said before it, and not only of itself."""
    if may_retract(clause):
        return True
    value, wrong, sure = _said(clause)
    return bool(value and (wrong or sure))


def resolve(
    clause: Clause, text: str, recent: Sequence[Target], known: Sequence[Target]
) -> list[Statement]:
    """Return what the clause corrects or retracts.

    `recent`: what this turn stated before the clause, or else the owner's turn before it; `known`:
    the owner's readable facts.
    """
    return retractions(clause, text, recent, known) or _correction(clause, text, recent, known)


_CORRECTIVE = re.compile(
    r"(?<!\w)(?:actually|no|nope|nah|sorry|wait|oops|correction|i mean|mistake|misspoke|scratch|"
    r"i was wrong|update|i lied|my bad|let me correct)(?!\w)",
    re.IGNORECASE,
)
_IT_IS = re.compile(
    r"(?:it(?:'s|\s+is|\s+should\s+be|\s+was)|that(?:'s|\s+is|\s+should\s+(?:be|read))|"
    r"they(?:'re|\s+are)|i\s+said|"
    r"(?P<asked>make\s+(?:it|that)|change\s+(?:it|that)\s+to))"
    r"\s+(?:actually\s+|really\s+|now\s+)?(?P<value>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_I_MEANT = re.compile(
    r"(?:i\s+meant|i\s+mean|i\s+should\s+have\s+said)(?:\s+to\s+(?:say|write))?:?"
    r"\s+(?P<value>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_THE_IS = re.compile(
    r"(?:the|my|our)\s+[\w\s'-]{1,60}?\s+(?:is|are)\s+(?P<value>\S.*)", re.IGNORECASE | re.DOTALL
)
_NOT = re.compile(
    r"(?:,?\s+(?:and\s+)?not|\s+instead\s+of|\s+rather\s+than)\s+(?P<wrong>[^,;.!?]{1,80})",
    re.IGNORECASE,
)
_NOT_FIRST = re.compile(
    r"(?:(?:it(?:'s|\s+is)|that's)\s+)?not\s+(?P<wrong>[^,;.!?]{1,80}?)"
    r"(?:,\s*(?:but|it's|it\s+is)?|\s+but|[.;]\s*it's|\s+[-\u2013\u2014]\s+)\s*(?P<value>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_MOST_WORDS = 6  # a corrected value is short; longer, it is a remark ("it's a long way from here")
_BARE_WORDS = 3


def _correction(
    clause: Clause, text: str, recent: Sequence[Target], known: Sequence[Target]
) -> list[Statement]:
    value, wrong, sure = _said(clause)
    if not value or len(value.split()) > _MOST_WORDS or void(value):
        return []
    if wrong:
        about = _one_with_value(wrong, recent) or _one_with_value(wrong, known)
    elif sure:
        alike = [t for t in recent if _alike(t.value, value, casual=text.islower())]
        about = alike[0] if len(alike) == 1 else None
    else:
        about = None
    if about is None or normalise(about.value) == normalise(value):
        return []
    return _corrected(clause, text, about, value)


def _said(clause: Clause) -> tuple[str, str, bool]:
    """Return the value said to be right, the one said to be wrong, and whether it is said so."""
    sentence = clause.text
    corrective = _CORRECTIVE.search(clause.lead) is not None
    if first := _NOT_FIRST.match(sentence):
        return cut(first["value"]), cut(first["wrong"]), True
    wrong_match = _NOT.search(sentence)
    wrong = cut(wrong_match["wrong"]) if wrong_match else ""
    if meant := _I_MEANT.match(sentence):
        return cut(meant["value"]), wrong, True
    if corrected := _IT_IS.match(sentence):
        asked = corrected["asked"] is not None
        return cut(corrected["value"]), wrong, corrective or asked
    if wrong and (described := _THE_IS.match(sentence)):
        return cut(described["value"]), wrong, corrective
    if not (corrective or wrong):
        return "", "", False
    bare = cut(sentence)
    telling = bare[:1].isupper() or any(character.isdigit() for character in bare)
    usable = telling and len(bare.split()) <= _BARE_WORDS
    return (bare if usable else ""), wrong, corrective


def _one_with_value(said: str, among: Sequence[Target]) -> Target | None:
    """Return the one target whose value is `said`, or else the one whose value contains it."""
    wanted = content_words((said,))
    exact = [t for t in among if normalise(t.value) == normalise(said)]
    near = [t for t in among if wanted and wanted <= content_words((t.value,))]
    for found in (exact, near):
        if len(found) == 1:
            return found[0]
    return None


def _alike(old: str, new: str, *, casual: bool) -> bool:
    """Whether two values are of one form, so that one may stand in the other's place."""
    if any(c.isdigit() for c in old) != any(c.isdigit() for c in new):
        return False
    if any(c.isdigit() for c in new):
        return True
    if old[:1].isupper() != new[:1].isupper():
        return casual and old[:1].isupper() and len(new.split()) <= len(old.split())
    gerunds = [value.split()[0].endswith("ing") for value in (old, new)]
    articles = [value.lower().startswith(("a ", "an ", "the ")) for value in (old, new)]
    return gerunds[0] == gerunds[1] and articles[0] == articles[1]


def _corrected(clause: Clause, text: str, about: Target, value: str) -> list[Statement]:
    """State `value` for the attribute; where that is named after its value, under a new name."""
    at = clause.start + clause.text.index(value)
    start, end = clause.quote(text)
    assertion = Statement(
        subject=about.subject,
        attribute=_renamed(about, value),
        value=text[at : at + len(value)],
        start=start,
        end=end,
        family="correction",
        confidence=CORRECTED,
    )
    if assertion.attribute == about.attribute:
        return [assertion]
    return [retraction(clause, text, about), assertion]


def _renamed(about: Target, value: str) -> str:
    for ending, new in ((snake(about.value), snake(value)), (head(about.value), head(value))):
        if ending and new and about.attribute.endswith(f"_{ending}"):
            return about.attribute.removesuffix(ending) + new
    return about.attribute

"""What takes back or corrects: resolved against what was just said and what is known.

"Actually it's Genoa, not Turin" names no attribute. It is about the known fact whose value is
Turin; without "not Turin", about the one statement before it whose value is of the same form. What
cannot be resolved to one fact yields nothing: a correction never invents, nor does a retraction.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from muniment.domain.grammar.attributes import canonical, content_words, head, kin, snake
from muniment.domain.grammar.clauses import Clause
from muniment.domain.grammar.statements import OWNER, Statement, stated
from muniment.domain.grammar.values import cut, void
from muniment.domain.records import Effect
from muniment.domain.text import normalise

CORRECTED = 0.85
"""Confidence of a correction: its reference was resolved to exactly one fact."""
RETRACTED = 0.8
"""Confidence of a retraction, which closes a fact and puts nothing in its place."""


@dataclass(frozen=True, slots=True)
class Target:
    """A fact that a correction may be about: known, or stated shortly before."""

    subject: str
    attribute: str
    value: str


def targets(statements: Iterable[Statement]) -> list[Target]:
    """Return what the statements assert, each attribute once, with its latest value."""
    latest: dict[tuple[str, str], Target] = {}
    for statement in statements:
        key = (statement.subject, statement.attribute)
        latest.pop(key, None)
        if statement.effect is Effect.ASSERT and statement.value:
            latest[key] = Target(*key, statement.value)
    return list(latest.values())


def resolve(
    clause: Clause, text: str, recent: Sequence[Target], known: Sequence[Target]
) -> list[Statement]:
    """Return what the clause corrects or retracts.

    `recent`: what this turn stated before the clause, or else the owner's turn before it; `known`:
    the owner's readable facts.
    """
    return _retractions(clause, text, recent, known) or _correction(clause, text, recent, known)


# --- corrections -----------------------------------------------------------------------------

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
    return [_retraction(clause, text, about), assertion]


def _renamed(about: Target, value: str) -> str:
    for ending, new in ((snake(about.value), snake(value)), (head(about.value), head(value))):
        if ending and new and about.attribute.endswith(f"_{ending}"):
            return about.attribute.removesuffix(ending) + new
    return about.attribute


# --- retractions -----------------------------------------------------------------------------

_NO_LONGER = (
    re.compile(
        r"(?:i|we)(?P<be>'m|'re|\s+am|\s+are)?\s+no\s+longer\s+(?P<rest>\S.*)",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        r"(?:i|we)(?:(?P<be>'m|'re|\s+am|\s+are)\s+not|\s+(?:don't|do\s+not|can't))\s+"
        r"(?P<rest>\S.{0,200}?)\s+(?:any\s?more|any\s+longer)(?!\w)",
        re.IGNORECASE | re.DOTALL,
    ),
)
_DENIAL = re.compile(
    r"(?:i|we)(?:(?P<be>'m|'re|\s+am|\s+are)\s+not|\s+(?:don't|do\s+not))\s+(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_HAVE_NO = re.compile(
    r"(?:i|we)\s+(?:have\s+no|(?:don't|do\s+not)\s+(?:actually\s+)?have\s+(?:an?|any)|"
    r"haven't\s+got\s+(?:an?|any)|never\s+had\s+(?:an?|any)|"
    r"no\s+longer\s+have\s+(?:an?|any|my|the|our))\s+(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_MINE_IS_NOT = re.compile(
    r"(?:my|our)\s+(?P<a>[\w'\s-]{1,60}?)(?:\s+(?:is|are)|'s)\s+(?:not|no\s+longer)"
    r"\s+(?P<value>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_FORGET = re.compile(
    r"(?:(?:can|could|would)\s+you\s+)?(?:please\s+)?(?P<verb>forget|disregard|ignore|delete|erase|"
    r"remove)\s+(?P<all>(?:about\s+|that\s+|the\s+fact\s+that\s+|everything\s+about\s+|"
    r"what\s+i\s+(?:said|told\s+you)\s+about\s+)?(?P<rest>\S.*))",
    re.IGNORECASE | re.DOTALL,
)
_JUST_SAID = re.compile(
    r"(?:that|what\s+i\s+(?:just\s+)?(?:said|told\s+you|wrote)|(?:the|my)\s+last\s+message)\W*",
    re.IGNORECASE,
)
_NOT_TRUE = re.compile(
    r"(?:that|this|it)(?:'s|\s+is|\s+was)?\s*(?:not|n't|no\s+longer)\s+"
    r"(?:true|right|correct|the\s+case|valid|accurate)(?!\w)|"
    r"(?:that|this)(?:'s|\s+is|\s+was)\s+(?:wrong|false|outdated|a\s+mistake|incorrect)(?!\w)",
    re.IGNORECASE,
)
_MINE = re.compile(r"(?:my|our|the)\s+", re.IGNORECASE)
_VERBS = content_words(
    (
        "have has had own use using used got get getting drive ride go going do doing play be",
        "like love want need know in at to with it always usually",
    )
)
"""Words that say nothing about which fact is meant."""
_BY_VERB = {"work": ("employer", "occupation"), "live": ("residence",)}


def _retractions(
    clause: Clause, text: str, recent: Sequence[Target], known: Sequence[Target]
) -> list[Statement]:
    found = _taken_back(clause, recent, known)
    by_key = {(target.subject, target.attribute): target for target in found}
    return [_retraction(clause, text, target) for target in by_key.values()]


def _taken_back(clause: Clause, recent: Sequence[Target], known: Sequence[Target]) -> list[Target]:
    """Return the targets that the clause takes back: by the first form that it has."""
    for form, find in _FORMS:
        if match := form.match(clause.text):
            return find(match, recent, list(dict.fromkeys((*recent, *known))))
    return []


def _nothing(match: re.Match[str], _: Sequence[Target], among: list[Target]) -> list[Target]:
    """Resolve "I have no sister"."""
    return _about(match["rest"], among)


def _no_more(match: re.Match[str], _: Sequence[Target], among: list[Target]) -> list[Target]:
    """Resolve "I no longer live in Turin", "I don't like green any more"."""
    return _same(_positive(match), among) or _mentioned(match["rest"], among)


def _not_so(match: re.Match[str], _: Sequence[Target], among: list[Target]) -> list[Target]:
    """Resolve "my name is not Bob"."""
    return _same(f"my {match['a']} is {match['value']}", among)


def _denied(match: re.Match[str], _: Sequence[Target], among: list[Target]) -> list[Target]:
    """Resolve "I'm not vegetarian"; but "I don't work at Northwind on Fridays" denies less."""
    return _same(_positive(match), among, whole=True)


def _untrue(_: re.Match[str], recent: Sequence[Target], __: list[Target]) -> list[Target]:
    """Resolve "that's not true any more": only where one thing was said."""
    return list(recent) if len(recent) == 1 else []


def _forgotten(match: re.Match[str], recent: Sequence[Target], among: list[Target]) -> list[Target]:
    """Resolve "forget that I live in Turin", "forget my locker code", "forget what I said"."""
    if _JUST_SAID.fullmatch(match["all"]):
        return list(recent) if len(recent) == 1 else []
    rest = match["rest"]
    bare = _bare(rest)
    if stated(bare, rest):
        return _same(rest, among)
    if match["verb"].lower() != "forget" and not _MINE.match(rest):
        return []  # "delete the file" is an errand
    return _about(_MINE.sub("", cut(rest), count=1), among, loose=True)


_FORMS = (
    (_HAVE_NO, _nothing),
    *((form, _no_more) for form in _NO_LONGER),
    (_MINE_IS_NOT, _not_so),
    (_DENIAL, _denied),
    (_FORGET, _forgotten),
    (_NOT_TRUE, _untrue),
)


def _positive(match: re.Match[str]) -> str:
    return f"I{' am' if match['be'] else ''} {match['rest']}"


def _bare(sentence: str) -> Clause:
    return Clause(text=sentence, start=0, end=len(sentence), rest=len(sentence))


def _same(sentence: str, among: list[Target], *, whole: bool = False) -> list[Target]:
    """Return the targets that `sentence`, without its negation, states; `whole`: and no more."""
    found = [s for s in stated(_bare(sentence), sentence) if s.value]
    if whole:
        ended = sentence.rstrip(" .!")
        found = [s for s in found if ended.endswith(s.value or "")]
    return [
        target
        for target in among
        for s in found
        if (s.subject, s.attribute) == (target.subject, target.attribute)
        and _overlap(s.value or "", target.value)
    ]


def _overlap(left: str, right: str) -> bool:
    """Whether the words of one value are among those of the other."""
    one, other = content_words((left,)), content_words((right,))
    return bool(one and other) and (one <= other or other <= one)


def _about(phrase: str, among: list[Target], *, loose: bool = False) -> list[Target]:
    """Return the targets whose attribute or subject `phrase` names.

    `loose`: a part at either end of the attribute will do ("the code" for the locker code).
    """
    noun = cut(phrase)
    name = canonical(noun)
    relative = kin(head(noun))
    said = content_words((noun,)) - _VERBS
    if not said:
        return []
    return [
        target
        for target in among
        if relative in (target.attribute, target.subject)
        or said == content_words((target.attribute,))
        or target.attribute.startswith(f"{name}_to_")
        or (loose and target.attribute.startswith(f"{name}_"))
        or (loose and target.attribute.endswith(f"_{name}"))
    ]


def _mentioned(rest: str, among: list[Target]) -> list[Target]:
    """Return the targets that the words of `rest` name: by attribute or subject, else by value."""
    said = content_words((cut(rest),)) - _VERBS
    if len(said) == 1 and (attributes := _BY_VERB.get(next(iter(said)))):
        return [t for t in among if t.subject == OWNER and t.attribute in attributes]
    noun = re.sub(r"^(?:\w+\s+)??(?:an?|the|my|our|any)\s+", "", cut(rest), flags=re.IGNORECASE)
    if about := _about(noun, among):
        return about
    named = [t for t in among if said and said <= content_words((t.value,))]
    return named if len(named) == 1 else []


def _retraction(clause: Clause, text: str, target: Target) -> Statement:
    start, end = clause.quote(text)
    return Statement(
        subject=target.subject,
        attribute=target.attribute,
        value=None,
        start=start,
        end=end,
        family="retraction",
        confidence=RETRACTED,
        effect=Effect.RETRACT,
    )

"""What takes back: "I no longer …", "I have no …", "forget that …", resolved to known facts.

A retraction closes the facts that it matches, by attribute and, where one is said, by value. What
matches none retracts nothing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.attributes import canonical, content_words, head, is_told, kin
from muniment.domain.grammar.clauses import Clause
from muniment.domain.grammar.statements import Statement, stated
from muniment.domain.grammar.values import cut
from muniment.domain.records import OWNER, Effect

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
        if statement.effect is Effect.ASSERT and statement.value and not is_told(key[1]):
            latest[key] = Target(*key, statement.value)
    return list(latest.values())


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


def retractions(
    clause: Clause, text: str, recent: Sequence[Target], known: Sequence[Target]
) -> list[Statement]:
    """Return a retraction of each fact that the clause takes back, each once."""
    found = _taken_back(clause, recent, known)
    by_key = {(target.subject, target.attribute): target for target in found}
    return [retraction(clause, text, target) for target in by_key.values()]


def may_retract(clause: Clause) -> bool:
    """Whether the clause has the form of a retraction."""
    return any(form.match(clause.text) for form, _ in _FORMS)


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


_RELATIVES = frozenset(map(kin, words.FAMILY))
"""Of whom "I have none" takes back those with a name too; "no friends" is said by who has some."""


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
    named = {
        t.subject
        for t in among
        if t.attribute == "relation" and relative in _RELATIVES and kin(t.value) == relative
    }
    return [
        target
        for target in among
        if relative in (target.attribute, target.subject)
        or target.subject in named
        or (relative in _RELATIVES and target.subject.endswith(f"_{relative}"))
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


def retraction(clause: Clause, text: str, target: Target) -> Statement:
    """Return the retraction of `target`, with the clause as its quote."""
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

"""From a clause to what it states: the table of families applied to the clause's subject."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from muniment.domain.grammar import verbs
from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.attributes import (
    canonical,
    gist,
    head,
    kin,
    relative,
    snake,
    sort_of,
    thing,
)
from muniment.domain.grammar.calibrated import calibrated
from muniment.domain.grammar.clauses import LONGEST, Clause, clauses
from muniment.domain.grammar.families import PREDICATES
from muniment.domain.grammar.loose import LOOSE_FAMILIES
from muniment.domain.grammar.loose_sentences import LOOSE_SENTENCES
from muniment.domain.grammar.narratives import NARRATIVES
from muniment.domain.grammar.notation import any_of
from muniment.domain.grammar.payments import PAYMENTS
from muniment.domain.grammar.rows import HEDGED, REMEMBERED, Family
from muniment.domain.grammar.sentences import SENTENCES, UNSURE
from muniment.domain.grammar.told_sentences import TOLD_SENTENCES
from muniment.domain.grammar.values import cut
from muniment.domain.handling import Category
from muniment.domain.records import OWNER, Effect
from muniment.domain.substance import has_substance
from muniment.domain.text import trim

NOTE = "note"
"""Prefix of the attribute of what the owner asked to remember and no family knows."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What one clause says about one attribute; `start` and `end` are its quote in the text."""

    subject: str
    attribute: str
    value: str | None
    start: int
    end: int
    family: str
    confidence: float
    effect: Effect = Effect.ASSERT
    category: Category = Category.FACT
    floor: float = 0.0
    """What the sentence gate must say of its sentence; 0: it is not asked."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a statement takes from the row that found it."""

    family: str
    confidence: float
    category: Category = Category.FACT
    floor: float = 0.0


RELATION = _Rule("relation", 0.85, Category.RELATIONSHIP)
"""Of "my sister Anna …": that Anna is a sister."""
GIST = 8  # words of the gist of what is told: two events must not share one

_KIN = any_of(tuple(words.KIN))
_ADJECTIVE = any_of(tuple(words.KIN_ADJECTIVES))
_OWNER_SPEAKS = re.compile(
    rf"(?:(?:my|our)\s{{1,4}}{_KIN}\s{{1,4}}and\s{{1,4}}i|i|we)(?=['\s])", re.IGNORECASE
)
_KIN_SPOKEN_OF = re.compile(
    rf"(?:my|our)\s{{1,4}}(?:{_ADJECTIVE}\s{{1,4}}){{0,2}}(?P<kin>{_KIN})"
    r"(?:,?\s{1,4}(?P<name>(?-i:[A-Z])[\w-]{1,30}),?)?(?=['\s])",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?P<name>[A-Z][\w-]{1,30}(?:\s[A-Z][\w-]{1,30})?)(?=['\s])")


def stated_in(text: str) -> list[Statement]:
    """Return what `text` states by itself, in order; corrections need more than the text."""
    return [statement for clause in clauses(text) for statement in stated(clause, text)]


def stated(clause: Clause, text: str) -> list[Statement]:
    """Return what the clause states; `text` is the whole turn."""
    found = list(_of_subject(clause, text)) or list(_of_sentence(clause, text))
    first_of_each = {(s.subject, s.attribute): s for s in reversed(found)}
    return [statement for statement in found if statement in first_of_each.values()]


_VAGUE = re.compile(r"(?:it|this|that|these|those|what|when|how|there|you)\b", re.IGNORECASE)


def note(clause: Clause, text: str) -> list[Statement]:
    """Return the whole sentence as a note, if the owner asked to remember it in any words."""
    start, end = trim(text, clause.start, clause.rest)
    value = text[start:end].rstrip(".!? ")
    vague = _VAGUE.match(value)
    if not clause.noted or vague or end - start > LONGEST or not has_substance(value):
        return []
    attribute = f"{NOTE}_{gist(value)}"
    return [
        Statement(
            OWNER,
            attribute,
            value,
            start,
            end,
            "remember",
            calibrated("remember", REMEMBERED),
            category=Category.NOTE,
        )
    ]


# --- predicates ------------------------------------------------------------------------------


def _of_subject(clause: Clause, text: str) -> Iterator[Statement]:
    """Yield what the clause says of its subject: the owner, their kin, or somebody named."""
    if owner := _OWNER_SPEAKS.match(clause.text):
        alone = owner[0].lower() == "i"
        yield from predicated(clause, text, OWNER, owner.end(), alone=alone)
    elif spoken_of := _KIN_SPOKEN_OF.match(clause.text):
        yield from _of_kin(clause, text, spoken_of)
    elif (named := _NAMED.match(clause.text)) and (
        clause.remembered or _is_somebody(named["name"], clause.text[named.end() :])
    ):
        yield from predicated(clause, text, snake(named["name"]), named.end())


def _of_kin(clause: Clause, text: str, spoken_of: re.Match[str]) -> Iterator[Statement]:
    """Yield what is said of "my brother" or of "my brother Tom", who goes by the name."""
    name = spoken_of["name"]
    if not name or not _is_name(name):
        yield from predicated(clause, text, relative(spoken_of), spoken_of.end())
        return
    subject = snake(name)
    found = list(predicated(clause, text, subject, spoken_of.end()))
    if found or _goes_on(clause, spoken_of):
        yield _statement(clause, text, (subject, "relation"), spoken_of.span("kin"), RELATION)
    yield from found


_GOES_ON = re.compile(
    r"\s[a-z]+s\s|'s\s|\sand\si\s|\s[a-z]+ed\s|\s(?:will|has|had|can|went|got|came|took)\s",
    re.IGNORECASE,
)


def _goes_on(clause: Clause, relative: re.Match[str]) -> bool:
    """Whether a verb follows the name, so that the name is one ("my sister Anna loves …")."""
    return _GOES_ON.match(clause.text, relative.end()) is not None


def _is_name(word: str) -> bool:
    return word not in words.DEMONYMS and word.lower() not in words.NOT_IN_NOUN_PHRASE


_OF_SOMEBODY = re.compile(
    rf"""\s (?: (?:also|really|still|now|just|always) \s )? {any_of(verbs.ANIMATE)}
    | (?: 's | \s is ) \s (?: (?:now|still|also|currently) \s )?
      (?: on \s (?:the\s)? project | allergic | an? \s [\w\s-]{{0,30}}?{any_of(words.OCCUPATIONS)}
      | {any_of(words.DIETS)} )
    | \s (?: has \s been | has | was | got )? \s? moved \s (?: off | to | from ) \s""",
    re.VERBOSE,
)
_OF_THINGS = re.compile(r"\s\w+\s(?:is|are|was|were|will|can|have|has)(?!\w)", re.IGNORECASE)
"""A verb after what looks like one shows that it was a noun: "Longer drives are …"."""
_NOBODY = words.table("""
    everyone, everybody, nobody, somebody, someone, anyone, anybody, nothing, everything, music
    yoga, work, life, time, people, kids, love, food, school, home, tech, art, photography, google
    amazon, apple, microsoft, netflix
""")


def _is_somebody(name: str, predicate: str) -> bool:
    """Whether what follows a capital word is said of people, so that the word is a name."""
    word = name.lower()
    if word in _NOBODY or word in words.TIMES or word.endswith("ing") or not _is_name(name):
        return False
    if any(part in words.PRONOUNS | words.NOT_IN_NOUN_PHRASE for part in word.split()):
        return False
    return _OF_SOMEBODY.match(predicate) is not None and not _OF_THINGS.match(predicate)


def predicated(
    clause: Clause, text: str, subject: str, at: int, *, alone: bool = True
) -> Iterator[Statement]:
    """Yield what the predicate from `at` on says of `subject`; `alone`: of one person.

    What is told counts only where no family of what is always kept fits.
    """
    found = list(by_rows(PREDICATES, clause, text, (subject, at), alone=alone))
    told = (*NARRATIVES, *LOOSE_FAMILIES)
    yield from found or islice(by_rows(told, clause, text, (subject, at), alone=alone), 1)


def by_rows(
    rows: Sequence[Family], clause: Clause, text: str, place: tuple[str, int], *, alone: bool
) -> Iterator[Statement]:
    """Yield what the rows make of a clause; `place`: of whom, and where the predicate begins."""
    subject, at = place
    predicate = clause.text[at:]
    for family in rows:
        if (family.owner_only and subject != OWNER) or (family.of_one and not alone):
            continue
        for pattern in family.patterns:
            match = pattern.match(predicate)
            span = match and _value_span(predicate, match, family)
            if match and span:
                attribute = _attribute(family, match, predicate[slice(*span)])
                where = (at + span[0], at + span[1])
                rule = _Rule(family.name, family.confidence, family.category, family.floor)
                yield _statement(clause, text, (subject, attribute), where, rule)
                break


def _value_span(predicate: str, match: re.Match[str], family: Family) -> tuple[int, int] | None:
    """Return where the value is; where an object is bound, it reaches to the object's end."""
    judged_from = "object" if "object" in match.groupdict() else "value"
    judged = cut(match[judged_from], family.shape)
    if not judged or not family.accepts(judged):
        return None
    found = predicate.index(judged, match.start(judged_from))
    start = found if judged_from == "value" else match.start("value")
    while predicate[start].isspace():
        start += 1
    return start, found + len(judged)


def _attribute(family: Family, match: re.Match[str], value: str) -> str:
    groups = match.groupdict()
    if "up at" in (groups.get("verb") or ""):
        return snake(groups["verb"])  # one gets up at one time
    said = cut(groups.get("object") or value)
    if family.whole:
        said = value
    name = family.attribute.format(
        value=snake(value),
        gist=gist(said, GIST),
        thing=thing(said),
        a=kin(groups.get("a") or ""),
        verb=(groups.get("verb") or "").split(" ")[0].lower(),
        object=head(cut(groups.get("object") or "")),
        head=head(value),
        sort=sort_of(value),
    )
    return canonical(name.strip("_"))


# --- whole sentences -------------------------------------------------------------------------


def _of_sentence(clause: Clause, text: str) -> Iterator[Statement]:
    """Yield what the first sentence family that fits says."""
    for sentence in (*SENTENCES, *PAYMENTS, *TOLD_SENTENCES, *LOOSE_SENTENCES):
        if sentence.voiced and not _is_voiced(text):
            continue
        for pattern in sentence.patterns:
            match = pattern.match(clause.text)
            reading = match and sentence.reads(match, clause)
            if match and reading and (not sentence.at_start or _is_opening(clause, text)):
                start = clause.text.index(reading.value, match.start("value"))
                yield _statement(
                    clause,
                    text,
                    (reading.subject, reading.attribute),
                    (start, start + len(reading.value)),
                    _Rule(
                        sentence.name,
                        sentence.confidence - (0 if reading.plain else UNSURE),
                        sentence.category,
                        sentence.floor,
                    ),
                )
                return


_LONGEST_VOICED = 1500  # characters; a longer text with lines of "key: value" was pasted
_VOICE = re.compile(r"(?<!\w)(?:i|i'm|i've|i'd|i'll|my|me|we|our|let's)(?!\w)", re.IGNORECASE)


def _is_voiced(text: str) -> bool:
    return len(text) <= _LONGEST_VOICED and _VOICE.search(text) is not None


_LONGEST_GREETING = 100  # characters
_GREETING = re.compile(r"\s*(?:hi|hello|hey|dear)\s[\w' ]{1,30}[,!.]", re.IGNORECASE)


def _is_opening(clause: Clause, text: str) -> bool:
    """Whether nothing but a greeting stands before the clause in its turn."""
    before = text[: clause.start - len(clause.lead)]
    return len(before) <= _LONGEST_GREETING and not has_substance(
        _GREETING.sub("", before, count=1)
    )


_TIMED_LEAD = re.compile(
    r"(?<!\w)(?:yesterday|today|tonight|last|this|next|in\s(?:19|20)\d\d)(?!\w)", re.IGNORECASE
)


def _statement(
    clause: Clause, text: str, key: tuple[str, str], span: tuple[int, int], rule: _Rule
) -> Statement:
    """Place a statement in the text: its quote is the clause, its value is verbatim.

    `key`: subject and attribute. `span`: where the value is in the clause.
    """
    start, end = clause.quote(text)
    if timed := _TIMED_LEAD.search(clause.lead):  # "last week," says when what is told was
        start = clause.start - len(clause.lead) + timed.start()
    measured = calibrated(rule.family, rule.confidence)
    confidence = max(measured, REMEMBERED) if clause.remembered else measured
    return Statement(
        *key,
        value=text[clause.start + span[0] : clause.start + span[1]],
        start=start,
        end=end,
        family=rule.family,
        confidence=round(confidence * (HEDGED if clause.hedged else 1), 2),
        category=rule.category,
        floor=0.0 if clause.remembered else rule.floor,
    )


def latest(statements: Sequence[Statement]) -> list[Statement]:
    """Keep the last statement about each attribute, so that one turn does not contradict itself."""
    last = {(s.subject, s.attribute): s for s in statements}
    return sorted(last.values(), key=lambda s: (s.start, s.end, s.subject, s.attribute))

"""From a clause to what it states: the table of families applied to the clause's subject."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.attributes import canonical, gist, head, kin, snake, sort_of
from muniment.domain.grammar.clauses import LONGEST, Clause, clauses
from muniment.domain.grammar.families import HEDGED, PREDICATES, REMEMBERED, Family
from muniment.domain.grammar.notation import any_of
from muniment.domain.grammar.sentences import SENTENCES, UNSURE
from muniment.domain.grammar.values import cut
from muniment.domain.records import Effect
from muniment.domain.substance import has_substance
from muniment.domain.text import trim

OWNER = "user"
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


KIN_NAME = ("kin_name", 0.85)
"""Family and confidence of the name in "my sister Anna …"."""

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


def note(clause: Clause, text: str) -> list[Statement]:
    """Return the whole sentence as a note, if the owner asked to remember it in any words."""
    start, end = trim(text, clause.start, clause.rest)
    value = text[start:end].rstrip(".!? ")
    vague = re.match(r"(?:it|this|that|these|those|what|when|how|there)\b", value, re.IGNORECASE)
    if not clause.noted or vague or end - start > LONGEST or not has_substance(value):
        return []
    attribute = f"{NOTE}_{gist(value)}"
    return [Statement(OWNER, attribute, value, start, end, "remember", REMEMBERED)]


# --- predicates ------------------------------------------------------------------------------


def _of_subject(clause: Clause, text: str) -> Iterator[Statement]:
    """Yield what the clause says of its subject, if that is the owner or their kin."""
    if owner := _OWNER_SPEAKS.match(clause.text):
        alone = owner[0].lower() == "i"
        yield from _predicated(clause, text, OWNER, owner.end(), alone=alone)
    elif relative := _KIN_SPOKEN_OF.match(clause.text):
        subject = kin(relative["kin"])
        found = list(_predicated(clause, text, subject, relative.end()))
        if (
            relative["name"]
            and _is_name(relative["name"])
            and (found or _goes_on(clause, relative))
        ):
            span = relative.span("name")
            yield _statement(clause, text, (subject, "name"), span, KIN_NAME)
        yield from found
    elif clause.remembered and (named := _NAMED.match(clause.text)):
        yield from _predicated(clause, text, snake(named["name"]), named.end())


def _goes_on(clause: Clause, relative: re.Match[str]) -> bool:
    """Whether a verb follows the name, so that the name is one ("my sister Anna loves …")."""
    return (
        re.match(r"\s[a-z]+s\s|'s\s|\sand\si\s|\s[a-z]+ed\s", clause.text[relative.end() :])
        is not None
    )


def _is_name(word: str) -> bool:
    return word not in words.DEMONYMS and word.lower() not in words.NOT_IN_NOUN_PHRASE


def _predicated(
    clause: Clause, text: str, subject: str, at: int, *, alone: bool = True
) -> Iterator[Statement]:
    predicate = clause.text[at:]
    for family in PREDICATES:
        if (family.owner_only and subject != OWNER) or (family.of_one and not alone):
            continue
        for pattern in family.patterns:
            match = pattern.match(predicate)
            span = match and _value_span(predicate, match, family)
            if match and span:
                attribute = _attribute(family, match, predicate[slice(*span)])
                where = (at + span[0], at + span[1])
                yield _statement(
                    clause, text, (subject, attribute), where, (family.name, family.confidence)
                )
                break


def _value_span(predicate: str, match: re.Match[str], family: Family) -> tuple[int, int] | None:
    if "object" in match.groupdict():  # "don't eat meat": the value reaches to the object's end
        judged = cut(match["object"])
        value = match["value"][: match.start("object") - match.start("value")] + judged
    else:
        judged = value = cut(match["value"], family.shape)
    if not judged or not family.accepts(judged):
        return None
    start = predicate.index(value, match.start("value"))
    return start, start + len(value)


def _attribute(family: Family, match: re.Match[str], value: str) -> str:
    groups = match.groupdict()
    if "up at" in (groups.get("verb") or ""):
        return snake(groups["verb"])  # one gets up at one time
    name = family.attribute.format(
        value=snake(value),
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
    for sentence in SENTENCES:
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
                    (sentence.name, sentence.confidence - (0 if reading.plain else UNSURE)),
                )
                return


_LONGEST_GREETING = 100  # characters
_GREETING = re.compile(r"\s*(?:hi|hello|hey|dear)\s[\w' ]{1,30}[,!.]", re.IGNORECASE)


def _is_opening(clause: Clause, text: str) -> bool:
    """Whether nothing but a greeting stands before the clause in its turn."""
    before = text[: clause.start - len(clause.lead)]
    return len(before) <= _LONGEST_GREETING and not has_substance(
        _GREETING.sub("", before, count=1)
    )


def _statement(
    clause: Clause, text: str, key: tuple[str, str], span: tuple[int, int], rule: tuple[str, float]
) -> Statement:
    """Place a statement in the text: its quote is the clause, its value is verbatim.

    `key`: subject and attribute. `span`: where the value is in the clause. `rule`: the family and
    its confidence.
    """
    start, end = clause.quote(text)
    confidence = max(rule[1], REMEMBERED) if clause.remembered else rule[1]
    return Statement(
        *key,
        value=text[clause.start + span[0] : clause.start + span[1]],
        start=start,
        end=end,
        family=rule[0],
        confidence=round(confidence * (HEDGED if clause.hedged else 1), 2),
    )


def latest(statements: Sequence[Statement]) -> list[Statement]:
    """Keep the last statement about each attribute, so that one turn does not contradict itself."""
    last = {(s.subject, s.attribute): s for s in statements}
    return sorted(last.values(), key=lambda s: (s.start, s.end, s.subject, s.attribute))

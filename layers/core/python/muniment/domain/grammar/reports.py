"""What others are said to have said: "He said 'I love jazz', I don't" is his, and denied.

A report states nothing of the owner's. It is attributed to whoever said it: a pronoun, a relation
or a name; words in quotation marks are read as that person's own, "she loves jazz" after "my sister
says" as said of her.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.attributes import kin, snake
from muniment.domain.grammar.clauses import Clause, plain
from muniment.domain.grammar.notation import any_of
from muniment.domain.grammar.statements import Statement, predicated, stated
from muniment.domain.handling import Category
from muniment.domain.records import OWNER

REPORTED = 0.9
"""Factor: it was heard, not lived."""
DENIED = 0.8
"""Confidence of "I don't" after what somebody else likes."""

_KIN = any_of(tuple(words.KIN))
_SAID = re.compile(
    rf"""
    (?: \A | [.!?\n] ) \s{{0,4}} (?: (?: well | and | but | so | yesterday | today ) ,? \s )?
    (?P<who> (?P<pronoun> he | she ) | (?: my | our ) \s (?P<kin> {_KIN} )
        (?: ,? \s (?P<kin_name> (?-i:[A-Z])[\w-]{{1,30}} ) ,? )?
      | (?P<name> (?-i:[A-Z])[a-z][\w-]{{1,30}} ) )
    \s (?: just \s | always \s | once \s )?
    (?: said | says | told \s (?:me|us) | tells \s (?:me|us) | wrote | replied | claims? | claimed
      | insists? | insisted ) (?!\w)
    ,? :? \s? (?: that \s )?
    (?: "(?P<double>[^"\n]{{4,200}})" | '(?P<single>(?:[^'\n]|(?<=\w)'(?=\w)){{4,200}})'(?!\w)
      | (?P<indirect> (?: he | she ) (?=['\s]) [^.!?\n"]{{4,200}} ) )
    (?: ,? \s (?: but \s | and \s )? (?P<denied> i \s (?: don't | do \s not ) ) \W*?
      (?=[.!?\n]|\Z) )?
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NOT_NAMES = frozenset(
    ("it", "they", "you", "we", "i", "nobody", "everyone", "somebody", "someone")
)
_PRONOUN = re.compile(r"(?:he|she)(?=['\s])", re.IGNORECASE)


def reported(text: str) -> Iterator[Statement]:
    """Yield what `text` says that others said, with the whole report as the quote."""
    view = plain(text)
    for match in _SAID.finditer(view):
        subject = _subject(match)
        if subject is None:
            continue
        found = list(_said(match, text, subject))
        span = match.start("who"), len(match[0].rstrip()) + match.start()
        for statement in found:
            yield replace(
                statement,
                start=span[0],
                end=span[1],
                confidence=round(statement.confidence * REPORTED, 2),
            )
        yield from _denied(match, text, found)


def _subject(match: re.Match[str]) -> str | None:
    if match["pronoun"]:
        return match["pronoun"].lower()
    if match["kin"]:
        return snake(match["kin_name"]) if match["kin_name"] else kin(match["kin"])
    name = match["name"]
    known = name.lower() in words.NOT_IN_NOUN_PHRASE | words.PRONOUNS | _NOT_NAMES | words.TIMES
    return None if known else snake(name)


def _said(match: re.Match[str], text: str, subject: str) -> Iterator[Statement]:
    """Yield what the words after "said" state, of `subject` where they are the speaker's own."""
    group = next(name for name in ("double", "single", "indirect") if match[name])
    start, end = match.span(group)
    clause = Clause(text=match[group], start=start, end=end, rest=end)
    if group != "indirect":
        for statement in stated(clause, text):
            own = statement.subject == OWNER
            yield replace(statement, subject=subject) if own else statement
    elif pronoun := _PRONOUN.match(clause.text):
        yield from predicated(clause, text, subject, pronoun.end())


def _denied(match: re.Match[str], text: str, found: list[Statement]) -> Iterator[Statement]:
    """Yield the owner's "I don't" about the taste that was reported."""
    tastes = [s for s in found if s.attribute.startswith("like_")]
    if match["denied"] and tastes:
        value = text[slice(*match.span("denied"))]
        yield Statement(
            OWNER, tastes[-1].attribute, value, match.start("who"), match.end("denied"),
            "denial", DENIED, category=Category.PREFERENCE,
        )  # fmt: skip

"""What a model answered about some turns, held against those turns: nothing is taken on trust.

An answer that is not of the form at all is invalid, and asked for once more. A single statement
that is wrong is dropped under a reason and counted; the rest of the answer goes on.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from muniment.app.models import InvalidOutputError
from muniment.app.prompts import Prompt
from muniment.app.proposals import MODEL_FAMILY
from muniment.app.structured import Json, parse_object
from muniment.domain.events import Event, Span
from muniment.domain.grammar.attributes import (
    canonical,
    content_words,
    kin,
    singular,
    snake,
)
from muniment.domain.grammar.vocabulary import KIN
from muniment.domain.handling import Category
from muniment.domain.misreading import Misreading, misreading
from muniment.domain.quoting import Quotable
from muniment.domain.records import OWNER, Candidate, Effect, Kind
from muniment.domain.text import normalise

MOST_FACTS = 100
"""Statements of one answer. A page of 8,000 characters has not held as many; what is beyond is
repetition."""
LONGEST_QUOTE = 1000
"""Characters: a long sentence. A longer quotation is a copy of the turn, not evidence."""

Dropped = Literal[
    Misreading,
    "malformed",
    "unknown_turn",
    "unknown_key",
    "not_in_event",
    "value_not_in_quote",
    "subject_not_in_event",
    "retracts_unnamed",
    "repeats_prompt",
    "over_limit",
]
"""Why a statement of an answer is not even a candidate; counted, part of the report."""

LONGEST_SUBJECT = 60
"""Characters, some eight words: a sentence about somebody is not their name."""

_SPEAKER = frozenset(("user", "i", "me", "myself", "speaker", "the user", "the speaker", "owner"))
CATEGORIES = frozenset(Category) - {Category.NOTE, Category.STATE}
"""What a model may call a statement; a note and a state come in by doors of their own."""
FIELDS = frozenset(
    (
        "turn", "quote", "value", "subject", "attribute", "known", "effect", "category",
        "confidence", "importance",
    )
)  # fmt: skip
"""The members of an entry: all of them, and no others."""


@dataclass(frozen=True)
class Passage:
    """A stretch of a turn that a model reads as one, outside every fence."""

    event: Event
    start: int
    end: int

    @property
    def text(self) -> str:
        """The stretch itself."""
        return self.event.text[self.start : self.end]

    @cached_property
    def quotable(self) -> Quotable:
        """The stretch, for looking quotations up in it."""
        return Quotable(self.text)


@dataclass(frozen=True)
class Offer:
    """What one call shows: passages and keys under the handles by which an answer names them."""

    passages: Sequence[Passage]
    before: Sequence[Event] = ()
    known: Sequence[tuple[str, str]] = ()
    """Subject and attribute of what is remembered already."""
    values: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """What is remembered under each of them: never shown, but a retraction may name it."""

    @cached_property
    def turns(self) -> Mapping[str, Passage]:
        """The passages by handle."""
        return {f"t{n}": passage for n, passage in enumerate(self.passages, start=1)}

    @cached_property
    def keys(self) -> Mapping[str, tuple[str, str]]:
        """The known keys by handle."""
        return {f"k{n}": key for n, key in enumerate(self.known, start=1)}

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the turns shown, in the singular: whom they may speak of."""
        said = [*(p.text for p in self.passages), *(turn.text for turn in self.before)]
        named = [passage.event.speaker or "" for passage in self.passages]
        return frozenset(_words([*said, *named]))


@dataclass(frozen=True, slots=True)
class Reading:
    """The candidates of an answer by event, and how many statements were dropped why."""

    candidates: Mapping[str, Sequence[Candidate]]
    dropped: Mapping[str, int] = field(default_factory=dict)


class _Drop(Exception):  # noqa: N818 - a signal, not an error
    def __init__(self, reason: Dropped) -> None:
        super().__init__(reason)
        self.reason = reason


def read(answer: str, offer: Offer, prompt: Prompt) -> Reading:
    """Return what of `answer` may be a candidate.

    Raises InvalidOutputError, with what is wrong in words of ours, if it is not of the form, or if
    there is no statement in it that is.
    """
    stated = parse_object(answer, "facts")["facts"]
    if not isinstance(stated, list):
        raise InvalidOutputError('"facts" is not a list')
    found: dict[str, dict[Candidate, None]] = {}
    dropped: Counter[str] = Counter()
    for entry in stated[:MOST_FACTS]:
        try:
            candidate = _candidate(entry, offer, prompt)
        except _Drop as drop:
            dropped[drop.reason] += 1
        else:
            found.setdefault(candidate.span.event, {})[candidate] = None
    if stated and dropped["malformed"] == len(stated):
        fields = ", ".join(sorted(FIELDS))
        raise InvalidOutputError(f"no entry of facts has exactly these members: {fields}")
    if len(stated) > MOST_FACTS:
        dropped["over_limit"] = len(stated) - MOST_FACTS
    return Reading({event: tuple(each) for event, each in found.items()}, dict(dropped))


def _candidate(entry: Json, offer: Offer, prompt: Prompt) -> Candidate:
    statement = _Statement.of(entry)
    passage = offer.turns.get(statement.turn)
    if passage is None:
        raise _Drop("unknown_turn")
    if prompt.repeated_in(
        statement.attribute, statement.subject, statement.value, beside=passage.text
    ):
        raise _Drop("repeats_prompt")
    subject, attribute = _key(statement, offer)
    place = passage.quotable.locate(statement.quote)
    if place is None:
        raise _Drop("not_in_event")
    start, end = place
    quote = passage.text[start:end]
    if len(quote) > LONGEST_QUOTE:
        raise _Drop("malformed")
    if statement.effect is Effect.RETRACT and not _names(quote, subject, attribute, offer):
        raise _Drop("retracts_unnamed")
    value = _value(statement, quote)
    if value is not None:
        wrong = misreading(passage.text, place, value, attribute, of_owner=subject == OWNER)
        if wrong is not None:
            raise _Drop(wrong)
    return Candidate(
        kind=Kind.FACT,
        span=Span(passage.event.id, passage.start + start, passage.start + end),
        text=quote,
        attribute=attribute,
        value=value,
        effect=statement.effect,
        subject=subject,
        confidence=statement.confidence,
        family=MODEL_FAMILY,
        category=statement.category,
        importance=statement.importance,
    )


def _key(statement: "_Statement", offer: Offer) -> tuple[str, str]:
    """Return subject and attribute: those of the known key that is named, else the answer's own."""
    if statement.known is not None:
        if statement.known not in offer.keys:
            raise _Drop("unknown_key")
        return offer.keys[statement.known]
    attribute = canonical(statement.attribute.replace("_", " "))
    if not any(character.isalpha() for character in attribute):
        raise _Drop("malformed")
    name = " ".join(statement.subject.replace("_", " ").split())
    if name.casefold() in _SPEAKER:
        return OWNER, attribute
    words = _words([name])
    if not words or not words <= offer.words or len(name) > LONGEST_SUBJECT:
        raise _Drop("subject_not_in_event")
    relation = kin(name)
    return (relation if relation in KIN else snake(name)), attribute


def _value(statement: "_Statement", quote: str) -> str | None:
    """Return the value as the quote has it; none for what is taken back."""
    if statement.effect is Effect.RETRACT:
        return None
    place = Quotable(quote).locate(statement.value or "")
    if place is None:
        raise _Drop("value_not_in_quote")
    return quote[slice(*place)]


def _names(quote: str, subject: str, attribute: str, offer: Offer) -> bool:
    """Whether the words of a retraction say what it takes back: a model closes nothing on a hunch.

    They share a content word with the attribute, with whom it is about, or with its value.
    """
    of_whom = "" if subject == OWNER else subject
    value = offer.values.get((subject, attribute), "")
    return bool(content_words([quote]) & content_words([attribute, of_whom, value]))


def _words(texts: Iterable[str]) -> set[str]:
    return {singular(word) for text in texts for word in normalise(text).split()}


@dataclass(frozen=True, slots=True)
class _Statement:
    """One entry of an answer whose members are all there and of their types."""

    turn: str
    quote: str
    value: str | None
    subject: str
    attribute: str
    known: str | None
    effect: Effect
    category: Category
    confidence: float
    importance: float

    @classmethod
    def of(cls, entry: Json) -> "_Statement":
        """Check the entry; drop it as malformed if a member is missing, foreign or of another type.

        The provider's schema is not relied on: many servers take it as a hint.
        """
        if not isinstance(entry, dict) or set(entry) != FIELDS:
            raise _Drop("malformed")
        match entry:
            case {
                "turn": str(turn),
                "quote": str(quote),
                "value": str() | None as value,
                "subject": str(subject),
                "attribute": str(attribute),
                "known": str() | None as known,
                "effect": "assert" | "retract" as effect,
                "category": str(category),
                "confidence": int() | float() as confidence,
                "importance": int() | float() as importance,
            } if category in CATEGORIES and _is_share(confidence) and _is_share(importance):
                return cls(
                    turn, quote, value, subject, attribute, known or None, Effect(effect),
                    Category(category), float(confidence), float(importance),
                )  # fmt: skip
            case _:
                raise _Drop("malformed")


def _is_share(number: float) -> bool:
    return not isinstance(number, bool) and math.isfinite(number) and 0 <= number <= 1

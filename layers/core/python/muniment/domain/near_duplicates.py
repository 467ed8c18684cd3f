"""Near duplicates: which statements say one thing twice. A projection, computed whenever shown.

Nothing here decides what is stored: every record stays, and is found by its id. Two statements of
one speaker count as one if they are written alike up to spelling and notation, or if they are
similar enough (`Likeness`) and no anchor of theirs differs (`anchors.conflicts`). The anchors are
English: what is of another language is only merged if it is written alike.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import combinations
from typing import Final

from muniment.domain.anchors.conflicts import conflict, same_words, shared_words
from muniment.domain.anchors.occasions import another_occasion
from muniment.domain.anchors.reading import Reading, read
from muniment.domain.records import Episode, Fact, Status
from muniment.domain.text import normalise
from muniment.domain.vectors import unpack_raw
from muniment.domain.voices import voice
from muniment.domain.words import STOP_WORDS

type Read = Callable[[str], Reading]


@dataclass(frozen=True, slots=True)
class Likeness:
    """When two statements are similar enough, for one encoder.

    The measure is the centred cosine of the stored vectors plus `shared` times the share of
    content words they have in common (Dice); it must reach `enough`, unless they share all of
    them. Below the cosine `apart` nothing is compared, not even words.
    """

    enough: float
    shared: float
    apart: float


@dataclass(frozen=True, slots=True)
class Statement:
    """A record as it is compared with others of its owner and kind.

    `by`: who said it about whom, in which class; only equal ones are compared. `value`: what a
    fact holds; two facts of one sentence are not one. `vector`: packed, see `domain.vectors`.
    """

    id: str
    text: str
    by: tuple[str, ...]
    at: datetime
    vector: bytes
    value: str | None = None
    part_of: str | None = None
    """The turn of which it is a piece; pieces of one turn are no repetitions of one another."""


@dataclass(frozen=True, slots=True)
class Group:
    """Statements that say one thing: the one to show, and the others, latest first."""

    shown: Statement
    also: tuple[Statement, ...]


def statement_of(record: Fact | Episode, vector: bytes) -> Statement | None:
    """Return a record as a statement; `None` if it is always shown: a contested fact."""
    by: tuple[str, ...]
    if isinstance(record, Episode):
        by = (record.kind, voice(record.speaker), record.provenance.label)
        event = record.span.event
        return Statement(record.id, record.text, by, record.occurred_at, vector, part_of=event)
    if record.status is not Status.ACTIVE or record.valid_from is None or not record.quote:
        return None
    by = (record.kind, voice(record.speaker or ""), record.provenance.label, record.subject)
    return Statement(record.id, record.quote, by, record.valid_from, vector, record.value)


def groups(statements: Iterable[Statement], likeness: Likeness) -> list[Group]:
    """Return the groups of two and more, by the id of what they show.

    Every two members of a group are the same, so it never holds a pair in conflict; the most
    similar join first. The result does not depend on the order of `statements`.
    """
    known = {s.id: s for s in statements}
    members = {name: frozenset((name,)) for name in known}
    reading = cache(read)
    alike = similarities([known[name] for name in sorted(known)], likeness, reading)
    for one, other in sorted(alike, key=lambda pair: (-alike[pair], pair)):
        left, right = members[one], members[other]
        if left is not right and all(_pair(x, y) in alike for x in left for y in right):
            joined = left | right
            members.update(dict.fromkeys(joined, joined))
    found = {group for group in members.values() if len(group) > 1}
    grouped = (_group([known[name] for name in group], reading) for group in found)
    return sorted(grouped, key=lambda group: group.shown.id)


def similarities(
    statements: Sequence[Statement], likeness: Likeness, reading: Read
) -> Mapping[tuple[str, str], float]:
    """Return how similar those pairs are that are the same; the ids of a pair are in order.

    `reading`: `read`, with what it returned kept.
    """
    by_id = {s.id: s for s in statements}
    vector = cache(lambda name: _Vector.of(by_id[name].vector))
    words = {s.id: _rough(s.text) for s in statements}
    alike: dict[tuple[str, str], float] = {}
    for a, b in combinations(statements, 2):
        if a.by != b.by or (a.part_of is not None and a.part_of == b.part_of):
            continue
        if max(len(a.text), len(b.text)) > _LONGEST:
            if normalise(a.text) == normalise(b.text) and not _apart(a, b):
                alike[_pair(a.id, b.id)] = 1.0
            continue
        common = _dice(words[a.id], words[b.id])
        if common < _IN_COMMON:
            continue
        cosine = vector(a.id).cosine(vector(b.id))
        if cosine < likeness.apart:
            continue
        rough = cosine + likeness.shared * common
        if rough < likeness.enough - _ROUGHLY and max(len(a.text), len(b.text)) > _SHORT:
            continue
        if _same(a, b, cosine, likeness, reading):
            alike[_pair(a.id, b.id)] = cosine
    return alike


_LONGEST: Final = 600
"""Characters of a statement; longer texts say many things, and are one only if they are equal."""
_IN_COMMON: Final = 0.2
"""Words that two statements must have in common as they stand, to be compared at all."""
_ROUGHLY: Final = 0.15
"""How far those words may fall short, before statements are read well: that takes a hundred times
longer. Both save nine tenths of the time, and lose 3 of 200 pairs that count as one."""
_SHORT: Final = 60
"""Characters of a statement that is read well at once: short ones are said in many ways."""
_LETTERS: Final = re.compile(r"[a-z0-9]{2,}")


def _rough(text: str) -> frozenset[str]:
    """Return the beginnings of the words of a text: inflection is at their end."""
    found = set(_LETTERS.findall(text.lower()))
    return frozenset(word[:4] for word in found - STOP_WORDS or found)


def _dice(left: frozenset[str], right: frozenset[str]) -> float:
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 1.0


def _same(a: Statement, b: Statement, cosine: float, likeness: Likeness, reading: Read) -> bool:
    left, right = reading(a.text), reading(b.text)
    if not same_words(left, right):
        shared = shared_words(left, right)
        enough = shared == 1 or cosine + likeness.shared * shared >= likeness.enough
        if left.foreign or right.foreign or not enough:
            return False
    return not _apart(a, b) and conflict(left, right) is None


def _apart(a: Statement, b: Statement) -> bool:
    """Whether they hold two values, or speak of two days."""
    return not _one_value(a, b) or another_occasion(a.text, a.at, b.text, b.at)


_ONE_VALUE: Final = 0.5
"""Words two values must share: "aisle seat" and "Aisle seats only for me" are one, "Turin" and
"I live in Turin and work at Siemens" are not."""


def _one_value(a: Statement, b: Statement) -> bool:
    if a.value is None or b.value is None:
        return a.value is b.value
    return shared_words(read(a.value), read(b.value)) >= _ONE_VALUE


def _group(members: Iterable[Statement], reading: Read) -> Group:
    """Show what says most, of several the latest."""

    def says_most(statement: Statement) -> tuple[int, datetime, str]:
        return len(set(reading(statement.text).content)), statement.at, statement.id

    shown, *rest = sorted(members, key=says_most, reverse=True)
    return Group(shown, tuple(sorted(rest, key=lambda s: (s.at, s.id), reverse=True)))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class _Vector:
    values: list[int]
    length: float

    @classmethod
    def of(cls, packed: bytes) -> "_Vector":
        values = unpack_raw(packed)
        return cls(values, math.sqrt(math.sumprod(values, values)) or 1.0)

    def cosine(self, other: "_Vector") -> float:
        return math.sumprod(self.values, other.values) / (self.length * other.length)

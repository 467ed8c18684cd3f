"""Which candidates say what was changed by a later word, and by which.

Of facts it is known: a head names the turns that say what it said before. Of turns beside it is
guessed (`domain.succession`), among those that the searches found.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, partial

from muniment.app.ports import Scored
from muniment.app.stored import StoredVector
from muniment.domain.namespaces import kind_of
from muniment.domain.ranking import below
from muniment.domain.records import Episode, Fact, Kind
from muniment.domain.succession import Word, changes, is_changed_by
from muniment.domain.text import sentences
from muniment.domain.vectors import cosine, unpack_vector
from muniment.domain.voices import is_same


class How(StrEnum):
    """How it is known that something is out of date; also what its label says."""

    SUPERSEDED = "superseded"
    IN_PART = "superseded in part"
    """It also says what still holds, or may: other sentences were not superseded with this one."""
    GUESSED = "earlier word"


@dataclass(frozen=True, slots=True)
class Later:
    """The record that says what holds instead, and how that is known."""

    record: str
    how: How


@dataclass(frozen=True, slots=True)
class Outdated:
    """What is out of date among the candidates, by id, latest first."""

    by: Mapping[str, Later] = field(default_factory=dict)

    def label(self, record: str) -> str:
        """Return what the record's line says of it; empty if it stands."""
        later = self.by.get(record)
        return later.how.value if later else ""


STANDING = Outdated()
"""Nothing of what was found."""


def outdated(
    facts: Mapping[str, Fact], closed: Mapping[str, Fact], episodes: Mapping[str, Episode],
    vectors: Mapping[str, StoredVector],
) -> Outdated:  # fmt: skip
    """Return what is out of date among turns and facts; what facts took back is in `closed`."""
    events = _superseded((*facts.values(), *closed.values()))
    known = {
        record: _of_several(events[vector.event], episodes.get(record))
        for record, vector in vectors.items()
        if vector.event in events and record not in facts
    }
    guessed = _guessed([e for e in episodes.values() if e.id in vectors], vectors)
    turns = {episodes[turn].span.event: later for turn, later in guessed.items()}
    told = {
        fact.id: turns[fact.sources[-1]]
        for fact in facts.values()
        if fact.sources and fact.sources[-1] in turns and fact.id in vectors
    }
    return Outdated(guessed | told | known)


def settled(scored: Iterable[Scored], found: Outdated, most: float) -> list[Scored]:
    """Lower what is out of date below what holds instead, by `most` at most; best first again.

    A turn that says more is left where it is if that does not put it below: then the query is about
    what else it says.
    """
    given = {item.id: item for item in scored}
    for record, later in found.by.items():
        item, instead = given.get(record), given.get(later.record)
        if item is not None and instead is not None:
            taken = below(item.score, instead.score, most)
            is_below = item.score - taken < instead.score
            if taken and (is_below or later.how is not How.IN_PART):
                parts = {**item.parts, "stale": -taken}
                given[record] = replace(item, score=round(item.score - taken, 6), parts=parts)
    return sorted(given.values(), key=lambda item: (-item.score, item.id))


def fit(item: Scored) -> float:
    """Return its score without what is taken off it as out of date."""
    return item.score - item.parts.get("stale", 0.0)


def without_told(
    shown: Sequence[Scored], found: Outdated, turns: Mapping[str, str]
) -> list[Scored]:
    """Leave out the facts that are out of date where the turn that says them is shown as well.

    `turns`: the last source of each fact that is shown, and the event of each turn, by id.
    """
    told = {turns[item.id] for item in shown if kind_of(item.id) is Kind.EPISODE}
    return [
        item
        for item in shown
        if kind_of(item.id) is Kind.EPISODE or item.id not in found.by or turns[item.id] not in told
    ]


def _superseded(facts: Iterable[Fact]) -> dict[str, Later]:
    """Return events that say what was replaced, and by which fact."""
    facts = list(facts)
    stands = {event for fact in facts if fact.readable for event in fact.sources}
    return {
        event: Later(fact.id, How.IN_PART if event in stands else How.SUPERSEDED)
        for fact in facts
        for event in fact.replaces
    }


def _of_several(later: Later, episode: Episode | None) -> Later:
    """Return it as of a part, if the turn says more than one sentence."""
    is_one = episode is None or len(sentences(episode.text)) < 2
    return later if is_one else replace(later, how=How.IN_PART)


def _guessed(episodes: Iterable[Episode], vectors: Mapping[str, StoredVector]) -> dict[str, Later]:
    """Return the turns that seem to be changed, each by the last turn that does so."""
    turns = sorted(episodes, key=lambda e: (e.occurred_at, e.order))
    word = cache(lambda place: Word.of(turns[place].text, turns[place].occurred_at))
    found: dict[str, Later] = {}
    for place, later in enumerate(turns):
        # Most turns speak of no change at all, which is told without reading them.
        if changes(later.text) and word(place).is_of_change:
            alike = partial(_cosine, vectors, later.id)
            found |= {
                turn.id: Later(later.id, How.GUESSED)
                for before, turn in enumerate(turns[:place])
                if _is_same_voice(turn, later)
                and is_changed_by(word(before), word(place), partial(alike, turn.id))
            }
    return {turn.id: found[turn.id] for turn in reversed(turns) if turn.id in found}


def _is_same_voice(one: Episode, other: Episode) -> bool:
    """Whether both are one speaker's: anybody may bear a name, also the one the owner has."""
    return one.provenance is other.provenance and is_same(one.speaker, other.speaker)


def _cosine(vectors: Mapping[str, StoredVector], one: str, other: str) -> float:
    return cosine(unpack_vector(vectors[one].encoded.vector), vectors[other].encoded.vector)

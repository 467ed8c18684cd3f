"""Owners whose records are whole: in the store with their encodings and neighbours.

They are written by the store's own changes, without extraction: what is measured is reading.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import batched
from pathlib import Path
from random import Random

from bench.synthetic import identifier
from muniment.app.changes import PutEpisode, PutVector
from muniment.app.ports import Encoded, Encoder
from muniment.app.storage import Store
from muniment.app.stored import Owner, StoredVector
from muniment.domain.chain import links
from muniment.domain.events import Span
from muniment.domain.records import Episode, Provenance
from muniment.domain.scope import Scope
from muniment.domain.traits import traits

_STATEMENTS = Path(__file__).parents[1] / "evaluation" / "data" / "statement-pairs.txt"
"""What people say of themselves, one a line beside another way of saying it."""

DIFFERENT = 400
"""Texts that are encoded; longer memories say them again, each time in another turn."""
SESSION = 20
"""Turns of a session."""
_AT_ONCE = 30
"""Records of a transaction, of 3 actions each."""
EPOCH = Owner().epoch
_BEGAN = datetime(2026, 1, 5, 8, tzinfo=UTC)


@dataclass(frozen=True)
class Told:
    """Texts with their encodings."""

    texts: tuple[str, ...]
    encoded: tuple[Encoded, ...]

    @classmethod
    def by(cls, encoder: Encoder, advance: Callable[[int], None], count: int = DIFFERENT) -> "Told":
        """Encode so many different texts."""
        said = turns(count)
        encoded = []
        for text in said:
            encoded += encoder.passages([f"Ada: {text} (5 January 2026)"])
            advance(1)
        return cls(said, tuple(encoded))

    def write(
        self, store: Store, scope: Scope, count: int, advance: Callable[[int], None]
    ) -> list[str]:
        """Write `count` episodes of an owner; return their ids. Nothing if they are there."""
        ids = [f"e_{identifier(scope.owner, place)}" for place in range(count)]
        if store.episodes(scope, EPOCH, ids[-1:]):
            advance(count)
            return ids
        for places in batched(range(count), _AT_ONCE, strict=False):
            pairs = [self._pair(ids, place) for place in places]
            store.commit(scope, [change for pair in pairs for change in pair], guard=None)
            advance(len(places))
        return ids

    def _pair(self, ids: Sequence[str], place: int) -> tuple[PutEpisode, PutVector]:
        text = self.texts[place % len(self.texts)]
        at = _BEGAN + timedelta(minutes=place)
        session, event = f"s{place // SESSION}", f"turn-{place}"
        first = place - place % SESSION
        beside = ids[first : first + SESSION]
        episode = Episode(
            id=ids[place], span=Span(event, 0, len(text)), session=session,
            order=f"p{place:06d}.{event}.0000000", speaker="Ada", text=text, occurred_at=at,
            observed_at=at, provenance=Provenance.USER_STATED, revision=1, epoch=EPOCH,
            context=self.texts[(place - 1) % len(self.texts)] if place > first else "",
        )  # fmt: skip
        vector = StoredVector(
            ids[place], self.encoded[place % len(self.texts)], EPOCH, session=session,
            speaker="Ada", event=event, neighbours=links(beside)[ids[place]], traits=traits(text),
        )  # fmt: skip
        return PutEpisode(episode, 0), PutVector(vector)


def turns(count: int) -> tuple[str, ...]:
    """Return turns of two or three statements each, the same in every run."""
    lines = _STATEMENTS.read_text(encoding="utf-8").splitlines()
    said = list(dict.fromkeys(line.split("|")[1] for line in lines if line.count("|") == 2))
    chance = Random(17)  # noqa: S311 - reproducible
    return tuple(" ".join(chance.sample(said, chance.choice((2, 2, 3)))) for _ in range(count))


def questions(count: int) -> Iterable[str]:
    """Yield questions about what such owners tell."""
    asked = (
        "Where does my sister Anna live?", "Which seats do I prefer?", "What am I allergic to?",
        "When was order 4821 delivered?", "What is our dog called?", "How many children do I have?",
        "When may you call me?", "Where do I work, and as what?", "When is the standup?",
        "What is the budget for the kitchen?", "How much was the deposit?",
        "When did I move to Turin?",
    )  # fmt: skip
    return (asked[number % len(asked)] for number in range(count))

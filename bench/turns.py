"""Turns to write: of a length that people write, each with something to keep."""

from collections.abc import Iterator
from itertools import count
from random import Random

_FACTS = (
    "My home airport is {place}.",
    "My boat is called {name}.",
    "I work at {name} as a {job}.",
    "My sister lives in {place}.",
    "I prefer {thing} to {other} when I travel.",
    "I have been learning the {instrument} since last winter.",
)
_TALK = (
    "The week was long and the {thing} did not help, but we got through it in the end.",
    "Anyway, that is what {name} told me when we met in {place} about the {instrument}.",
    "Could you look at the plan for {place} again and tell me what is missing from it?",
    "We stood in the rain for an hour, and nobody had thought of bringing any {other}.",
)
_WORDS = {
    "place": ("Turin", "Genoa", "Oslo", "Bergen", "Turku", "Ghent"),
    "name": ("Selkie", "Northwind", "Marlow", "Osprey", "Kestrel"),
    "job": ("controller", "gardener", "nurse", "surveyor"),
    "thing": ("tea", "trains", "early flights", "window seats"),
    "other": ("coffee", "buses", "late flights", "aisle seats"),
    "instrument": ("oboe", "cello", "accordion"),
}


def texts(seed: int) -> Iterator[str]:
    """Yield turns of 20 to 60 words without end, the same for the same seed; no two are equal."""
    chance = Random(seed)  # noqa: S311 - reproducible
    for number in count(1):
        parts = [chance.choice(_FACTS), *chance.sample(_TALK, chance.randrange(1, 4))]
        chance.shuffle(parts)
        words = {name: chance.choice(choices) for name, choices in _WORDS.items()}
        yield f"{' '.join(parts).format(**words)} That was note {number}."

"""Conversations to measure with: a user and an assistant in turn, a fact in some of it."""

from collections.abc import Iterator
from itertools import count
from random import Random

FACTS_IN = 5
"""One in so many turns tells a fact, as in the workload: 200 k records of 1 M events."""
SESSION = 20
"""Turns of a session."""

_THINGS = (
    "boat", "cat", "bakery", "violin teacher", "landlord", "old school", "favourite tea", "choir",
    "dentist", "first car", "garden shed", "village", "running club", "grandmother", "mentor",
    "summer house", "band", "bookshop", "neighbour", "parrot", "workshop", "printer", "team",
)  # fmt: skip
_NAMES = (
    "Selkie", "Marlow", "Osprey", "Kestrel", "Juniper", "Basil", "Halden", "Ostra", "Fenwick",
)  # fmt: skip
_USER = (
    "Could you look at the plan for {name} again and tell me what is missing from it?",
    "What would you do about the train on {day}, and is there a later one?",
    "Can we go through the list once more before the others arrive at {hour}?",
    "How long does it take from {name} to the harbour at {hour} on {day}?",
)
_ASSISTANT = (
    "Of course. The plan has three parts, and the second one is the one to look at first.",
    "There are two ways to do it, and the shorter one takes about an hour and a half in all.",
    "Here is a short list: check the times, call ahead, and leave a little earlier than usual.",
    "If nothing else comes up, that should work; otherwise the next day is just as good.",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


def conversation(seed: int) -> Iterator[dict[str, object]]:
    """Yield turns without end, as the API takes them; the same for the same seed."""
    chance = Random(seed)  # noqa: S311 - reproducible
    for number in count():
        by_user = number % 2 == 0
        pool = _USER if by_user else _ASSISTANT
        said = chance.sample(pool, chance.randrange(1, 4))
        if (number % FACTS_IN == 0 and by_user) or number % (2 * FACTS_IN) == FACTS_IN + 1:
            said.insert(0, f"My {chance.choice(_THINGS)} is called {chance.choice(_NAMES)}.")
        blanks = {
            "name": chance.choice(_NAMES),
            "day": chance.choice(_DAYS),
            "hour": f"{chance.randrange(1, 12)} o'clock",
        }
        yield {
            "session": f"s{number // SESSION}",
            "position": number % SESSION,
            "role": "user" if by_user else "assistant",
            "text": " ".join(said).format(**blanks),
        }


def questions(seed: int) -> Iterator[str]:
    """Yield what may be asked of such a memory."""
    chance = Random(seed)  # noqa: S311 - reproducible
    forms = (
        "What is my {thing} called?",
        "When did we talk about the train on {day}?",
        "What did you say about the plan for {name}?",
    )
    while True:
        yield chance.choice(forms).format(
            thing=chance.choice(_THINGS), day=chance.choice(_DAYS), name=chance.choice(_NAMES)
        )

"""What memory may be used for: the purposes that a policy names, and what each of them may see."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from muniment.domain.handling import Sensitivity

ASSISTANCE = "assistance"
"""The purpose of what was stored before purposes were kept, and the default of our policies."""

MOST_PURPOSES = 12
"""Of a policy. Owners keep a state for each, in an item that every commit checks (2 KB at most)."""

PURPOSE = re.compile(r"[a-z][a-z0-9_]{0,31}")
"""Names of purposes: they stand in keys, and in filters of the index."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """One purpose of a policy."""

    consent: bool = False
    """Whether the owner must have agreed to it."""
    topics: frozenset[Sensitivity] = frozenset()
    """The sensitive topics that may be used for it."""
    reads: frozenset[str] = frozenset()
    """Other purposes whose material it may use, as far as their own consent allows."""


EVERY_TOPIC = frozenset(Sensitivity)

DEFAULT_PURPOSES: Mapping[str, Purpose] = {
    # What the owner tells their assistant, the assistant may use.
    ASSISTANCE: Purpose(topics=EVERY_TOPIC),
    # A mail to a colleague may say what was told to the assistant, but nothing intimate.
    "work": Purpose(reads=frozenset({ASSISTANCE})),
    "health": Purpose(consent=True, topics=frozenset({Sensitivity.HEALTH, Sensitivity.MINORS})),
    "finance": Purpose(consent=True, topics=frozenset({Sensitivity.MONEY, Sensitivity.IDENTITY})),
    # Suggestions and offers: never without having been asked for.
    "personalisation": Purpose(consent=True, reads=frozenset({ASSISTANCE})),
}

STRICT_PURPOSES: Mapping[str, Purpose] = {
    # Every purpose needs consent, none uses what was told for another, and a sensitive topic is
    # used only for the purpose that is there for it.
    ASSISTANCE: Purpose(consent=True),
    "work": Purpose(consent=True),
    "health": Purpose(consent=True, topics=frozenset({Sensitivity.HEALTH})),
    "finance": Purpose(consent=True, topics=frozenset({Sensitivity.MONEY})),
}


def fault(purposes: Mapping[str, Purpose], default: str) -> str | None:
    """Return what is wrong with the purposes of a policy, without a name that was sent."""
    if not 1 <= len(purposes) <= MOST_PURPOSES:
        return f"has not 1 to {MOST_PURPOSES} purposes"
    if not all(map(PURPOSE.fullmatch, purposes)):
        return "has a purpose whose name is not 1 to 32 of a-z, 0-9 and _, a letter first"
    if default not in purposes:
        return "has a default purpose that it does not define"
    if any(each.reads - set(purposes) for each in purposes.values()):
        return "has a purpose that reads one that it does not define"
    return None

"""The texts that stand for records where they are encoded and searched."""

from datetime import datetime
from typing import Final

from muniment.domain.grammar.attributes import is_told
from muniment.domain.records import PROCEDURES, Episode, Fact

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
"""In English whatever the locale, and many times faster than a format."""


def day(moment: datetime) -> str:
    """Return a date as people write it: 8 May 2023."""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year:04}"


def episode_passage(episode: Episode) -> str:
    """Return what is encoded for an episode: speaker, text and date (measured best so)."""
    return passage(episode.speaker, episode.text, episode.occurred_at)


def passage(speaker: str, text: str, said_at: datetime) -> str:
    """Return what is encoded for what `speaker` said; `text` stands in it as `text_starts` says."""
    return f"{speaker}: {text} ({day(said_at)})"


def text_starts(speaker: str) -> int:
    """Return where the text begins in the passage of what `speaker` said."""
    return len(f"{speaker}: ")


def episode_search_text(episode: Episode) -> str:
    """Return what lexical search sees: the turn before, then this one."""
    return f"{episode.context}\n{episode_passage(episode)}"


def attribute_words(attribute: str) -> str:
    """Return an attribute's name as words."""
    return attribute.replace("_", " ")


def statement(fact: Fact) -> str:
    """Return a fact as a short statement for people: `residence: Genoa`."""
    subject = "" if fact.subject in ("user", PROCEDURES) else f"{fact.subject}, "
    value = fact.value or ""
    if fact.subject != PROCEDURES and is_told(fact.attribute or ""):  # it says its attribute itself
        return value if fact.subject == "user" else f"{fact.subject}: {value}"
    return f"{subject}{attribute_label(fact)}: {value}"


def attribute_label(fact: Fact) -> str:
    """Return the attribute of a fact as words."""
    return attribute_words(fact.attribute or "")


def fact_passage(fact: Fact) -> str:
    """Return what is encoded and searched for a fact: who said what, and what it is about."""
    moment = f" ({day(fact.valid_from)})" if fact.valid_from else ""
    return f"{fact.speaker or 'User'}: {fact.quote or ''} [{statement(fact)}]{moment}"

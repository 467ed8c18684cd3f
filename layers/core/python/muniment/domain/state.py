"""What systems of record say: written as it is, never paraphrased, no extractor in between."""

from muniment.domain.events import Event, Span
from muniment.domain.grammar.attributes import canonical
from muniment.domain.handling import Category
from muniment.domain.records import Candidate, Effect, Kind

VERSION = "state/1"
"""Stands where an extractor's version stands."""

_IS = ": "


def statement_of(attribute: str, value: str | None) -> str:
    """Return the text of a state event; without a value it says that nothing holds any more.

    Raises ValueError for an attribute in which the value would seem to begin.
    """
    if _IS in attribute:
        raise ValueError("an attribute holds no colon followed by a space")
    return attribute if value is None else f"{attribute}{_IS}{value}"


def attribute_of(text: str) -> str:
    """Return the attribute, as it was given, of what `statement_of` made."""
    return text.partition(_IS)[0]


def candidates_of(event: Event) -> tuple[Candidate, ...]:
    """Return the one statement of a state event."""
    attribute = attribute_of(event.text)
    value = event.text.removeprefix(attribute).removeprefix(_IS)
    return (
        Candidate(
            kind=Kind.FACT, span=Span(event.id, 0, len(event.text)), text=event.text,
            attribute=canonical(attribute), value=value or None,
            effect=Effect.ASSERT if value else Effect.RETRACT, family="state",
            category=Category.STATE,
        ),
    )  # fmt: skip

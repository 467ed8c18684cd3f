"""Which stretches of an event are not to be remembered as they are, and why it depends on whose."""

from functools import lru_cache

from muniment.domain.events import Event, Role
from muniment.domain.injection.scan import Finding, Voice, scan
from muniment.domain.text import sentences

type Stretch = tuple[int, int]
"""Offsets in the text of an event, end exclusive."""


def voice(event: Event) -> Voice:
    """Return whose words an event holds. Who delivered it makes no difference.

    A document that an owner uploads holds its author's words.
    """
    if event.by_owner and event.role is Role.USER:
        return Voice.OWNER
    return Voice.ASSISTANT if event.role is Role.ASSISTANT else Voice.OUTSIDER


def suspects(event: Event) -> tuple[Stretch, ...]:
    """Return the suspicious stretches of an event, whole sentences each, in order.

    Whoever hides or encodes an instruction is not trusted with the rest: then it is all of it. So
    it is where the name of the speaker, which is shown beside the words, is one.
    """
    if event.speaker and scan(event.speaker, voice(event)):
        return ((0, len(event.text)),)
    return _stretches(event.text, voice(event))


@lru_cache(maxsize=1)  # every candidate of one event asks; no more than one text is held
def _stretches(text: str, whose: Voice) -> tuple[Stretch, ...]:
    found = scan(text, whose)
    if not found:
        return ()
    if any(finding.covert for finding in found):
        return ((0, len(text)),)
    return tuple(_sentences(text, found))


def _sentences(text: str, found: tuple[Finding, ...]) -> list[Stretch]:
    """Widen findings to the sentences they touch."""
    places = sorted((finding.start, finding.end) for finding in found)
    widened: list[Stretch] = []
    spans = sentences(text)
    at = 0
    for start, end in places:
        while at < len(spans) and spans[at][1] <= start:
            at += 1
        touched = [start, end]
        for first, last in spans[at:]:
            if first >= end:
                break
            touched += [first, last]
        widened.append((min(touched), max(touched)))
    return widened

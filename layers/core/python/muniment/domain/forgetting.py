"""Tombstones, blanking, and what is left of a text after an erasure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from muniment.domain.events import Event, Span
from muniment.domain.identity import Digester
from muniment.domain.labels import UNLABELLED
from muniment.domain.substance import has_substance
from muniment.domain.text import NORMALISER, identifiers, normalise, sentences
from muniment.domain.typed_values import read, value_key

BLANK = "\x1a"
"""Stands for each erased character, so that the offsets of what remains stay valid.

The character that ASCII has for it, SUBSTITUTE: it takes one byte, so that a turn never grows by
being blanked, beyond what one item of the store holds; and it is neither a letter nor a space.
"""

_BLANKED = re.compile(f"[\\s.,;:!?]*{BLANK}[{BLANK}\\s.,;:!?]*")
_SHORTEST_VALUE = 3  # shorter values ("34", "no") would blank unrelated words elsewhere in the turn


def value_digest(digester: Digester, attribute: str, value: str) -> str:
    """Return the tombstone of a value, in its words, under its attribute."""
    return _value_digest(digester, attribute, normalise(value))


def value_digests(digester: Digester, attribute: str, value: str) -> frozenset[str]:
    """Return the tombstones of a value under its attribute: of its words, and of what it comes to.

    So that "9.99 USD" does not bring back a forgotten "$9.99".
    """
    typed = _value_digest(digester, attribute, value_key(value, read(value)))
    return frozenset((value_digest(digester, attribute, value), typed))


def _value_digest(digester: Digester, attribute: str, form: str) -> str:
    return digester.digest("tombstone-value", NORMALISER, attribute, form)


def text_digest(digester: Digester, text: str) -> str:
    """Return the tombstone of a statement, whatever its case, spacing and punctuation."""
    return digester.digest("tombstone-text", NORMALISER, normalise(text))


def statement_digests(digester: Digester, text: str) -> frozenset[str]:
    """Return the tombstones of a turn: of all of it, and of each sentence that says something."""
    said = (text[start:end] for start, end in sentences(text))
    return frozenset(text_digest(digester, each) for each in (text, *filter(has_substance, said)))


def identifier_digests(digester: Digester, text: str) -> frozenset[str]:
    """Return the tombstones of the identifiers with digits in `text` (codes, numbers)."""
    return frozenset(
        digester.digest("tombstone-identifier", NORMALISER, token) for token in identifiers(text)
    )


def tombstones_of(
    digester: Digester, quote: str, sentence: str, attribute: str | None, value: str | None
) -> frozenset[str]:
    """Return every digest that must stop an erased statement from coming back."""
    digests = {text_digest(digester, quote), text_digest(digester, sentence)}
    if attribute and value:
        digests |= value_digests(digester, attribute, value)
        digests |= identifier_digests(digester, value)
    return frozenset(digests)


def forgotten_spans(
    digester: Digester, text: str, tombstones: frozenset[str]
) -> list[tuple[int, int]]:
    """Return the parts of `text` that say again what was erased: whole sentences, as offsets."""
    if not tombstones:
        return []
    if text_digest(digester, text) in tombstones:
        return [(0, len(text))]
    return [
        (start, end)
        for start, end in sentences(text)
        if text_digest(digester, text[start:end]) in tombstones
        or identifier_digests(digester, text[start:end]) & tombstones
    ]


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Replace the characters of every span by BLANK; the length stays."""
    characters = list(text)
    for start, end in spans:
        bounded = range(max(0, start), min(len(characters), end))
        for place in bounded:
            characters[place] = BLANK
    return "".join(characters)


def readable(text: str) -> str:
    """Return `text` for people and search: each blanked stretch becomes one ellipsis."""
    return _BLANKED.sub(" … ", text).strip(" …") if BLANK in text else text


def occurrences(text: str, value: str) -> list[tuple[int, int]]:
    """Return where `value` stands in `text` as words of its own, in any case."""
    if len(value) < _SHORTEST_VALUE:
        return []
    pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]


def sentence_around(text: str, start: int, end: int) -> str:
    """Return the sentence or sentences of `text` that the offsets touch."""
    start, end = sentence_span(text, start, end)
    return text[start:end]


def sentence_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the offsets of the sentence or sentences of `text` that the offsets touch."""
    touched = [(a, b) for a, b in sentences(text) if a < end and start < b]
    return (touched[0][0], touched[-1][1]) if touched else (start, end)


def blank_event(event: Event, spans: Sequence[Span]) -> Event:
    """Return the event without the text of `spans`, which it remembers as erased."""
    own = [span for span in spans if span.event == event.id]
    fresh = tuple(span for span in own if span not in event.erased)
    return replace(
        event,
        text=blank(event.text, [(span.start, span.end) for span in own]),
        erased=(*event.erased, *fresh),
        # What labels say may be what is forgotten; of which words they are, nobody knows.
        handling=UNLABELLED.on(event.handling) if own else event.handling,
    )

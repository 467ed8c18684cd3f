"""The notation of the table of families: concepts that occur together in one sentence.

    ignore + previous + instructions      in any order, near each other
    remember > permanent + user           the second after the first, the third anywhere near
    send + secret - never                 unless "never" stands near, too

A rule counts only if all its concepts are said in one language. A denial right before the first
concept ("never send …") takes the rule back, unless the rule itself speaks of a denial.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from muniment.domain.injection.concepts import Hit
from muniment.domain.injection.lexicon import CONCEPTS, LANGUAGES

NEAR = 90
"""Characters from the first to the last word of a rule, unless it says otherwise."""
DENIED = "denied"
"""What a denial reaches: the words after it, up to a mark of punctuation."""
_STRUCTURE = frozenset(("address", "called"))
"""Concepts that have no words: a URL or mail address; a name followed by a colon or comma."""
_TOKEN = re.compile(r"\s*([+>-])?\s*(\w+)")


@dataclass(frozen=True, slots=True)
class Match:
    """Where a rule is met, in the folded text."""

    start: int
    end: int
    disguised: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the notation, with the weight of evidence that it gives (1 is enough)."""

    line: str
    weight: float
    near: int = NEAR
    languages: str = ""
    """Codes of the languages whose word order it is, if it is not everybody's."""

    @property
    def parsed(self) -> "Parsed":
        """Return the concepts of the line. Raises ValueError if one is unknown."""
        return parse(self.line)

    def matches(self, by_concept: Mapping[str, Sequence[Hit]]) -> Iterator[Match]:
        """Yield the first place of a sentence where the rule is met, if there is one."""
        parsed = self.parsed
        if not all(concept in by_concept for concept in parsed.wanted):
            return
        spoken = language_bits(self.languages)
        for first in by_concept[parsed.wanted[0]]:
            if not first.languages & spoken:
                continue
            chosen = self._complete(parsed, first, by_concept)
            if chosen and not self._taken_back(parsed, chosen, by_concept):
                yield Match(
                    min(hit.start for hit in chosen),
                    max(hit.end for hit in chosen),
                    any(hit.disguised for hit in chosen),
                )
                return

    def _complete(
        self, parsed: "Parsed", first: Hit, by_concept: Mapping[str, Sequence[Hit]]
    ) -> list[Hit]:
        """Return a hit for each concept, each the nearest to the first one; empty if one lacks."""
        chosen, languages = [first], first.languages & language_bits(self.languages)
        for concept, ordered in zip(parsed.wanted[1:], parsed.ordered, strict=True):
            after = chosen[-1].end if ordered else -1
            fitting = [
                hit
                for hit in by_concept[concept]
                if hit.languages & languages
                and hit.start >= after
                and abs(hit.start - first.start) <= self.near
                and all(hit.start >= other.end or hit.end <= other.start for other in chosen)
            ]
            if not fitting:
                return []
            nearest = min(fitting, key=lambda hit: abs(hit.start - first.start))
            chosen.append(nearest)
            languages &= nearest.languages
        return chosen

    def _taken_back(
        self, parsed: "Parsed", chosen: Sequence[Hit], by_concept: Mapping[str, Sequence[Hit]]
    ) -> bool:
        start, end = min(hit.start for hit in chosen), max(hit.end for hit in chosen)
        for concept in parsed.unless:
            for hit in by_concept.get(concept, ()):
                if start - self.near <= hit.start < end and hit not in chosen:
                    return True
        if not parsed.denied:
            return False
        verb = chosen[0]
        return any(
            hit.start < verb.start <= hit.end and hit.languages & verb.languages
            for hit in by_concept.get(DENIED, ())
        )


@dataclass(frozen=True, slots=True)
class Parsed:
    """A line of the notation, taken apart."""

    wanted: tuple[str, ...]
    unless: tuple[str, ...]
    ordered: tuple[bool, ...]
    """For each concept but the first, whether it has to stand after the one before it."""
    denied: bool
    """Whether a denial before the first concept takes the rule back."""


@cache
def language_bits(codes: str) -> int:
    """Return the bits of languages by their codes; of all, if none is named."""
    bits = [1 << at for at, code in enumerate(LANGUAGES) if not codes or code in codes.split()]
    return sum(bits)


@cache
def parse(line: str) -> Parsed:
    """Parse one line. Raises ValueError if a concept is unknown or nothing is wanted."""
    wanted: list[str] = []
    unless: list[str] = []
    ordered: list[bool] = []
    for sign, concept in _TOKEN.findall(line):
        if concept not in CONCEPTS | _STRUCTURE:
            raise ValueError(f"no such concept: {concept}")
        if sign == "-":
            unless.append(concept)
        else:
            ordered += [sign == ">"] if wanted else []
            wanted.append(concept)
    if not wanted:
        raise ValueError(f"a rule that asks for nothing: {line}")
    denials = {"no", "never", "noneed", "without", "void"}
    return Parsed(tuple(wanted), tuple(unless), tuple(ordered), not denials & {*wanted, *unless})

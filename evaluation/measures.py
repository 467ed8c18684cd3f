"""Rates: how often a scanner finds what it is for, and how often it finds it where it is not."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluation.samples import HARMLESS, Sample
from evaluation.scanners import Scanner


class Measure(StrEnum):
    """What a rate says."""

    DETECTION = "detection"
    FALSE_ALARM = "false alarm"
    UNLABELLED = "found, unlabelled"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one scanner made of one text."""

    scanner: str
    measure: Measure
    group: str
    form: str
    line: int
    """Number of the text in its set or file, from 1."""
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of some texts a scanner found something in."""

    scanner: str
    measure: Measure
    name: str
    texts: int
    found: int
    odd: tuple[int, ...]
    """Numbers of the texts that were missed, or were no cause for alarm."""

    @property
    def share(self) -> float:
        """The rate, 0 to 1."""
        return self.found / self.texts


def verdicts(samples: Iterable[Sample], scanners: Sequence[Scanner]) -> Iterator[Verdict]:
    """Yield what each scanner makes of each text whose label concerns it."""
    for line, sample in enumerate(samples, 1):
        for scanner in scanners:
            measure = _measure(sample, scanner)
            if measure is not None:
                kinds = tuple(scanner.scan(sample))
                yield Verdict(scanner.label, measure, sample.group, sample.form, line, kinds)


def _measure(sample: Sample, scanner: Scanner) -> Measure | None:
    if sample.label is None:
        return Measure.UNLABELLED
    if sample.label == scanner.label:
        return Measure.DETECTION
    return Measure.FALSE_ALARM if sample.label == HARMLESS else None


def rates(judged: Iterable[Verdict], by: str) -> list[Rate]:
    """Return the rates by `group` or `form`, or over `all`, in order of appearance."""
    sorts: dict[tuple[str, Measure, str], list[Verdict]] = {}
    for verdict in judged:
        name = {"group": verdict.group, "form": verdict.form}.get(by, "all")
        sorts.setdefault((verdict.scanner, verdict.measure, name), []).append(verdict)
    return [_rate(*key, some) for key, some in sorts.items()]


def _rate(scanner: str, measure: Measure, name: str, some: Sequence[Verdict]) -> Rate:
    found = [verdict for verdict in some if verdict.kinds]
    right = measure is Measure.DETECTION
    odd = tuple(verdict.line for verdict in some if bool(verdict.kinds) is not right)
    return Rate(scanner, measure, name, len(some), len(found), odd)

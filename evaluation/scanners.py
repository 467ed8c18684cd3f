"""The detectors of the gates, by what each is for. One more is one more line of SCANNERS."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.samples import Sample
from muniment.adapters.detection.rules import RuleDetector
from muniment.domain.findings import Group
from muniment.domain.injection import Voice, scan

type Scan = Callable[[Sample], Sequence[str]]
"""From a sample to the kinds of what is found in its text; none if nothing is."""


@dataclass(frozen=True, slots=True)
class Scanner:
    """A detector under the name of the label that it is to find."""

    label: str
    scan: Scan


_DETECTOR = RuleDetector()
_VOICES = {"user": Voice.OWNER, "assistant": Voice.ASSISTANT}


def _of(group: Group) -> Scan:
    def kinds(sample: Sample) -> Sequence[str]:
        found = _DETECTOR.detect(sample.text)
        return sorted({finding.kind.value for finding in found if finding.group is group})

    return kinds


def _injection(sample: Sample) -> Sequence[str]:
    found = scan(sample.text, _VOICES.get(sample.role, Voice.OUTSIDER))
    return sorted({str(finding.family) for finding in found})


SCANNERS: tuple[Scanner, ...] = (
    Scanner("secret", _of(Group.SECRET)),
    Scanner("personal", _of(Group.PERSONAL)),
    Scanner("injection", _injection),
)

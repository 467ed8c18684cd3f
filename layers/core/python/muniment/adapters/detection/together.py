"""Several detectors as one."""

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.app.ports import Detector
from muniment.domain.findings import Finding


@dataclass(frozen=True, slots=True)
class Together:
    """Implements ports.Detector: what any of its detectors finds."""

    detectors: Sequence[Detector]

    def detect(self, text: str) -> Sequence[Finding]:
        """See the port."""
        found = (finding for detector in self.detectors for finding in detector.detect(text))
        return sorted(dict.fromkeys(found), key=lambda f: (f.start, -f.end))

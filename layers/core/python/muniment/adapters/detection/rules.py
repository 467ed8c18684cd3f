"""The detector that runs inside the functions: rules and checksums, no model and no service."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from muniment.adapters.detection.addresses import addresses
from muniment.adapters.detection.contacts import emails, ip_addresses, phones
from muniment.adapters.detection.credentials import credentials
from muniment.adapters.detection.encoded import encoded
from muniment.adapters.detection.identity import (
    named_identities,
    national_numbers,
    travel_documents,
)
from muniment.adapters.detection.mentions import (
    mentioned_codes,
    mentioned_passwords,
    mentioned_phrases,
)
from muniment.adapters.detection.named_secrets import named_secrets
from muniment.adapters.detection.payment import cards, ibans
from muniment.adapters.detection.private_keys import private_keys
from muniment.adapters.detection.prose import prose
from muniment.adapters.detection.reading import Reading, read
from muniment.adapters.detection.tokens import tokens
from muniment.adapters.detection.vehicles import plates
from muniment.domain.findings import Finding, Group

type Rule = Callable[[Reading], Iterable[Finding]]

_SECRETS: tuple[Rule, ...] = (
    private_keys,
    tokens,
    credentials,
    named_secrets,
    prose,
    mentioned_passwords,
    mentioned_codes,
    mentioned_phrases,
)
RULES: tuple[Rule, ...] = (
    *_SECRETS,
    lambda reading: encoded(reading, _SECRETS),
    cards,
    ibans,
    national_numbers,
    named_identities,
    travel_documents,
    phones,
    emails,
    ip_addresses,
    addresses,
    plates,
)


@dataclass(frozen=True, slots=True)
class RuleDetector:
    """Finds what has a form, a checksum, a place or a name of its own. Names of people have none.

    Where several rules find personal data in one stretch, the surest is right about it.
    """

    rules: Sequence[Rule] = RULES

    def detect(self, text: str) -> Sequence[Finding]:
        """Return the findings in order of their start."""
        reading = read(text)
        found = (
            Finding(f.kind, *reading.span(f.start, f.end), f.confidence)
            for rule in self.rules
            for f in rule(reading)
            if f.start < f.end
        )
        return sorted(_surest(found), key=lambda finding: (finding.start, -finding.end))


def _surest(found: Iterable[Finding]) -> Iterator[Finding]:
    """Yield every secret, and of the personal findings that share characters the surest."""
    personal: list[Finding] = []
    for finding in dict.fromkeys(found):
        if finding.group is Group.SECRET:
            yield finding
        else:
            personal.append(finding)
    personal.sort(key=lambda finding: (finding.start, -finding.end))
    best: Finding | None = None
    for finding in personal:
        if best is not None and finding.start < best.end:
            best = max(best, finding, key=lambda f: (f.confidence, f.end - f.start))
            continue
        if best is not None:
            yield best
        best = finding
    if best is not None:
        yield best

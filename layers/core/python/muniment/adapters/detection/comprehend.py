"""Amazon Comprehend as a detector: it knows names and addresses, which no rule does.

A seam: nothing wires it by default, since it sends texts to a service, costs for each hundred
characters, and takes longer than all rules. The role needs `comprehend:DetectPiiEntities`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from muniment.app.ports import UnavailableError
from muniment.domain.findings import DataKind, Finding

if TYPE_CHECKING:
    from mypy_boto3_comprehend import ComprehendClient
    from mypy_boto3_comprehend.literals import LanguageCodeType

_MOST_BYTES = 100_000  # of one request, as UTF-8
_BYTES_OF_A_CHARACTER = 4
_PIECE = _MOST_BYTES // _BYTES_OF_A_CHARACTER
_OVERLAP = 200  # characters: what is cut by the end of one piece is whole in the next

KINDS: Mapping[str, DataKind] = {
    "ADDRESS": DataKind.ADDRESS,
    "AWS_ACCESS_KEY": DataKind.API_KEY,
    "AWS_SECRET_KEY": DataKind.API_KEY,
    "BANK_ACCOUNT_NUMBER": DataKind.BANK_ACCOUNT,
    "BANK_ROUTING": DataKind.BANK_ACCOUNT,
    "CA_HEALTH_NUMBER": DataKind.NATIONAL_ID,
    "CA_SOCIAL_INSURANCE_NUMBER": DataKind.NATIONAL_ID,
    "CREDIT_DEBIT_CVV": DataKind.CARD_SECURITY_CODE,
    "CREDIT_DEBIT_NUMBER": DataKind.CARD,
    "DRIVER_ID": DataKind.DRIVING_LICENCE,
    "EMAIL": DataKind.EMAIL,
    "IN_AADHAAR": DataKind.NATIONAL_ID,
    "IN_PERMANENT_ACCOUNT_NUMBER": DataKind.TAX_ID,
    "IN_VOTER_NUMBER": DataKind.NATIONAL_ID,
    "INTERNATIONAL_BANK_ACCOUNT_NUMBER": DataKind.IBAN,
    "IP_ADDRESS": DataKind.IP_ADDRESS,
    "LICENSE_PLATE": DataKind.DEVICE,
    "MAC_ADDRESS": DataKind.DEVICE,
    "NAME": DataKind.NAME,
    "PASSPORT_NUMBER": DataKind.PASSPORT,
    "PASSWORD": DataKind.PASSWORD,
    "PHONE": DataKind.PHONE,
    "PIN": DataKind.PIN,
    "SSN": DataKind.NATIONAL_ID,
    "UK_NATIONAL_HEALTH_SERVICE_NUMBER": DataKind.NATIONAL_ID,
    "UK_NATIONAL_INSURANCE_NUMBER": DataKind.NATIONAL_ID,
    "UK_UNIQUE_TAXPAYER_REFERENCE_NUMBER": DataKind.TAX_ID,
    "US_INDIVIDUAL_TAX_IDENTIFICATION_NUMBER": DataKind.TAX_ID,
    "VEHICLE_IDENTIFICATION_NUMBER": DataKind.DEVICE,
}
"""Its types in our words. Left out: what identifies nobody by itself (AGE, DATE_TIME, URL …)."""


@dataclass(frozen=True, slots=True)
class ComprehendDetector:
    """Implements ports.Detector with the service's own confidence; English or Spanish."""

    client: "ComprehendClient"
    language: "LanguageCodeType" = "en"

    def detect(self, text: str) -> Sequence[Finding]:
        """See the port."""
        found = (finding for start in _starts(text) for finding in self._piece(text, start))
        return sorted(dict.fromkeys(found), key=lambda f: (f.start, -f.end))

    def _piece(self, text: str, start: int) -> Iterator[Finding]:
        piece = text[start : start + _PIECE]
        if not piece.strip():
            return
        try:
            answer = self.client.detect_pii_entities(Text=piece, LanguageCode=self.language)
        except (BotoCoreError, ClientError) as error:
            raise UnavailableError("comprehend") from error
        for entity in answer["Entities"]:
            kind = KINDS.get(entity.get("Type", ""))
            begin, end = entity.get("BeginOffset", 0), entity.get("EndOffset", 0)
            if kind is not None:
                yield Finding(kind, start + begin, start + end, entity.get("Score", 0.0))


def _starts(text: str) -> range:
    return range(0, max(1, len(text) - _OVERLAP), _PIECE - _OVERLAP)

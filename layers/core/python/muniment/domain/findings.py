"""Secrets and personal data: the kinds there are, and where a text holds one."""

from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """What decides the treatment: a secret is always redacted, personal data by policy."""

    SECRET = "secret"  # noqa: S105 - a name, as below
    PERSONAL = "personal"


class DataKind(StrEnum):
    """Stable names of what is looked for; part of the API and of the marks in redacted text."""

    # Secrets: whoever reads one can act as somebody else.
    PRIVATE_KEY = "private_key"
    API_KEY = "api_key"
    ACCESS_TOKEN = "access_token"  # noqa: S105
    JSON_WEB_TOKEN = "json_web_token"  # noqa: S105
    PASSWORD = "password"  # noqa: S105
    PIN = "pin"
    ONE_TIME_CODE = "one_time_code"
    RECOVERY_PHRASE = "recovery_phrase"
    CARD_SECURITY_CODE = "card_security_code"  # may not be kept after authorisation (PCI DSS 3.3)
    SECRET = "secret"  # noqa: S105 - of no known form: known by the name it is assigned to

    # Personal data: identifies or reaches somebody.
    CARD = "card"
    IBAN = "iban"
    BANK_ACCOUNT = "bank_account"
    NATIONAL_ID = "national_id"
    TAX_ID = "tax_id"
    PASSPORT = "passport"
    DRIVING_LICENCE = "driving_licence"
    HEALTH_ID = "health_id"  # of patients and insured persons
    PHONE = "phone"
    EMAIL = "email"
    IP_ADDRESS = "ip_address"
    DATE_OF_BIRTH = "date_of_birth"
    NAME = "name"
    ADDRESS = "address"
    DEVICE = "device"  # number plates, vehicle and network card numbers

    @property
    def group(self) -> Group:
        """Whether it is a secret or personal data."""
        return Group.SECRET if self in _SECRETS else Group.PERSONAL

    @property
    def label(self) -> str:
        """The name as people read it."""
        return self.value.replace("_", " ")


_SECRETS = frozenset(
    {
        DataKind.PRIVATE_KEY,
        DataKind.API_KEY,
        DataKind.ACCESS_TOKEN,
        DataKind.JSON_WEB_TOKEN,
        DataKind.PASSWORD,
        DataKind.PIN,
        DataKind.ONE_TIME_CODE,
        DataKind.RECOVERY_PHRASE,
        DataKind.CARD_SECURITY_CODE,
        DataKind.SECRET,
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A stretch of a text that is of a kind; offsets in characters, end exclusive.

    `confidence` is 0 to 1: near 1 where a checksum or a form of its own vouches, lower where only
    the words around it do.
    """

    kind: DataKind
    start: int
    end: int
    confidence: float = 1.0

    @property
    def group(self) -> Group:
        """Whether it is a secret or personal data."""
        return self.kind.group

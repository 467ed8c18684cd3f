"""The tenants' digest keys: made and wrapped by KMS, kept in the ledger, unwrapped once."""

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from muniment.adapters.dynamodb import keys
from muniment.adapters.dynamodb.table import Table
from muniment.app.ports import UnavailableError
from muniment.app.storage import ExistsError
from muniment.domain.identity import Digester

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

_VERSION = 1
_CURRENT = f"K#{_VERSION:04d}"


@dataclass(frozen=True, slots=True)
class KmsTenantKeys:
    """Implements ports.Keys. Unwrapped keys are held for the life of the process."""

    kms: "KMSClient"
    key_id: str
    ledger: Table
    records: Table
    _cache: MutableMapping[str, Digester] = field(default_factory=dict)

    def digester(self, tenant: str) -> Digester:
        """See the port."""
        if tenant not in self._cache:
            self._cache[tenant] = Digester(self._key(tenant), _VERSION)
        return self._cache[tenant]

    def _key(self, tenant: str) -> bytes:
        item = self.ledger.get(keys.tenant_keys(tenant), _CURRENT)
        if item is None:
            self._make(tenant)
            item = self.ledger.get(keys.tenant_keys(tenant), _CURRENT)
        if item is None:
            raise UnavailableError("store")
        return self._unwrap(tenant, item["wrapped"])

    def _make(self, tenant: str) -> None:
        try:
            wrapped = self.kms.generate_data_key_without_plaintext(
                KeyId=self.key_id, KeySpec="AES_256", EncryptionContext={"tenant": tenant}
            )["CiphertextBlob"]
        except (ClientError, BotoCoreError) as error:
            raise UnavailableError("keys") from error
        # The list comes first: a tenant on the list without a key does no harm, one with a key
        # that is on no list would never be consolidated.
        self.records.put({"pk": keys.TENANTS, "sk": tenant})
        try:
            self.ledger.put_new({
                "pk": keys.tenant_keys(tenant), "sk": _CURRENT, "wrapped": wrapped,
                "version": _VERSION,
            })  # fmt: skip
        except ExistsError:
            return  # another process was first; its key is the tenant's

    def _unwrap(self, tenant: str, wrapped: bytes) -> bytes:
        try:
            answer = self.kms.decrypt(
                CiphertextBlob=wrapped, KeyId=self.key_id, EncryptionContext={"tenant": tenant}
            )
        except (ClientError, BotoCoreError) as error:
            raise UnavailableError("keys") from error
        return answer["Plaintext"]

"""Ids that are derived from what they identify, with the tenant's key.

A derived id is the uniqueness guard: the same thing, delivered twice or in another order, gets the
same key. The key makes ids unguessable and says nothing about the content to who lacks it.
"""

import base64
import hashlib
import hmac
from dataclasses import dataclass

_ID_CHARACTERS = 26  # 130 bits of base32: collisions are out of reach for one owner's records
_SEPARATOR = b"\x1f"  # never part of an id, so that ("ab", "c") and ("a", "bc") differ


@dataclass(frozen=True, slots=True)
class Digester:
    """Keyed digests under one tenant's key; `version` names the key for later rotation."""

    key: bytes
    version: int = 1

    def digest(self, purpose: str, *parts: str | int) -> str:
        """Return 26 characters of base32 for `parts`; `purpose` separates the namespaces."""
        message = _SEPARATOR.join(
            str(part).encode().replace(_SEPARATOR, b"") for part in (purpose, *parts)
        )
        mac = hmac.new(self.key, message, hashlib.sha256).digest()
        return base64.b32encode(mac).decode().lower()[:_ID_CHARACTERS]

    def owner(self, subject: str) -> str:
        """Return the handle that stands for `subject` in keys, logs and ids."""
        return self.digest("owner", subject)

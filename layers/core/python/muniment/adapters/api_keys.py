"""Keys of providers: from the environment or Secrets Manager, read when they are first needed."""

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

type ApiKey = Callable[[], str | None]
"""Gives the key, or `None` where the endpoint wants none; raises LookupError if it is not there."""

KEPT_SECONDS: Final = 300.0
"""How long a secret is used before it is read again, so that a rotation arrives by itself."""
_SDK: Final = Config(
    connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 2}
)


def no_key() -> None:
    """Give no key: the endpoint wants none."""


def from_environment(variable: str) -> ApiKey:
    """Return what reads the key from a variable of the environment."""

    def read() -> str:
        if not os.environ.get(variable):
            raise LookupError(variable)
        return os.environ[variable]

    return read


class SecretKey:
    """Reads a key from Secrets Manager; never shows it."""

    def __init__(
        self,
        arn: str,
        client: "SecretsManagerClient | None" = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`arn` names the secret, whose whole string is the key."""
        self._arn = arn
        self._client = client
        self._now = now
        self._value = ""
        self._read_at = 0.0

    def __call__(self) -> str:
        """Return the key, read again when it is older than `KEPT_SECONDS`."""
        if not self._value or self._now() - self._read_at > KEPT_SECONDS:
            client = self._client or boto3.client("secretsmanager", config=_SDK)
            self._client = client
            try:
                self._value = client.get_secret_value(SecretId=self._arn)["SecretString"].strip()
            except (BotoCoreError, ClientError, KeyError) as error:
                raise LookupError(type(error).__name__) from None
            self._read_at = self._now()
        return self._value

"""The local OIDC issuer: serves its discovery document and keys, and mints tokens.

On AWS any issuer takes its place; the stack only knows its URL. The private key is made once a
stack, readable by its owner only, and never leaves the stack's folder.
"""

import argparse
import http.server
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from local.paths import BUILD

DESCRIPTION: Final = BUILD / "local" / "stack.json"
"""What `up` writes about the stack that a person uses."""
KEY_FILE: Final = "issuer.pem"
AUDIENCE: Final = "muniment"
ALGORITHM: Final = "RS256"
KEY_ID: Final = "local"
TOKEN_SECONDS: Final = 12 * 3600
"""A day's work on one machine; nothing here guards anything but local data."""
CLOCK_SLACK_SECONDS: Final = 5
DISCOVERY: Final = "/.well-known/openid-configuration"
KEYS: Final = "/.well-known/jwks.json"


@dataclass(frozen=True)
class Issuer:
    """An issuer by its URL and the file of its private key."""

    url: str
    key_file: Path

    @cached_property
    def _key(self) -> rsa.RSAPrivateKey:
        if not self.key_file.exists():
            _write_key(self.key_file)
        key = serialization.load_pem_private_key(self.key_file.read_bytes(), password=None)
        if not isinstance(key, rsa.RSAPrivateKey):
            raise TypeError(f"{self.key_file} holds no RSA key")
        return key

    def mint(
        self,
        tenant: str,
        subject: str,
        scope: str,
        seconds: int = TOKEN_SECONDS,
        more: Mapping[str, str] | None = None,
    ) -> str:
        """Return a signed token for `subject` of `tenant`; `scope` is separated by spaces.

        `more` are further claims: `purposes`, `agent`.
        """
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": subject,
            "tenant": tenant,
            "scope": scope,
            **(more or {}),
            "iat": now - CLOCK_SLACK_SECONDS,
            "exp": now + seconds,
        }
        return jwt.encode(claims, self._key, algorithm=ALGORITHM, headers={"kid": KEY_ID})

    def documents(self) -> Mapping[str, bytes]:
        """Return what it serves, by path."""
        public = jwt.algorithms.RSAAlgorithm.to_jwk(self._key.public_key(), as_dict=True)
        keys = {"keys": [public | {"kid": KEY_ID, "alg": ALGORITHM, "use": "sig"}]}
        discovery = {
            "issuer": self.url,
            "jwks_uri": self.url + KEYS,
            "id_token_signing_alg_values_supported": [ALGORITHM],
        }
        return {DISCOVERY: json.dumps(discovery).encode(), KEYS: json.dumps(keys).encode()}

    def answers(self) -> bool:
        """Tell whether the issuer's process serves this issuer."""
        try:
            with urllib.request.urlopen(self.url + DISCOVERY, timeout=1) as answer:  # noqa: S310
                return bool(json.load(answer).get("issuer") == self.url)
        except (OSError, ValueError, urllib.error.URLError):
            return False


def mint(
    tenant: str,
    subject: str,
    scope: str,
    description: Path = DESCRIPTION,
    more: Mapping[str, str] | None = None,
) -> str:
    """Return a token for the stack that `description` (its stack.json) describes.

    Raises FileNotFoundError where no stack is up.
    """
    url = json.loads(description.read_text(encoding="utf-8"))["issuer"]
    return Issuer(url, description.parent / KEY_FILE).mint(tenant, subject, scope, more=more)


def serve(issuer: Issuer, port: int) -> None:
    """Serve the issuer's documents on the loopback until the process is stopped."""
    documents = issuer.documents()

    class Handler(http.server.BaseHTTPRequestHandler):
        """Answers with the documents and nothing else."""

        def do_GET(self) -> None:
            """Send the document of this path."""
            document = documents.get(self.path)
            self.send_response(404 if document is None else 200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(document or b"")))
            self.end_headers()
            self.wfile.write(document or b"")

    http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


def _write_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(pem)


def main() -> None:
    """Serve one issuer: `python -m local.issuer --port 9912 --key build/local/issuer.pem`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--key", type=Path, required=True)
    options = parser.parse_args()
    serve(Issuer(f"http://127.0.0.1:{options.port}", options.key), options.port)


if __name__ == "__main__":
    main()

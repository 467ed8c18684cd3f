import json
from pathlib import Path

import jwt
import pytest

from local.issuer import AUDIENCE, DISCOVERY, KEY_FILE, KEYS, Issuer, mint


def verify(token: str, issuer: Issuer) -> dict[str, object]:
    """Verify as the gateway does: by what the issuer serves."""
    documents = issuer.documents()
    discovery = json.loads(documents[DISCOVERY])
    assert discovery["jwks_uri"] == issuer.url + KEYS
    keys = jwt.PyJWKSet.from_json(documents[KEYS].decode())
    key = keys[jwt.get_unverified_header(token)["kid"]]
    claims: dict[str, object] = jwt.decode(
        token, key, algorithms=["RS256"], audience=AUDIENCE, issuer=discovery["issuer"]
    )
    return claims


def test_a_token_holds_the_claims_and_verifies_by_the_served_key(tmp_path: Path) -> None:
    issuer = Issuer("http://127.0.0.1:1", tmp_path / KEY_FILE)
    (tmp_path / "stack.json").write_text(json.dumps({"issuer": issuer.url}))
    token = mint("acme", "ada", "memory:read memory:write", tmp_path / "stack.json")
    claims = verify(token, issuer)
    assert claims["tenant"] == "acme"
    assert claims["sub"] == "ada"
    assert claims["scope"] == "memory:read memory:write"


def test_a_token_may_name_purposes_and_an_agent(tmp_path: Path) -> None:
    issuer = Issuer("http://127.0.0.1:1", tmp_path / KEY_FILE)
    more = {"purposes": "assistance work", "agent": "planner"}
    claims = verify(issuer.mint("acme", "ada", "memory:read", more=more), issuer)
    assert (claims["purposes"], claims["agent"]) == ("assistance work", "planner")
    assert "purposes" not in verify(issuer.mint("acme", "ada", "memory:read"), issuer)


def test_another_stacks_token_does_not_verify(tmp_path: Path) -> None:
    ours = Issuer("http://127.0.0.1:1", tmp_path / "ours.pem")
    theirs = Issuer("http://127.0.0.1:1", tmp_path / "theirs.pem")
    with pytest.raises(jwt.InvalidSignatureError):
        verify(theirs.mint("acme", "ada", "memory:read"), ours)


def test_an_expired_token_does_not_verify(tmp_path: Path) -> None:
    issuer = Issuer("http://127.0.0.1:1", tmp_path / KEY_FILE)
    with pytest.raises(jwt.ExpiredSignatureError):
        verify(issuer.mint("acme", "ada", "memory:read", seconds=-1), issuer)


def test_the_private_key_is_its_owners_alone(tmp_path: Path) -> None:
    issuer = Issuer("http://127.0.0.1:1", tmp_path / KEY_FILE)
    issuer.mint("acme", "ada", "memory:read")
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600

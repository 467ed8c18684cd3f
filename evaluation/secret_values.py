"""Values that look like secrets, put together anew at each run: no file holds one."""

import base64
import json
import random
import string
from collections.abc import Callable
from dataclasses import dataclass

type Maker = Callable[[random.Random], str]

_ALNUM = string.ascii_letters + string.digits
_LOWER = string.ascii_lowercase + string.digits
_UPPER = string.ascii_uppercase + "234567"
_HEX = "0123456789abcdef"
_WORDS = ("river", "copper", "lantern", "Maple", "orbit", "pepper", "Winter", "violet", "tiger")


@dataclass(frozen=True, slots=True)
class Value:
    """A sort of value: what it is called, by which names it goes, and how one is made."""

    group: str
    names: tuple[str, ...]
    make: Maker
    formats: tuple[str, ...] = ()
    """The formats it can stand in; all if none is named."""


def some(rng: random.Random, alphabet: str, length: int) -> str:
    """Return a random string."""
    return "".join(rng.choice(alphabet) for _ in range(length))


def _after(prefix: str, alphabet: str, length: int) -> Maker:
    return lambda rng: prefix + some(rng, alphabet, length)


def _password(rng: random.Random) -> str:
    return rng.choice(
        (
            f"{rng.choice(_WORDS)}{rng.randrange(10, 99)}{rng.choice('!#$%&')}",
            f"{rng.choice(_WORDS)}-{rng.choice(_WORDS)}-{rng.choice(_WORDS)}{rng.randrange(9)}",
            some(rng, _ALNUM, 12),
            f"{rng.choice(_WORDS).capitalize()}{rng.randrange(1000, 9999)}",
        )
    )


def _weak_password(rng: random.Random) -> str:
    return rng.choice(
        ("sword" + "fish", "let" + "mein", "dra" + "gon", "sun" + "shine", "qwe" + "rtz")
    )


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _web_token(rng: random.Random) -> str:
    head = json.dumps({"alg": "HS256", "typ": "JWT"}).encode()
    claims = json.dumps({"sub": str(rng.randrange(10**6)), "exp": 2_000_000_000}).encode()
    return f"{_base64url(head)}.{_base64url(claims)}.{some(rng, _ALNUM + '-_', 43)}"


def _armoured(rng: random.Random) -> str:
    kind = rng.choice(("", "RSA ", "EC ", "OPENSSH "))
    lines = "\n".join(some(rng, _ALNUM + "+/", 64) for _ in range(4))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}\n-----END {kind}PRIVATE KEY-----"


def _url_with_password(rng: random.Random) -> str:
    scheme = rng.choice(("postgres", "mongodb+srv", "redis", "amqps", "https", "mysql"))
    return f"{scheme}://svc_{some(rng, _LOWER, 4)}:{some(rng, _ALNUM, 14)}@db.internal:5432/main"


def _basic(rng: random.Random) -> str:
    pair = f"svc:{some(rng, _ALNUM, 10)}".encode()
    return f"Basic {base64.b64encode(pair).decode()}"


def _connection(rng: random.Random) -> str:
    return f"Server=tcp:sql.internal;Database=crm;Uid=svc;Pwd={some(rng, _ALNUM, 11)}!;Encrypt=yes"


def _storage(rng: random.Random) -> str:
    key = base64.b64encode(rng.randbytes(64)).decode()
    return f"DefaultEndpointsProtocol=https;AccountName=files;AccountKey={key}"


def _phrase(rng: random.Random) -> str:
    return " ".join(rng.choice(("ocean", "cradle", "vivid", "lemon", "tunnel", "copy", "radar"))
                    for _ in range(12))  # fmt: skip


def _digits(length: int) -> Maker:
    return lambda rng: some(rng, string.digits, length)


def _model_key(rng: random.Random) -> str:
    return "sk-" + rng.choice(("proj-", "ant-api03-")) + some(rng, _ALNUM + "-_", 60)


def _mail_key(rng: random.Random) -> str:
    return f"SG.{some(rng, _ALNUM, 22)}.{some(rng, _ALNUM, 43)}"


_FILES = ("json", "env", "code block", "prose", "yaml", "log line")
_BLOCKS = ("prose", "code block", "mail", "chat", "env")
_HEADERS = ("mail", "log line", "json", "shell", "yaml")
_SPOKEN = ("prose", "chat", "mail", "json", "log line", "markdown table")

SECRETS: tuple[Value, ...] = (
    Value("cloud key", ("aws access key id", "access key"), _after("AK" + "IA", _UPPER, 16)),
    Value("cloud key", ("aws secret access key",), _after("", _ALNUM + "+/", 40)),
    Value("cloud key", ("maps api key", "google key"), _after("AI" + "za", _ALNUM + "-_", 35)),
    Value("cloud key", ("storage connection",), _storage, _FILES),
    Value("code host token", ("github token", "deploy token"), _after("gh" + "p_", _ALNUM, 36)),
    Value("code host token", ("gitlab token",), _after("glp" + "at-", _ALNUM + "-_", 20)),
    Value("code host token", ("npm token", "registry"), _after("np" + "m_", _ALNUM, 36)),
    Value("service key", ("slack token", "bot"), _after("xo" + "xb-", string.digits + "-", 38)),
    Value("service key", ("stripe key", "payments"), _after("sk_" + "live_", _ALNUM, 24)),
    Value("service key", ("openai key", "model key", "llm"), _model_key),
    Value("service key", ("mail api key",), _mail_key),
    Value("web token", ("id token", "jwt", "session"), _web_token),
    Value("private key", ("private key", "ssh key"), _armoured, _BLOCKS),
    Value("password", ("password", "wifi password", "db password", "admin password"), _password),
    Value("password", ("password", "root password"), _weak_password),
    Value("password", ("passwort", "mot de passe", "contraseña"), _password, _BLOCKS),
    Value("password", ("passphrase", "pwd"), _password),
    Value("in a url or header", ("database url", "dsn", "broker"), _url_with_password),
    Value("in a url or header", ("authorization",), _basic, _HEADERS),
    Value("in a url or header", ("connection string",), _connection, _FILES),
    Value("unknown form", ("api key", "client secret", "webhook secret"), _after("", _ALNUM, 32)),
    Value("unknown form", ("auth token", "access token", "signing key"), _after("", _HEX, 40)),
    Value("code", ("pin",), _digits(4), _SPOKEN),
    Value("code", ("verification code", "one-time code", "otp"), _digits(6), _SPOKEN),
    Value("code", ("cvv", "cvc"), _digits(3), _SPOKEN),
    Value("code", ("seed phrase", "recovery phrase"), _phrase, ("prose", "chat", "yaml")),
)  # fmt: skip

"""Which names announce a secret, and which values are none: `DB_PASSWORD`, but not `token_count`.

The rules about assignments, tables, command lines and prose all ask here, so that a word that is
added once is known in every format.
"""

import re
from dataclasses import dataclass
from enum import Enum

from muniment.adapters.detection.randomness import looks_random
from muniment.domain.findings import DataKind


class Strictness(Enum):
    """What the value after a telling name must look like."""

    ANY = "any"  # people choose passwords: anything but a placeholder
    DIGITS = "digits"
    CODE = "code"
    RANDOM = "random"  # machines make keys and tokens


@dataclass(frozen=True, slots=True)
class Telling:
    """What a name announces."""

    kind: DataKind
    strictness: Strictness


PASSWORD_WORDS = (
    "password", "passwords", "passwd", "passphrase", "passcode", "passwort", "kennwort", "pwd",
    "pw", "psk", "contraseña", "contrasena", "clave", "senha", "motdepasse", "mdp", "wachtwoord",
    "lösenord", "adgangskode", "salasana", "hasło", "parola", "пароль", "密码", "パスワード",
    "pasword", "passwrod", "passowrd", "passwort", "pword", "userpass", "dbpass", "rootpw",
)  # fmt: skip
_PASSWORDS = frozenset((*PASSWORD_WORDS, "pass"))
_MOT_DE_PASSE = ["mot", "de", "passe"]
_ENDS = ("password", "passwd", "passphrase", "secret", "apikey")
"""What a name may end in without a sign between: `PGPASSWORD`."""
_QUALIFIERS = frozenset(("new", "old", "prod", "dev", "test", "staging", "live", "main", "hash"))
_SECURITY_CODES = frozenset(("cvv", "cvc", "cvv2", "cvc2", "csc"))
_ONE_TIME = frozenset(
    ("otp", "totp", "mfa", "2fa", "verification", "verify", "sms", "authenticator")
)
_SECRETS = frozenset(("secret", "credential", "credentials", "authkey", "clientsecret"))
_TOKENS = frozenset(
    ("token", "authtoken", "accesstoken", "bearer", "jwt", "authorization", "cookie", "pat", "sas")
)
_KEYS = frozenset(("apikey", "secretkey", "privatekey", "accesskey", "authkey", "masterkey"))
_KEY_OWNERS = frozenset(
    (
        "api", "secret", "private", "access", "encryption", "signing", "master", "auth", "account",
        "shared", "service", "admin", "root", "deploy", "webhook", "client", "subscription", "hmac",
        "session", "storage", "server", "app", "license", "licence", "integration", "ingestion",
        "write", "unseal", "decryption", "rest", "ssh", "openai", "stripe", "anthropic", "aws",
        "azure",
    )
)  # fmt: skip
_NOT_AT_THE_END = frozenset(
    (
        "id", "ids", "name", "names", "type", "count", "counts", "limit", "limits", "length", "len",
        "size", "url", "uri", "path", "file", "filename", "dir", "ttl", "expiry", "expires", "exp",
        "expiration", "field", "policy", "version", "index", "label", "required", "reset", "hint",
        "rotation", "status", "prefix", "suffix", "format", "strength", "manager", "used", "usage",
        "budget", "at", "arn", "ref", "rate", "age", "min", "max", "regex", "pattern", "endpoint",
        "provider", "store", "enabled", "column", "description", "tokens", "hash_algorithm", "alg",
    )
)  # fmt: skip
_NOT_BEFORE = frozenset(
    (
        "next", "page", "continuation", "sync", "pagination", "max", "min", "num", "total",
        "prompt", "completion", "input", "output", "stop", "special", "pad", "eos", "bos", "unk",
        "mask", "public", "primary", "foreign", "sort", "partition", "cache", "boarding", "season",
        "ski", "day", "press", "mountain", "bus", "train", "hall", "lexer", "current", "last",
    )
)  # fmt: skip
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")


def telling(name: str) -> Telling | None:
    """Return what `name` announces: an identifier in any style, or the words before a value."""
    words = [word.lower() for word in _WORD.findall(_HUMPS.sub(" ", name))]
    while words and words[-1].isdigit():
        words.pop()
    if not words or words[-1] in _NOT_AT_THE_END:
        return None
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if before in _NOT_BEFORE:
        return None
    while words[1:] and words[-1] in _QUALIFIERS:
        words.pop()
    words[-1] = next((end for end in _ENDS if words[-1].endswith(end)), words[-1])
    last = words[-1]
    if words[-1] in _PASSWORDS or words[-2:] == ["pass", "word"] or words[-3:] == _MOT_DE_PASSE:
        return Telling(DataKind.PASSWORD, Strictness.ANY)
    return _code(words, last, before) or _key(words, last, before)


def _code(words: list[str], last: str, before: str) -> Telling | None:
    if last == "pin" or (before, last) in {("pin", "code"), ("pin", "number")}:
        return Telling(DataKind.PIN, Strictness.DIGITS)
    if last in _SECURITY_CODES or (before, last) == ("security", "code"):
        return Telling(DataKind.CARD_SECURITY_CODE, Strictness.DIGITS)
    is_code = last == "code" and (before in _ONE_TIME or words[-3:-1] == ["one", "time"])
    if is_code or last in {"otp", "totp"} or (before, last) == ("recovery", "code"):
        return Telling(DataKind.ONE_TIME_CODE, Strictness.CODE)
    return None


def _key(words: list[str], last: str, before: str) -> Telling | None:
    if last in _KEYS or (last in {"key", "keys"} and not _KEY_OWNERS.isdisjoint(words[:-1])):
        return Telling(DataKind.API_KEY, Strictness.RANDOM)
    if last in _TOKENS or (last in {"auth", "value"} and before in _TOKENS):
        return Telling(DataKind.ACCESS_TOKEN, Strictness.RANDOM)
    if not _SECRETS.isdisjoint(words):
        return Telling(DataKind.SECRET, Strictness.RANDOM)
    return None


# --- values ----------------------------------------------------------------------------------

_PLACEHOLDER = re.compile(
    r"""
    (?: < .* | \{ .* | \( .* | \[ .*                # <your-token>, [redacted: …], {{ variable }}
      | \$ [({] .* | \$ [A-Z_]+ | % [({] .* | %\w+% | %[sdr] | \#\{ .* | @\w+@ | ![A-Z]\w+
      | [*x•.\-_…?#]+                                # masked, or left out
      | (?: your | the | some | example | dummy | fake | sample | insert | enter | put )
        [ _-] .*
      | (?: null | none | nil | undefined | true | false | yes | no | string | str | int | bool
          | required | optional | empty | hidden | masked | redacted | removed | todo | tbd | n/?a
          | password | passwd | passphrase | pass | pwd | secret | token | apikey | api[_-]?key
          | key | value | changeme | change[_-]me | placeholder | example | default | unset )
      | (?: os | process | env | config | settings | self | this | request | args | secrets? | vault
          | var | local | data | module | ctx | params | props | user | form | input | context
        ) [.:\[(] .*                                # where it comes from, not what it is
      | arn: .* | ssm: .* | kms: .* | file: .* | op:// .* | \\?["'] .* | https?:// [^@]*
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_REMARKS = frozenset(
    (  # what is said about a password instead of telling it
        "a", "about", "again", "all", "also", "always", "an", "and", "annoying", "asked", "at",
        "automatically", "available", "bad", "based", "because", "being", "better", "blank",
        "broken", "case", "changed", "changing", "compromised", "correct", "created", "default",
        "different", "difficult", "disabled", "due", "easy", "empty", "encrypted", "enough",
        "entered", "expired", "expiring", "fine", "forgotten", "from", "generated", "going", "gone",
        "good", "hard", "hashed", "hers", "his", "in", "incorrect", "invalid", "it", "just", "kept",
        "known", "leaked", "long", "longer", "lost", "managed", "mandatory", "mine", "missing",
        "my", "needed", "never", "new", "not", "nothing", "of", "ok", "okay", "old", "on", "only",
        "optional", "ours", "outdated", "protected", "public", "required", "reset", "rotated",
        "safe", "same", "saved", "secret", "secure", "sent", "set", "shared", "short", "shorter",
        "simple", "so", "something", "still", "stored", "strong", "stronger", "temporary", "that",
        "the", "their", "theirs", "this", "to", "too", "unchanged", "under", "unknown", "updated",
        "used", "useless", "valid", "very", "weak", "weaker", "what", "where", "which", "with",
        "working", "written", "wrong", "your", "yours", "abgelaufen", "falsch", "zu", "nicht",
        "mal", "muy", "trop", "demasiado", "expirado", "incorrecta",
    )
)  # fmt: skip
_CALL = re.compile(r"[A-Za-z_][\w.]*[(\[{]")
_CODE = re.compile(r"(?=[A-Za-z-]*\d)[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){0,3}")
_SHORTEST_PASSWORD = 4


def is_placeholder(value: str) -> bool:
    """Whether `value` stands for a secret instead of being one: a variable, a mask, a type."""
    return _PLACEHOLDER.fullmatch(value) is not None or _CALL.match(value) is not None


def is_no_password(value: str) -> bool:
    """Whether what follows "the password is" tells none: a remark about it, or a placeholder."""
    said = value.lower().strip("!?")
    return said in _REMARKS or is_placeholder(value) or (" " in said and "password" in said)


def has_mark(value: str) -> bool:
    """Whether a word is none of a language: digits or symbols among its letters."""
    inner = value.strip(".,;:!?()[]*_\"'`")
    marks = sum(not character.isalpha() and character not in "-'’.,/" for character in inner)
    return len(inner) >= 6 and 0 < marks < len(inner) and any(map(str.isalpha, inner))


def fits(value: str, announced: Telling) -> bool:
    """Whether `value` may be what its name announced."""
    match announced.strictness:
        case Strictness.DIGITS:
            shortest, longest = (3, 4) if announced.kind is DataKind.CARD_SECURITY_CODE else (4, 8)
            return value.isdecimal() and shortest <= len(value) <= longest
        case Strictness.CODE:
            return _CODE.fullmatch(value) is not None
        case Strictness.RANDOM:
            return looks_random(value) and not is_placeholder(value)
        case Strictness.ANY:
            return len(value) >= _SHORTEST_PASSWORD and not is_no_password(value)

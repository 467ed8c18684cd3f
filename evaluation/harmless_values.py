"""Values that look like secrets or personal data to a hasty eye, and are none."""

import random
import string
import uuid

from stdnum import isbn, luhn

from evaluation.secret_values import Maker, Value, some

_DIGITS = string.digits
_HEX = "0123456789abcdef"


def _wrong_card(rng: random.Random) -> str:
    body = "4" + some(rng, _DIGITS, 14)
    wrong = str((int(luhn.calc_check_digit(body)) + rng.randrange(1, 9)) % 10)
    return body + wrong


def _wrong_iban(rng: random.Random) -> str:
    return (
        f"DE{rng.choice(('00', '01', '99'))} "
        + " ".join(some(rng, _DIGITS, 4) for _ in range(4))
        + " 12"
    )


def _isbn(rng: random.Random) -> str:
    body = "978" + some(rng, _DIGITS, 9)
    return next(body + digit for digit in _DIGITS if isbn.is_valid(body + digit))


def _uuid(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def _version(rng: random.Random) -> str:
    return f"{rng.randrange(1, 20)}.{rng.randrange(40)}.{rng.randrange(90)}"


def _long_version(rng: random.Random) -> str:
    return (
        f"version {rng.randrange(100, 130)}.0.{rng.randrange(4000, 7000)}.{rng.randrange(10, 200)}"
    )


def _price(rng: random.Random) -> str:
    return f"€{rng.randrange(1, 90)},{rng.randrange(100, 999)}.{rng.randrange(10, 99)}"


def _when(rng: random.Random) -> str:
    month, day, hour = rng.randrange(1, 12), rng.randrange(1, 28), rng.randrange(24)
    return f"2026-{month:02}-{day:02}T{hour:02}:30:05.123Z"


def _parcel(rng: random.Random) -> str:
    return "1Z" + some(rng, string.ascii_uppercase + _DIGITS, 16)


def _coordinates(rng: random.Random) -> str:
    return f"{rng.uniform(-80, 80):.6f}, {rng.uniform(-170, 170):.6f}"


def _placeholder(rng: random.Random) -> str:
    return rng.choice(
        ("<your-key-here>", "${DB_PASSWORD}", "********", "os.environ[KEY]", "{{ secret }}",
         "changeme", "your_api_key", "None", "null", "xxxxxxxx", "vault:kv/app#password",
         "[redacted: password]")
    )  # fmt: skip


def _remark(rng: random.Random) -> str:
    return rng.choice(("expired", "wrong again", "too weak for the audit", "stored in the vault",
                       "the same as before", "not needed", "hard to remember"))  # fmt: skip


def _hash(length: int) -> Maker:
    return lambda rng: some(rng, _HEX, length)


def _digits(length: int) -> Maker:
    return lambda rng: str(rng.randrange(1, 9)) + some(rng, _DIGITS, length - 1)


TEXTS = (
    "I changed my password yesterday and the new one works.",
    "Can you explain how a private key differs from a public key?",
    "Tokens are counted per request: 1200 prompt tokens, 300 completion tokens.",
    "The PIN pad on floor 3 is broken again.",
    "Reset my password, please; the link has expired.",
    "We hash every secret with Argon2 before we store it.",
    "Call me Ada. I live in Turin and my favourite number is 4711.",
    "My locker code is Zebra-4471 and the gym closes at 22:30.",
    "Basic understanding of networking is required for this role.",
    "He bears the key to the city; the token gesture was not lost on us.",
    "See section 10.2.3.1 of the standard, and chapter 5.3.",
    "The keyboard shortcut is Ctrl+Shift+P, the second is Alt+F4.",
    "Meeting at 9:30 in room 12-034, dial in is optional.",
    "git clone git@github.com:example/project.git && cd project",
    "Install @types/node@22.1.0 and eslint@9 before you start.",
    "logo@2x.png and hero@3x.webp are missing from the bundle.",
    "Score 3-2, 1-1, 0-4; season 2023-2024; seats 14-16.",
    "const max_tokens = 4096; const tokenizer = new Tokenizer();",
    "password: str = Field(min_length=12)",
    "def login(user: str, password: str) -> Token: return check(user, password)",
    "if password == None: raise ValueError('password is required')",
    "api_key = os.environ['API_KEY']",
    "aws_secret_access_key: ${AWS_SECRET_ACCESS_KEY}",
    "Authorization: Bearer <token>",
    "curl -H 'Authorization: Bearer $TOKEN' https://api.example.org",
    "postgres://user:password@localhost:5432/app is the default in the docs",
    "next_page_token=CAUQAA&page_size=20",
    "The key result for Q3 is a 12% rise; the key takeaway: ship earlier.",
    "sha256:" + "0a1b2c3d" * 8 + " matches the published digest",
    "Unit 4000 1234 5678 9 of the machine shop, order 66.",
)
"""Whole texts about secrets and numbers that hold none."""


HARMLESS_VALUES: tuple[Value, ...] = (
    Value("order number", ("order number", "invoice no", "ticket"), _digits(12)),
    Value("order number", ("order id", "case number"), _digits(9)),
    Value("order number", ("tracking number", "parcel"), _parcel),
    Value("hash", ("commit", "revision", "head"), _hash(40)),
    Value("hash", ("sha256", "checksum", "etag"), _hash(64)),
    Value("hash", ("build", "short commit"), _hash(7)),
    Value("uuid", ("request id", "trace id", "user id", "id"), _uuid),
    Value("version", ("version", "release"), _version),
    Value("version", ("browser",), _long_version),
    Value("isbn", ("isbn", "ean"), _isbn),
    Value("wrong checksum", ("card number", "number"), _wrong_card),
    Value("wrong checksum", ("iban", "account"), _wrong_iban),
    Value("date", ("created at", "deadline", "timestamp"), _when),
    Value("number", ("price", "total", "budget"), _price),
    Value("number", ("population", "views", "max tokens"), _digits(7)),
    Value("number", ("location", "coordinates"), _coordinates),
    Value("number", ("epoch ms", "timestamp"), lambda rng: f"17{some(rng, _DIGITS, 11)}"),
    Value("placeholder", ("password", "api key", "client secret", "db password"), _placeholder),
    Value("remark", ("password", "wifi password", "pin", "token"), _remark, ("prose", "chat")),
)  # fmt: skip

"""What the rules find and what they leave alone. Each secret is put together at run time."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.personal_values import account, card, valid
from evaluation.samples import Sample
from evaluation.secret_values import some
from evaluation.sensitive import samples
from muniment.adapters.detection.payment import is_iban, luhn
from muniment.adapters.detection.rules import RuleDetector
from muniment.app.errors import SensitiveDataError
from muniment.app.redacting import Redactor
from muniment.domain.findings import DataKind, Group
from muniment.domain.redaction import FLAG_PERSONAL, REDACT_PERSONAL, Action, RedactionPolicy

DETECTOR = RuleDetector()
CHANCE = random.Random(1)  # noqa: S311
ALNUM = string.ascii_letters + string.digits
TOKEN = some(CHANCE, ALNUM, 32)
PHRASE = "correct horse " + "battery staple"
PASSWORD = "Copper" + "-kettle" + "7!"
BEGIN = "-----BEGIN RSA PRIVATE" + " KEY-----"
ACCESS_KEY = "AK" + "IA" + some(CHANCE, string.ascii_uppercase, 16)
CARD = card(random.Random(3))  # noqa: S311
IBAN = account(random.Random(3))  # noqa: S311
PHONE = "+49 30 " + "901820"
MAIL = "ada.rossi@" + "example.org"


def found(text: str) -> dict[str, str]:
    """Return what is found in a text: the first words of each kind, the longest of several."""
    first: dict[str, str] = {}
    for finding in DETECTOR.detect(text):
        first.setdefault(finding.kind.value, text[finding.start : finding.end])
    return first


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (f"the wifi password is {PASSWORD}.", "password", PASSWORD),
        (f"our password for the wifi is {PASSWORD}, ok?", "password", PASSWORD),
        (f"Passwort: {PASSWORD}", "password", PASSWORD),
        (f"**Password:** `{PASSWORD}`", "password", PASSWORD),
        (f"{PASSWORD} is my new email password", "password", PASSWORD),
        (f"pasword = {PASSWORD}", "password", PASSWORD),
        (f'passphrase: "{PHRASE}"', "password", PHRASE),
        (f"log in with ada / {PASSWORD}: credentials ada / {PASSWORD}", "password", PASSWORD),
        (f"password:\n{PASSWORD}\n", "password", PASSWORD),
        (f'{{"user": {{"password": "{PASSWORD}"}}}}', "password", PASSWORD),
        (f'"{{\\"password\\": \\"{PASSWORD}\\"}}"', "password", PASSWORD),
        (f"db_password: {PASSWORD}\nother: 1", "password", PASSWORD),
        (f"- name: DB_PASSWORD\n  value: {PASSWORD}\n", "password", PASSWORD),
        (f"<dbPassword>{PASSWORD}</dbPassword>", "password", PASSWORD),
        (f"user;password\nada;{PASSWORD}\n", "password", PASSWORD),
        (f"user\tpassword\nada\t{PASSWORD}\n", "password", PASSWORD),
        (f"| user | password |\n|---|---|\n| ada | {PASSWORD} |\n", "password", PASSWORD),
        (f"Server=db;Uid=svc;Pwd={PASSWORD};Encrypt=yes", "password", PASSWORD),
        (f"mysql -u root -p{PASSWORD} crm", "password", PASSWORD),
        (f"curl -u ada:{PASSWORD} https://example.org", "password", PASSWORD),
        (f"./run --password {PASSWORD} --fast", "password", PASSWORD),
        (f"machine example.org login ada password {PASSWORD}", "password", PASSWORD),
        (f"postgres://svc:{TOKEN}@db.internal/crm", "password", TOKEN),
        (f"client_secret={TOKEN}", "secret", TOKEN),
        (f"our webhook secret is {TOKEN} as of today", "secret", TOKEN),
        (f"const apiKey = '{TOKEN}';", "api_key", TOKEN),
        (f"X-Api-Key: {TOKEN}", "api_key", TOKEN),
        (f"Authorization: Bearer {TOKEN}", "access_token", TOKEN),
        (f"https://example.org/f?id=7&access_token={TOKEN}&x=1", "access_token", TOKEN),
        (f"https://files.example.org/a?sv=2024&sig={TOKEN}", "access_token", TOKEN),
        (f"Cookie: theme=dark; sid={TOKEN}", "access_token", TOKEN),
        (f"{ACCESS_KEY} is the key id", "api_key", ACCESS_KEY),
        ("my pin is 48" + "21", "pin", "4821"),
        ("PIN: 48" + "21", "pin", "4821"),
        ("your verification code is 482" + " 913", "one_time_code", "482 913"),
        ("482" + "913 is your login code", "one_time_code", "482913"),
        ("cvv 12" + "3", "card_security_code", "123"),
        ("seed phrase: " + "ocean copy " * 6, "recovery_phrase", ("ocean copy " * 6).strip()),
        (f"card {CARD} exp 12/29", "card", CARD),
        (f"pay to {IBAN} please", "iban", IBAN),
        (f"call {PHONE} tonight", "phone", PHONE),
        (f"mail <{MAIL}>", "email", MAIL),
        ("write to ada (at) example (dot) org", "email", "ada (at) example (dot) org"),
        ("I was born on 3 May 1984 in Turin", "date_of_birth", "3 May 1984"),
        ("born in Turin, dob: 1984-05-03", "date_of_birth", "1984-05-03"),
        ("my passport number is C01X" + "00T47", "passport", "C01X00T47"),
        ("last login from 8.8" + ".4.4", "ip_address", "8.8.4.4"),
        ("my SSN is 219-09" + "-9999", "national_id", "219-09-9999"),
    ],
)  # fmt: skip
def test_is_found(text: str, kind: str, words: str) -> None:
    assert found(text).get(kind) == words


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my password again; the password is wrong, the PIN pad is broken.",
        "The password is required, must be at least 12 characters and is stored hashed.",
        "password: str = Field(min_length=12)",
        "password = get_password(user)",
        "self.password = settings.db_password",
        "DB_PASSWORD=${DB_PASSWORD}",
        "password: '********'",
        "Authorization: Bearer <token>",
        "max_tokens = 4096; prompt_tokens: 1200; next_token: CAUQAA",
        "the primary key is (pk, sk), the public key is on the server",
        "key takeaway: ship earlier",
        "Haast Pass is truly worth it, your train pass covers it",
        "My locker code is Zebra-4471 and the gym closes at 22:30.",
        "git clone git@github.com:example/project.git",
        "npm i @types/node@22.1.0, see logo@2x.png",
        "commit " + "0a1b2c3d" * 5,
        "sha256: " + "0a1b2c3d" * 8,
        "id 123e4567-e89b-42d3-a456-426614174000",
        "order number 4111" + "111111111111",  # right as a card's, and said to be another's
        "version 10.0.19045.3448, section 10.2.3.1",
        "on the LAN it is 192.168.1.20, in the docs 203.0.113.7",
        "Meeting on 2026-03-01 at 09:30, room 12-034, 1,250,000.00 EUR",
        "Message-ID: <CAF7x2@mail.example.org>",
        "std::vector<int> at 10:20:30",
        "the case number is 289872080",
        "[redacted: password] and password = [redacted: password]",
    ],
)  # fmt: skip
def test_is_left_alone(text: str) -> None:
    assert found(text) == {}


WRONG_CARD = CARD[:-1] + str((int(CARD[-1]) + 1) % 10)


@pytest.mark.parametrize("wrong", [WRONG_CARD, IBAN[:2] + "00" + IBAN[4:]])
def test_a_wrong_check_digit_is_no_card_and_no_account(wrong: str) -> None:
    assert found(f"the number {wrong} here") == {}


def test_a_private_key_goes_whole_and_what_stands_around_it_stays() -> None:
    body = "\n".join(some(CHANCE, ALNUM, 64) for _ in range(3))
    begin, end = BEGIN, BEGIN.replace("BEGIN", "END")
    whole = f"Here:\n{begin}\n{body}\n{end}\nKeep it."
    assert Redactor(DETECTOR)("text", whole).text == "Here:\n[redacted: private key]\nKeep it."
    cut = Redactor(DETECTOR)("text", f"{begin}\n{body}\n- and so on").text
    assert cut.startswith("[redacted: private key]")
    assert cut.endswith("- and so on")
    escaped = Redactor(DETECTOR)("text", f'{{"k": "{whole}"}}'.replace("\n", "\\n")).text
    assert body[:20] not in escaped
    assert escaped.endswith('Keep it."}')


@pytest.mark.parametrize(
    ("hidden", "plain"),
    [
        (CARD[:6] + "\u200b" + CARD[6:], CARD),
        (CARD.translate({ord(d): 0xFF10 + int(d) for d in string.digits}), CARD),
        (CARD.replace(" ", "\u00a0"), CARD),
    ],
)  # fmt: skip
def test_what_is_written_with_odd_characters_is_found_at_its_place(hidden: str, plain: str) -> None:
    text = f"é my card: {hidden} \u200b!"
    (finding,) = DETECTOR.detect(text)
    assert finding.kind is DataKind.CARD
    assert text[finding.start : finding.end] == hidden
    assert found(f"my card: {plain}") == {"card": plain}


def test_escapes_of_json_are_read() -> None:
    assert found('{"contrase\\u00f1a": "' + PASSWORD + '"}') == {"password": PASSWORD}


# --- laws of the gate ---------------------------------------------------------------------------


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for finding in DETECTOR.detect(text):
        assert 0 <= finding.start < finding.end <= len(text)
        assert 0 < finding.confidence <= 1


SAMPLES = samples(11)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(SAMPLES), min_size=1, max_size=4),
    st.sampled_from(("\n", " ", "\n\n", ", ", '"', "| ")),
    st.sampled_from((FLAG_PERSONAL, REDACT_PERSONAL)),
)
def test_what_was_redacted_holds_nothing_more_to_redact(
    parts: list[Sample], joint: str, policy: RedactionPolicy
) -> None:
    redactor = Redactor(DETECTOR, policy)
    once = redactor("text", joint.join(sample.text for sample in parts))
    again = redactor("text", once.text)
    assert again.text == once.text
    assert not again.removed
    assert not any(f.group is Group.SECRET for f in DETECTOR.detect(once.text))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([s for s in SAMPLES if s.label == "secret"]))
def test_no_secret_survives(sample: Sample) -> None:
    text = sample.text
    secrets = [f for f in DETECTOR.detect(text) if f.group is Group.SECRET]
    assert secrets
    kept = Redactor(DETECTOR)("text", text).text
    for finding in secrets:
        words = text[finding.start : finding.end]
        assert words not in kept or len(words) <= 4


def test_a_policy_that_refuses_names_field_and_kind_and_nothing_else() -> None:
    policy = RedactionPolicy("none/1", {DataKind.EMAIL: Action.REFUSE})
    with pytest.raises(SensitiveDataError) as refusal:
        Redactor(DETECTOR, policy)("events[0].text", f"write to {MAIL}")
    assert (refusal.value.field, refusal.value.kind) == ("events[0].text", DataKind.EMAIL)
    assert MAIL not in str(refusal.value)
    assert Redactor(DETECTOR, policy)("text", "write to me").text == "write to me"


def test_a_text_that_is_more_secrets_than_text_is_refused() -> None:
    line = "pin is 48" + "23, "
    assert Redactor(DETECTOR)("text", line * 9).removed == {DataKind.PIN: 9}
    with pytest.raises(SensitiveDataError):
        Redactor(DETECTOR)("text", line * 1001)


def test_an_identifier_with_a_secret_is_refused_and_one_with_an_address_is_flagged() -> None:
    redactor = Redactor(DETECTOR)
    assert redactor.require_clean("session", "s-1") == frozenset()
    assert redactor.require_clean("session", MAIL) == {DataKind.EMAIL}
    with pytest.raises(SensitiveDataError):
        redactor.require_clean("session", ACCESS_KEY)
    with pytest.raises(SensitiveDataError):
        Redactor(DETECTOR, REDACT_PERSONAL).require_clean("session", MAIL)


# --- against maintained libraries ----------------------------------------------------------------


@given(st.from_regex(r"[0-9]{2,19}", fullmatch=True))
def test_the_check_digit_is_the_library_s(digits: str) -> None:
    from stdnum import luhn as library

    assert luhn(digits) == library.is_valid(digits)


@given(st.integers(0, 10**9))
def test_an_account_is_one_for_the_library_too(seed: int) -> None:
    from stdnum import iban as library

    chance = random.Random(seed)  # noqa: S311
    made = account(chance).replace(" ", "")
    changed = made[:-1] + chance.choice(string.digits)
    assert is_iban(made)
    assert is_iban(changed) == library.is_valid(changed, check_country=False)


def test_what_a_scanner_of_repositories_finds_is_found_here() -> None:
    from detect_secrets.plugins import (
        aws,
        azure_storage_key,
        basic_auth,
        github_token,
        gitlab_token,
        jwt,
        npm,
        openai,
        private_key,
        sendgrid,
        slack,
        stripe,
    )

    plugins = [
        aws.AWSKeyDetector(), azure_storage_key.AzureStorageKeyDetector(),
        basic_auth.BasicAuthDetector(), github_token.GitHubTokenDetector(),
        gitlab_token.GitLabTokenDetector(), jwt.JwtTokenDetector(), npm.NpmDetector(),
        openai.OpenAIDetector(), private_key.PrivateKeyDetector(), sendgrid.SendGridDetector(),
        slack.SlackDetector(), stripe.StripeDetector(),
    ]  # fmt: skip
    seen = 0
    for sample in SAMPLES:
        if sample.label != "secret":
            continue
        kept = Redactor(DETECTOR)("text", sample.text).text
        for plugin in plugins:
            for secret in plugin.analyze_string(sample.text):
                seen += 1
                assert secret not in kept
    assert seen > 30


# --- cost ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "piece",
    ["4", "4111 1111 ", "password is ", "a=b;", "a-", "ab:", "is ", "call 030 123456 ", "{} ",
     "http://a:b", "cookie: a=", "word ", "x", '"', "1.2.3.4 ", BEGIN + "\n"],
)  # fmt: skip
def test_time_grows_with_length_whatever_is_pasted(piece: str) -> None:
    import time

    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        started = time.process_time()
        DETECTOR.detect(text)
        return time.process_time() - started

    short, long = seconds(5_000), seconds(40_000)
    assert long < 24 * short + 0.05, "eight times the text, three times the allowance"


def test_a_valid_maker_is_asked_until_it_passes() -> None:
    assert valid(iter(("a", "b")).__next__, lambda made: made == "b") == "b"

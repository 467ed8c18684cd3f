"""Secrets that nobody calls by their names, and what only looks like one. Made at run time."""

import base64
import random
import string
import time

import pytest

from evaluation.secret_values import some
from muniment.adapters.detection.rules import RuleDetector
from muniment.domain.findings import Group

DETECTOR = RuleDetector()
CHANCE = random.Random(5)  # noqa: S311
ODD = "Walnut" + "@290" + "!"
CHOSEN = "stroopwafel" + "51" + "05"
HYPHENS = "Juniper" + "-6359" + "?"
PIN, LONG = "80" + "41", "4911" + "5268"
SEED = " ".join(some(CHANCE, string.ascii_uppercase + "234567", 4) for _ in range(8))
WORDS = "gap limit resist mixture despair kick firm daughter tuna hair pudding runway"
SPARE = "\n".join(("x7h7h-3" + "lnc3", "36snr-1" + "zotk", "ca1o9-k" + "byql"))
TOKEN = some(CHANCE, string.ascii_letters + string.digits, 32)


def secrets(text: str) -> list[str]:
    found = (f for f in DETECTOR.detect(text) if f.group is Group.SECRET)
    return [text[f.start : f.end] for f in found]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"I changed my login again because of my ex, it's {ODD} now", ODD),
        (f'the wifi is "Casa Pini", they\'ll need {ODD} to get on it', ODD),
        (f"Das WLAN heißt Seeblick, Schlüssel: {ODD}. Bitte merken", ODD),
        (f"The password for the portal failed, she said it would be {HYPHENS} until May", HYPHENS),
        (f"the password changed, from Monday it is {CHOSEN}", CHOSEN),
        (f"you sign in as admin and the word is {CHOSEN}.", CHOSEN),
        (
            "log in with my mail and cobalt gravel biscuit (with the spaces)",
            "cobalt gravel biscuit",
        ),
        (f"the password came in two: first half is {TOKEN[:9]}, the rest by post", TOKEN[:9]),
        (f"alarm panel at the shop: {PIN} then the green button", PIN),
        (f"the key box is next to the shed, code {PIN} (turn the dials)", PIN),
        (f"the code for the front door is {PIN}#", PIN),
        (f"il codice del cancello è {PIN}", PIN),
        (f"pin do telemóvel da avó é o {PIN}", PIN),
        (f"I set the alarm PIN to {PIN} yesterday", PIN),
        (f"the puk is {LONG}", LONG),
        (f"enter {LONG}# when the lady asks for the host password", LONG),
        (f"Dein Code lautet {LONG}. Gib ihn nicht weiter.", LONG),
        (f"votre code de vérification : {LONG}", LONG),
        (f"Save these backup codes, each works once:\n{SPARE}", SPARE),
        (f"couldn't scan the QR so I typed the setup key: {SEED}", SEED),
        (f"in case I lose the paper, my ledger's words are: {WORDS}", WORDS),
        (f"security question: first pet -> {CHOSEN}", CHOSEN),
        ("security question, maiden name: " + "Bianchi", "Bianchi"),
    ],
)
def test_what_is_only_mentioned_is_found(text: str, secret: str) -> None:
    assert secret in secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "How do I reset the password on windows11? I use base64 and sha256, the login is oauth2.",
        "My password manager costs 12$ and the login page loads jquery@3.7.1.",
        "the wifi is slow since 2023, room B12, call #4412, section C#7, R&D2, 5*4",
        "sign in with ada@example.org, then see issue#1234 and PR #99",
        f"My locker code is Zebra-4471; I ran {PIN} m, and the word is out",
        "My PIN was changed in 2019, the door was built in 1984, the gate opened at 1830",
        "the alarm is at 0700, the safe weighs 1200 kg, the code of 2018 changed",
        "the error code of the door sensor is not known",
        f"the words we learnt this week are short. {WORDS}",
        f"part {SEED} of the standard",
        "My first pet was Rex, and the street I grew up in was Elm Road.",
        "I read the first half of it, the second part is better than 1984",
        "The wallet words are the ones that you and I have been told about for years and years now",
    ],
)
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    assert secrets(text) == []


def test_a_secret_that_was_encoded_goes_with_its_whole_run() -> None:
    plain = f"user=svc password={ODD} host=db"
    run = base64.b64encode(plain.encode()).decode()
    assert secrets(f"put {run} into the job") == [run]
    harmless = base64.b64encode(b"the quick brown fox jumps over the lazy dog").decode()
    assert secrets(f"put {harmless} into the job") == []


@pytest.mark.parametrize(
    "piece",
    ["password a1 ", "login x9! ", "code for the gate ", "pin is ", "wallet gap ", "AAAA ",
     "aa2a ", "first half is ", "1 Elm St ", "Via Roma ", "backup code: a1b2 ", "plate AB 12 ",
     "patient no 1234", "P<UTO", "YWJj", "nummer 01 ", "ul. a ", "key box "],
)  # fmt: skip
def test_time_grows_with_length_whatever_is_pasted(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        started = time.process_time()
        DETECTOR.detect(text)
        return time.process_time() - started

    seconds(500)
    short, long = seconds(5_000), seconds(40_000)
    assert long < 24 * short + 0.05, "eight times the text, three times the allowance"

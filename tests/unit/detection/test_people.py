"""Addresses, vehicles, patients and birthdays, and check digits against a maintained library."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.detection import checks
from muniment.adapters.detection.rules import RuleDetector

DETECTOR = RuleDetector()


def kinds(text: str) -> set[str]:
    return {finding.kind.value for finding in DETECTOR.detect(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Grandma moved. She's at Via dei Glicini 27, interno 4, 37138 Verona now",
        "Deliver to:\nMs Pemberton\nFlat 3, 118 Coldharbour Rise\nLeeds LS7 4QT",
        "ship_to: D. Castellano, 4471 Juniper Hollow Rd Apt 12C, Boise, ID 83706",
        "pick up at Lindenstraße 84, 04317 Leipzig",
        "M. Delacourt, 16 bis rue des Tanneurs, 67000 Strasbourg",
        "送货地址:杭州市西湖区文三路 976 号 3 幢 1202 室",
        "we live at 12 Elm Street now",
        "ik woon op de Keizersgracht 12, 1015 CX Amsterdam",
        "mieszkam przy ul. Polna 4/12, 00-625 Warszawa",
    ],
)
def test_an_address_is_found(text: str) -> None:
    assert "address" in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "Take the A22 to exit Rovereto Sud, then follow the SS240 to Torbole.",
        "The 5 Best Way to cook rice, and 3 Good Places",
        "via email 3 times, via Slack 12 times",
        "In 1984 Main Street was quiet",
        "the place 10 people came to, a ring 4 of us saw",
    ],
)
def test_a_place_is_no_address(text: str) -> None:
    assert "address" not in kinds(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the parking permit is for the fiat, plate IP 325 BM", "device"),
        ("camera 4 21:13 vehicle B-HS 6158 owner on file", "device"),
        ("the blue estate, registration LD88 VZN, was reversed", "device"),
        ("Kennzeichen: W-1234 AB" + "", "device"),
        ("ADT^A01 | MRN 61529741 | ward 6B", "health_id"),
        ("medical record no. H-617751, started in May", "health_id"),
        ("her file 9175274 at the oncology dept", "health_id"),
        ("My husband turns 50 on 14 June", "date_of_birth"),
        ("data di nascita: 12.01.1985", "date_of_birth"),
        ("my passport is YJ16" + "42336 and expires", "passport"),
        ("P<UTOHALVORSEN<<INGRID<MARIE<<<<<<<<<<<<<<<<", "passport"),
        ("Le numéro du kiné c'est le 06 28 16 57 53", "phone"),
        ("my new nr is 07105 856134 (uk)", "phone"),
    ],
)
def test_people_are_found_by_their_numbers(text: str, kind: str) -> None:
    assert kind in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "the plate is hot, registration opens on 12 May at 9",
        "vehicle tax rises by 12 percent",
        "the policy is 12 pages, the case 12345 is closed, see record 7",
        "numéro de commande 06 28 16 57 53",
        "GnuPG reached end-of-life on 2017-12-31, call it off on 2020-01-01",
        "E-mail: name@example.com, Phone: (___) ___-____",
        "B. Administer 5 back blows, it turns 90 degrees on 2 axes",
    ],
)
def test_other_numbers_are_left_alone(text: str) -> None:
    assert kinds(text) == set()


@given(st.integers(0, 10**9))
def test_check_digits_are_those_of_the_library(seed: int) -> None:
    from stdnum.ar import cuit
    from stdnum.gb import nhs
    from stdnum.ru import inn

    chance = random.Random(seed)  # noqa: S311
    for ours, theirs, form in (
        (checks.nhs, nhs, "##########"),
        (checks.inn, inn, "############"),
        (checks.cuit, cuit, "20#########"),
    ):
        made = "".join(str(chance.randrange(10)) if c == "#" else c for c in form)
        for digit in "0123456789":
            number = made[:-1] + digit
            assert ours(number) == theirs.is_valid(number)


@pytest.mark.parametrize(
    ("check", "right"),
    [
        (checks.snils, "112-233-445 95"),
        (checks.kvnr, "A123456780"),
        (checks.vin, "1HGCM82633A004352"),
    ],
)
def test_published_examples_pass_and_their_neighbours_do_not(check: object, right: str) -> None:
    assert callable(check)
    assert check(right)
    assert not check(right[:-1] + str((int(right[-1]) + 1) % 10))
    assert not check(right[:-1])

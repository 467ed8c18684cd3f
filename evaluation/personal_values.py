"""Values that look like personal data, with right check digits, put together anew at each run."""

import importlib
import random
import string
from collections.abc import Callable

import phonenumbers
from phonenumbers import PhoneNumber, PhoneNumberFormat, PhoneNumberType
from stdnum import iban, luhn

from evaluation.secret_values import Maker, Value, some

_DIGITS = string.digits
_FIRST = ("ada", "ilan", "marta", "jun", "noor", "pavel", "ines", "tom")
_LAST = ("rossi", "berg", "okafor", "tanaka", "novak", "silva", "haas")


def card(rng: random.Random) -> str:
    """Return the number of a card that was never issued, in groups or not."""
    prefix, length = rng.choice((("4", 16), ("51", 16), ("37", 15), ("6011", 16), ("2720", 16)))
    body = prefix + some(rng, _DIGITS, length - len(prefix) - 1)
    number = body + luhn.calc_check_digit(body)
    return rng.choice((number, " ".join(number[i : i + 4] for i in range(0, length, 4))))


_BANKS = {"DE": (18, ""), "FR": (23, ""), "GB": (14, "NWBK"), "ES": (20, ""), "IT": (23, "X"),
          "NL": (10, "ABNA"), "CH": (17, ""), "PL": (24, "")}  # fmt: skip


def account(rng: random.Random) -> str:
    """Return an IBAN, in groups or not."""
    country = rng.choice(list(_BANKS))
    length, bank = _BANKS[country]
    body = bank + some(rng, _DIGITS, length + (0 if bank in ("", "X") else 4) - len(bank))
    number = country + iban.calc_check_digits(f"{country}00{body}") + body
    return rng.choice((number, " ".join(number[i : i + 4] for i in range(0, len(number), 4))))


def phone(rng: random.Random) -> str:
    """Return a mobile number with its country."""
    region = rng.choice(("US", "GB", "DE", "FR", "IT", "ES", "BR", "IN", "JP", "AU", "NL", "PL"))
    example = _example(region, PhoneNumberType.MOBILE)
    digits = str(example.national_number)[:-3]

    def varied() -> str:
        return f"+{example.country_code}{digits}{some(rng, _DIGITS, 3)}"

    number = phonenumbers.parse(valid(varied, _is_valid))
    written = rng.choice((PhoneNumberFormat.INTERNATIONAL, PhoneNumberFormat.E164))
    return phonenumbers.format_number(number, written)


def home_phone(rng: random.Random) -> str:
    """Return a number as people write it at home."""
    example = _example(rng.choice(("US", "GB", "DE", "FR", "AU")), PhoneNumberType.FIXED_LINE)
    return phonenumbers.format_number(example, PhoneNumberFormat.NATIONAL)


def _example(region: str, kind: int) -> PhoneNumber:
    example = phonenumbers.example_number_for_type(region, kind)
    if example is None:
        raise ValueError(f"no example for {region}")
    return example


def _is_valid(number: str) -> bool:
    return phonenumbers.is_valid_number(phonenumbers.parse(number))


def email(rng: random.Random) -> str:
    """Return an address."""
    between, after = rng.choice((".", "_", "")), rng.choice(("", "7"))
    name = f"{rng.choice(_FIRST)}{between}{rng.choice(_LAST)}{after}"
    return f"{name}@{rng.choice(('example.org', 'mail.example.co.uk', 'firma.example.de'))}"


def spelt_email(rng: random.Random) -> str:
    """Return an address as people write it where robots read."""
    return f"{rng.choice(_FIRST)}.{rng.choice(_LAST)} (at) example (dot) org"


def address(rng: random.Random) -> str:
    """Return a public address of the internet."""
    numbers = rng.choice((8, 52, 81, 93, 185)), *(rng.randrange(1, 254) for _ in range(3))
    return ".".join(map(str, numbers))


def valid(make: Callable[[], str], check: Callable[[str], bool]) -> str:
    """Return the first of many made values that passes."""
    return next(value for value in (make() for _ in range(1_000_000)) if check(value))


def national(number: str, form: str) -> Maker:
    """Return what makes numbers of a form (`#` a digit, `@` a letter) that pass the check."""
    country, _, name = number.partition(".")
    check = getattr(importlib.import_module(f"idnumbers.nationalid.{country}"), name)

    def make(rng: random.Random) -> str:
        alphabets = {"#": _DIGITS, "@": string.ascii_uppercase}

        def one() -> str:
            return "".join(rng.choice(alphabets.get(sign, sign)) for sign in form)

        return valid(one, check.validate)

    return make


def fiscal_code(rng: random.Random) -> str:
    """Return an Italian fiscal code."""
    check = importlib.import_module("idnumbers.nationalid.ITA").FiscalCode

    def one() -> str:
        born = f"{rng.randrange(40, 99)}{rng.choice('ABCDEHLMPRST')}{rng.randrange(10, 28)}"
        last = rng.choice(string.ascii_uppercase)
        return f"{some(rng, 'BCDFGLMNPRST', 6)}{born}H{rng.randrange(100, 999)}{last}"

    return valid(one, check.validate)


def birthday(rng: random.Random) -> str:
    """Return a day of the last century."""
    return f"19{rng.randrange(40, 99)}-0{rng.randrange(1, 9)}-{rng.randrange(10, 28)}"


def passport(rng: random.Random) -> str:
    """Return what passports are numbered by."""
    return rng.choice("CLXK") + some(rng, _DIGITS, 8)


PERSONAL: tuple[Value, ...] = (
    Value("card", ("credit card", "card", "card number", "visa"), card),
    Value("card", ("payment method", "number"), card),
    Value("iban", ("iban", "bank account", "account"), account),
    Value("iban", ("payout", "salary account"), account),
    Value("phone", ("phone", "mobile", "contact"), phone),
    Value("phone", ("phone number", "emergency contact"), phone),
    Value("phone", ("phone", "mobile"), home_phone, ("prose", "json", "chat", "mail", "yaml")),
    Value("email", ("email", "mail", "contact"), email),
    Value("email", ("login", "reply to"), email),
    Value("email", ("email",), spelt_email, ("prose", "chat")),
    Value("ip address", ("client ip", "last login", "remote addr"), address),
    Value("national id", ("ssn",), national("USA.SocialSecurityNumber", "###-##-####")),
    Value("national id", ("nino",), national("GBR.NationalInsuranceNumber", "AB######C")),
    Value("national id", ("dni", "nif"), national("ESP.DNI", "########@")),
    Value("national id", ("pesel",), national("POL.PESEL", "820309#####")),
    Value("national id", ("bsn",), national("NLD.BSN", "#########")),
    Value("national id", ("ahv",), national("CHE.SocialSecurityNumber", "756.####.####.##")),
    Value("national id", ("aadhaar",), national("IND.NationalID", "#### #### ####")),
    Value("national id", ("personnummer",), national("SWE.PersonalIdentityNumber", "811218-####")),
    Value("national id", ("resident id",), national("CHN.ResidentID", "11010219840406####")),
    Value("national id", ("rrn",), national("BEL.NationalRegistrationNumber", "85.07.30-###.##")),
    Value("tax id", ("cpf",), national("BRA.CPFNumber", "###.###.###-##")),
    Value("tax id", ("steuer id", "tax id"), national("DEU.TaxID", "###########")),
    Value("tax id", ("codice fiscale", "tax code"), fiscal_code),
    Value("other", ("date of birth", "dob"), birthday),
    Value("other", ("passport number", "passport"), passport),
)  # fmt: skip

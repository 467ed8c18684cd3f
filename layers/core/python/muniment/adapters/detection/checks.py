"""Check digits of numbers that idnumbers does not know; each names where its rule is published.

The tests compare them with python-stdnum, which may not be part of what we hand out.
"""


def _digits(number: str) -> list[int]:
    return [int(character) for character in number if character.isdecimal()]


def _weighed(digits: list[int], weights: tuple[int, ...]) -> int:
    return sum(digit * weight for digit, weight in zip(digits, weights, strict=False))


def nhs(number: str) -> bool:
    """Whether it is a number of the NHS (NHS Data Dictionary, "NHS NUMBER": modulus 11)."""
    digits = _digits(number)
    check = 11 - _weighed(digits, (10, 9, 8, 7, 6, 5, 4, 3, 2)) % 11
    return len(digits) == 10 and len(set(digits)) > 1 and check % 11 == digits[9]


def snils(number: str) -> bool:
    """Whether it is a Russian insurance number (Pension Fund, resolution 192p: modulus 101)."""
    digits = _digits(number)
    total = _weighed(digits, (9, 8, 7, 6, 5, 4, 3, 2, 1)) % 101 % 100
    return len(digits) == 11 and total == digits[9] * 10 + digits[10]


_INN = (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)


def inn(number: str) -> bool:
    """Whether it is a person's Russian tax number (Federal Tax Service, MMV-7-6/435@)."""
    digits = _digits(number)
    if len(digits) != 12:
        return False
    first, second = _weighed(digits, _INN[1:]) % 11 % 10, _weighed(digits, _INN) % 11 % 10
    return (first, second) == (digits[10], digits[11])


def cuit(number: str) -> bool:
    """Whether it is an Argentine CUIT or CUIL (AFIP: modulus 11)."""
    digits = _digits(number)
    check = 11 - _weighed(digits, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return len(digits) == 11 and {11: 0, 10: 9}.get(check, check) == digits[10]


def kvnr(number: str) -> bool:
    """Whether it is a German health insurance number (SGB V § 290: a letter, modulus 10)."""
    if len(number) != 10 or not number[0].isascii() or not number[1:].isdecimal():
        return False
    place = ord(number[0].upper()) - 64
    digits = [place // 10, place % 10, *_digits(number[1:])]
    total = sum(sum(divmod(d * (1 + at % 2), 10)) for at, d in enumerate(digits[:-1]))
    return total % 10 == digits[-1]


def vin(number: str) -> bool:
    """Whether it is a vehicle's number with the check digit of 49 CFR 565.15."""
    values = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
    try:
        digits = [int(c) if c.isdecimal() else values[c] for c in number.upper()]
    except KeyError:
        return False
    remainder = _weighed(digits, (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)) % 11
    return len(digits) == 17 and number[8].upper() == "0123456789X"[remainder]


_MRZ = {c: at for at, c in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")} | {"<": 0}


def mrz(field: str, check: str) -> bool:
    """Whether a field of a machine-readable zone has its check digit (ICAO 9303-3, 4.9)."""
    weights = (7, 3, 1) * (len(field) // 3 + 1)
    return check == str(_weighed([_MRZ[c] for c in field], weights) % 10)

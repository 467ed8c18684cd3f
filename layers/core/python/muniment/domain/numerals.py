"""Numbers as people write them, read exactly."""

import re
from decimal import Decimal

NUMERAL = r"-?[0-9](?:[0-9.,'\u00a0\u2009\u202f]{0,24}[0-9])?"
"""What may be a number: `amount_of` says whether it is, and which."""

_DIGITS = 15
"""Before the point: what has more is an identifier."""
_PLACES = 6

_FORMS = tuple(
    (re.compile(form), point)
    for form, point in (
        (r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?", "."),  # 12,000.50
        (r"[1-9][0-9]{0,2}(?:(?:\.[0-9]{3}){2,}|\.[0-9]{3}(?=,))(?:,[0-9]+)?", ","),  # 12.000,50
        (r"[1-9][0-9]{0,2}(?:['\u00a0\u2009\u202f][0-9]{3})+(?:\.[0-9]+)?", "."),  # 12'000.50
        (r"[1-9][0-9]{0,2}(?:['\u00a0\u2009\u202f][0-9]{3})+(?:,[0-9]+)?", ","),  # 12 000,50
        (r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?", "."),
        (r"(?:0|[1-9][0-9]*),[0-9]{1,2}", ","),  # 9,99
    )
)
_EITHER = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")
"""1.234 is a good unit to some and a thousand and more to others."""


def amount_of(numeral: str) -> Decimal | None:
    """Return the number, with the places it was written with; `None` where two readings compete.

    "12,000" is twelve thousand, as everywhere here (see `text.normalise`). "0042" is a code.
    """
    unsigned = numeral.removeprefix("-")
    point = next((point for form, point in _FORMS if form.fullmatch(unsigned)), None)
    if point is None or _EITHER.fullmatch(unsigned):
        return None
    whole, _, places = unsigned.partition(point)
    whole = "".join(character for character in whole if character.isdigit())
    if len(whole) > _DIGITS or len(places) > _PLACES:
        return None
    amount = Decimal(f"{whole}.{places}" if places else whole)
    return amount if unsigned == numeral else amount.copy_negate()

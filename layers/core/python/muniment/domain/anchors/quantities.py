"""Numbers, amounts, times and dates: each becomes one mark, whatever way it was written in.

A mark is a word that begins with `=`: `=n:3` a number, `=q:90min` an amount with its unit,
`=r:month` a rate, `=t:1170` a time of day in minutes, `=m:9`, `=d:15`, `=y:2026` parts of a date,
`=w:friday` a day of the week, `=i:inv2041` an identifier.
"""

import re
from typing import Final

from muniment.domain.anchors.amounts import AMOUNTS
from muniment.domain.anchors.numbers import ADDRESSES, LEFT, SPELLED
from muniment.domain.anchors.times import DATES, TIMES

_GROUPS: Final = (ADDRESSES, SPELLED, TIMES, DATES, AMOUNTS, LEFT)
"""Nothing inside an address is a number, and what is left comes last."""
_IN_TWO_PARTS: Final = re.compile(r"\b([A-Z]{2,4}) (?=\d{3,}\b)")


def mark(text: str) -> str:
    """Return folded text in lower case, with every quantity as a mark."""
    text = joined(text)
    for group in _GROUPS:
        text = group(text)
    return text.lower()


def joined(text: str) -> str:
    """Join an identifier that is written in two parts: LH 1834 is LH1834."""
    return _IN_TWO_PARTS.sub(r"\1", text)

"""Private keys in armour (RFC 7468, OpenPGP, PuTTY), whole or cut off, in code and JSON too."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_SURE = 0.99
_BEGIN = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d: "
)
_END = re.compile(
    r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: [0-9a-f]{1,128}"
)
_CUT_OFF = re.compile(r"(?:[A-Za-z0-9+/=\s\"',]|\\[nr]|[A-Za-z-]{1,20}: [^\n]{0,100}\n)*")
"""What may belong to a key whose end is missing: base64, headers, the quotes of joined strings."""


def private_keys(reading: Reading) -> Iterator[Finding]:
    """Yield private keys with their armour; without an end line, as far as it looks like one."""
    text = reading.text
    begins = list(_BEGIN.finditer(text))
    ends = [match.end() for match in _END.finditer(text)] if begins else []
    limits = [*(match.start() for match in begins[1:]), len(text)]
    for begin, limit in zip(begins, limits, strict=False):
        after = bisect_left(ends, begin.end())
        if after < len(ends) and ends[after] <= limit:
            end = ends[after]
        else:
            cut = _CUT_OFF.match(text, begin.end(), limit)
            end = cut.end() if cut else begin.end()
        yield Finding(DataKind.PRIVATE_KEY, begin.start(), end, _SURE)

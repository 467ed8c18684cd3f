"""Secrets that were encoded once more: what is base64 is read, and goes whole if it holds one."""

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import Finding, Group

_RUN = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,4096}={0,2}(?![A-Za-z0-9+/=_-])")
_MOST_RUNS = 32
_URL_SAFE = str.maketrans("-_", "+/")
_ENCODED = 0.8


def encoded(
    reading: Reading, rules: Sequence[Callable[[Reading], Iterable[Finding]]]
) -> Iterator[Finding]:
    """Yield the runs of base64 (RFC 4648) whose text holds a secret, each whole."""
    runs = 0
    for match in _RUN.finditer(reading.text):
        plain = _decoded(match[0])
        if plain is None:
            continue
        runs += 1
        if runs > _MOST_RUNS:
            return
        inner = Reading(plain)
        secret = next((f for r in rules for f in r(inner) if f.group is Group.SECRET), None)
        if secret is not None:
            yield Finding(secret.kind, *match.span(), min(secret.confidence, _ENCODED))


def _decoded(run: str) -> str | None:
    """Return the printable text that a run stands for, or `None` if it is none."""
    body = run.rstrip("=").translate(_URL_SAFE)
    try:
        start = base64.b64decode(body[:16])
        if not all(32 <= byte < 127 or byte in b"\t\r\n" for byte in start):
            return None
        plain = base64.b64decode(body + "=" * (-len(body) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return plain if all(c.isprintable() or c in "\t\r\n" for c in plain) else None

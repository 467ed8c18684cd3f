"""Secrets in the places that protocols and tools have for them."""

import base64
import binascii
import re
from collections.abc import Iterator

from muniment.adapters.detection.names import is_placeholder
from muniment.adapters.detection.randomness import looks_random
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_PLACE = 0.95

_USERINFO = re.compile(  # RFC 3986, 3.2.1
    r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,20}://"
    r"(?P<user>[^\s:/?#@\"'<>]{0,100}):(?P<password>[^\s/\"'<>]{1,200})@(?=[\w\[.$-])"
)
_SCHEME = re.compile(  # RFC 7235 and what is customary beside it
    r"\b(?P<scheme>bearer|basic|token|apikey)[ :]{1,2}(?P<value>[A-Za-z0-9._~+/-]{12,4000}={0,2})",
    re.IGNORECASE,
)
_STORED_PAIR = re.compile(r"\"auth\"\s?:\s?\"(?P<value>[A-Za-z0-9+/]{8,400}={0,2})\"")
_NETWORK = re.compile(r"\bWIFI:(?:[A-Z]:[^;\n]{0,100};){0,5}?P:(?P<value>(?:[^;\\\n]|\\.){1,100});")
"""What a code for joining a network holds."""
_COOKIES = re.compile(r"\bcookie:[ ]?(?P<value>[^\n]{8,4000})", re.IGNORECASE)
_COOKIE = re.compile(r"=(?P<value>[^;\s]{12,2000})")
_TOOLS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\s(?:-u|--user)[ =][\"']?[^\s:\"']{1,64}:(?P<value>[^\s\"']{3,200})",  # curl
        r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,100}?\s-p(?P<value>[^\s-]\S{3,100})",
        r"\bsshpass\s+-p\s?[\"']?(?P<value>[^\s\"']{4,100})",
        r"\bredis-cli\b[^\n]{0,100}?\s-a\s+[\"']?(?P<value>[^\s\"']{4,100})",
        r"\b(?:docker|podman|az|oc)\s+login\b[^\n]{0,99}?\s-p\s+[\"']?(?P<value>[^\s\"']{4,200})",
        r"\becho\s+[\"'](?P<value>[^\"'\s]{4,100})[\"']\s*\|\s*sudo\s+-S",
        r"(?i:\bnet\s+use\b[^\n]{0,100}?/user:\S{1,64})\s+(?P<value>[^\s/]\S{3,100})",
        r"\bmachine\s+\S{1,100}\s+login\s+\S{1,100}\s+password\s+(?P<value>\S{1,200})",  # .netrc
    )
)  # fmt: skip
_SECRET_ACCESS_KEY = re.compile(r"(?<![A-Za-z0-9/+=_-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])")
_ACCESS_KEY_ID = re.compile(r"\bA(?:KI|SI)A[A-Z0-9]{16}\b")
_NEAR = 200  # characters between an access key's id and its secret


def credentials(reading: Reading) -> Iterator[Finding]:
    """Yield passwords of URLs and commands, and what authentication headers carry."""
    text = reading.text
    yield from _userinfo(text)
    yield from _schemes(text)
    if "ookie" in text:
        for header in _COOKIES.finditer(text):
            for match in _COOKIE.finditer(text, *header.span("value")):
                if looks_random(match["value"]):
                    yield Finding(DataKind.ACCESS_TOKEN, *match.span("value"), _PLACE)
    if " -" in text or "machine" in text or "/user:" in text:
        for tool in _TOOLS:
            for match in tool.finditer(text):
                if not is_placeholder(match["value"]):
                    yield Finding(DataKind.PASSWORD, *match.span("value"), _PLACE)
    yield from _secret_access_keys(text)


def _userinfo(text: str) -> Iterator[Finding]:
    if "://" not in text:
        return
    for match in _USERINFO.finditer(text):
        if not is_placeholder(match["password"]):
            yield Finding(DataKind.PASSWORD, *match.span("password"), _PLACE)
        if looks_random(match["user"]) and len(match["user"]) >= 20:  # a token in its place
            yield Finding(DataKind.ACCESS_TOKEN, *match.span("user"), _PLACE)


def _schemes(text: str) -> Iterator[Finding]:
    for match in _SCHEME.finditer(text):
        is_basic = match["scheme"].lower() == "basic"
        if _is_pair(match["value"]) if is_basic else looks_random(match["value"]):
            kind = DataKind.PASSWORD if is_basic else DataKind.ACCESS_TOKEN
            yield Finding(kind, *match.span("value"), _PLACE)
    for match in _STORED_PAIR.finditer(text):
        if _is_pair(match["value"]):
            yield Finding(DataKind.PASSWORD, *match.span("value"), _PLACE)
    for match in _NETWORK.finditer(text):
        yield Finding(DataKind.PASSWORD, *match.span("value"), _PLACE)


def _is_pair(value: str) -> bool:
    """Whether it is `user:password` in base64 (RFC 7617)."""
    try:
        return b":" in base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return False


def _secret_access_keys(text: str) -> Iterator[Finding]:
    """Yield what has the form of an AWS secret access key near the id of one."""
    for key_id in _ACCESS_KEY_ID.finditer(text):
        near = (max(0, key_id.start() - _NEAR), key_id.end() + _NEAR)
        for match in _SECRET_ACCESS_KEY.finditer(text, *near):
            if looks_random(match[0]) and not re.fullmatch(r"[0-9a-f]{40}", match[0]):
                yield Finding(DataKind.API_KEY, *match.span(), _PLACE)

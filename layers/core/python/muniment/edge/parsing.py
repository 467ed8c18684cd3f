"""From the text of a request to a validated model, or to findings that hold no value."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import NoReturn

from pydantic import BaseModel, ValidationError

from muniment.edge.errors import (
    BodyTooLargeError,
    InvalidRequestError,
    NoVersionError,
)
from muniment.edge.findings import QUOTED, Finding
from muniment.edge.wording import findings_of

BODY_BYTES = 1024 * 1024
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?")
_IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,255}")  # visible ASCII, as in a header

_VERSION_TAG = re.compile(r'"([1-9][0-9]{0,8})"')


def read_json(body: str | None, *, is_base64: bool) -> object:
    """Return what the body holds as JSON; raise if it is too large, no UTF-8 or no JSON."""
    text = _decoded(body or "", is_base64=is_base64)
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=_exact)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        _refuse(f"is not JSON: {error.msg} at {place}", "send one JSON object")
    except RecursionError:
        _refuse("is nested too deeply", "send one flat JSON object")
    except ValueError:  # an integer with more digits than Python converts
        _refuse("holds a number that is too long", "send numbers of at most 9 digits")


def read_body[M: BaseModel](model: type[M], body: str | None, *, is_base64: bool) -> M:
    """Return the body as `model`."""
    return validate(model, read_json(body, is_base64=is_base64))


def read_parameters[M: BaseModel](model: type[M], parameters: Mapping[str, str]) -> M:
    """Return the query string's parameters as `model`; what looks like a number becomes one.

    So does true or false, where the field holds one of both.
    """
    fields = model.model_fields
    return validate(
        model,
        {
            name: _typed(value, fields[name].annotation if name in fields else str)
            for name, value in parameters.items()
        },
    )


def _typed(value: str, annotation: object) -> object:
    """Return the text of a parameter as the JSON that a field of this type takes."""
    is_number = annotation in (int, float) and _NUMBER.fullmatch(value)
    is_truth = annotation is bool and value in ("true", "false")
    return json.loads(value) if is_number or is_truth else value


def validate[M: BaseModel](model: type[M], content: object) -> M:
    """Return `content` as `model`, or raise InvalidRequestError with what is wrong where."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        raise InvalidRequestError(*findings_of(details)) from None


def fingerprint(request: BaseModel, *purpose: str) -> str:
    """Return the digest by which the same request is known again, whatever its formatting.

    `purpose` tells routes apart, so that one key cannot stand for requests of two kinds.
    """
    canonical = json.dumps([*purpose, request.model_dump(mode="json")], sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def idempotency_key(headers: Mapping[str, str]) -> str | None:
    """Return the key of the header, `None` without one; raise if it is no visible ASCII."""
    key = headers.get("idempotency-key")
    if key is not None and not _IDEMPOTENCY_KEY.fullmatch(key):
        finding = Finding(
            "header.idempotency-key",
            "is not 1 to 255 visible ASCII characters",
            "send a fresh UUID for each request that is not a repeat",
        )
        raise InvalidRequestError(finding)
    return key


def version_to_match(headers: Mapping[str, str]) -> int:
    """Return the version that If-Match names; raise if there is none, or it is no ETag of ours."""
    tag = headers.get("if-match")
    if tag is None:
        raise NoVersionError
    found = _VERSION_TAG.fullmatch(tag.strip())
    if not found:
        finding = Finding(
            "header.if-match", "is no ETag of a version", f"send it as it was returned, {QUOTED}"
        )
        raise InvalidRequestError(finding)
    return int(found[1])


def _decoded(body: str, *, is_base64: bool) -> str:
    try:
        raw = base64.b64decode(body, validate=True) if is_base64 else body.encode()
        text = raw.decode()
    except ValueError:  # neither base64 nor UTF-8
        _refuse("is not UTF-8", "send JSON in UTF-8")
    if len(raw) > BODY_BYTES:
        raise BodyTooLargeError(BODY_BYTES)
    if not text.strip():
        _refuse("is empty", "send one JSON object")
    return text


def _refuse(reason: str, fix: str) -> NoReturn:
    raise InvalidRequestError(Finding("body", reason, fix)) from None


def _exact(literal: str) -> float:
    """Return the number, or refuse it: one that loses digits would be kept as another."""
    number = float(literal)
    try:
        is_exact = Decimal(repr(number)) == Decimal(literal)
    except ArithmeticError:  # an exponent beyond all bounds
        is_exact = False
    if not is_exact:
        _refuse("holds a number with more digits than are kept", "send it as a string, or rounded")
    return number


def _refuse_constant(name: str) -> NoReturn:
    _refuse(f"holds {name}, which is not JSON", "send finite numbers only")

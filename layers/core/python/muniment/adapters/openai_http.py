"""HTTP as OpenAI-compatible endpoints speak it: a POST of JSON under a time limit for all of it."""

import json
import time
from collections.abc import Mapping
from typing import Any, Final

import urllib3

from muniment.adapters.api_keys import ApiKey, no_key
from muniment.app.models import (
    InvalidOutputError,
    ModelError,
    ModelRefusedError,
    ModelThrottledError,
    ModelTimeoutError,
    ModelUnavailableError,
    Usage,
)

type Json = dict[str, Any]  # as the endpoint gives it

CONNECT_SECONDS: Final = 2.0
LARGEST_BYTES: Final = 4_000_000
"""Of an answer: a batch of 64 embeddings of 3,072 dimensions is 3 MB, no chat answer comes near."""
_CHUNK: Final = 65_536
_TIMEOUTS: Final = frozenset((408, 504, 524))
_THROTTLED: Final = 429
_REFUSALS: Final = frozenset(("content_filter", "content_policy_violation"))
_CALLED: Final = Usage(calls=1)


_KEPT_OPEN: Final = 16  # connections, where several threads ask at once


class OpenAiEndpoint:
    """One endpoint: the base URL up to and with `/v1`, and the key that it wants."""

    def __init__(self, url: str, key: ApiKey = no_key) -> None:
        """Open no connection yet."""
        self._url = url.rstrip("/")
        self._key = key
        self._pool = urllib3.PoolManager(retries=False, maxsize=_KEPT_OPEN)

    def post(self, path: str, body: Mapping[str, object], seconds: float) -> Json:
        """Return the answer to one request; raises a ModelError, and nothing of either in it."""
        until = time.monotonic() + seconds
        try:
            response = self._pool.request(
                "POST",
                f"{self._url}/{path}",
                body=json.dumps(body).encode(),
                headers=self._headers(),
                timeout=urllib3.Timeout(connect=min(CONNECT_SECONDS, seconds), read=seconds),
                redirect=False,  # the key is for this host alone
                preload_content=False,
            )
            try:
                content = _whole(response, until)
            except BaseException:
                response.close()  # the rest of it must not be read as the next answer
                raise
            response.release_conn()
        except urllib3.exceptions.NewConnectionError as error:  # for urllib3 a kind of timeout
            raise ModelUnavailableError(type(error).__name__, _CALLED) from None
        except urllib3.exceptions.TimeoutError:
            raise ModelTimeoutError from None
        except (urllib3.exceptions.HTTPError, LookupError, ValueError) as error:
            # No key, or one that no header can hold; the message would show it.
            raise ModelUnavailableError(type(error).__name__, _CALLED) from None
        return _parsed(response.status, content)

    def _headers(self) -> dict[str, str]:
        key = self._key()
        authorization = {"Authorization": f"Bearer {key}"} if key else {}
        return {"Content-Type": "application/json", "Accept": "application/json"} | authorization


def _whole(response: urllib3.BaseHTTPResponse, until: float) -> bytes:
    """Return the body; a server that sends it drop by drop is stopped all the same."""
    content = bytearray()
    while chunk := response.read1(_CHUNK):
        content += chunk
        if time.monotonic() > until:
            raise ModelTimeoutError
        if len(content) > LARGEST_BYTES:
            raise InvalidOutputError("the answer is too long")
    return bytes(content)


def _parsed(status: int, content: bytes) -> Json:
    if status == _THROTTLED:
        raise ModelThrottledError(usage=_CALLED)
    if status in _TIMEOUTS:
        raise ModelTimeoutError
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        answer = None
    if status >= 300:
        raise _refusal(status, answer)
    if not isinstance(answer, dict):
        raise InvalidOutputError("the endpoint did not answer with JSON")
    return answer


def _refusal(status: int, answer: object) -> ModelError:
    error = answer.get("error") if isinstance(answer, dict) else None
    code = error.get("code") if isinstance(error, dict) else None
    if code in _REFUSALS:
        return ModelRefusedError(str(code), _CALLED)
    return ModelUnavailableError(f"status {status}", _CALLED)

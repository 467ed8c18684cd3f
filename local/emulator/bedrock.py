"""Bedrock's runtime in front of a server of one's own: what goes wrong there goes wrong here.

The emulator answers with words of its own where the server behind it refuses, is slow or says
nothing; AWS answers with an error of the API's. It also asks IAM for `bedrock:Converse`, which AWS
does not know: Converse is `bedrock:InvokeModel` on the model.
"""

import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import unquote

import ministack.core.iam_actions as actions
from ministack.services import bedrock_runtime

URL: Final = os.environ.get("MINISTACK_BEDROCK_PROXY_URL", "").rstrip("/")
PATIENCE_SECONDS: Final = 60.0
"""Longer than any caller of ours waits; Bedrock itself gives a model minutes."""

_RUNTIME: Final = "bedrock-runtime"
_MODEL: Final = re.compile(r"/model/(?P<model>.+)/converse")
_ERRORS: Final = {
    429: ("ThrottlingException", 429),
    408: ("ModelTimeoutException", 408),
    504: ("ModelTimeoutException", 408),
}

type Response = tuple[int, dict[str, str], bytes]
type Call = Callable[..., Any]


class _RefusedError(Exception):
    """The server behind did not answer as one that works does."""

    def __init__(self, code: str, status: int) -> None:
        super().__init__(code)
        self.response: Response = bedrock_runtime._error(code, code, status)  # noqa: SLF001


def install() -> None:
    """Replace the way to the server behind, and what IAM is asked."""
    actions.extract_iam_action = _action_of(actions.extract_iam_action)
    actions.extract_resource_arn = _resource_of(actions.extract_resource_arn)
    if URL:
        bedrock_runtime._proxy_openai_chat_message = ask  # noqa: SLF001
        bedrock_runtime._converse = _refusing(bedrock_runtime._converse)  # noqa: SLF001


def ask(
    model_id: str, messages: Any, system: Any, inference: Any, tool_config: Any = None
) -> tuple[Any, tuple[int, int] | None]:
    """Return the server's message and its counts of tokens; raises where it gives none."""
    tools, choice = bedrock_runtime._openai_tools(tool_config)  # noqa: SLF001
    payload = {
        "model": model_id,
        "messages": bedrock_runtime._openai_messages(messages, system),  # noqa: SLF001
        "max_tokens": (inference or {}).get("maxTokens", 1000),
        "tools": tools,
        "tool_choice": choice,
    }
    request = urllib.request.Request(  # noqa: S310 - the engineer's own server
        f"{URL}/v1/chat/completions",
        data=json.dumps(payload).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:  # noqa: S310
            answer = json.load(response)
        message, usage = answer["choices"][0]["message"], answer.get("usage") or {}
    except urllib.error.HTTPError as error:
        raise _RefusedError(*_ERRORS.get(error.code, ("ModelErrorException", 424))) from error
    except TimeoutError as error:
        raise _RefusedError("ModelTimeoutException", 408) from error
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise _RefusedError("ServiceUnavailableException", 503) from error
    return message, (usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0))


def _refusing(built_in: Call) -> Call:
    def converse(*request: Any) -> Response:
        try:
            response: Response = built_in(*request)
        except _RefusedError as refused:
            return refused.response
        return response

    return converse


def _action_of(built_in: Call) -> Call:
    def extract(service: str, *request: Any, **details: Any) -> str | None:
        found: str | None = built_in(service, *request, **details)
        return "bedrock:InvokeModel" if found == "bedrock:Converse" else found

    return extract


def _resource_of(built_in: Call) -> Call:
    def extract(service: str, method: str, path: str, *request: Any, **details: Any) -> str:
        found: str = built_in(service, method, path, *request, **details)
        model = _MODEL.fullmatch(unquote(path)) if service == _RUNTIME else None
        if model is None:
            return found
        name = model["model"]
        region = request[3] if len(request) > 3 else details["region"]
        return name if name.startswith("arn:") else _foundation_model(name, region)

    return extract


def _foundation_model(name: str, region: str) -> str:
    return f"arn:aws:bedrock:{region}::foundation-model/{name}"

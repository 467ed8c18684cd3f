"""Models behind any OpenAI-compatible endpoint: chat completions with a JSON schema."""

from typing import Final, Literal

from muniment.adapters.openai_http import Json, OpenAiEndpoint
from muniment.app.models import (
    Answer,
    InvalidOutputError,
    Limits,
    ModelRefusedError,
    StructuredJob,
    Usage,
)

type LimitField = Literal["max_tokens", "max_completion_tokens"]
"""What the endpoint calls the limit: most know the first, OpenAI's reasoning models the second."""

_CHARACTERS_A_TOKEN: Final = 4
"""For an endpoint that counts nothing."""


class OpenAiModel:
    """Implements app.models.Model."""

    def __init__(
        self,
        endpoint: OpenAiEndpoint,
        model: str,
        limits: Limits,
        limit_field: LimitField = "max_tokens",
    ) -> None:
        """`model` is the name that the endpoint knows."""
        self._endpoint = endpoint
        self._model = model
        self._limits = limits
        self._limit_field = limit_field

    @property
    def name(self) -> str:
        """See the port."""
        return f"openai:{self._model}"

    @property
    def limits(self) -> Limits:
        """See the port."""
        return self._limits

    def answer(self, job: StructuredJob) -> Answer:
        """See the port."""
        body = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": job.system},
                {"role": "user", "content": "\n\n".join(job.parts)},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": job.job.value, "strict": True, "schema": job.schema},
            },
            "temperature": 0,
            self._limit_field: self._limits.tokens_out,
        }
        return _answer(self._endpoint.post("chat/completions", body, self._limits.seconds), body)


def _answer(response: Json, body: Json) -> Answer:
    usage = _usage(response, body)
    match response:
        case {"choices": [{"finish_reason": "content_filter"}, *_]}:
            raise ModelRefusedError("content_filter", usage)
        case {"choices": [{"message": {"refusal": str(refusal)}}, *_]} if refusal:
            raise ModelRefusedError("refusal", usage)
        case {"choices": [{"finish_reason": "length"}, *_]}:
            raise InvalidOutputError("the answer was cut off: give fewer entries", usage)
        case {"choices": [{"message": {"content": str(content)}}, *_]} if content:
            return Answer(content, usage)
        case _:
            raise InvalidOutputError("there was no answer", usage)


def _usage(response: Json, body: Json) -> Usage:
    match response.get("usage"):
        case {"prompt_tokens": int(tokens_in), "completion_tokens": int(tokens_out)}:
            return Usage(1, tokens_in, tokens_out)
        case _:
            said = len(str(body["messages"])), len(str(response.get("choices", "")))
            return Usage(1, *(length // _CHARACTERS_A_TOKEN for length in said))

"""Models on Amazon Bedrock: Converse with a forced tool, whose input is the answer."""

import json
from typing import TYPE_CHECKING, Final

import boto3
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    ReadTimeoutError,
)

from muniment.app.models import (
    Answer,
    InvalidOutputError,
    Limits,
    ModelError,
    ModelRefusedError,
    ModelThrottledError,
    ModelTimeoutError,
    ModelUnavailableError,
    StructuredJob,
    Usage,
)

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient
    from mypy_boto3_bedrock_runtime.type_defs import (
        ContentBlockOutputTypeDef,
        ConverseRequestTypeDef,
        ConverseResponseTypeDef,
        GuardrailConfigurationTypeDef,
    )

CONNECT_SECONDS: Final = 2.0

# The API's reference of Converse, "Errors" and "stopReason".
_THROTTLED: Final = frozenset(
    ("ThrottlingException", "ModelNotReadyException", "ServiceQuotaExceededException")
)
_REFUSED: Final = frozenset(("guardrail_intervened", "content_filtered", "refusal"))
_CUT_OFF: Final = frozenset(("max_tokens", "model_context_window_exceeded"))
_MALFORMED: Final = frozenset(("malformed_tool_use", "malformed_model_output"))


class BedrockModel:
    """Implements app.models.Model for one model id, inference profile or ARN."""

    def __init__(
        self,
        client: "BedrockRuntimeClient",
        model_id: str,
        limits: Limits,
        guardrail: tuple[str, str] | None = None,
    ) -> None:
        """`client` must keep `limits.seconds`, see `connect`; `guardrail` is id and version."""
        self._client = client
        self._model_id = model_id
        self._limits = limits
        self._guardrail = guardrail

    @property
    def name(self) -> str:
        """See the port."""
        return f"bedrock:{self._model_id.rsplit('/', 1)[-1]}"

    @property
    def limits(self) -> Limits:
        """See the port."""
        return self._limits

    def answer(self, job: StructuredJob) -> Answer:
        """See the port."""
        try:
            response = self._client.converse(**self._request(job))
        except (ReadTimeoutError, ConnectTimeoutError):
            raise ModelTimeoutError from None
        except ClientError as error:
            raise _mapped(error) from None  # its message may quote the request
        except BotoCoreError as error:
            raise ModelUnavailableError(type(error).__name__) from None
        return _answer(response, job)

    def _request(self, job: StructuredJob) -> "ConverseRequestTypeDef":
        tool = job.job.value
        request: ConverseRequestTypeDef = {
            "modelId": self._model_id,
            "system": [{"text": job.system}],
            "messages": [{"role": "user", "content": [{"text": part} for part in job.parts]}],
            "toolConfig": {
                "tools": [
                    {
                        "toolSpec": {
                            "name": tool,
                            "description": "Takes the answer.",
                            "inputSchema": {"json": dict(job.schema)},
                        }
                    }
                ],
                "toolChoice": {"tool": {"name": tool}},
            },
            "inferenceConfig": {"maxTokens": self._limits.tokens_out, "temperature": 0.0},
        }
        if self._guardrail:
            identifier, version = self._guardrail
            guardrail: GuardrailConfigurationTypeDef = {
                "guardrailIdentifier": identifier,
                "guardrailVersion": version,
            }
            request["guardrailConfig"] = guardrail
        return request


def connect(region: str | None, limits: Limits) -> "BedrockRuntimeClient":
    """Return a client that gives up after the limit's seconds and never tries again by itself."""
    config = Config(
        connect_timeout=min(CONNECT_SECONDS, limits.seconds),
        read_timeout=limits.seconds,
        retries={"total_max_attempts": 1},
    )
    return boto3.client("bedrock-runtime", region_name=region, config=config)


def _mapped(error: ClientError) -> ModelError:
    code = error.response.get("Error", {}).get("Code", "")
    if code in _THROTTLED:
        return ModelThrottledError(usage=Usage(calls=1))
    if code == "ModelTimeoutException":
        return ModelTimeoutError()
    if code == "ModelErrorException":
        return ModelUnavailableError(code)
    return ModelUnavailableError(code, Usage(calls=1))


def _answer(response: "ConverseResponseTypeDef", job: StructuredJob) -> Answer:
    counted = response["usage"]
    usage = Usage(1, counted["inputTokens"], counted["outputTokens"])
    stop: str = response["stopReason"]
    if stop in _REFUSED:
        raise ModelRefusedError(stop, usage)
    if stop in _CUT_OFF:
        raise InvalidOutputError("the answer was cut off: give fewer entries", usage)
    if stop in _MALFORMED:
        raise InvalidOutputError("the tool's input was not JSON", usage)
    blocks = response["output"].get("message", {"content": []})["content"]
    return Answer(_text(blocks, job, usage), usage)


def _text(blocks: "list[ContentBlockOutputTypeDef]", job: StructuredJob, usage: Usage) -> str:
    """Return the tool's input; of a model that wrote it as text instead, that text."""
    for block in blocks:
        if "toolUse" in block and block["toolUse"]["name"] == job.job.value:
            return json.dumps(block["toolUse"]["input"])
    texts = [block["text"] for block in blocks if "text" in block]
    if not texts:
        raise InvalidOutputError(f"the tool {job.job.value} was not called", usage)
    return "\n".join(texts)

"""Both adapters of the model boundary: one request of the right form, every end by its class."""

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.stub import Stubber

from muniment.adapters.api_keys import SecretKey, from_environment
from muniment.adapters.bedrock_model import BedrockModel, connect
from muniment.adapters.openai_http import LARGEST_BYTES, OpenAiEndpoint
from muniment.adapters.openai_model import OpenAiModel
from muniment.app.models import (
    Answer,
    InvalidOutputError,
    Job,
    Limits,
    Model,
    ModelError,
    ModelRefusedError,
    ModelThrottledError,
    ModelTimeoutError,
    ModelUnavailableError,
    StructuredJob,
    Usage,
)
from tests.support.model_server import ModelServer, Reply, serving
from tests.support.resources import CREDENTIALS, REGION

SECRET = "my locker code is zebra"
SCHEMA = {"type": "object", "additionalProperties": False, "required": [], "properties": {}}
JOB = StructuredJob(Job.EXTRACT, "Read the turns.", SECRET, SCHEMA)
LIMITS = Limits(seconds=5, tokens_out=321)
ANSWER = '{"facts": []}'
MODEL_ID = "anthropic.some-model-v1:0"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as state:
        yield state


# --- Bedrock -----------------------------------------------------------------------------------


@dataclass
class Bedrock:
    """A Bedrock client that answers what it is told, and checks the request's form."""

    client: Any
    stub: Stubber

    def model(self, guardrail: tuple[str, str] | None = None) -> BedrockModel:
        return BedrockModel(self.client, MODEL_ID, LIMITS, guardrail)

    def says(
        self, *content: object, stop: str = "tool_use", expected: dict[str, Any] | None = None
    ) -> None:
        response = {
            "output": {"message": {"role": "assistant", "content": list(content)}},
            "stopReason": stop,
            "usage": {"inputTokens": 700, "outputTokens": 60, "totalTokens": 760},
            "metrics": {"latencyMs": 5},
        }
        self.stub.add_response("converse", response, expected)

    def fails(self, code: str, status: int = 400) -> None:
        self.stub.add_client_error("converse", code, SECRET, http_status_code=status)


def tool(value: object, name: str = "extract") -> dict[str, object]:
    return {"toolUse": {"toolUseId": "1", "name": name, "input": value}}


@pytest.fixture
def bedrock() -> Iterator[Bedrock]:
    client = boto3.client(
        "bedrock-runtime",
        region_name=REGION,
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    with Stubber(client) as stub:
        yield Bedrock(client, stub)


def test_bedrock_is_asked_with_one_tool_that_it_must_call(bedrock: Bedrock) -> None:
    expected: dict[str, Any] = {
        "modelId": MODEL_ID,
        "system": [{"text": "Read the turns."}],
        "messages": [{"role": "user", "content": [{"text": SECRET}]}],
        "toolConfig": {
            "tools": [
                {
                    "toolSpec": {
                        "name": "extract",
                        "description": "Takes the answer.",
                        "inputSchema": {"json": SCHEMA},
                    }
                }
            ],
            "toolChoice": {"tool": {"name": "extract"}},
        },
        "inferenceConfig": {"maxTokens": 321, "temperature": 0.0},
    }
    bedrock.says(tool({"facts": []}), expected=expected)
    answer = bedrock.model().answer(JOB)
    assert answer == Answer(ANSWER, Usage(1, 700, 60))
    guarded = {"guardrailIdentifier": "g1", "guardrailVersion": "2"}
    corrected = [{"text": SECRET}, {"text": "Say it in JSON."}]
    bedrock.says(
        tool({}),
        expected=expected
        | {"guardrailConfig": guarded, "messages": [{"role": "user", "content": corrected}]},
    )
    bedrock.model(("g1", "2")).answer(JOB.corrected("Say it in JSON."))


def test_bedrock_s_text_is_taken_where_the_tool_was_not_called(bedrock: Bedrock) -> None:
    bedrock.says({"text": f"Sure: {ANSWER}"}, stop="end_turn")
    assert bedrock.model().answer(JOB).text == f"Sure: {ANSWER}"
    bedrock.says({"text": "Let me see."}, tool({"facts": []}))
    assert bedrock.model().answer(JOB).text == ANSWER


@pytest.mark.parametrize(
    ("stop", "error"),
    [
        ("guardrail_intervened", ModelRefusedError),
        ("content_filtered", ModelRefusedError),
        ("max_tokens", InvalidOutputError),
        ("model_context_window_exceeded", InvalidOutputError),
        ("malformed_tool_use", InvalidOutputError),
        ("malformed_model_output", InvalidOutputError),
    ],
)
def test_bedrock_stops_for_a_reason(bedrock: Bedrock, stop: str, error: type[ModelError]) -> None:
    bedrock.says(tool({"facts": [SECRET]}), stop=stop)
    with pytest.raises(error) as raised:
        bedrock.model().answer(JOB)
    assert raised.value.usage == Usage(1, 700, 60)  # billed all the same
    assert SECRET not in repr(raised.value)


@pytest.mark.parametrize("content", [[], [tool({}, "another")]], ids=["nothing", "another tool"])
def test_bedrock_says_nothing_of_use(bedrock: Bedrock, content: list[object]) -> None:
    bedrock.says(*content)
    with pytest.raises(InvalidOutputError):
        bedrock.model().answer(JOB)


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("ThrottlingException", ModelThrottledError),
        ("ServiceQuotaExceededException", ModelThrottledError),
        ("ModelNotReadyException", ModelThrottledError),
        ("ModelTimeoutException", ModelTimeoutError),
        ("ServiceUnavailableException", ModelUnavailableError),
        ("InternalServerException", ModelUnavailableError),
        ("ModelErrorException", ModelUnavailableError),
        ("AccessDeniedException", ModelUnavailableError),
        ("ValidationException", ModelUnavailableError),
        ("ResourceNotFoundException", ModelUnavailableError),
    ],
)
def test_bedrock_s_errors(bedrock: Bedrock, code: str, error: type[ModelError]) -> None:
    bedrock.fails(code)
    with pytest.raises(ModelError) as raised:
        bedrock.model().answer(JOB)
    assert type(raised.value) is error
    assert SECRET not in repr(raised.value)
    assert raised.value.__suppress_context__  # whose message repeats the request


def test_bedrock_s_client_keeps_the_limit_and_never_tries_again() -> None:
    config: Config = connect(REGION, Limits(seconds=7)).meta.config
    assert config.read_timeout == 7  # type: ignore[attr-defined]
    assert config.connect_timeout == 2  # type: ignore[attr-defined]
    assert config.retries["total_max_attempts"] == 1  # type: ignore[attr-defined]


def test_bedrock_out_of_reach_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (CREDENTIALS | {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ModelUnavailableError):
        BedrockModel(connect(REGION, LIMITS), MODEL_ID, LIMITS).answer(JOB)


def test_bedrock_that_takes_too_long_is_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        for name, value in (CREDENTIALS | {"AWS_ENDPOINT_URL": url}).items():
            monkeypatch.setenv(name, value)
        limits = Limits(seconds=0.3)
        with pytest.raises(ModelTimeoutError):
            BedrockModel(connect(REGION, limits), MODEL_ID, limits).answer(JOB)


# --- OpenAI-compatible -------------------------------------------------------------------------


def openai(server: ModelServer, limits: Limits = LIMITS) -> OpenAiModel:
    return OpenAiModel(OpenAiEndpoint(server.url), "small", limits)


def test_the_endpoint_is_asked_for_our_schema(server: ModelServer) -> None:
    server.says(Reply(ANSWER), Reply(ANSWER))
    assert openai(server).answer(JOB) == Answer(ANSWER, Usage(1, 700, 60))
    assert server.requests == [
        {
            "model": "small",
            "messages": [
                {"role": "system", "content": "Read the turns."},
                {"role": "user", "content": SECRET},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "extract", "strict": True, "schema": SCHEMA},
            },
            "temperature": 0,
            "max_tokens": 321,
        }
    ]
    assert "Authorization" not in server.headers[0]
    newer = OpenAiModel(OpenAiEndpoint(server.url), "o", LIMITS, "max_completion_tokens")
    newer.answer(JOB.corrected("Say it in JSON."))
    assert server.requests[1]["max_completion_tokens"] == 321
    assert server.requests[1]["messages"][1]["content"] == f"{SECRET}\n\nSay it in JSON."


def test_usage_is_estimated_where_nobody_counts(server: ModelServer) -> None:
    server.says(Reply(ANSWER, counted=False))
    usage = openai(server).answer(JOB).usage
    assert usage.tokens_in >= len(SECRET) // 4
    assert usage.tokens_out > 0


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(status=429), ModelThrottledError),
        (Reply(status=408), ModelTimeoutError),
        (Reply(status=504), ModelTimeoutError),
        (Reply(status=500, body=SECRET.encode()), ModelUnavailableError),
        (Reply(status=401, body=SECRET.encode()), ModelUnavailableError),
        (Reply(status=302), ModelUnavailableError),
        (
            Reply(status=400, body=b'{"error": {"code": "content_filter"}}'),
            ModelRefusedError,
        ),
        (Reply(status=400, body=b'{"error": "no"}'), ModelUnavailableError),
        (Reply(SECRET, finish="content_filter"), ModelRefusedError),
        (Reply("", refusal=SECRET), ModelRefusedError),
        (Reply(ANSWER, finish="length"), InvalidOutputError),
        (Reply(""), InvalidOutputError),
        (Reply(body=b"<html>"), InvalidOutputError),
        (Reply(body=b"[]"), InvalidOutputError),
        (Reply(body=b'{"choices": []}'), InvalidOutputError),
        (Reply(body=b"[" * 200_000), InvalidOutputError),
        (Reply(body=b" " * (LARGEST_BYTES + 1)), InvalidOutputError),
        (Reply(body=b""), InvalidOutputError),
    ],
    ids=lambda each: each.__name__ if isinstance(each, type) else None,
)
def test_the_endpoint_s_errors(server: ModelServer, reply: Reply, error: type[ModelError]) -> None:
    server.says(reply)
    with pytest.raises(ModelError) as raised:
        openai(server).answer(JOB)
    assert type(raised.value) is error
    assert SECRET not in repr(raised.value)
    assert openai(server).answer(JOB).text  # and the next call is none the worse


@pytest.mark.parametrize("slow", [Reply(ANSWER, delay=1.0), Reply(ANSWER, drops=0.05)], ids=str)
def test_a_slow_endpoint_is_given_up(server: ModelServer, slow: Reply) -> None:
    server.says(slow)
    model = openai(server, Limits(seconds=0.3))
    with pytest.raises(ModelTimeoutError):
        model.answer(JOB)
    server.says(Reply(ANSWER))
    assert model.answer(JOB).text == ANSWER  # not what was left of the slow one


def test_an_endpoint_out_of_reach_is_unavailable() -> None:
    model = OpenAiModel(OpenAiEndpoint("http://127.0.0.1:9/v1"), "small", LIMITS)
    with pytest.raises(ModelUnavailableError):
        model.answer(JOB)


# --- keys --------------------------------------------------------------------------------------


def test_a_key_comes_from_the_environment_and_goes_nowhere_else(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = "k" * 12
    broken = OpenAiModel(OpenAiEndpoint(server.url, lambda: f"{value}\r\n"), "s", LIMITS)
    with pytest.raises(ModelUnavailableError) as raised:
        broken.answer(JOB)
    assert value not in repr(raised.value)
    model = OpenAiModel(OpenAiEndpoint(server.url, from_environment("MODEL_KEY")), "s", LIMITS)
    with pytest.raises(ModelUnavailableError):
        model.answer(JOB)
    monkeypatch.setenv("MODEL_KEY", value)
    server.says(Reply(status=500))
    with pytest.raises(ModelUnavailableError) as raised:
        model.answer(JOB)
    assert server.headers[-1]["Authorization"] == f"Bearer {value}"
    assert value not in repr(raised.value) + repr(vars(model)) + json.dumps(server.requests)


def test_a_secret_is_read_when_it_is_needed_and_again_after_a_while() -> None:
    client: Any = boto3.client(
        "secretsmanager",
        region_name=REGION,
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    at = 0.0
    arn = f"arn:aws:secretsmanager:{REGION}:123456789012:secret:models"
    key = SecretKey(arn, client, lambda: at)
    with Stubber(client) as stub:
        for value in ("first\n", "second"):
            answer = {"ARN": arn, "Name": "models", "SecretString": value}
            stub.add_response("get_secret_value", answer, {"SecretId": arn})
        assert [key(), key()] == ["first", "first"]
        at = 301.0
        assert key() == "second"
        at = 900.0
        stub.add_client_error("get_secret_value", "AccessDeniedException")
        with pytest.raises(LookupError):
            key()


# --- both --------------------------------------------------------------------------------------


def test_both_answer_alike(server: ModelServer, bedrock: Bedrock) -> None:
    server.says(Reply(ANSWER))
    bedrock.says(tool({"facts": []}))
    models: list[Model] = [openai(server), bedrock.model()]
    answers = [model.answer(JOB) for model in models]
    assert answers[0] == answers[1]
    assert [model.name for model in models] == ["openai:small", f"bedrock:{MODEL_ID}"]
    assert all(model.limits == LIMITS for model in models)

"""The functions in one process: real events through real handlers, on moto and a SQLite index."""

import importlib.util
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from uuid import uuid4

import boto3
import pytest
from moto import mock_aws

from muniment.bootstrap import parts
from muniment.edge import openapi
from tests.functions.events import (
    Caller,
    Context,
    LambdaEvent,
    api_event,
    queue_event,
    stream_event,
)
from tests.functions.word_encoder import WordEncoder
from tests.support.wiring import forget_wiring

FUNCTIONS = Path(__file__).parents[2] / "functions"
REGION: Final = "eu-west-1"
MAX_RECEIVES = 5
LISTENER = "listener"
UPLOADS = "uploads"
DOCUMENT: Final = openapi.document()
"""The queue of another system, which hears all that is announced."""
OWNERS = {
    "GET /v1/memory/{user}/recall": "read",
    "POST /v1/memory/{user}/recall": "read",
    "GET /v1/memory/{user}/recalls/{id}": "read",
    "POST /v1/memory/{user}/recalls/{id}/feedback": "write",
    "GET /v1/memory/{user}/records": "read",
    "GET /v1/memory/{user}/records/{id}": "read",
    "GET /v1/memory/{user}/records/{id}/history": "read",
    "GET /v1/operations/{id}": "read",
    "GET /v1/erasures/{id}": "read",
    "GET /v1/memory/{user}/consent": "read",
    "GET /v1/memory/{user}/consent/{purpose}": "read",
    "PUT /v1/memory/{user}/consent/{purpose}": "write",
    "GET /v1/tenant/policy": "read",
    "PUT /v1/tenant/policy": "write",
    "GET /v1/memory/{user}/audit": "read",
    "GET /v1/reviews": "read",
    "GET /v1/reviews/{id}": "read",
    "POST /v1/reviews/{id}/decision": "write",
    "POST /v1/memory/{user}/records/{id}/quarantine": "write",
    "POST /v1/memory/{user}/records/{id}/release": "write",
    "POST /v1/memory/{user}/records/{id}/promote": "write",
    "POST /v1/memory/{user}/procedures": "write",
    **{
        f"{method} /v1/{whose}/records{path}": function
        for whose in ("tenant", "system")
        for method, path, function in (
            ("POST", "", "write"),
            ("GET", "", "read"),
            ("GET", "/{id}", "read"),
            ("GET", "/{id}/history", "read"),
            ("DELETE", "/{id}", "delete"),
            ("POST", "/{id}/quarantine", "write"),
            ("POST", "/{id}/release", "write"),
        )
    },
    **{
        f"{method} /v1/memory/{{user}}/sessions/{{id}}{path}": function
        for method, path, function in (
            ("PUT", "", "write"),
            ("PATCH", "", "write"),
            ("GET", "", "read"),
            ("DELETE", "", "write"),
            ("POST", "/complete", "write"),
            ("POST", "/tool-results", "write"),
            ("GET", "/tool-results/{result}", "read"),
            ("POST", "/context", "read"),
        )
    },
    "POST /v1/memory/{user}/events": "write",
    "POST /v1/memory/{user}/store": "write",
    "POST /v1/memory/{user}/state": "write",
    "POST /v1/memory/{user}/uploads": "write",
    "PATCH /v1/memory/{user}/records/{id}": "write",
    "DELETE /v1/memory/{user}/records/{id}": "delete",
    "DELETE /v1/memory/{user}": "delete",
}


def load(name: str) -> ModuleType:
    """Import the handler of a function as Lambda does: by its file, under a name of its own."""
    spec = importlib.util.spec_from_file_location(
        f"handler_{name}", FUNCTIONS / name / "handler.py"
    )
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Answer:
    """What the gateway would send."""

    status: int
    body: Any
    headers: dict[str, str]
    text: str


@dataclass
class Stack:
    """All functions, and what stands between them."""

    queues: dict[str, str]
    handlers: dict[str, ModuleType] = field(default_factory=dict)

    def handler(self, name: str) -> Callable[[LambdaEvent, Any], Any]:
        if name not in self.handlers:
            self.handlers[name] = load(name)
        handler: Callable[[LambdaEvent, Any], Any] = self.handlers[name].handler
        return handler

    def call(self, route: str, caller: Caller | None = None, **rest: Any) -> Answer:
        """Ask the API: `user` and `id` fill the route's path."""
        method, template = route.split(" ")
        path = template.format(
            user=rest.pop("user", "me"),
            id=rest.pop("id", ""),
            purpose=rest.pop("purpose", ""),
            result=rest.pop("result", ""),
        )
        event = api_event(f"{method} {template}", path, caller, **rest)
        answer = self.handler(OWNERS[route])(event, Context())
        documented = DOCUMENT["paths"][template][method.lower()]["responses"]
        assert str(answer["statusCode"]) in documented, "the API's document says nothing of it"
        headers = {name: str(value) for name, value in answer["headers"].items()}
        return Answer(answer["statusCode"], json.loads(answer["body"]), headers, answer["body"])

    def settle(self) -> None:
        """Work off queues and stream until nothing is left."""
        while self._drain("extraction", "extract") + self._drain("erasure", "delete"):
            pass
        self.follow()
        self._drain("consolidation", "consolidate")

    def follow(self) -> None:
        """Hand every key of the records table to the index function, as a stream would."""
        items = boto3.client("dynamodb").scan(TableName="records")["Items"]
        keys = [(item["pk"]["S"], item["sk"]["S"]) for item in items]
        assert self.handler("index")(stream_event(keys), Context()) == {"batchItemFailures": []}

    def waiting(self, queue: str) -> list[dict[str, Any]]:
        """Take what waits in a queue."""
        sqs = boto3.client("sqs")
        bodies: list[dict[str, Any]] = []
        while messages := sqs.receive_message(
            QueueUrl=self.queues[queue], MaxNumberOfMessages=10
        ).get("Messages"):
            for message in messages:
                bodies.append(json.loads(message["Body"]))
                sqs.delete_message(
                    QueueUrl=self.queues[queue], ReceiptHandle=message["ReceiptHandle"]
                )
        return bodies

    def _drain(self, queue: str, function: str) -> int:
        bodies = self.waiting(queue)
        if bodies:
            answer = self.handler(function)(queue_event(*bodies), Context())
            assert answer == {"batchItemFailures": []}
        return len(bodies)


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Stack]:
    """A stack of its own for each test."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    monkeypatch.setenv("AWS_REGION", REGION)
    for name in ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN"):
        monkeypatch.setenv(f"AWS_{name}", "testing")
    with mock_aws():
        queues = _make_resources()
        environment = {
            "MUNIMENT_STAGE": "test",
            "MUNIMENT_RECORDS_TABLE": "records",
            "MUNIMENT_LEDGER_TABLE": "ledger",
            "MUNIMENT_DIGEST_KEY_ID": boto3.client("kms").create_key()["KeyMetadata"]["Arn"],
            "MUNIMENT_INDEX": "sqlite",
            "MUNIMENT_INDEX_URL": str(tmp_path / "index.db"),
            "MUNIMENT_INDEX_ALIAS": "muniment",
            "MUNIMENT_MODEL_DIR": str(tmp_path),
            "OPENBLAS_NUM_THREADS": "1",
            "MUNIMENT_MAX_RECEIVES": str(MAX_RECEIVES),
            "MUNIMENT_MODEL_ROUTES": "{}",
            "MUNIMENT_EVENT_BUS": "muniment",
            "MUNIMENT_UPLOAD_BUCKET": UPLOADS,
            **{f"MUNIMENT_{name.upper()}_QUEUE_URL": url for name, url in queues.items()},
            # A name of its own: the logger of a name keeps the stream it was made with.
            "POWERTOOLS_SERVICE_NAME": uuid4().hex,
            "POWERTOOLS_METRICS_NAMESPACE": "Muniment",
            "POWERTOOLS_LOG_LEVEL": "INFO",
        }
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        forget_wiring()
        monkeypatch.setattr(parts, "encoder", WordEncoder)
        parts.index_admin().ensure()
        yield Stack(queues)
    monkeypatch.undo()
    forget_wiring()


def _make_resources() -> dict[str, str]:
    dynamodb = boto3.client("dynamodb")
    for table in ("records", "ledger"):
        dynamodb.create_table(
            TableName=table,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[
                {"AttributeName": "pk", "AttributeType": "S"},
                {"AttributeName": "sk", "AttributeType": "S"},
            ],
            KeySchema=[
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
            ],
        )
    boto3.client("s3").create_bucket(
        Bucket=UPLOADS, CreateBucketConfiguration={"LocationConstraint": REGION}
    )
    sqs = boto3.client("sqs")
    urls = {
        name: sqs.create_queue(QueueName=name)["QueueUrl"]
        for name in ("extraction", "erasure", "consolidation", "upload", LISTENER)
    }
    _listen(urls[LISTENER])
    return urls


def _listen(queue_url: str) -> None:
    """Make the bus, with a queue that gets all that is sent to it, as another system would."""
    events, sqs = boto3.client("events"), boto3.client("sqs")
    answer = sqs.get_queue_attributes(QueueUrl=queue_url, AttributeNames=["QueueArn"])
    events.create_event_bus(Name="muniment")
    events.put_rule(Name="all", EventBusName="muniment", EventPattern='{"source":["muniment"]}')
    events.put_targets(
        Rule="all",
        EventBusName="muniment",
        Targets=[{"Id": "listener", "Arn": answer["Attributes"]["QueueArn"]}],
    )

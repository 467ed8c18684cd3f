"""The services that the functions call, in this process, each call counted and its time left out.

It answers from botocore's `before-call` hook: the clients still validate and serialise, which costs
the CPU that it costs in Lambda; the tables are those of `QuickDynamo`.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import process_time
from types import SimpleNamespace
from typing import Any

from local.in_process.dynamo import QuickDynamo, RefusedError, Rows, decoded, refusal
from tests.usage.units import get_units, query_units, write_units

PAGE = 1000
"""Items that a page of a query may hold here; DynamoDB ends one at 1 MB."""

_NOTHING_FOUND: Mapping[str, Any] = {
    "stopReason": "tool_use",
    "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
    "output": {"message": {"content": [{"toolUse": {"name": "extract", "input": {"facts": []}}}]}},
}
"""What a model answers that finds nothing to remember."""

type Request = dict[str, Any]
type Key = tuple[str, str]


@dataclass
class Meter:
    """What one or more invocations used."""

    read_units: int = 0
    write_units: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    """Requests by "service.operation"; the index's are "index.method"."""
    messages: int = 0
    """Sent to queues."""
    announced: int = 0
    """Events put on the bus."""
    written: list[Key] = field(default_factory=list)
    """Keys of the records table that were written, as its stream tells them."""
    prompted: int = 0
    """Characters that a model was sent: instructions, turns and the form of the answer."""

    @property
    def facts(self) -> int:
        """How many facts were written."""
        return len({sk for _, sk in self.written if sk.startswith("1F#")})


@dataclass
class Cloud:
    """All services of one account."""

    tables: QuickDynamo = field(default_factory=lambda: QuickDynamo(page=PAGE))
    queues: dict[str, list[str]] = field(default_factory=dict)
    meter: Meter = field(default_factory=Meter)
    elsewhere: float = 0.0
    """Seconds of CPU that were spent in here, and not in a function."""

    def __post_init__(self) -> None:
        for table in ("records", "ledger"):
            self.tables.call("CreateTable", {"TableName": table})

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Keep the time of what is done inside apart."""
        began = process_time()
        try:
            yield
        finally:
            self.elsewhere += process_time() - began

    def answer(self, model: Any, params: Request, **_: object) -> tuple[Any, Any]:
        """Answer a call of a botocore client."""
        with self.aside():
            service = model.service_model.service_name
            self.meter.calls[f"{service}.{model.name}"] += 1
            try:
                body = decoded(json.loads(params["body"]))
                answer = self._serve(service, model.name, body)
            except RefusedError as refused:
                return SimpleNamespace(status_code=400), refusal(refused)
            return SimpleNamespace(status_code=200), answer

    def taken(self, queue: str) -> list[str]:
        """Return the bodies that lie in a queue, and leave it empty."""
        return self.queues.pop(queue, [])

    def _serve(self, service: str, operation: str, request: Request) -> Mapping[str, Any]:
        match service, operation:
            case "dynamodb", _:
                return self._dynamodb(operation, request)
            case "sqs", "SendMessageBatch":
                bodies = [entry["MessageBody"] for entry in request["Entries"]]
                self.queues.setdefault(request["QueueUrl"], []).extend(bodies)
                self.meter.messages += len(bodies)
                return {"Successful": request["Entries"], "Failed": []}
            case "events", "PutEvents":
                self.meter.announced += len(request["Entries"])
                taken = [{"EventId": "e"} for _ in request["Entries"]]
                return {"FailedEntryCount": 0, "Entries": taken}
            case "bedrock-runtime", "Converse":
                self.meter.prompted += _prompted(request)
                return _NOTHING_FOUND
            case "kms", "GenerateDataKeyWithoutPlaintext":
                return {"CiphertextBlob": b"wrapped"}
            case "kms", "Decrypt":
                return {"Plaintext": b"k" * 32}
            case _:
                raise ValueError(f"not expected of a function: {service}.{operation}")

    # --- DynamoDB -------------------------------------------------------------------------------

    def _dynamodb(self, operation: str, request: Request) -> Request:
        match operation:
            case "GetItem":
                answer = self.tables.call(operation, request)
                self.meter.read_units += get_units([answer.get("Item")])
            case "BatchGetItem":
                answer = self.tables.call(operation, request)
                asked = sum(len(keys["Keys"]) for keys in request["RequestItems"].values())
                found = [item for items in answer["Responses"].values() for item in items]
                self.meter.read_units += get_units([*found, *[None] * (asked - len(found))])
            case "Query":
                # A projection and a filter make the answer smaller, not the bill.
                smaller = ("ProjectionExpression", "FilterExpression")
                whole = {k: v for k, v in request.items() if k not in smaller}
                self.meter.read_units += query_units(self.tables.call(operation, whole)["Items"])
                answer = self.tables.call(operation, request)
            case "TransactWriteItems":
                actions = [entry for action in request["TransactItems"] for entry in action.items()]
                answer = self._write(operation, request, actions, factor=2)
            case "PutItem" | "UpdateItem" | "DeleteItem":
                actions = [(operation.removesuffix("Item"), request)]
                answer = self._write(operation, request, actions, factor=1)
            case _:
                raise ValueError(f"not expected of a function: {operation}")
        return answer

    def _write(
        self, operation: str, request: Request, actions: list[tuple[str, Request]], *, factor: int
    ) -> Request:
        """Write, and count; what is refused costs as much as if it had been done."""
        keys = [(body["TableName"], _key(body)) for _, body in actions]
        before = {where: self._rows(where[0]).get(where[1]) for where in keys}
        try:
            return self.tables.call(operation, request)
        finally:
            for (table, key), (kind, _) in zip(keys, actions, strict=True):
                after = self._rows(table).get(key)
                self.meter.write_units += factor * write_units(before[table, key], after)
                if table == "records" and kind != "ConditionCheck":
                    self.meter.written.append(key)

    def _rows(self, table: str) -> Rows:
        return self.tables.tables[table]


def _key(body: Request) -> Key:
    item = body.get("Item") or body["Key"]
    return item["pk"]["S"], item["sk"]["S"]


def _prompted(request: Request) -> int:
    told = [*request["system"], *(part for m in request["messages"] for part in m["content"])]
    return sum(len(part["text"]) for part in told) + len(json.dumps(request["toolConfig"]))

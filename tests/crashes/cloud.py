"""AWS in the parent, the functions in children that die: what a child had written stays.

A child is a fork that answers one invocation. Its botocore clients ask the parent over a pipe, by
a hook that exists only here; the same hook ends the process, before or after any call.
"""

import base64
import gc
import json
import os
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any, Literal

import boto3

from local.in_process.dynamo import QuickDynamo, RefusedError, decoded, refusal

type Moment = Literal["before", "after"]
type Message = dict[str, Any]

DIED = 86
"""Exit code of a child that the hook ended."""


@dataclass(frozen=True)
class Death:
    """When a child dies: before or after its nth call to AWS."""

    nth: int
    moment: Moment


@dataclass
class Hook:
    """Stands between the clients of a child and the parent."""

    pipe: "Connection[Any, Any] | None" = None
    death: Death | None = None
    calls: int = 0
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def install(self, session: boto3.Session) -> None:
        """See every call of every client that the session makes."""
        events: Any = session.events  # the stubs know of no handler that answers
        events.register("before-call", self._before)
        events.register("after-call", self._after)

    def _before(self, model: Any, params: dict[str, Any], **_: object) -> tuple[Any, Any]:
        with self._one_at_a_time:  # a child may ask for several things side by side
            return self._asked(model, params)

    def _asked(self, model: Any, params: dict[str, Any]) -> tuple[Any, Any]:
        assert self.pipe is not None, "no call is made outside of a child"
        self.calls += 1
        if self.death == Death(self.calls, "before"):
            os._exit(DIED)
        service = model.service_model.service_name
        path = params["url_path"].partition("?")[0]
        request = json.loads(params["body"]) if params["body"] else {"Key": path.lstrip("/")}
        self.pipe.send(("call", service, model.name, request))
        status, answer = self.pipe.recv()
        return SimpleNamespace(status_code=status), answer

    def _after(self, **_: object) -> None:
        if self.death == Death(self.calls, "after"):
            os._exit(DIED)


@dataclass(frozen=True)
class Ended:
    """How a child ended: its exit code, its answer, and what it had asked AWS for."""

    code: int
    answer: Any
    calls: tuple[str, ...]


@dataclass
class Cloud:
    """Tables, queues by their URL, and the key service."""

    hook: Hook
    dynamodb: QuickDynamo = field(default_factory=QuickDynamo)
    queues: dict[str, list[Message]] = field(default_factory=dict)
    objects: dict[str, bytes] = field(default_factory=dict)

    def run(self, work: Callable[[], Any], death: Death | None = None) -> Ended:
        """Do `work` in a child of its own, and serve it until it ends."""
        ours, theirs = Pipe()
        gc.freeze()  # a collection in the child would copy what it only looks at
        child = os.fork()
        if child == 0:
            ours.close()
            _be_child(self.hook, theirs, death, work)
        theirs.close()
        calls, answer = self._serve(ours)
        _, status = os.waitpid(child, 0)
        return Ended(os.waitstatus_to_exitcode(status), answer, tuple(calls))

    def _serve(self, pipe: "Connection[Any, Any]") -> tuple[list[str], Any]:
        calls: list[str] = []
        answer: Any = None
        with pipe:
            while True:
                try:
                    asked = pipe.recv()
                except (EOFError, ConnectionResetError):
                    return calls, answer
                if asked[0] == "call":
                    _, service, operation, request = asked
                    calls.append(operation)
                    pipe.send(self._answer(service, operation, request))
                else:
                    answer = asked[1]

    def _answer(  # noqa: PLR0911 - one flat table of cases
        self, service: str, operation: str, request: Message
    ) -> tuple[int, Any]:
        if service == "s3":
            return self._of_objects(operation, request["Key"])
        match service, operation:
            case "dynamodb", _:
                try:
                    return 200, self.dynamodb.call(operation, decoded(request))
                except RefusedError as refused:
                    return 400, refusal(refused)
            case "sqs", "SendMessageBatch":
                sent = self.queues.setdefault(request["QueueUrl"], [])
                sent += [json.loads(entry["MessageBody"]) for entry in request["Entries"]]
                return 200, {"Successful": request["Entries"], "Failed": []}
            case "events", "PutEvents":
                entries = request["Entries"]
                heard = self.queues.setdefault("events", [])
                heard += [json.loads(e["Detail"]) | {"type": e["DetailType"]} for e in entries]
                return 200, {"FailedEntryCount": 0, "Entries": [{"EventId": "1"} for _ in entries]}
            case "kms", "GenerateDataKeyWithoutPlaintext":
                return 200, {"CiphertextBlob": b"wrapped"}
            case "kms", "Decrypt":
                assert base64.b64decode(request["CiphertextBlob"]) == b"wrapped"
                return 200, {"Plaintext": b"a key that is the same in every run".ljust(64)}
            case _:
                raise AssertionError(f"{service} {operation} is not expected here")

    def _of_objects(self, operation: str, key: str) -> tuple[int, Any]:
        match operation:
            case "GetObject" if key in self.objects:
                return 200, {"Body": BytesIO(self.objects[key])}
            case "GetObject":
                return 404, {"Error": {"Code": "NoSuchKey"}}
            case "DeleteObject":
                self.objects.pop(key, None)
                return 204, {}
            case "ListObjectsV2":
                return 200, {"Contents": [{"Key": each} for each in sorted(self.objects)]}
            case _:
                raise AssertionError(f"{operation} of objects is not expected here")


def _be_child(
    hook: Hook, pipe: "Connection[Any, Any]", death: Death | None, work: Callable[[], Any]
) -> None:
    """Do the work and end the process, whatever happens: a child never returns."""
    code = 1
    gc.disable()  # it ends before any is needed
    try:
        hook.pipe, hook.death, hook.calls = pipe, death, 0
        pipe.send(("answer", work()))
        code = 0
    except BaseException:  # noqa: BLE001 - the parent shows it
        pipe.send(("answer", traceback.format_exc()))
    finally:
        os._exit(code)

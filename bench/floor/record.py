"""Runs recall in this process, on the stack's own tables and index, and writes its calls down."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from botocore import xform_name

from bench.floor.plan import Call, Kind, Step, What, steps
from bench.whole import Told
from examples.stack import Stack
from muniment.app.recall import Recall, RecallRequest
from muniment.app.views import Context
from muniment.domain.scope import Scope

SLOWED = 0.04
"""Seconds that each call is held back, so that calls that run side by side are seen to."""


@dataclass
class Recorder:
    """The product's recall on a stack's stores, in this process."""

    stack: Stack
    model: Path
    slowed: float = SLOWED
    _calls: list[Call] = field(default_factory=list)

    def __post_init__(self) -> None:
        os.environ.update(_environment(self.stack, self.model))
        # Only now: the product reads its settings from the environment.
        from muniment.bootstrap import parts, reading  # noqa: PLC0415

        self._digester = parts.keys().digester
        self.recall: Recall = reading.recall()
        events = parts.records_table().client.meta.events
        events.register("before-parameter-build.dynamodb", self._begin)
        events.register("after-call.dynamodb", self._end)
        self._local = threading.local()
        find = replace(
            self.recall.find,
            encoder=_Held(self, self.recall.find.encoder),
            index=_Held(self, self.recall.find.index),
        )
        self._watched = replace(self.recall, find=find)

    def scope(self, tenant: str, subject: str) -> Scope:
        """Return where a user's records lie."""
        return Scope(tenant, self._digester(tenant).owner(subject))

    def tell(self, told: Told, tenant: str, subjects: Sequence[str], records: int) -> None:
        """Give users of a tenant whole records, in the stack's store and its index."""
        from muniment.bootstrap import parts  # noqa: PLC0415 - as above

        self.slowed, was = 0.0, self.slowed
        for subject in subjects:
            scope = self.scope(tenant, subject)
            ids = told.write(parts.store(), scope, records, lambda _: None)
            parts.projector().project(scope, ids)
            parts.index().count(scope)  # which waits until searches see it
        self.slowed = was

    def plan(self, scope: Scope, query: str) -> tuple[list[Step], Context]:
        """Return what a recall asks of others, and what it answers."""
        request = RecallRequest(query)
        self._watched(scope, request)  # what is read once in the life of a process is read
        self._calls.clear()
        answer = self._watched(scope, request)
        return steps(self._calls), answer

    @contextmanager
    def held(self, kind: Kind, what: dict[str, Any]) -> Iterator[None]:
        """Write down a call, which may fill in `what` it was while it runs."""
        began = time.perf_counter()
        time.sleep(self.slowed)
        yield
        self._calls.append(Call(kind, what, began, time.perf_counter()))

    def _begin(self, params: Mapping[str, Any], model: Any, **_: object) -> None:
        self._local.began = time.perf_counter()
        self._local.what = {"method": xform_name(model.name), "parameters": params}
        time.sleep(self.slowed)

    def _end(self, **_: object) -> None:
        call = Call("dynamodb", self._local.what, self._local.began, time.perf_counter())
        self._calls.append(call)


@dataclass
class _Held:
    """An encoder or an index whose calls are written down."""

    recorder: Recorder
    inner: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def query(self, text: str) -> Any:
        with self.recorder.held("encode", {"text": text}):
            return self.inner.query(text)

    def search(self, *given: Any) -> Any:
        what: dict[str, Any] = {}
        with self.recorder.held("search", what), _tapped(self.recorder.stack, what):
            return self.inner.search(*given)


@contextmanager
def _tapped(stack: Stack, what: dict[str, Any]) -> Iterator[None]:
    """Fill in what a search asks of the engine, in the engine's own words."""
    if stack.index == "sqlite":
        connect = sqlite3.connect
        statements: list[str] = []
        what |= {"file": stack.index_url, "statements": statements}

        def tapped(*given: Any, **named: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*given, **named)
            connection.set_trace_callback(statements.append)
            return connection

        with patch("sqlite3.connect", tapped):
            yield
        return
    from opensearchpy import OpenSearch  # noqa: PLC0415 - heavy, and only here

    asked = OpenSearch.msearch

    def msearch(self: OpenSearch, body: Any, **named: Any) -> Any:
        what.update({"url": stack.index_url, "lines": body})
        return asked(self, body=body, **named)

    with patch.object(OpenSearch, "msearch", msearch):
        yield


def _environment(stack: Stack, model: Path) -> dict[str, str]:
    """Return what the read function's process has, on this machine."""
    functions = stack.session.client("lambda", endpoint_url=stack.endpoint)
    found = functions.get_function_configuration(FunctionName=stack.functions["read"])
    variables: dict[str, str] = found["Environment"]["Variables"]
    return variables | {
        "MUNIMENT_MODEL_DIR": str(model),
        "AWS_ENDPOINT_URL": stack.endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": stack.region,
        "AWS_REGION": stack.region,
        "POWERTOOLS_METRICS_DISABLED": "true",
    }


def as_json(plan: list[Step]) -> list[dict[str, What | str | tuple[int, ...]]]:
    """Return a plan as the bare function reads it."""
    return [{"kind": step.kind, "what": step.what, "after": step.after} for step in plan]

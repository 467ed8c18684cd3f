"""The real functions on services that count, with the real model and the real extractor."""

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from types import ModuleType
from typing import Any
from uuid import uuid4

import boto3

from local.model import provide
from muniment.adapters.dynamodb.stream import touched
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.ports import IndexEntry
from muniment.bootstrap import parts
from tests.functions.conftest import load
from tests.functions.events import (
    Caller,
    Context,
    LambdaEvent,
    api_event,
    queue_event,
    stream_event,
)
from tests.support.resources import Resources
from tests.support.wiring import forget_wiring
from tests.usage.cloud import Cloud, Key, Meter

RESOURCES = Resources("https://sqs/extraction", "https://sqs/erasure", "https://sqs/night", "key")


@dataclass
class Used:
    """What one invocation used."""

    meter: Meter
    cpu: float
    """Seconds of CPU in the function, without the services and without starting."""
    log_bytes: int
    log_lines: int
    answered: int
    """Bytes of the response's body."""


@dataclass
class Tape(io.StringIO):
    """Standard output, kept line by line."""

    lines: list[str] = field(default_factory=list)

    def write(self, text: str) -> int:
        """Keep what is written."""
        self.lines += [line for line in text.splitlines() if line]
        return len(text)


@dataclass
class Watched:
    """An index whose calls are counted, and whose time is not the function's."""

    index: SqliteIndex
    cloud: Cloud
    entries: dict[str, IndexEntry]
    """What it was given, by id."""

    def __getattr__(self, name: str) -> Any:
        """Return a method of the index that counts itself."""
        method = getattr(self.index, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            with self.cloud.aside():
                self.cloud.meter.calls[f"index.{name}"] += 1
                if name == "upsert":
                    self.entries |= {entry.id: entry for entry in args[1]}
                return method(*args, **kwargs)

        return call


@dataclass
class Lab:
    """Invokes functions, one after the other."""

    cloud: Cloud
    tape: Tape
    entries: dict[str, IndexEntry] = field(default_factory=dict)
    """What the index was given, by id."""
    metrics: set[str] = field(default_factory=set)
    """Names of custom metrics with their dimensions' values: each is one that is paid for."""
    later: timedelta = timedelta()
    """How far the functions' clock is ahead."""
    handlers: dict[str, ModuleType] = field(default_factory=dict)

    def invoke(self, function: str, event: LambdaEvent) -> Used:
        """Invoke a function to its end, and return what it used."""
        if function not in self.handlers:
            # A name of its own: the logger of a name keeps the stream it was made with.
            os.environ["POWERTOOLS_SERVICE_NAME"] = uuid4().hex
            self.handlers[function] = load(function)
        self.cloud.meter, self.cloud.elsewhere, self.tape.lines = Meter(), 0.0, []
        os.environ["POWERTOOLS_SERVICE_NAME"] = function  # names the metrics
        began = process_time()
        answer = self.handlers[function].handler(event, Context())
        cpu = process_time() - began - self.cloud.elsewhere
        if answer.get("batchItemFailures") or answer.get("statusCode", 200) >= 300:
            raise RuntimeError(f"{function} failed: {answer}")
        lines = list(self.tape.lines)
        self.metrics |= {name for line in lines for name in _metrics(line)}
        log_bytes = sum(len(line.encode()) + 1 for line in lines)
        answered = len(answer.get("body", "").encode())
        return Used(self.cloud.meter, cpu, log_bytes, len(lines), answered)

    # --- what callers and services do -----------------------------------------------------------

    def post(self, route: str, subject: str, body: Mapping[str, object]) -> Used:
        """Send a request to the API as a user."""
        path = route.split(" ")[1].format(user="me")
        function = "read" if route.endswith("recall") else "write"
        caller = Caller(subject=subject)
        return self.invoke(function, api_event(route, path, caller, body=body))

    def tell(self, subject: str, events: Sequence[Mapping[str, object]]) -> Used:
        """Deliver turns; nothing is extracted yet."""
        return self.post("POST /v1/memory/{user}/events", subject, {"events": events})

    def extract(self) -> list[Used]:
        """Work the extraction queue off, a message an invocation."""
        bodies = self.cloud.taken(RESOURCES.extraction)
        return [self.invoke("extract", queue_event(body)) for body in bodies]

    def follow(self, written: Sequence[Key]) -> Used:
        """Hand the index function the keys of which the stream tells it, in one batch."""
        told = [key for key in written if touched(*key)]  # others wake it for nothing
        return self.invoke("index", stream_event(told))

    def recall(self, subject: str, query: str) -> Used:
        """Ask."""
        return self.post("POST /v1/memory/{user}/recall", subject, {"query": query})

    def night(self) -> tuple[Used, list[Used]]:
        """Let a night pass: the schedule's invocation, and one for each owner with news."""
        scheduled = self.invoke("consolidate", {"job": "nightly"})
        bodies = self.cloud.taken(RESOURCES.consolidation)
        return scheduled, [self.invoke("consolidate", queue_event(body)) for body in bodies]

    def requeue(self) -> Used:
        """Let the schedule look for what is stuck."""
        return self.invoke("consolidate", {"job": "requeue"})


def _metrics(line: str) -> Iterator[str]:
    if not line.startswith('{"_aws"'):
        return
    told = json.loads(line)
    for directive in told["_aws"]["CloudWatchMetrics"]:
        for dimensions in directive["Dimensions"]:
            values = ", ".join(f"{name}={told[name]}" for name in dimensions)
            for metric in directive["Metrics"]:
                yield f"{metric['Name']}({values})"


@contextmanager
def lab(routes: str = "{}") -> Iterator[Lab]:
    """Give a lab of its own with these routes of models, and leave the process as it was."""
    environment, stdout = dict(os.environ), sys.stdout
    with TemporaryDirectory() as folder:
        cloud, tape = Cloud(), Tape()
        file = Path(folder) / "index.sqlite"
        os.environ.update(RESOURCES.environment(file))
        os.environ |= {
            "MUNIMENT_MODEL_DIR": str(provide()),
            "OPENBLAS_NUM_THREADS": "1",
            "MUNIMENT_MODEL_ROUTES": routes,
            "POWERTOOLS_LOG_LEVEL": "INFO",
        }
        boto3.setup_default_session()
        events: Any = boto3.DEFAULT_SESSION.events  # type: ignore[union-attr] # just set
        events.register("before-call", cloud.answer)
        forget_wiring()
        world, index = Lab(cloud, tape), SqliteIndex(file)
        index.ensure()
        engine, clock = parts._engine, parts.clock
        parts.clock = lambda: clock() + world.later
        parts._engine = lambda: Watched(index, cloud, world.entries)  # type: ignore[assignment]
        sys.stdout = tape
        try:
            yield world
        finally:
            sys.stdout = stdout
            parts._engine, parts.clock = engine, clock
            forget_wiring()
            boto3.DEFAULT_SESSION = None
            os.environ.clear()
            os.environ.update(environment)

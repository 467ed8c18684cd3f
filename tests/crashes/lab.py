"""The real handlers over a cloud in which processes die; time stands still."""

import importlib.util
import json
import shutil
import sqlite3
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import boto3
import pytest

from local.in_process.dynamo import Rows
from muniment.bootstrap import deleting, extracting, indexing, parts, uploading, writing
from muniment.edge import batch
from tests.crashes.cloud import DIED, Cloud, Death, Hook, Message
from tests.functions.events import Context, LambdaEvent, stream_event
from tests.functions.word_encoder import WordEncoder
from tests.support.resources import LEDGER, RECORDS, Resources
from tests.support.wiring import forget_wiring

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
RESOURCES = Resources("https://sqs/extraction", "https://sqs/erasure", "https://sqs/night", "key")
FUNCTIONS = ("write", "upload", "extract", "index", "delete")


@dataclass(frozen=True)
class Invocation:
    """One function and the event it is invoked with; `again` is the event of its redelivery."""

    function: str
    event: LambdaEvent
    again: LambdaEvent | None = None


@dataclass(frozen=True)
class State:
    """Everything that outlives a process."""

    tables: dict[str, Rows]
    queues: dict[str, list[Message]]
    objects: dict[str, bytes]
    index: bytes


@dataclass
class Lab:
    """Invokes functions in children, and looks at what they leave."""

    cloud: Cloud
    handlers: dict[str, ModuleType]
    index: Path

    def invoke(self, function: str, event: LambdaEvent) -> Any:
        """Invoke a function to its end, and return what it answers."""
        ended = self.cloud.run(lambda: self.handlers[function].handler(event, Context()))
        assert ended.code == 0, ended.answer
        return require_success(ended.answer)

    def calls(self, invocation: Invocation) -> Sequence[str]:
        """Invoke a function undisturbed, and return which calls it made."""
        ended = self.cloud.run(lambda: self._handle(invocation.function, invocation.event))
        assert ended.code == 0, ended.answer
        require_success(ended.answer)
        return ended.calls

    def die(self, invocation: Invocation, death: Death) -> None:
        """Invoke a function that dies on the way."""
        ended = self.cloud.run(lambda: self._handle(invocation.function, invocation.event), death)
        assert ended.code == DIED, f"{death}: {ended.answer}"

    def redeliver(self, invocation: Invocation) -> None:
        """Invoke a function as it is after one that died."""
        self.invoke(invocation.function, invocation.again or invocation.event)

    def _handle(self, function: str, event: LambdaEvent) -> Any:
        return self.handlers[function].handler(event, Context())

    def stream(self) -> LambdaEvent:
        """Return every key of the records table, as the stream brings them."""
        return stream_event(sorted(self.cloud.dynamodb.tables[RECORDS]))

    def queued(self, url: str) -> list[Message]:
        """Take what waits in a queue."""
        return self.cloud.queues.pop(url, [])

    # --- states -------------------------------------------------------------------------------

    def state(self) -> State:
        """Return everything as it is."""
        queues = {url: list(messages) for url, messages in self.cloud.queues.items()}
        objects = dict(self.cloud.objects)
        return State(self.cloud.dynamodb.snapshot(), queues, objects, self._index_file())

    def restore(self, state: State) -> None:
        """Make everything as it was."""
        self.cloud.dynamodb.restore(state.tables)
        self.cloud.queues = {url: list(messages) for url, messages in state.queues.items()}
        self.cloud.objects = dict(state.objects)
        for file in self.index.parent.glob(f"{self.index.name}*"):
            file.unlink()
        self.index.write_bytes(state.index)

    def dump(self) -> dict[str, list[str]]:
        """Return what is stored, byte for byte: both tables, the index, and which messages wait.

        A message may wait twice: queues deliver at least once anyway.
        """
        return {
            "records": self._rows(RECORDS),
            "ledger": self._rows(LEDGER),
            "index": self._index_rows(),
            "objects": sorted(self.cloud.objects),
            "queues": sorted({
                f"{url} {json.dumps(message, sort_keys=True)}"
                for url, messages in self.cloud.queues.items()
                for message in messages
            }),
        }  # fmt: skip

    def _index_file(self) -> bytes:
        with closing(sqlite3.connect(self.index)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return self.index.read_bytes()

    def _rows(self, table: str) -> list[str]:
        items = sorted(self.cloud.dynamodb.tables[table].items())
        return [repr(sorted(item.items())) for _, item in items]

    def _index_rows(self) -> list[str]:
        """Return every row of the index, its words too; the counts of its own housekeeping not."""
        with closing(sqlite3.connect(self.index)) as connection:
            connection.execute(
                "CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, lexicon, row)"
            )
            return [
                f"{table}: {row}"
                for table in ("shelves", "entries", "removals", "floors", "words")
                for row in sorted(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608
            ]


def require_success(answer: Any) -> Any:
    """Return a function's answer, if it is one of success."""
    assert answer.get("batchItemFailures", []) == [], answer
    assert answer.get("statusCode", 200) in (200, 201, 202), answer
    return answer


@contextmanager
def lab(folder: Path) -> Iterator[Lab]:
    """Give a lab whose clients, handlers and use cases are made before any child is forked."""
    folder.mkdir(exist_ok=True)
    index = folder / "index.sqlite"
    hook = Hook()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in RESOURCES.environment(index).items():
            patch.setenv(name, value)
        forget_wiring()
        session = boto3.Session()
        hook.install(session)
        patch.setattr(boto3, "DEFAULT_SESSION", session)
        patch.setattr(parts, "encoder", WordEncoder)
        patch.setattr(parts, "clock", lambda: NOW)
        patch.setattr(batch, "_log", traceback.print_exception)  # where a test shows it
        parts.index_admin().ensure()
        _warm_up()
        cloud = Cloud(hook)
        for table in (RECORDS, LEDGER):
            cloud.dynamodb.call("CreateTable", {"TableName": table})
        yield Lab(cloud, {name: _load(name) for name in FUNCTIONS}, index)
    forget_wiring()
    shutil.rmtree(folder)


def _warm_up() -> None:
    """Make every client and use case once; none of them calls anything yet."""
    makers: Sequence[Callable[[], object]] = (
        writing.record_events, writing.remember, extracting.extract_event, indexing.follow,
        deleting.forget_record, deleting.erase_owner, deleting.carry_on_erasure, parts.keys,
        writing.request_upload, uploading.accept_upload,
    )  # fmt: skip
    for make in makers:
        make()


def _load(name: str) -> ModuleType:
    """Import a handler as Lambda does: by its file."""
    path = Path(__file__).parents[2] / "functions" / name / "handler.py"
    spec = importlib.util.spec_from_file_location(f"crashing_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

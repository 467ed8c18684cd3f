"""What the end-to-end tests see of the stack: callers, their conversations, and what lies where."""

import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, cast

import httpx

from examples.client import ApiError, EventState, Memory, Operation, Record, Turn, wait_for
from examples.stack import Stack

FULL = "memory:read memory:write memory:ingest memory:erase"
OWN = "memory:read memory:write"
ACME, GLOBEX = "acme", "globex"


type Answer = dict[str, Any]  # as boto3 returns it


class Functions(Protocol):
    """The part of the Lambda client that is used here."""

    def invoke(self, *, FunctionName: str, Payload: bytes) -> Answer: ...  # noqa: N803
    def list_event_source_mappings(self, *, FunctionName: str) -> Answer: ...  # noqa: N803
    def update_event_source_mapping(self, *, UUID: str, Enabled: bool) -> Answer: ...  # noqa: N803


@dataclass(frozen=True)
class World:
    """The deployed stack."""

    stack: Stack

    def caller(
        self, subject: str, tenant: str = ACME, scope: str = FULL, user: str = "me"
    ) -> Memory:
        """Return a client with a token for `subject`, acting on `user`."""
        return Memory(self.stack.api_url, self.stack.token(tenant, subject, scope), user, 60)

    def through(self, memory_of: str, scope: str = FULL, **claims: str) -> Memory:
        """Return a client with a token for a subject of acme that holds further claims."""
        return Memory(
            self.stack.api_url, self.stack.token(ACME, memory_of, scope, claims), "me", 60
        )

    def someone(self, name: str = "ada", tenant: str = ACME, scope: str = FULL) -> Memory:
        """Return a caller whom no other test knows."""
        return self.caller(f"{name}-{uuid.uuid4().hex[:10]}", tenant, scope)

    def send(
        self,
        method: str,
        path: str,
        token: str | None = None,
        content: bytes | str | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        """Send one request as it is, also a malformed one."""
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.request(
            method,
            self.stack.api_url.rstrip("/") + path,
            content=content,
            headers={"Content-Type": "application/json"} | authorization | (headers or {}),
            timeout=60,
        )

    # --- the machinery behind the API ---------------------------------------------------------

    def invoke(self, function: str, payload: dict[str, str]) -> None:
        """Run a function as its schedule would, and require that it does not fail."""
        answer = self._functions.invoke(
            FunctionName=self.stack.functions[function], Payload=json.dumps(payload).encode()
        )
        assert "FunctionError" not in answer, answer["Payload"].read()

    @contextmanager
    def paused(self, function: str) -> Iterator[None]:
        """Keep a function from its queue or stream for a while."""
        name = self.stack.functions[function]
        found = self._functions.list_event_source_mappings(FunctionName=name)
        sources = [source["UUID"] for source in found["EventSourceMappings"]]
        assert sources, f"{function} has no event source"
        for source in sources:
            self._functions.update_event_source_mapping(UUID=source, Enabled=False)
        try:
            yield
        finally:
            for source in sources:
                self._functions.update_event_source_mapping(UUID=source, Enabled=True)

    def until_indexed(self, records: Sequence[Record]) -> None:
        """Wait until the index holds the records."""
        for record in records:
            self._until(record["id"], held=True)

    def until_unindexed(self, record_ids: Sequence[str]) -> None:
        """Wait until the index holds none of the records."""
        for name in record_ids:
            self._until(name, held=False)

    def until_drained(self) -> None:
        """Wait until no message waits or is in flight, dead letters included."""
        wait_for(lambda: not any(self.stack.depths().values()) or None, "the queues")

    def _until(self, record_id: str, *, held: bool) -> None:
        def look() -> bool | None:
            return bool(self.stack.search_index(record_id)) is held or None

        wait_for(look, f"{record_id} in the index: {held}")

    @cached_property
    def _functions(self) -> Functions:
        client = self.stack.session.client("lambda", endpoint_url=self.stack.endpoint)
        return cast("Functions", client)


def turns(*texts: str, session: str = "s1", **fields: object) -> list[Turn]:
    """Return turns of the owner, one a text, in order."""
    return [
        cast("Turn", {"session": session, "role": "user", "text": text, "position": n} | fields)
        for n, text in enumerate(texts)
    ]


def tell(memory: Memory, *texts: str, session: str = "s1", **fields: object) -> Operation:
    """Deliver turns, wait until they have been worked through, confirm what is proposed."""
    operation = tell_only(memory, *texts, session=session, **fields)
    for review in memory.reviews():
        if review["waiting"] == "proposed":
            memory.decide(review["id"], "approve")
    return operation


def tell_only(memory: Memory, *texts: str, session: str = "s1", **fields: object) -> Operation:
    """Deliver turns and wait until they have been worked through."""
    accepted = memory.add(turns(*texts, session=session, **fields))
    return memory.settle(accepted["operation_id"])


def committed(events: Sequence[EventState]) -> list[str]:
    """Return the records that were made of the events."""
    return [
        outcome["record"]
        for event in events
        for outcome in event.get("outcomes", [])
        if outcome["outcome"] == "committed"
    ]


def status_of(call: Callable[[], object]) -> int:
    """Return 200 if the call succeeds, else the status of the problem."""
    try:
        call()
    except ApiError as refusal:
        return refusal.status
    return 200

"""A user of very many records on the deployed stack: asked over HTTP, and erased at the end."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from bench.figures import Figure, Section
from bench.floor.record import Recorder
from bench.timing import ms
from bench.whole import Told, questions
from examples.stack import Stack
from muniment.domain.scope import Scope

SMALL = 500
_TENANT = "bench-owner"
_MAY = "memory:read memory:write memory:erase"
_PAGE = 100
_LONGEST = 3600
"""Seconds that an erasure may take before it is given up."""
_SECRET = "zebra-4471"  # noqa: S105 - a value with digits: forgetting it reads every turn

type Advance = Callable[[int], None]
type Bar = Callable[[str, int], Advance]
type Json = Any  # as the API answers


@dataclass(frozen=True)
class DeployedOwner:
    """A large owner and a small one, side by side on a stack."""

    stack: Stack
    model: Path
    records: int

    def run(self, rounds: int, bar: Bar) -> Section:
        """Write both, ask them in turns, consolidate, forget one record, erase the large one."""
        recorder = Recorder(self.stack, self.model, slowed=0.0)
        told = Told.by(recorder.recall.find.encoder, bar("texts to remember", 400))
        people = [_Person(self.stack, recorder, f"owner-{uuid4().hex}") for _ in range(2)]
        for person, count in zip(people, (SMALL, self.records), strict=True):
            person.tell(told, count, bar(f"{count:,} records of one owner", count))
        small, large = people
        name = f"{self.records:,} records of one owner"
        figures = [
            Figure.compared(
                f"{name}: {what}", asked[1], f"{SMALL} records", asked[0]
            )
            for what, asked in self._asked(people, rounds, bar("asked in turns", rounds)).items()
        ]  # fmt: skip
        nights = [person.consolidate() for person in people]
        facts = {"consolidated": f"{nights[1]:.1f} s, the small one {nights[0]:.1f} s"}
        for person, count in ((small, SMALL), (large, self.records)):
            facts |= person.forget(f"forgetting a code among {count:,}")
        facts |= large.erase(bar("erased", 1))
        return Section("a large owner on the stack", figures, facts)

    @staticmethod
    def _asked(
        people: Sequence["_Person"], rounds: int, advance: Advance
    ) -> dict[str, list[list[float]]]:
        """Return the milliseconds of each request by what it is, one list a person."""
        asked: dict[str, list[list[float]]] = {}
        for person in people:
            person.sit_down()
        for question in questions(rounds):
            for place, person in enumerate(people):
                for what, taken in person.ask(question).items():
                    asked.setdefault(what, [[] for _ in people])[place].append(taken)
            advance(1)
        return asked


@dataclass(frozen=True)
class _Person:
    stack: Stack
    recorder: Recorder
    subject: str

    @property
    def scope(self) -> Scope:
        return self.recorder.scope(_TENANT, self.subject)

    def tell(self, told: Told, count: int, advance: Advance) -> None:
        """Write whole records; the stream brings them into the index."""
        from muniment.bootstrap import parts  # noqa: PLC0415 - as in the recorder

        told.write(parts.store(), self.scope, count, advance)
        index = parts.index()
        while index.count(self.scope) < count:
            time.sleep(1)

    def sit_down(self) -> None:
        """Open a session, for contexts."""
        self._call("PUT", "/sessions/desk", {"task": "Plan a visit"})

    def ask(self, question: str) -> dict[str, float]:
        """Return the milliseconds of each kind of question."""
        return {
            "recall": ms(self._call, "POST", "/recall", {"query": question}),
            "context": ms(self._call, "POST", "/sessions/desk/context", {"query": question}),
            "a page of the list": ms(self._call, "GET", f"/records?limit={_PAGE}"),
        }

    def consolidate(self) -> float:
        """Return the seconds that the nightly work on the owner takes."""
        client = self.stack.session.client("lambda", endpoint_url=self.stack.endpoint)
        body = {"tenant": self.scope.tenant, "owner": self.scope.owner}
        record = {
            "messageId": "1", "receiptHandle": "1", "body": json.dumps(body),
            "attributes": {
                "ApproximateReceiveCount": "1", "SentTimestamp": str(int(time.time() * 1000)),
                "SenderId": "bench", "ApproximateFirstReceiveTimestamp": "0",
            },
            "messageAttributes": {}, "md5OfBody": "", "eventSource": "aws:sqs",
            "eventSourceARN": "arn:aws:sqs:eu-west-1:000000000000:consolidation",
            "awsRegion": "eu-west-1",
        }  # fmt: skip
        began = time.monotonic()
        answer = client.invoke(
            FunctionName=self.stack.functions["consolidate"],
            Payload=json.dumps({"Records": [record]}).encode(),
        )
        took = time.monotonic() - began
        if json.loads(answer["Payload"].read()) != {"batchItemFailures": []}:
            raise RuntimeError("the consolidation failed")
        return took

    def forget(self, what: str) -> dict[str, str]:
        """Store a code and forget it again; say how long that took."""
        stored = self._call("POST", "/store", {"attribute": "locker", "value": _SECRET})
        asked, erasure = self._timed("DELETE", f"/records/{stored['record']['id']}")
        took, _ = self._until_done(erasure["erasure_id"])
        return {what: f"answered after {asked:.1f} s, proven {took:.1f} s later"}

    def erase(self, advance: Advance) -> dict[str, str]:
        """Erase the user; say how long it took and how far between it was seen to be."""
        asked, erasure = self._timed("DELETE", "")
        took, seen = self._until_done(erasure["erasure_id"])
        advance(1)
        done = seen[-1]
        return {
            "erased": f"answered after {asked:.1f} s, {sum(done['counted'].values()):,} items "
            f"and entries proven gone {took:.0f} s later, seen in {len(seen)} states",
            "left": json.dumps(done["probes"]),
        }

    def _until_done(self, erasure: str) -> tuple[float, list[Json]]:
        """Ask for the erasure until it has ended; return the seconds, and what differed."""
        began = time.monotonic()
        seen: list[Json] = []
        while time.monotonic() - began < _LONGEST:
            now = self._get(f"/v1/erasures/{erasure}")
            if not seen or now != seen[-1]:
                seen.append(now)
            if now["status"] != "pending":
                break
            time.sleep(1)
        if seen[-1]["status"] != "done":
            raise RuntimeError(f"an erasure did not end: {seen[-1]}")
        return time.monotonic() - began, seen

    def _timed(self, method: str, path: str) -> tuple[float, Json]:
        began = time.monotonic()
        answer = self._call(method, path)
        return time.monotonic() - began, answer

    def _call(self, method: str, path: str, body: object = None) -> Json:
        return self._send(method, f"/v1/memory/me{path}", body)

    def _get(self, path: str) -> Json:
        return self._send("GET", path, None)

    def _send(self, method: str, path: str, body: object) -> Json:
        token = self.stack.token(_TENANT, self.subject, _MAY)
        headers = {"authorization": f"Bearer {token}"}
        if method in ("POST", "PUT"):
            headers["idempotency-key"] = uuid4().hex
        url = f"{self.stack.api_url}{path}"
        answer = httpx.request(method, url, json=body, headers=headers, timeout=120)
        answer.raise_for_status()
        return answer.json()

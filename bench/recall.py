"""Recall on the deployed stack beside its floor: in turns, by part, after a cold start, at once."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

import httpx

from bench.figures import Figure, Section, Spread
from bench.floor.deployed import PATH, Floor
from bench.floor.plan import Step, depth
from bench.floor.record import Recorder
from bench.timing import parts
from bench.whole import DIFFERENT, Told, questions
from examples.stack import Stack

TENANT = "bench"
OWNED = 120
"""Records of each owner: enough for all candidates that recall asks for, with their neighbours."""
ASKED = 8
QUESTIONS = 24
WARM = 6
AT_MOST = (1.2, 1.5)
"""Times the floor: the p50 and the p95 that are aimed at."""
COLD_AT_MOST = (1.5,)

type Advance = Callable[[int], None]


@dataclass(frozen=True)
class Asked:
    """A question of one owner, with the plan of what it asks of others."""

    token: str
    query: str
    plan: str


@dataclass
class RecallBench:
    """Owners on the stack, and the bare function beside it."""

    stack: Stack
    model: Path
    plans: dict[str, list[Step]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    """Items of each answer: an empty memory would be fast."""

    def prepare(self, advance: Advance) -> None:
        """Write the owners to the stack's stores and write down what their recalls ask."""
        recorder = Recorder(self.stack, self.model)
        told = Told.by(recorder.recall.find.encoder, lambda _: None, DIFFERENT)
        recorder.tell(
            told, TENANT, (subjects := [f"ada-{uuid4().hex}" for _ in range(ASKED)]), OWNED
        )
        advance(1)
        for number, query in enumerate(questions(QUESTIONS)):
            subject = subjects[number % ASKED]
            plan, context = recorder.plan(recorder.scope(TENANT, subject), query)
            self.plans[f"plan-{number}"] = plan
            self.answered.append(len(context.facts) + len(context.episodes))
            token = self.stack.token(TENANT, subject, "memory:read")
            self.asked.append(Asked(token, query, f"plan-{number}"))
            advance(1)
        if not median(self.answered):
            raise RuntimeError("recalls found nothing: what they took would say nothing")

    def latency(self, pairs: int, advance: Advance) -> Section:
        """Ask recall and the floor in turns; by whom a pair begins alternates."""
        with httpx.Client(base_url=self.stack.api_url, timeout=60) as client:
            for asked in self.asked[:WARM]:
                self._recall(client, asked)
                self._floor(client, asked)
            ours, floors, headers = [], [], []
            for number in range(pairs):
                asked = self.asked[number % len(self.asked)]
                if number % 2:
                    floors.append(self._floor(client, asked)[0])
                taken, timing = self._recall(client, asked)
                if not number % 2:
                    floors.append(self._floor(client, asked)[0])
                ours.append(taken)
                headers.append(parts(timing))
                advance(1)
        figures = [Figure.compared("recall", ours, "bare function", floors, most=AT_MOST)]
        figures += by_part(headers)
        return Section("recall", figures, self._facts())

    def at_once(self, rounds: int, advance: Advance) -> Section:
        """Ask with `ASKED` callers at once, recall and the floor in turns."""
        ours: list[float] = []
        floors: list[float] = []
        clients = [httpx.Client(base_url=self.stack.api_url, timeout=120) for _ in range(ASKED)]
        ways = ((self._recall, ours), (self._floor, floors))
        with ThreadPoolExecutor(ASKED) as pool:
            for number in range(rounds + 1):
                for way, kept in ways[:: -1 if number % 2 else 1]:
                    done = [taken for taken, _ in pool.map(way, clients, self.asked)]
                    if number:  # the first round starts processes
                        kept.extend(done)
                advance(1)
        for client in clients:
            client.close()
        name = f"recall, {ASKED} at once"
        return Section("at once", [Figure.compared(name, ours, "bare function", floors)])

    def cold(self, floor: Floor, starts: int, advance: Advance) -> Section:
        """Ask each time in a new process, recall and the floor in turns."""
        ours, floors = [], []
        with httpx.Client(base_url=self.stack.api_url, timeout=120) as client:
            for number in range(starts):
                asked = self.asked[number % len(self.asked)]
                floor.renew(self.stack.functions["read"])
                ours.append(self._recall(client, asked)[0])
                floor.renew(floor.name)
                floors.append(self._floor(client, asked)[0])
                advance(1)
        name = "recall in a new process"
        figure = Figure.compared(name, ours, "bare function", floors, most=COLD_AT_MOST)
        return Section("cold", [figure])

    def _recall(self, client: httpx.Client, asked: Asked) -> tuple[float, str]:
        return _timed(client, "/v1/memory/me/recall", asked.token, {"query": asked.query})

    def _floor(self, client: httpx.Client, asked: Asked) -> tuple[float, str]:
        return _timed(client, f"{PATH}/{asked.plan}", asked.token, {"query": asked.query})

    def _facts(self) -> Mapping[str, Any]:
        calls = [len(plan) for plan in self.plans.values()]
        return {
            "calls of a recall": f"{median(calls):.0f}",
            "one after the other": f"{median(depth(plan) for plan in self.plans.values()):.0f}",
            "items of an answer": f"{median(self.answered):.0f}",
        }


def by_part(headers: Sequence[Mapping[str, float]]) -> list[Figure]:
    """Return the time of each part as a share of the whole, from Server-Timing."""
    whole = [header["total"] for header in headers]
    names = sorted({name for header in headers for name in header} - {"total"})
    return [
        Figure(
            f"  of it {name}", "ms", Spread.of([header.get(name, 0.0) for header in headers]),
            "the use case", Spread.of(whole),
        )
        for name in names
    ]  # fmt: skip


def _timed(
    client: httpx.Client, path: str, token: str, body: Mapping[str, str]
) -> tuple[float, str]:
    began = time.perf_counter()
    answer = client.post(path, json=body, headers={"Authorization": f"Bearer {token}"})
    taken = (time.perf_counter() - began) * 1000
    answer.raise_for_status()
    return taken, answer.headers.get("Server-Timing", "total;dur=0")

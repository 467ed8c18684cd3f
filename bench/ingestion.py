"""The write path on the deployed stack: how much goes through, and how soon it can be read."""

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import batched, islice
from pathlib import Path

from bench.figures import Figure, Spread
from bench.turns import texts
from examples.client import Memory, Turn, wait_for
from examples.stack import Stack

SCOPE = "memory:read memory:write memory:ingest memory:erase"
OWNERS = 8
"""So many write at once: enough to fill the queue, few enough for the functions of one machine."""
BATCH = 20
WARM = 5
_PATIENCE = 900.0


type Advance = Callable[[int], None]
"""Told how much more is done, so that somebody may watch."""


@dataclass(frozen=True)
class Ingestion:
    """Measures the write path of a stack with the turns of a seed."""

    stack: Stack
    seed: int = 4

    def throughput(self, turns: int, advance: Advance, encoded: float) -> Figure:
        """Send turns of many owners at once; the clock stops when the last is worked off.

        `encoded` is the floor: turns a second that one process encodes and does nothing else.
        """
        share = max(1, turns // OWNERS)
        batches = [
            (owner, [*batched(self._turns(share, number), BATCH, strict=False)])
            for number, owner in enumerate(self._owners(OWNERS))
        ]
        for owner, _ in batches:
            self._told(owner, self._turns(1, 99))  # the functions are warm, as in a busy hour
        began = time.monotonic()

        def work(owner: Memory, parts: Sequence[Sequence[Turn]]) -> None:
            operations = [owner.add(part)["operation_id"] for part in parts]
            for operation, part in zip(operations, parts, strict=True):
                owner.settle(operation, patience=_PATIENCE)
                advance(len(part))

        with ThreadPoolExecutor(OWNERS) as pool:
            for done in [pool.submit(work, owner, parts) for owner, parts in batches]:
                done.result()
        rate = share * OWNERS / (time.monotonic() - began)
        return Figure("turns through the queue", "turns/s", rate, "encoding alone", encoded)

    def readable(self, turns: int, advance: Advance) -> tuple[Figure, Figure]:
        """Send turns one by one; from the request until it is worked off, and until it is found.

        The floor is a memory that is stored at once, by the same functions on the same machine.
        """
        (owner,) = self._owners(1)
        settled, found, stored = [], [], []
        for number, turn in enumerate(self._turns(turns + WARM, 0)):
            done, seen = self._followed(owner, turn)
            text = f"Remember note {number}: the {uuid.uuid4().hex} is at the harbour."
            explicit = _seconds(partial(owner.store, text))
            if number >= WARM:
                settled.append(done)
                found.append(seen)
                stored.append(explicit)
            advance(1)
        floor = Spread.of(stored)
        name = "an explicit memory"
        return (
            Figure("from turn to readable", "s", Spread.of(settled), name, floor),
            Figure("from turn to found by meaning", "s", Spread.of(found), name, floor),
        )

    def _followed(self, owner: Memory, turn: Turn) -> tuple[float, float]:
        """Return the seconds until a turn's records can be read, and until recall finds one."""
        began = time.monotonic()
        self._told(owner, [turn])
        settled = time.monotonic() - began

        def look() -> bool | None:
            found = owner.recall(turn["text"], k=10, floor=0)["episodes"]
            return any(turn["id"] in item["sources"] for item in found) or None

        wait_for(look, turn["id"])
        return settled, time.monotonic() - began

    def _told(self, owner: Memory, turns: Sequence[Turn]) -> None:
        owner.settle(owner.add(turns)["operation_id"], patience=_PATIENCE)

    def _owners(self, count: int) -> list[Memory]:
        names = [f"bench-{uuid.uuid4().hex}" for _ in range(count)]
        return [
            Memory(self.stack.api_url, self.stack.token("bench", name, SCOPE), timeout=120)
            for name in names
        ]

    def _turns(self, count: int, owner: int) -> list[Turn]:
        said: Iterator[str] = islice(texts(self.seed + owner), count)
        return [
            {"id": f"{owner}-{number}", "session": f"s{owner}", "position": number,
             "role": "user", "text": text}
            for number, text in enumerate(said)
        ]  # fmt: skip


def encoding(model: Path, seed: int, turns: int = 60) -> float:
    """Return how many turns a second one process encodes when it does nothing else."""
    from muniment.adapters.e5_encoder import E5Encoder  # noqa: PLC0415 - heavy, and only here

    encoder = E5Encoder(model)
    encoder.load()
    said = list(islice(texts(seed), turns))
    return turns / _seconds(lambda: [encoder.passages([text]) for text in said])


def _seconds(run: Callable[[], object]) -> float:
    began = time.monotonic()
    run()
    return time.monotonic() - began

"""Where the time of an answer goes: ports that keep time, told to callers as `Server-Timing`.

A process answers one request at a time, in several threads: time in which calls of one part overlap
counts once, so that no part takes longer than the answer.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, cast

TOTAL = "total"
"""The whole use case; what no part has is reading the answers, judging, choosing and packing."""

type Interval = tuple[float, float]
"""When a call began and ended, in seconds of one clock."""


@dataclass
class Timings:
    """The calls of the request that is being answered, by part."""

    clock: Callable[[], float] = time.perf_counter
    _calls: dict[str, list[Interval]] = field(default_factory=lambda: defaultdict(list))
    _lock: Lock = field(default_factory=Lock)
    _began: float = 0.0

    def begin(self) -> None:
        """Forget the request before; the whole begins now."""
        with self._lock:
            self._calls.clear()
            self._began = self.clock()

    def add(self, part: str, began: float) -> None:
        """Count a call that ends now."""
        with self._lock:
            self._calls[part].append((began, self.clock()))

    def header(self) -> str:
        """Return the milliseconds of each part and in all, as the value of `Server-Timing`."""
        with self._lock:
            taken = [(part, _covered(calls)) for part, calls in sorted(self._calls.items())]
            taken.append((TOTAL, self.clock() - self._began))
        return ", ".join(f"{part};dur={seconds * 1000:.1f}" for part, seconds in taken)


TIMINGS = Timings()


def timed[T](port: T, part: str, timings: Timings = TIMINGS) -> T:
    """Return the port as it is, but that its calls are counted as time of `part`."""
    return cast("T", _Timed(port, part, timings))


class _Timed:
    def __init__(self, port: object, part: str, timings: Timings) -> None:
        self._port, self._part, self._timings = port, part, timings

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._port, name)
        if not callable(attribute):
            return attribute

        def call(*given: Any, **named: Any) -> Any:
            began = self._timings.clock()
            try:
                return attribute(*given, **named)
            finally:
                self._timings.add(self._part, began)

        # The next time it is found without coming here.
        self.__dict__[name] = call
        return call


def _covered(intervals: Iterable[Interval]) -> float:
    """Return the seconds in which at least one of the intervals ran."""
    total, end = 0.0, float("-inf")
    ordered: Sequence[Interval] = sorted(intervals)
    for began, ended in ordered:
        if ended > end:
            total += ended - max(began, end)
            end = ended
    return total

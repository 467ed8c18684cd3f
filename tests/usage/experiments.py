"""What one turn, one fact, one recall and one night use, found by invoking the functions.

Where several things come together (a turn and the facts in it, a request and the turns in it), a
line through all invocations tells them apart: where it begins is the one, how it rises the other.
"""

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle, islice
from time import time

from local.in_process.dynamo import Key
from tests.usage.lab import Lab, Used
from tests.usage.turns import questions
from tests.usage.units import OVERHEAD, Item, size

WARM = 8
"""Invocations that are left out at the beginning: the first ones import and load."""
ASKED = 40
"""Recalls that are averaged."""
SIZES = (*(1,) * 10, 10)
"""Turns of one request after the other, round and round: both sizes, for the line through them."""
STUCK_AFTER = timedelta(minutes=2)
"""Work of that age is looked at, see app/consolidation.py."""
DAY = 86400

type Figures = dict[str, float]
type Advance = Callable[[int], None]

COUNTED: Mapping[str, Callable[[Used], float]] = {
    "read_units": lambda used: used.meter.read_units,
    "write_units": lambda used: used.meter.write_units,
    "dynamodb_calls": lambda used: _calls(used, "dynamodb."),
    "index_calls": lambda used: _calls(used, "index."),
    "other_calls": lambda used: _calls(used, "sqs.", "events.", "bedrock-runtime."),
    "announced": lambda used: used.meter.announced,
    "cpu_ms": lambda used: used.cpu * 1000,
    "log_bytes": lambda used: used.log_bytes,
    "log_lines": lambda used: used.log_lines,
    "response_bytes": lambda used: used.answered,
}


def _calls(used: Used, *services: str) -> float:
    return sum(n for name, n in used.meter.calls.items() if name.startswith(services))


@dataclass
class Writing:
    """Turns through the door, the extractor and the index, each beside what came with it."""

    lab: Lab
    advance: Advance
    sizes: Sequence[int] = SIZES
    requests: list[tuple[float, Used]] = field(default_factory=list)
    """With the number of turns in each."""
    extractions: list[tuple[float, Used]] = field(default_factory=list)
    """With the number of facts that were written."""
    projections: list[tuple[float, Used]] = field(default_factory=list)
    """With the number of facts among what the stream told."""

    def tell(self, owner: str, turns: Iterable[Mapping[str, object]]) -> None:
        """Send turns, and let all happen that follows from them."""
        left, sizes = iter(turns), cycle(self.sizes)
        while taken := list(islice(left, next(sizes))):
            self.requests.append((len(taken), self.lab.tell(owner, taken)))
            for used in self.lab.extract():
                facts = used.meter.facts
                self.extractions.append((facts, used))
                self.projections.append((facts, self.lab.follow(used.meter.written)))
            self.advance(len(taken))

    @property
    def facts(self) -> float:
        """How many facts were written."""
        return sum(facts for facts, _ in self.extractions)

    @property
    def turns(self) -> float:
        """How many turns were told."""
        return sum(turns for turns, _ in self.requests)

    def figures(self) -> dict[str, Figures]:
        """Return what a request, a turn and a fact use in each function."""
        request, event = _line(self.requests[WARM:])
        turn, fact = _line(self.extractions[WARM:])
        projected, projected_fact = _line(self.projections[WARM:])
        return {
            "request": request, "event": event,
            "extract_turn": turn, "extract_fact": fact,
            "index_turn": projected, "index_fact": projected_fact,
        }  # fmt: skip


def schedules(lab: Lab, requests: int) -> dict[str, Figures]:
    """Return what the schedules' jobs use where there is nothing to do, and what work adds.

    A request is looked at once by the job that queues again what is stuck, since it is on the list
    of what is under way until then; a user with news has a night of their own.
    """
    lab.later += STUCK_AFTER
    swept = lab.requeue()
    idle = _mean([lab.requeue() for _ in range(WARM)])
    scheduled, owners = lab.night()
    quiet, none = lab.night()
    if none or not owners:
        raise RuntimeError("a night is for users with news, and once")
    night = _mean([quiet])
    queued = _added(_mean([scheduled]), night, len(owners))
    own = _mean(owners)
    return {
        "requeue": idle, "request_swept": _added(_mean([swept]), idle, requests), "night": night,
        "owner_night": {name: _round(own[name] + queued[name]) for name in COUNTED},
    }  # fmt: skip


def recalls(lab: Lab, owner: str, seed: int) -> Figures:
    """Return what a recall of an owner uses."""
    used = [lab.recall(owner, question) for question in islice(questions(seed), ASKED)]
    return _mean(used[WARM:])


def added_by_asking(asking: Sequence[Used], alone: Sequence[Used]) -> Figures:
    """Return what asking a model adds to a turn, of two runs over the same turns.

    Turns of which either made a fact are left out, since a fact costs something by itself.
    """
    pairs = [
        (with_model, without)
        for with_model, without in zip(asking, alone, strict=True)
        if with_model.meter.prompted and not (with_model.meter.facts or without.meter.facts)
    ]
    with_model, without = (_mean(side) for side in zip(*pairs[WARM:], strict=True))
    return _added(with_model, without, 1)


def stored(lab: Lab, turns: float, facts: float, recalled: float) -> dict[str, dict[str, float]]:
    """Return the bytes that stay of a turn, a fact and a recall, by how many days they live.

    Bytes that live until somebody takes them back stand under "always".
    """
    counts = {"turn": turns, "fact": facts, "recall": recalled}
    found: dict[str, defaultdict[str, float]] = {what: defaultdict(float) for what in counts}
    for key, item in _items(lab):
        life = str(round((int(item["ttl"]["N"]) - time()) / DAY)) if "ttl" in item else "always"
        found[_belongs_to(key)][life] += size(item) + OVERHEAD
    return {
        what: {life: round(total / counts[what], 1) for life, total in sorted(lives.items())}
        for what, lives in found.items()
    }  # fmt: skip


def _items(lab: Lab) -> Iterator[tuple[Key, Item]]:
    for rows in lab.cloud.tables.tables.values():
        yield from rows.items()


def _belongs_to(key: Key) -> str:
    _, sk = key
    if sk.startswith("9C#"):
        return "recall"
    is_facts = sk.startswith(("1F#", "2A#")) or (sk.startswith("5V#") and "#f_" in sk)
    return "fact" if is_facts else "turn"


def _mean(used: Sequence[Used]) -> Figures:
    return {name: _round(statistics.fmean(map(count, used))) for name, count in COUNTED.items()}


def _added(more: Figures, less: Figures, by: float) -> Figures:
    """Return what each of so many things added."""
    return {name: _round(max(0.0, more[name] - less[name]) / by) for name in COUNTED}


def _line(points: Sequence[tuple[float, Used]]) -> tuple[Figures, Figures]:
    """Return where the line begins, and how it rises."""
    xs = [x for x, _ in points]
    begins, rises = {}, {}
    for name, count in COUNTED.items():
        slope, intercept = statistics.linear_regression(xs, [count(used) for _, used in points])
        begins[name], rises[name] = _round(max(0.0, intercept)), _round(max(0.0, slope))
    return begins, rises


def _round(value: float) -> float:
    return round(value, 2)

"""CPU time of extraction: by length of turn beside the encoder alone, and on pastes made to hurt.

CPU time of this thread, never of the wall: others work on the machine. The model runs in this
thread, with one thread of its own. Ratios to the encoder alone hold on other machines too.
"""

import base64
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from evaluation.extraction.dialogues import Turn
from evaluation.extraction.run import event
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_gate import E5SentenceGate
from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.domain.passages import passage

LENGTHS = (20, 60, 150, 400)
"""Upper bounds of the groups, in words; longer turns form the last group."""
REPEATS = 3
"""The fastest counts: the machine is shared."""
HALF, WHOLE = 30_000, 60_000
"""Characters of a paste and of one twice as long: the longest turn that the API takes."""

_CODE = """def total(rows, key="price"):
    \"\"\"Sum a column; it isn't my fault if I can't.\"\"\"
    return sum(float(row[key]) for row in rows if row and row[key] != "") # I am here: {x} <y>
"""
_NOISE = base64.b64encode(random.Random(4).randbytes(60_000)).decode()  # noqa: S311 no secret
PASTES: Mapping[str, str] = {
    "code": _CODE,
    "base64": _NOISE,
    "base64 in lines": "\n".join(_NOISE[at : at + 76] for at in range(0, 45_000, 76)) + "\n",
    "commas": "I went to the sea, ",
    "commas alone": ",",
    "nested quotes": '\'I said "no" ',
    "open quotes": '"I said ',
    "brackets": "((((I am [[",
    "one word": "my ",
    "first person": "I am and I have and my ",
    "told without end": "I went to the sea and ",
    "no space": "a",
    "one line": "my dog and my cat is it and I was there so that we had been, or not: ",
    "lines": "- Budget: 5\n",
    "stops": "I. Am. ",
    "colons": "My key: value: my: ",
    "let us": "let's let's go with ",
    "white space": " \t",
    "marks": "*_*`~#",
    "csv": '12,"I have, a dog",my,2024-01-01\n',
}
"""A unit of each, repeated to the length."""


@dataclass(frozen=True, slots=True)
class Group:
    """CPU milliseconds of the turns of up to `words` words."""

    words: int | None
    turns: int
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Paste:
    """CPU milliseconds for a paste and one twice as long: double, if time is linear."""

    name: str
    half: float
    whole: float


def report(turns: Sequence[Turn], encoder: E5Encoder | None) -> dict[str, object]:
    """Return what extraction costs: alone, and with the encoding that retrieval needs."""
    plain = PatternExtractor()
    found: dict[str, object] = {"cpu_ms_extraction": _groups(turns, _extraction(plain))}
    if encoder:
        encoder.load()
        gate = E5SentenceGate(encoder)
        gate.load()
        whole = by_length(turns, _both(PatternExtractor(gate), encoder))
        alone = by_length(turns, lambda turn: _encode(encoder, turn))
        found["cpu_ms_with_encoding"] = [asdict(group) for group in whole]
        found["cpu_ms_encoding_alone"] = [asdict(group) for group in alone]
        found["cpu_ratio_to_encoding_alone"] = [
            {"words": a.words, "p50": round(w.p50 / a.p50, 2), "p95": round(w.p95 / a.p95, 2)}
            for w, a in zip(whole, alone, strict=True)
        ]
    found["cpu_ms_of_pastes"] = [
        asdict(paste) | {"ratio": round(paste.whole / max(paste.half, 1), 2)}
        for paste in pastes(plain)
    ]
    return found


def _groups(turns: Sequence[Turn], run: Callable[[Turn], object]) -> list[dict[str, object]]:
    return [asdict(group) for group in by_length(turns, run)]


def _extraction(extractor: PatternExtractor) -> Callable[[Turn], object]:
    return lambda turn: extractor.extract(event(turn))


def _both(extractor: PatternExtractor, encoder: E5Encoder) -> Callable[[Turn], object]:
    def run(turn: Turn) -> None:
        encoder.forget()  # each repeat stands for a turn that is new
        extractor.extract(event(turn))
        encoder.passages([passage(turn.speaker, turn.text, turn.at)])

    return run


def _encode(encoder: E5Encoder, turn: Turn) -> None:
    encoder.forget()
    encoder.passages([passage(turn.speaker, turn.text, turn.at)])


def by_length(turns: Sequence[Turn], run: Callable[[Turn], object]) -> list[Group]:
    """Time `run` on each turn, in groups of like length."""
    bounds: list[int | None] = [*LENGTHS, None]
    times: dict[int | None, list[float]] = {bound: [] for bound in bounds}
    for turn in turns:
        words = len(turn.text.split())
        bound = next((limit for limit in LENGTHS if words <= limit), None)
        times[bound].append(cpu(lambda turn=turn: run(turn), REPEATS))  # type: ignore[misc]
    return [
        Group(bound, len(taken), statistics.median(taken), _percentile(taken, 0.95))
        for bound, taken in times.items()
        if taken
    ]


def pastes(extractor: PatternExtractor, repeats: int = 1) -> list[Paste]:
    """Time the pastes."""
    return [
        Paste(
            name,
            cpu(lambda unit=unit: _extract(extractor, unit, HALF), repeats),  # type: ignore[misc]
            cpu(lambda unit=unit: _extract(extractor, unit, WHOLE), repeats),  # type: ignore[misc]
        )
        for name, unit in PASTES.items()
    ]


def _extract(extractor: PatternExtractor, unit: str, size: int) -> None:
    text = (unit * (size // len(unit) + 1))[:size]
    turn = Turn("paste", 0, "User", text, datetime(2026, 1, 1, tzinfo=UTC), "User")
    extractor.extract(event(turn))


def cpu(run: Callable[[], object], repeats: int) -> float:
    """Return the CPU milliseconds of the fastest of some runs."""
    taken = []
    for _ in range(repeats):
        begin = time.thread_time()
        run()
        taken.append((time.thread_time() - begin) * 1000)
    return min(taken)


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

"""Measure recall on a conversation with questions and evidence, over the HTTP API.

    python -m examples.locomo FILE --only conv-26

The file has the form of the LoCoMo benchmark: conversations of several sessions, questions with the
ids of the turns that answer them. Both speakers come in as user turns, the first is the owner.
"""

import argparse
import json
import re
import statistics
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import batched, groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from examples.bm25 import BM25
from examples.client import Context, Memory, Turn, wait_for
from examples.stack import LOCAL, Stack

K = 10
CATEGORIES = (1, 2, 3, 4)  # 5 asks about what was never said and has no evidence
BATCH = 20  # turns a request: half of what the API takes
WRITERS = 4  # sessions written at the same time; within a session the order is kept
REPORT = Path("build/locomo")
screen = Console(highlight=False)


@dataclass(frozen=True)
class Question:
    """A question and the ids of the turns that hold its answer."""

    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True)
class Conversation:
    """A conversation as the API takes it, and its questions."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Answers:
    """What one way of asking found."""

    recall: float
    by_category: dict[int, float]
    milliseconds: tuple[float, ...] = ()
    empty: int = 0


@dataclass(frozen=True)
class Report:
    """All figures of one run; seconds and milliseconds by the wall clock."""

    conversation: str
    index: str
    turns: int
    questions: int
    turns_per_second: float
    seconds_until_settled: float
    bm25: Answers
    no_floor: Answers
    defaults: Answers


def read(path: Path, only: str | None) -> list[Conversation]:
    """Read the conversations of a file, or the one whose name is `only`."""
    samples = json.loads(path.read_text(encoding="utf-8"))
    chosen = [s for s in samples if only in (None, s["sample_id"])]
    if not chosen:
        names = ", ".join(sample["sample_id"] for sample in samples)
        raise SystemExit(f"{path} holds no conversation {only}; it has {names}")
    return [_conversation(sample) for sample in chosen]


def _conversation(sample: dict[str, Any]) -> Conversation:
    turns = tuple(_turns(sample["conversation"]))
    known = {turn["id"] for turn in turns}
    questions = (
        Question(str(qa["question"]), qa["category"], _evidence(qa.get("evidence"), known))
        for qa in sample["qa"]
        if qa["category"] in CATEGORIES
    )
    return Conversation(sample["sample_id"], turns, tuple(q for q in questions if q.evidence))


def _turns(conversation: dict[str, Any]) -> list[Turn]:
    turns: list[Turn] = []
    for number in range(1, 100):
        session = f"session_{number}"
        for position, said in enumerate(conversation.get(session) or []):
            at = _start(conversation[f"{session}_date_time"]) + timedelta(seconds=position)
            photo = f" [shared a photo: {c}]" if (c := said.get("blip_caption")) else ""
            turns.append(
                {
                    "id": said["dia_id"],
                    "session": session,
                    "position": position,
                    "role": "user",
                    "speaker": said["speaker"],
                    "by_owner": said["speaker"] == conversation["speaker_a"],
                    "text": said["text"] + photo,
                    "at": at.isoformat(),
                }
            )
    return turns


def _start(written: str) -> datetime:
    """Read "1:56 pm on 8 May, 2023"; the benchmark names no zone."""
    return datetime.strptime(f"{written} +0000", "%I:%M %p on %d %B, %Y %z")


def _evidence(given: Sequence[str] | None, known: set[str]) -> frozenset[str]:
    """Turn ids as annotators wrote them ("D1:3", "D:1:03; D4:7") into those of the turns."""
    pairs = re.findall(r"D:?(\d+):(\d+)", " ".join(given or []))
    return frozenset(f"D{int(a)}:{int(b)}" for a, b in pairs) & known


def write(memory: Memory, conversation: Conversation) -> tuple[float, float]:
    """Send all turns and wait; return (seconds to send, seconds until all of it is found)."""
    sessions = [list(run) for _, run in groupby(conversation.turns, key=lambda t: t["session"])]
    began = time.monotonic()
    with _bar() as bar, ThreadPoolExecutor(WRITERS) as pool:
        task = bar.add_task("turns sent", total=len(conversation.turns))

        def send(session: list[Turn]) -> list[str]:
            operations = []
            for batch in batched(session, BATCH, strict=False):
                operations.append(memory.add(batch)["operation_id"])
                bar.advance(task, len(batch))
            return operations

        operations = [name for names in pool.map(send, sessions) for name in names]
        sent = time.monotonic() - began
        task = bar.add_task("requests settled", total=len(operations))
        for operation in operations:
            memory.settle(operation, patience=600)
            bar.advance(task)
        _until_found(memory, [session[-1] for session in sessions])
    return sent, time.monotonic() - began


def _until_found(memory: Memory, turns: Sequence[Turn]) -> None:
    """Wait until the index has caught up: the last episode of each session finds itself."""
    sources = {r["sources"][0]: r["text"] for r in memory.records("episode") if r["sources"]}
    for turn in turns:
        if (text := sources.get(turn["id"])) is not None:
            _find(memory, turn["id"], text)


def _find(memory: Memory, event: str, text: str) -> None:
    def look() -> bool | None:
        found = memory.recall(text[:1000], k=50, floor=0, budget=32000)["episodes"]
        return any(event in item["sources"] for item in found) or None

    wait_for(look, f"the index, for {event},")


def ask(title: str, questions: Sequence[Question], recall: Callable[[str], Context]) -> Answers:
    """Ask every question and score the evidence among the first ten episodes."""
    scores, times, empty = [], [], 0
    with _bar() as bar:
        for question in bar.track(questions, description=title):
            began = time.perf_counter()
            episodes = recall(question.text)["episodes"][:K]
            times.append((time.perf_counter() - began) * 1000)
            empty += not episodes
            scores.append({source for item in episodes for source in item["sources"]})
    return _scored(questions, scores, tuple(times), empty)


def yardstick(conversation: Conversation) -> Answers:
    """Score BM25 over "previous turn, speaker and text", without any service."""
    documents, before = [], ""
    for turn in conversation.turns:
        before = "" if turn.get("position") == 0 else before
        said = f"{turn.get('speaker')}: {turn['text']}"
        documents.append(f"{before}\n{said}")
        before = said
    search = BM25(documents)
    ids = [turn["id"] for turn in conversation.turns]
    found = [{ids[n] for n in search.top(q.text, K)} for q in conversation.questions]
    return _scored(conversation.questions, found)


def _scored(
    questions: Sequence[Question],
    found: Sequence[set[str]],
    times: tuple[float, ...] = (),
    empty: int = 0,
) -> Answers:
    shares = [len(f & q.evidence) / len(q.evidence) for q, f in zip(questions, found, strict=True)]
    by_kind: dict[int, list[float]] = {}
    for question, share in zip(questions, shares, strict=True):
        by_kind.setdefault(question.category, []).append(share)
    kinds = {kind: statistics.fmean(by_kind[kind]) for kind in sorted(by_kind)}
    return Answers(statistics.fmean(shares), kinds, times, empty)


def measure(stack: Stack, conversation: Conversation) -> Report:
    """Put the conversation into a fresh user's memory and ask its questions."""
    user = f"locomo-{uuid.uuid4().hex[:12]}"
    scope = "memory:read memory:write memory:ingest memory:erase"
    with Memory(stack.api_url, stack.token("locomo", user, scope), timeout=120) as memory:
        sent, settled = write(memory, conversation)
        wide = ask(
            "no floor",
            conversation.questions,
            lambda text: memory.recall(text, k=K, floor=0, budget=32000),
        )
        default = ask("default options", conversation.questions, memory.recall)
    turns = len(conversation.turns)
    return Report(
        conversation=conversation.name,
        index=stack.index,
        turns=turns,
        questions=len(conversation.questions),
        turns_per_second=turns / sent,
        seconds_until_settled=settled,
        bm25=yardstick(conversation),
        no_floor=wide,
        defaults=default,
    )


def show(report: Report) -> None:
    """Print the report and keep it as JSON and as a small page with bars."""
    table = Table(title=f"{report.conversation} on {report.index}: evidence R@{K}; times in ms")
    kinds = sorted(report.bm25.by_category)
    by_kind = [f"of {kind}" for kind in kinds]
    for column in ("", f"R@{K}", *by_kind, "p50", "p95", "none"):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, answers in _rows(report):
        p50, p95 = _percentiles(answers.milliseconds)
        shares = [f"{answers.by_category[kind]:.3f}" for kind in kinds]
        table.add_row(name, f"{answers.recall:.3f}", *shares, p50, p95, str(answers.empty))
    screen.print(table)
    screen.print(
        f"{report.turns} turns in at {report.turns_per_second:.1f} a second, settled after "
        f"{report.seconds_until_settled:.1f} s; {report.questions} questions by category; "
        "none: found nothing"
    )
    REPORT.mkdir(parents=True, exist_ok=True)
    stem = REPORT / f"{report.conversation}-{report.index}"
    stem.with_suffix(".json").write_text(json.dumps(asdict(report), indent=1), encoding="utf-8")
    stem.with_suffix(".svg").write_text(_svg(report), encoding="utf-8")
    screen.print(f"kept in {stem}.json and .svg")


def _rows(report: Report) -> list[tuple[str, Answers]]:
    return [
        ("BM25", report.bm25),
        ("recall, no floor", report.no_floor),
        ("recall, defaults", report.defaults),
    ]


def _percentiles(times: Sequence[float]) -> tuple[str, str]:
    if len(times) < 2:
        return "", ""
    cuts = statistics.quantiles(times, n=20)
    return f"{cuts[9]:.0f}", f"{cuts[18]:.0f}"


def _svg(report: Report) -> str:
    bars = "".join(
        f'<text x="0" y="{y + 15}">{name}</text>'
        f'<rect x="190" y="{y}" width="{answers.recall * 400:.0f}" height="20" fill="#47a"/>'
        f'<text x="{195 + answers.recall * 400:.0f}" y="{y + 15}">{answers.recall:.3f}</text>'
        for y, (name, answers) in zip(range(30, 120, 30), _rows(report), strict=True)
    )
    title = f"{report.conversation} on {report.index}: evidence R@{K}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="660" height="130" '
        f'font-family="sans-serif" font-size="13"><text x="0" y="15">{title}</text>{bars}</svg>'
    )


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description:>18}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=screen,
    )


def main() -> None:
    """Measure each chosen conversation."""
    parser = argparse.ArgumentParser(description="Measure recall on a file of LoCoMo's form.")
    parser.add_argument("data", type=Path, help="the file of conversations")
    parser.add_argument("--only", help="the sample_id of one conversation")
    parser.add_argument(
        "--stack", type=Path, default=LOCAL, help="which stack; default %(default)s"
    )
    given = parser.parse_args()
    stack = Stack.read(given.stack)
    for conversation in read(given.data, given.only):
        show(measure(stack, conversation))


if __name__ == "__main__":
    main()

"""An exam: each condition's context answers each question, and a judge marks the answer."""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from random import Random
from typing import Protocol

from evaluation.judging.agreement import Agreement, Labelled, agreement, judge_labelled, labelled
from evaluation.judging.asking import Asker, OverBudgetError, Spent
from evaluation.judging.forms import Judged, Said, Verdict, to_answer, to_judge
from evaluation.recall.measures import Answer
from evaluation.recall.model import Question
from evaluation.recall.run import Row

TWICE = 50
"""Answers that are judged a second time."""
_SEED = 5
_WAITING = 4  # questions for each that is being answered: bounds the contexts that are held

type Key = tuple[str, str, str]  # conversation, question, condition


@dataclass(frozen=True, slots=True)
class Marked:
    """What became of one answer."""

    said: Said
    verdict: Verdict
    is_judged: bool
    """Whether a judge was asked: who abstains in so many words needs none."""
    question: str
    right: str | None


@dataclass(frozen=True, slots=True)
class Result:
    """What an exam came to. `None` where nothing was judged."""

    answerer: str
    judge: str
    """Models and prompts, by name and version."""
    labels: Agreement | None
    """Between our labels and the judge, whose verdict stands second."""
    again: Agreement | None
    """Between the judge and itself, asked twice."""
    answered: int
    unanswered: int
    """No model gave an answer, or none a verdict."""
    skipped: int
    """Questions times conditions: the right answer is not in the data."""
    unspent: bool
    """Whether the budget reached to the end."""
    spent: Mapping[str, Spent]


class Watch(Protocol):
    """Is told how far an exam is."""

    def heard(self) -> None:
        """Note that there is one more to answer."""
        ...

    def answered(self) -> None:
        """Note that one more is answered and judged."""
        ...


class Unwatched:
    """Implements Watch for exams that nobody looks at."""

    def heard(self) -> None:
        """See Watch."""

    def answered(self) -> None:
        """See Watch."""


@dataclass
class Exam:
    """Takes contexts while they come and answers them in threads; `end` waits for the last."""

    answerer: Asker
    judge: Asker
    at_once: int = 4
    watch: Watch = field(default_factory=Unwatched)
    """Is told how far it is, from any thread."""
    marked: dict[Key, Marked] = field(default_factory=dict)
    _unanswered: int = 0
    _skipped: int = 0
    _is_over: bool = False
    _labels: Agreement | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def __post_init__(self) -> None:
        self._pool = ThreadPoolExecutor(self.at_once)
        self._room = threading.BoundedSemaphore(self.at_once * _WAITING)

    def begin(self, entries: Sequence[Labelled] | None = None) -> Agreement | None:
        """Let the judge mark our labelled answers first."""
        known = list(labelled() if entries is None else entries)
        said = self._each([partial(judge_labelled, self.judge, entry) for entry in known])
        pairs = [(e.verdict, v) for e, v in zip(known, said, strict=True) if v is not None]
        self._labels = agreement(pairs)
        return self._labels

    def hear(self, row: Row, question: Question, served: Answer, at: datetime) -> None:
        """Take what a condition serves for a question; waits while too many are under way."""
        if question.is_cold:
            return
        if question.is_answerable and not question.answer:
            self._skipped += 1
            return
        self.watch.heard()
        self._room.acquire()
        key = (row.conversation, row.question, row.condition)
        future = self._pool.submit(self._examine, key, question, served.text, at)
        future.add_done_callback(lambda _: self._room.release())

    def end(self) -> Result:
        """Wait for the last answer, judge a sample again, and return what it came to."""
        self._pool.shutdown()
        again = self._again()
        return Result(
            f"{self.answerer.route.version} with {self.answerer.prompt.version}",
            f"{self.judge.route.version} with {self.judge.prompt.version}",
            self._labels, again, len(self.marked), self._unanswered, self._skipped,
            not self._is_over, {"answer": self.answerer.spent, "judge": self.judge.spent},
        )  # fmt: skip

    def with_marks(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows with what their answers were worth."""
        return [
            replace(row, values={**row.values, **_values(mark)})
            if (mark := self.marked.get((row.conversation, row.question, row.condition)))
            else row
            for row in rows
        ]

    def _examine(self, key: Key, question: Question, memory: str, at: datetime) -> None:
        if self._is_over:
            return
        right = question.answer if question.is_answerable else None
        try:
            marked = self._marked(question.text, right, memory, at)
        except OverBudgetError:
            self._is_over = True
            return
        with self._lock:
            if marked is None:
                self._unanswered += 1
            else:
                self.marked[key] = marked
        self.watch.answered()

    def _marked(self, question: str, right: str | None, memory: str, at: datetime) -> Marked | None:
        said = self.answerer.ask(Said, to_answer(memory, question, at))
        if said is None:
            return None
        if said.abstains:
            return Marked(said, Verdict.ABSTAINED, is_judged=False, question=question, right=right)
        judged = self.judge.ask(Judged, to_judge(question, right, said.answer))
        if judged is None:
            return None
        return Marked(said, judged.verdict, is_judged=True, question=question, right=right)

    def _again(self) -> Agreement | None:
        judged = [mark for _, mark in sorted(self.marked.items()) if mark.is_judged]
        chosen = Random(_SEED).sample(judged, min(TWICE, len(judged)))  # noqa: S311 - no secret

        def second(mark: Marked) -> Verdict | None:
            content = to_judge(mark.question, mark.right, mark.said.answer)
            found = self.judge.ask(Judged, content, sample=2)
            return found.verdict if found else None

        said = self._each([partial(second, mark) for mark in chosen])
        pairs = [(m.verdict, v) for m, v in zip(chosen, said, strict=True) if v is not None]
        return agreement(pairs)

    def _each(self, calls: Sequence[Callable[[], Verdict | None]]) -> list[Verdict | None]:
        """Return what the calls return, made some at a time; nothing beyond the budget."""

        def safely(call: Callable[[], Verdict | None]) -> Verdict | None:
            try:
                return None if self._is_over else call()
            except OverBudgetError:
                self._is_over = True
                return None

        with ThreadPoolExecutor(self.at_once) as pool:
            return list(pool.map(safely, calls))


def _values(mark: Marked) -> Mapping[str, float]:
    if mark.right is None:
        return {"declined": float(mark.verdict is Verdict.ABSTAINED)}
    return {f"answer_{verdict}": float(mark.verdict is verdict) for verdict in Verdict}

"""Measure recall on conversations with questions, beside simpler ways to remember.

    make eval
    make eval DATA=conversations.json
    make eval DATA=folder ARGS="--only conv-26 --parts"
    make eval ARGS="--stack build/local/stack.json"
    make eval MODELS=routes.json

Without data, our own golden set. The forms of LoCoMo, LongMemEval, BEAM and RealMem are read as
they are published; docs/evaluation.md says how your own data have to look, and what is measured.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from evaluation.judging.asking import Asker, RunBudget
from evaluation.judging.exam import Exam, Result
from evaluation.recall.cold import with_cold_start
from evaluation.recall.cost import cost_sheet
from evaluation.recall.deployed import Door, LeftOut, askable, through
from evaluation.recall.failures import Failure
from evaluation.recall.forms.lines import QUESTION_EXAMPLE
from evaluation.recall.forms.reading import read
from evaluation.recall.model import Conversation
from evaluation.recall.options import ANSWERS, Options, options
from evaluation.recall.report import Report
from evaluation.recall.report.printing import replaced, show, write
from evaluation.recall.run import Make, Row, Run, conditions
from evaluation.recall.summary import summary
from evaluation.recall.unrelated import with_unrelated
from evaluation.recall.watching import Bars, progress, terminal
from examples.stack import Stack
from local.model import provide
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_gate import E5SentenceGate
from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.models import Job
from muniment.edge.settings import SettingsError

screen = terminal()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print the main figures, and write the report."""
    given = options(__doc__, arguments)
    try:
        chosen, left_out = _chosen(given)
        exam = _exam(given)
    except (ValueError, SettingsError) as error:
        raise SystemExit(str(error)) from None
    encoder = E5Encoder(provide())
    extractor = PatternExtractor(E5SentenceGate(encoder))
    about = {"data": ", ".join(path.name for path in given.data)}
    door: Door | None = None
    if given.stack:
        stack = Stack.read(given.stack)
        make, door = through(stack, encoder)
        about["ours"] = f"deployed, over HTTP, index {stack.index}"
    else:
        make = conditions(encoder, extractor, parts=given.parts)
    failed: list[Failure] = []
    rows, result = _measured(given, chosen, make, exam, failed.append)
    figures = summary(rows)
    about |= {
        "questions": str(figures.questions), "conversations": str(figures.conversations),
        "encoder": encoder.model, "extractor": extractor.version,
        "measured": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    }  # fmt: skip
    if left_out.turns:
        about["left out"] = str(left_out)
    if door and door.lost:
        about["sessions not indexed in time"] = str(door.lost)
    if door and door.left:
        about["users not erased"] = str(door.left)
    costs = cost_sheet({n: means["tokens"] for n, means in figures.overall.items()}, given.reader)
    show(screen, figures, result)
    if left_out.turns:
        screen.print(f"left out: {left_out}")
    in_order = sorted(failed, key=lambda each: each.conversation)
    before = replaced(given.report)
    paths = write(given.report, Report(about, figures, costs, rows, result, in_order))
    instead = f", in place of the report of {before}" if before else ""
    screen.print(f"kept in {' and '.join(map(str, paths))}{instead}")


def _chosen(given: Options) -> tuple[list[Conversation], LeftOut]:
    """Return what is measured, and what of it is not put to a stack."""
    read_in = found = [
        conversation
        for path in given.data
        for conversation in read(path)
        if not given.only or conversation.name in given.only
    ]
    if not found:
        raise ValueError(f"no conversation is called {' or '.join(given.only)}")
    if given.stack:
        found = [askable(conversation) for conversation in read_in]
    left_out = LeftOut.between(read_in, found)
    if given.unrelated or given.foreign:
        found = list(with_unrelated(found, _lines(given.unrelated), foreign=given.foreign))
    if not any(conversation.questions for conversation in found):
        files = ", ".join(map(str, given.data))
        if left_out.questions:
            raise ValueError(f"{files}: no question is left; left out: {left_out}")
        raise ValueError(f"{files}: it has no question: a line like {QUESTION_EXAMPLE}")
    return list(with_cold_start(found)), left_out


def _lines(path: Path | None) -> list[str]:
    text = path.read_text(encoding="utf-8") if path else ""
    return [line for line in text.splitlines() if line.strip()]


def _exam(given: Options) -> Exam | None:
    """Return the exam of the routes that are configured; `None` if there are none."""
    if given.models is None:
        return None
    document, budget = given.models.read_text(encoding="utf-8"), RunBudget(given.tokens)
    answerer = Asker.of(Job.ANSWER, document, budget, ANSWERS)
    judge = Asker.of(Job.JUDGE, document, budget, ANSWERS)
    if answerer is None or judge is None:
        raise ValueError(
            f"{given.models} has no route for the job {'judge' if answerer else 'answer'}; add one,"
            ' like "routes": {"answer": {"models": ["small"]}, "judge": {"models": ["large"]}}'
        )
    return Exam(answerer, judge, given.at_once)


def _measured(
    given: Options,
    chosen: Sequence[Conversation],
    make: Make,
    exam: Exam | None,
    failed: Callable[[Failure], None],
) -> tuple[list[Row], Result | None]:
    bars = progress(screen)
    at_once = given.at_once if given.stack else 1
    with bars:
        watch = Bars(bars, chosen)
        if exam:
            exam.watch = watch
            exam.begin()
        rows = list(Run(make, watch, exam.hear if exam else None, at_once, failed)(chosen))
        result = exam.end() if exam else None
    return (exam.with_marks(rows) if exam else rows), result


if __name__ == "__main__":
    main()

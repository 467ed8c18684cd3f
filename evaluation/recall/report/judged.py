"""What the page says of answers and of who judged them."""

from collections.abc import Iterator
from html import escape

from evaluation.judging.agreement import Agreement
from evaluation.judging.exam import Result
from evaluation.recall.report import plots
from evaluation.recall.summary import Summary
from evaluation.recall.wording import counted

TRUSTED = 0.8
"""Kappa from which agreement counts as almost perfect (Landis and Koch, 1977)."""


def judged_section(summary: Summary, result: Result) -> Iterator[str]:
    """Yield the section on answers."""
    yield "<h2>What a model makes of it</h2>"
    yield (
        f"<p>Answered by {escape(result.answerer)}; judged by {escape(result.judge)}. "
        f"{counted(result.answered, 'answer')}{_left_out(result)}.</p>"
    )
    yield f"<p class={'note' if is_doubtful(result) else 'faint'}>{escape(trust(result))}</p>"
    if any("answer_correct" in means for means in summary.overall.values()):
        yield f"<figure>{plots.answers(summary)}</figure>"
    yield f"<p class=faint>{escape(spending(result))}</p>"


def _left_out(result: Result) -> str:
    left = []
    if result.unanswered:
        left.append(f"{result.unanswered} without, since no model gave one of the form")
    if result.skipped:
        left.append(f"{result.skipped} not asked, since the data do not say what is right")
    if not result.unspent:
        left.append("the budget of tokens ended the exam early")
    return "".join(f"; {each}" for each in left)


def is_doubtful(result: Result) -> bool:
    """Whether the judge's verdicts should not be relied on."""
    return result.labels is None or result.labels.kappa < TRUSTED


def trust(result: Result) -> str:
    """Say how far the judge is to be trusted."""
    told = [f"The judge and our own labels: {_agreed(result.labels)}."]
    if result.labels and result.labels.share < 1:
        told.append(f"Ours > the judge's: {_pairs(result.labels)}.")
    told.append(f"The judge and itself, asked twice: {_agreed(result.again)}.")
    if is_doubtful(result):
        told.append(
            f"Below a kappa of {TRUSTED:g} a judge is no good witness: take the share of right"
            " answers for a hint, and configure a stronger model for the job judge."
        )
    return " ".join(told)


def _agreed(found: Agreement | None) -> str:
    if found is None:
        return "nothing was judged"
    return f"{found.share:.0%} of {found.count} agree, Cohen's kappa {found.kappa:.2f}"


def _pairs(found: Agreement) -> str:
    return ", ".join(f"{pair} {count}" for pair, count in found.pairs.items())


def spending(result: Result) -> str:
    """Say what the calls came to."""
    told = []
    for job, spent in result.spent.items():
        outcomes = ", ".join(f"{n} {outcome}" for outcome, n in sorted(spent.outcomes.items()))
        told.append(
            f"{job}: {outcomes or 'no calls'}; {spent.usage.tokens_in:,} tokens in,"
            f" {spent.usage.tokens_out:,} out, {spent.cost:.4f} by the prices of the routes."
        )
    return " ".join(told)

"""How far a judge is to be trusted: our own labelled answers, and its word on the same twice."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.judging.asking import Asker
from evaluation.judging.forms import Judged, Verdict, to_judge

LABELLED = Path(__file__).parents[1] / "data" / "judged-answers.jsonl"
"""Questions, right answers and answers, with our verdict; half of them are hard on purpose."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """An answer whose verdict is known."""

    question: str
    right: str | None
    answer: str
    verdict: Verdict
    sort: str
    """What makes it hard."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two rows of verdicts on the same answers, one beside the other."""

    count: int
    share: float
    """In which both say the same."""
    kappa: float
    """Cohen's: agreement beyond that of two who say each verdict as often, but by chance."""
    pairs: Mapping[str, int]
    """How often "the first > the second" occurs."""


def labelled(path: Path = LABELLED) -> Iterator[Labelled]:
    """Yield our labelled answers."""
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        yield Labelled(
            entry["question"], entry["right"], entry["answer"], Verdict(entry["verdict"]),
            entry["sort"],
        )  # fmt: skip


def agreement(pairs: Sequence[tuple[Verdict, Verdict]]) -> Agreement | None:
    """Return how far two agree; `None` where they said nothing.

    Kappa is (p - e) / (1 - e) with p the share of agreement and e that of chance, from how often
    each says each verdict (Cohen, "A Coefficient of Agreement for Nominal Scales", 1960). Where
    both say one and the same thing always, nothing is left to agree on, and it is 1.
    """
    if not pairs:
        return None
    count = len(pairs)
    share = sum(first == second for first, second in pairs) / count
    said, heard = Counter(first for first, _ in pairs), Counter(second for _, second in pairs)
    chance = sum(said[verdict] * heard[verdict] for verdict in Verdict) / count**2
    kappa = 1.0 if chance == 1 else (share - chance) / (1 - chance)
    kinds = Counter(f"{first} > {second}" for first, second in pairs)
    return Agreement(count, share, kappa, dict(sorted(kinds.items())))


def judge_labelled(judge: Asker, entry: Labelled) -> Verdict | None:
    """Return the judge's verdict on one of ours."""
    judged = judge.ask(Judged, to_judge(entry.question, entry.right, entry.answer))
    return judged.verdict if judged else None

"""From facts that were read to the confidence of each family.

    python -m evaluation.extraction.calibration [--write]

`read.csv` counts, for each family, the facts of a sample (`python -m evaluation.extraction FILE …`)
that were read against their turns: how many, how many were right, how many worth keeping. Read by
one person; a reading is of the grammar's version at the time. No text is kept: the dialogues have
licences of their own. Prints the readings and how far the confidences are off, and writes the table
`muniment/domain/grammar/calibrated_rates.py`.
"""

import argparse
import csv
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from muniment.domain.grammar import calibrated_rates
from muniment.domain.grammar.families import PREDICATES
from muniment.domain.grammar.loose import LOOSE_FAMILIES
from muniment.domain.grammar.loose_sentences import LOOSE_SENTENCES
from muniment.domain.grammar.narratives import NARRATIVES
from muniment.domain.grammar.payments import PAYMENTS
from muniment.domain.grammar.rows import JUDGED, REMEMBERED, Family
from muniment.domain.grammar.sentences import SENTENCES, Sentence
from muniment.domain.grammar.told_sentences import TOLD_SENTENCES

READ = Path(__file__).parent / "read.csv"
TABLE = Path(calibrated_rates.__file__)
WEIGHT = 8
"""How many facts the judgement counts for, so that three read ones do not decide."""
HIGHEST = 0.97
"""Never certain: some one in fifty facts is wrong for a reason that no family knows."""
BIN = 0.05


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a family's facts, by one version of the grammar."""

    version: str
    family: str
    read: int
    right: int
    worth_keeping: int


def readings(path: Path = READ) -> list[Reading]:
    """Return the counts of the file."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Reading(
                row["version"], row["family"],
                *(int(row[name]) for name in ("read", "right", "worth_keeping")),
            )
            for row in csv.DictReader(file)
        ]  # fmt: skip


def judged() -> dict[str, float]:
    """Return what the tables expect of each family before anything is read."""
    rows: tuple[Family | Sentence, ...] = (
        *PREDICATES, *NARRATIVES, *LOOSE_FAMILIES, *SENTENCES, *PAYMENTS, *TOLD_SENTENCES,
        *LOOSE_SENTENCES,
    )  # fmt: skip
    return {row.name: row.confidence for row in rows} | {"remember": REMEMBERED}


def rate(right: float, read: float, prior: float) -> float:
    """Return the share of right facts, drawn towards the judgement `prior` (a beta prior)."""
    return min(HIGHEST, (right + prior * WEIGHT) / (read + WEIGHT))


def rates(read: Iterable[Reading]) -> dict[str, float]:
    """Return the calibrated confidence of each family that was read, by name."""
    counts, right = _counts(read)
    priors = judged()
    return {
        family: round(rate(right[family], counts[family], priors.get(family, JUDGED)), 2)
        for family in sorted(counts)
    }


def written(found: Mapping[str, float]) -> str:
    """Return the module that holds the table."""
    rows = "".join(f'    "{family}": {value},\n' for family, value in found.items())
    return (
        '"""Made by `python -m evaluation.extraction.calibration --write`; do not edit."""\n\n'
        "from collections.abc import Mapping\n\n"
        f"RATES: Mapping[str, float] = {{\n{rows}}}\n"
        '"""By family: how likely its facts are right, from those that were read."""\n'
    )


def reliability(read: Iterable[Reading], predict: Callable[[str, int, int], float]) -> float:
    """Return the expected calibration error of predictions for facts that were read.

    `predict` gets the family and how many of its *other* facts were read and right: a fact never
    speaks for itself. Facts are grouped by what is predicted, in bins of .05; the error is the mean
    distance between what was predicted and what was right, weighted by the facts in a bin.
    """
    counts, right = _counts(read)
    predicted: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    sums: dict[int, float] = {}
    for family, total in counts.items():
        for was_right, number in ((1, right[family]), (0, total - right[family])):
            value = predict(family, total - 1, right[family] - was_right) if number else 0.0
            group = int(value / BIN)
            predicted[group] += number
            seen[group] += was_right * number
            sums[group] = sums.get(group, 0.0) + value * number
    every = sum(predicted.values())
    return sum(abs(sums[group] - seen[group]) for group in predicted) / every


def _counts(read: Iterable[Reading]) -> tuple[Counter[str], Counter[str]]:
    counts: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for each in read:
        counts[each.family] += each.read
        right[each.family] += each.right
    return counts, right


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what was measured, and write the table if asked to."""
    parser = argparse.ArgumentParser("evaluation.extraction.calibration", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table of the product")
    options = parser.parse_args(arguments)
    read = readings()
    priors, found = judged(), rates(read)
    counts, right = _counts(read)
    for family, value in found.items():
        expected = priors.get(family, JUDGED)
        print(
            f"{family:16} {right[family]:3} of {counts[family]:3} right, "
            f"judged {expected:.2f}, calibrated {value:.2f}"
        )
    for version in sorted({each.version for each in read}):
        mine = [each for each in read if each.version == version]
        total = sum(each.read for each in mine)
        print(
            f"{version}: {total} read, {sum(each.right for each in mine) / total:.2f} right, "
            f"{sum(each.worth_keeping for each in mine) / total:.2f} worth keeping"
        )
    before = reliability(read, lambda family, *_: priors.get(family, JUDGED))
    after = reliability(read, lambda family, n, ok: rate(ok, n, priors.get(family, JUDGED)))
    print(f"calibration error: {before:.3f} as judged, {after:.3f} calibrated")
    if options.write:
        TABLE.write_text(written(found), encoding="utf-8")
        print(f"{TABLE} written")


if __name__ == "__main__":
    main()

"""From facts that were read to the confidence of each family.

    python -m evaluation.extraction.calibration

`read.csv` counts, for each family, the facts of a sample (`python -m evaluation.extraction FILE …
--seed 12`) that were read against their turns: how many, how many were right, how many worth
keeping. Read by one person. No text is kept: the dialogues have licences of their own.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from muniment.domain.grammar.families import PREDICATES
from muniment.domain.grammar.narratives import NARRATIVES
from muniment.domain.grammar.payments import PAYMENTS
from muniment.domain.grammar.rows import Family
from muniment.domain.grammar.sentences import SENTENCES, Sentence
from muniment.domain.grammar.told_sentences import TOLD_SENTENCES

READ = Path(__file__).parent / "read.csv"
PRIOR = 0.9
"""The rate before anything was read: what the prototype reached on other dialogues."""
WEIGHT = 8
"""How many facts the prior counts for, so that three read ones do not decide."""
STEP, HIGHEST = 0.05, 0.95


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a family's facts."""

    family: str
    read: int
    right: int
    worth_keeping: int

    @property
    def confidence(self) -> float:
        """The rate of right facts, drawn towards the prior, in steps, never certain."""
        rate = (self.right + PRIOR * WEIGHT) / (self.read + WEIGHT)
        return min(HIGHEST, round(round(rate / STEP) * STEP, 2))


def readings(path: Path = READ) -> list[Reading]:
    """Return the counts of the file."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Reading(row["family"], *(int(row[name]) for name in ("read", "right", "worth_keeping")))
            for row in csv.DictReader(file)
        ]


def confidences() -> dict[str, float]:
    """Return the confidence that the tables give each family."""
    rows: tuple[Family | Sentence, ...] = (
        *PREDICATES, *NARRATIVES, *SENTENCES, *PAYMENTS, *TOLD_SENTENCES,
    )  # fmt: skip
    return {row.name: row.confidence for row in rows}


def main() -> None:
    """Print what was measured beside what the tables say."""
    tables = confidences()
    for reading in (found := readings()):
        name, table = reading.family, tables.get(reading.family)
        print(
            f"{name:12} {reading.right:3} of {reading.read:3} right: {reading.confidence:.2f}, "
            f"in the table {table}"
        )
    read = sum(reading.read for reading in found)
    right = sum(reading.right for reading in found) / read
    worth = sum(reading.worth_keeping for reading in found) / read
    print(f"all: {read} read, {right:.2f} right, {worth:.2f} worth keeping")


if __name__ == "__main__":
    main()

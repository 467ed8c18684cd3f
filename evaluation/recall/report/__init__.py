"""The report of a run: one page for people, one file for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.judging.exam import Result
from evaluation.recall.cost import CostSheet
from evaluation.recall.failures import Failure
from evaluation.recall.run import Row
from evaluation.recall.summary import Summary


@dataclass(frozen=True, slots=True)
class Report:
    """All that a run came to; `about` says what was measured, with what, and when."""

    about: Mapping[str, str]
    figures: Summary
    costs: CostSheet
    rows: Sequence[Row]
    result: Result | None = None
    """Of answering and judging, if a route of models was configured."""
    failed: Sequence[Failure] = ()
    """The questions on which ours fell short, in the data's words: for the page alone."""

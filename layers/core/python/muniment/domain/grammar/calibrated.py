"""The confidence of a statement: how likely facts of its family are right, as they were read.

So that the policy's floor means the same of every family: a share of right facts. A family that was
never read has what its row was judged to have. The readings, how they are weighed against the
judgement, and how far the result is off: `evaluation/extraction/calibration.py`.
"""

from muniment.domain.grammar.calibrated_rates import RATES


def calibrated(family: str, judged: float) -> float:
    """Return the share of the family's facts that were right, or `judged` if none was read."""
    return RATES.get(family, judged)

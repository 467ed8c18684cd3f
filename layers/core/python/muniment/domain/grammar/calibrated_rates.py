"""Made by `python -m evaluation.extraction.calibration --write`; do not edit."""

from collections.abc import Mapping

RATES: Mapping[str, float] = {
    "activity": 0.97,
    "decision": 0.93,
    "dropped": 0.96,
    "event": 0.97,
    "experience": 0.97,
    "former": 0.92,
    "frequency": 0.94,
    "habit": 0.78,
    "identity": 0.91,
    "intention": 0.93,
    "keyed": 0.86,
    "label": 0.82,
    "limit": 0.92,
    "loose_condition": 0.95,
    "loose_did": 0.91,
    "loose_family": 0.94,
    "loose_has": 0.91,
    "loose_identity": 0.91,
    "loose_plan": 0.94,
    "loose_settled": 0.91,
    "loose_state": 0.93,
    "my_is": 0.93,
    "need": 0.91,
    "occupation": 0.8,
    "plan": 0.95,
    "possession": 0.81,
    "remember": 0.86,
    "settled": 0.94,
    "stands": 0.95,
    "taste": 0.92,
    "wish": 0.86,
}
"""By family: how likely its facts are right, from those that were read."""

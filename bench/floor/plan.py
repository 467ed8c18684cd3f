"""What recall asks of others for one question, and in which order. No connection here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

type Kind = Literal["dynamodb", "encode", "search"]
type What = Mapping[str, Any]
"""What a call needs to be repeated; JSON."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call that was seen, with when it began and ended on one clock."""

    kind: Kind
    what: What
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Step:
    """One call to repeat once the steps at the places `after` are done."""

    kind: Kind
    what: What
    after: tuple[int, ...]


def steps(calls: Sequence[Call]) -> list[Step]:
    """Return the calls as steps: each waits for those that had ended when it began.

    Calls should have been slowed down, so that those that run side by side are seen to.
    """
    ordered = sorted(calls, key=lambda call: call.began)
    return [
        Step(
            call.kind,
            call.what,
            tuple(place for place, other in enumerate(ordered[:here]) if other.ended <= call.began),
        )
        for here, call in enumerate(ordered)
    ]


def depth(plan: Sequence[Step]) -> int:
    """Return how many steps of a plan wait for each other at most: its round trips."""
    depths: list[int] = []
    for step in plan:
        depths.append(1 + max((depths[place] for place in step.after), default=0))
    return max(depths, default=0)

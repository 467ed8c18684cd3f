"""The episodes of a session as a chain: who stands beside whom."""

from collections.abc import Sequence

from muniment.domain.records import Neighbours

REACH = 2
"""Turns each way that late interaction reads along (measured best on five conversations)."""

WINDOW = 2 * REACH
"""Places each way that must be known to link anew whatever a change in the middle touches."""


def links(members: Sequence[str]) -> dict[str, Neighbours]:
    """Return the neighbours of each member of a stretch of the chain, nearest first."""
    return {
        member: Neighbours(
            before=tuple(reversed(members[max(0, place - REACH) : place])),
            after=tuple(members[place + 1 : place + 1 + REACH]),
        )
        for place, member in enumerate(members)
    }


def around(
    before: Sequence[str], middle: str | None, after: Sequence[str]
) -> dict[str, Neighbours]:
    """Return the new links of all that a change between `before` and `after` touches.

    `before` and `after` are nearest first and hold up to WINDOW members each; `middle` is what
    stands between them now, `None` after a removal.
    """
    stretch = [*reversed(before), *([middle] if middle else []), *after]
    linked = links(stretch)
    touched = [*before[:REACH], *([middle] if middle else []), *after[:REACH]]
    return {member: linked[member] for member in touched}

"""The use case of the index function."""

from collections.abc import Callable, Sequence
from functools import cache

from muniment.adapters.dynamodb.stream import touched
from muniment.app.announcing import Announce, Follow
from muniment.app.projection import Project
from muniment.bootstrap import parts


@cache
def follow() -> Callable[[Sequence[tuple[str, str]]], None]:
    """Return what projects changed keys (partition, sort) into the index and announces them."""
    announce = Announce(parts.store(), parts.announcer(), parts.clock)
    use_case = Follow(Project(parts.projector(), parts.worklist(), parts.clock), announce)

    def follow_keys(changed: Sequence[tuple[str, str]]) -> None:
        use_case([touch for key in changed if (touch := touched(*key)) is not None])

    return follow_keys

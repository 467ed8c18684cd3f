"""From the keys of a stream record to what changed."""

from muniment.adapters.dynamodb import keys
from muniment.app.stored import Touched


def touched(pk: str, sk: str) -> Touched | None:
    """Return the owner whose item changed, and which fact, episode or review it is.

    `None` for items of other partitions, and for those that neither the index nor an announcement
    depends on.
    """
    scope = keys.scope_of(pk)
    if scope is None or not sk.startswith((keys.fact(""), keys.episode(""), keys.review(""))):
        return None
    return Touched(scope, sk.partition("#")[2])

"""From the keys of a stream record to what changed."""

from muniment.adapters.dynamodb import keys
from muniment.app.stored import Touched


def touched(pk: str, sk: str) -> Touched | None:
    """Return the owner whose item changed, and the record if it is a head or an episode.

    `None` for items of other partitions, and for those that no projection depends on.
    """
    scope = keys.scope_of(pk)
    if scope is None or not sk.startswith((keys.fact(""), keys.episode(""))):
        return None
    return Touched(scope, sk.partition("#")[2])

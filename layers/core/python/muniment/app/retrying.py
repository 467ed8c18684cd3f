"""Decide again when what a decision rested on has changed meanwhile."""

import random
import time
from collections.abc import Callable

from muniment.app.ports import UnavailableError
from muniment.app.storage import StaleError

ATTEMPTS = 12
_BASE_SECONDS = 0.01
_LONGEST_SECONDS = 0.5


def until_fresh[T](decide: Callable[[], T], attempts: int = ATTEMPTS) -> T:
    """Return what `decide` returns, calling it anew while it raises StaleError.

    Waits a random time that doubles between the calls, so that concurrent writers do not meet
    again; gives up with UnavailableError, since trying later may help.
    """
    for attempt in range(attempts):
        try:
            return decide()
        except StaleError:
            longest = min(_LONGEST_SECONDS, _BASE_SECONDS * 2**attempt)
            time.sleep(random.uniform(0, longest))  # noqa: S311 - jitter, no secret
    raise UnavailableError("store")

"""Heads as they are now: what of them has ended since they were made is left out."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from muniment.app.storage import Store
from muniment.domain.ends import has_ended
from muniment.domain.heads import head_at
from muniment.domain.records import Fact
from muniment.domain.scope import Scope

_AT_ONCE = 8  # reads of assertions side by side


def present(
    store: Store, scope: Scope, epoch: int, heads: Iterable[Fact], now: datetime
) -> dict[str, Fact]:
    """Return the heads by id, as they are at `now`.

    One of which something has ended takes a read of its assertions, until a night has made it anew.
    """
    facts = {head.id: head for head in heads}
    due = [head for head in facts.values() if has_ended(head.ends, now)]
    if not due:
        return facts

    def made_anew(head: Fact) -> Fact:
        return head_at(head, store.assertions(scope, epoch, head.id), now)

    if len(due) == 1:
        return facts | {due[0].id: made_anew(due[0])}
    with ThreadPoolExecutor(max_workers=min(_AT_ONCE, len(due))) as pool:
        return facts | {head.id: head for head in pool.map(made_anew, due)}

"""What an explicit memory's end takes with it: the words of the event that it alone rests on."""

from collections.abc import Iterable

from muniment.app.changes import Change, PutExtraction, ReviseEvent
from muniment.app.storage import Store
from muniment.domain.events import Span
from muniment.domain.forgetting import blank_event
from muniment.domain.records import Assertion
from muniment.domain.scope import Scope

_SAID_BY_ITSELF = ("explicit", "review")
"""Families of statements whose event says nothing else; a turn has a life of its own."""


def blanked(
    store: Store, scope: Scope, epoch: int, ended: Iterable[Assertion]
) -> Iterable[list[Change]]:
    """Yield the changes that take the words out of each event, none where there are none left."""
    for span in (a.span for a in ended if a.family in _SAID_BY_ITSELF and a.span):
        changes: list[Change] = []
        event = store.event(scope, epoch, span.event)
        whole = Span(span.event, 0, span.end if event is None else len(event.text))
        if event is not None and (revised := blank_event(event, [whole])).text != event.text:
            changes.append(ReviseEvent(revised, event.text))
        pinned = store.extraction(scope, epoch, span.event)
        if pinned is not None and (left := pinned.without([whole])) != pinned:
            changes.append(PutExtraction(left, epoch, was=pinned.revision))
        if changes:
            yield changes

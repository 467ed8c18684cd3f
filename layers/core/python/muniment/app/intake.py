"""What is delivered becomes events, without what may not be kept; a document becomes its parts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import batched

from muniment.app.changes import PutEvent
from muniment.app.errors import EventConflictError
from muniment.app.labelling import CleanLabels, clean_labels
from muniment.app.redacting import Redactor, noted
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.domain import documents
from muniment.domain.events import Door, Event, Role, Span
from muniment.domain.findings import DataKind
from muniment.domain.forgetting import blank, forgotten_spans
from muniment.domain.handling import Handling
from muniment.domain.ids import Ids, order_key
from muniment.domain.labels import UNLABELLED, Labels, labels_of
from muniment.domain.language import spoken
from muniment.domain.redaction import Redacted, marked
from muniment.domain.scope import Scope
from muniment.domain.state import attribute_of

AT_ONCE = 40
"""Events that one transaction of the store holds, with what belongs to each."""

_LIST = {Door.STATE: "state"}  # how a request names its list, for errors
_LONGEST_ID = 128  # as ids of callers


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A turn as it is delivered. Times are aware."""

    session: str
    role: Role
    text: str
    id: str | None = None
    position: int | None = None
    at: datetime | None = None
    speaker: str | None = None
    by_owner: bool = True
    door: Door = Door.EVENTS
    labels: Labels = UNLABELLED


@dataclass(frozen=True, slots=True)
class Intake:
    """Makes events of what is delivered, without what may not be kept."""

    ids: Ids
    redactor: Redactor
    tombstones: frozenset[str]
    handling: Handling
    received: datetime
    by: str

    def events(self, number: int, delivered: NewTurn, *, by_agent: bool) -> Iterator[Event]:
        """Yield the event of a turn, the `number`th of its request, or those of a document.

        Turns that do not say when they were said were said one after the other. A document that
        has an id, or more than one part, gives an event for each part; secrets are looked for in
        the whole before it is cut, since a cut may go through one.
        """
        field = f"{_LIST.get(delivered.door, 'events')}[{number}]"
        clean = self._clean(field, delivered)
        said_at = clean.turn.at or self.received + timedelta(microseconds=number)
        make = _Maker(self, clean, said_at, by_agent=by_agent)
        is_document = delivered.role is Role.DOCUMENT
        bounds = documents.parts(clean.turn.text) if is_document else []
        place = f"p{delivered.position}" if delivered.position is not None else ""
        if delivered.at is not None:
            place += f"t{delivered.at.astimezone(UTC).isoformat()}"
        # Of the words as they came: a policy that changes makes no second event of them.
        name = delivered.id or self.ids.event(
            delivered.session, place, delivered.role, delivered.speaker or "", delivered.text,
            self.handling,
        )  # fmt: skip
        if len(bounds) > 1 or (bounds and delivered.id is not None):
            yield from make.parts(field, name, bounds)
        else:
            yield make.event(name, clean.text, name)

    def _clean(self, field: str, turn: NewTurn) -> "_Clean":
        """Return the turn as it may be kept, and what is to be said of it."""
        text = self.redactor(f"{field}.text", turn.text)
        speaker = self.redactor(f"{field}.speaker", turn.speaker or "")
        flagged = self.redactor.require_clean(f"{field}.session", turn.session)
        flagged |= self.redactor.require_clean(f"{field}.id", turn.id or "")
        if turn.door is Door.STATE:  # a mark in it would move where the value begins
            flagged |= self.redactor.require_clean(f"{field}.attribute", attribute_of(turn.text))
        clean = replace(turn, text=text.text, speaker=speaker.text or None)
        labels = clean_labels(self.redactor, field, turn.labels, self._is_forgotten)
        return _Clean(clean, text, speaker, flagged, labels)

    def _is_forgotten(self, text: str) -> bool:
        return bool(forgotten_spans(self.ids.digester, text, self.tombstones))

    def require_same(self, event: Event, stored: Event | None) -> None:
        """Raise EventConflictError unless the stored event is the same.

        One that was blanked since, or stored when less was redacted, counts as the same.
        """
        if stored is None:
            return
        same = (event.chain, event.role, event.speaker) == (
            stored.chain, stored.role, stored.speaker,
        )  # fmt: skip
        text_differs = stored.text != event.text and not stored.erased and not event.erased
        labels_differ = labels_of(event.handling) != labels_of(stored.handling)
        if labels_differ and not event.document and not stored.erased and not event.erased:
            same = False
        if not same or (text_differs and self.redactor("text", stored.text).text != event.text):
            raise EventConflictError(event.id)


@dataclass(frozen=True, slots=True)
class _Clean:
    """A turn as it may be kept, and what was found in it."""

    turn: NewTurn
    text: Redacted
    speaker: Redacted
    flagged: frozenset[DataKind]
    """In its ids."""
    labels: CleanLabels


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the events of one turn."""

    intake: Intake
    clean: _Clean
    said_at: datetime
    by_agent: bool

    def event(
        self, event_id: str, text: Redacted, place: str, document: str | None = None
    ) -> Event:
        """Return an event of this text, which `place` sorts among those of the same moment."""
        intake, turn = self.intake, self.clean.turn
        forgotten = forgotten_spans(intake.ids.digester, text.text, intake.tombstones)
        labels = self.clean.labels
        parts, flagged = (text, self.clean.speaker, *labels.parts), self.clean.flagged
        handling = labels.labels.on(noted(intake.handling, parts, flagged | labels.flagged))
        return Event(
            id=event_id, session=turn.session,
            order=order_key(turn.at, turn.position, self.said_at, place), role=turn.role,
            text=blank(text.text, forgotten), occurred_at=self.said_at,
            received_at=intake.received, door=turn.door, speaker=turn.speaker,
            by_owner=turn.by_owner, by_agent=self.by_agent, epoch=intake.ids.epoch,
            erased=tuple(Span(event_id, start, end) for start, end in forgotten),
            handling=spoken(handling, text.text), document=document,
        )  # fmt: skip

    def parts(
        self, field: str, document: str, bounds: Sequence[documents.Bounds]
    ) -> Iterator[Event]:
        """Yield the event of each part.

        Its id is made of what it says: an edited document has the parts of the earlier one where
        it says the same, wherever that stands now.
        """
        turn, seen = self.clean.turn, Counter[str]()
        for number, (start, end) in enumerate(bounds):
            # Read again: for what is flagged in this part, and not in all of them.
            text = self.intake.redactor(f"{field}.text", turn.text[start:end])
            seen[text.text] += 1
            digest = self.intake.ids.event(
                turn.session, f"{document}/{seen[text.text]}", turn.role, turn.speaker or "",
                text.text, self.intake.handling,
            )  # fmt: skip
            part = f"{document}:{digest}"
            part = part if len(part) <= _LONGEST_ID else digest
            counted = replace(text, removed=marked(text.text) if self.clean.text.removed else {})
            yield self.event(part, counted, f"{number:06d}.{part}", document)


def store_most(store: Store, scope: Scope, owner: Owner, events: Sequence[Event]) -> list[PutEvent]:
    """Store events as far as one transaction does not hold them; return the changes of the rest.

    They are the evidence of nothing until the rest is written with the operation that names all.
    """
    changes = (PutEvent(event) for event in events)
    batches = [list(batch) for batch in batched(changes, AT_ONCE, strict=False)]
    for batch in batches[:-1]:
        store.commit(scope, batch, guard=owner)
    return batches[-1] if batches else []

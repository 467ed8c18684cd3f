"""What an erasure takes out of working memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from muniment.domain.forgetting import BLANK, blank, forgotten_spans, occurrences, readable
from muniment.domain.identity import Digester
from muniment.domain.substance import has_substance
from muniment.domain.working.results import FullResult
from muniment.domain.working.session import Slots
from muniment.domain.working.turns import Note, RecentTurn


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What must not be said any more: for good by its digests, word for word while it is erased."""

    digester: Digester
    tombstones: frozenset[str] = frozenset()
    spans: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """By event, of the erasures that are at work."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Of those of the events that are still there."""

    @property
    def quotes(self) -> frozenset[str]:
        """The words that are being erased, as their events still hold them."""
        said = (
            text[start:end]
            for event, text in self.texts.items()
            for start, end in self.spans.get(event, ())
        )
        return frozenset(quote for quote in said if BLANK not in quote and has_substance(quote))

    def without(self, text: str) -> str:
        """Return `text` with an ellipsis for each part that is forgotten."""
        gone = forgotten_spans(self.digester, text, self.tombstones)
        for quote in self.quotes:
            gone += occurrences(text, quote)
        return readable(blank(text, gone)) if gone else text

    def holds(self, text: str) -> bool:
        """Whether a part of `text` is forgotten."""
        return self.without(text) != text

    def turn(self, turn: RecentTurn) -> RecentTurn | None:
        """Return what is left of a turn; nothing where its event is gone and words were in it."""
        text = turn.text
        gone = self.spans.get(turn.event or "")
        if gone:
            source = self.texts.get(turn.event or "")
            if source is None:
                return None
            if source == text:
                text = readable(blank(text, gone))
        left = self.without(text)
        if left == turn.text:
            return turn
        return replace(turn, text=left) if has_substance(left) else None

    def keeps(self, note: Note) -> bool:
        """Whether a note may stay: nothing of it is forgotten, as far as anybody still knows."""
        event = note.event or ""
        unknown = event in self.spans and event not in self.texts
        return not unknown and not self.holds(note.text)

    def slots(self, slots: Slots) -> Slots:
        """Return slots without what is forgotten; what says nothing any more is no slot."""
        return Slots(
            task=self.without(slots.task),
            plan=tuple(replace(s, text=t) for s in slots.plan if (t := self._left(s.text))),
            constraints=tuple(
                replace(c, text=t) for c in slots.constraints if (t := self._left(c.text))
            ),
            turns=tuple(left for turn in slots.turns if (left := self.turn(turn))),
            notes=tuple(note for note in slots.notes if self.keeps(note)),
            calls=tuple(
                replace(call, arguments=self.without(call.arguments)) for call in slots.calls
            ),
            variables=tuple(
                (name, value)
                for name, value in slots.variables
                if not self.holds(f"{name} {value}") and not self.holds(str(value))
            ),
            results=tuple(
                replace(result, text=t)
                for result in slots.results
                if (t := self._left(result.text)) and not self.holds(result.name)
            ),
        )

    def takes(self, full: FullResult) -> bool:
        """Whether a tool's result goes: all of it, since half of its structure is none."""
        return self.holds(full.content) or self.holds(full.result.projection.text)

    def _left(self, text: str) -> str:
        left = self.without(text)
        return left if left == text or has_substance(left) else ""

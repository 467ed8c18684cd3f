"""What a writer says of a session's slots, and how it becomes what may be kept."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from muniment.app.redacting import Redactor
from muniment.app.working.requests import NewCall, NewRecentTurn, NewValidated, SlotChange
from muniment.domain.handling import Scalar
from muniment.domain.working.forgetting import Forgotten
from muniment.domain.working.session import (
    Constraint,
    Pinner,
    Slots,
    Step,
    ToolCall,
    Validated,
)
from muniment.domain.working.turns import RecentTurn


@dataclass(slots=True)
class Cleaner:
    """Takes out of every string what may not be kept: secrets, and what was forgotten."""

    redactor: Redactor
    forgotten: Forgotten
    removed: Counter[str] = field(default_factory=Counter)
    """Kinds of what was taken out, and how often."""

    def text(self, place: str, text: str) -> str:
        """Return a text as it may be kept; SensitiveDataError where the policy refuses it."""
        done = self.redactor(place, text)
        self.removed.update(done.removed)
        return self.forgotten.without(done.text)

    def value(self, place: str, name: str, value: Scalar) -> Scalar:
        """Return a value as it may be kept under a name, which tells what it is."""
        if isinstance(value, bool):
            return value
        said = str(value)
        done = self.redactor.value(place, name, said)
        self.removed.update(done.removed)
        text = self.forgotten.without(done.text)
        return value if text == said else text

    def name(self, place: str, name: str) -> str:
        """Return an identifier; SensitiveDataError where it holds what would be taken out."""
        self.redactor.require_clean(place, name)
        return name


@dataclass(frozen=True, slots=True)
class Applied:
    """The slots as they may be kept."""

    cleaner: Cleaner
    now: datetime
    by: Pinner
    revision: int
    """Of the session that is made, for the ids of turns that have none."""

    def __call__(self, base: Slots, known: Slots, change: SlotChange) -> Slots:
        """Return `base` with the change; what `known` pinned keeps its day and its pinner."""
        return replace(
            base,
            task=base.task if change.task is None else self.cleaner.text("task", change.task),
            plan=base.plan if change.plan is None else self._plan(change.plan),
            constraints=(
                base.constraints
                if change.constraints is None
                else self._constraints(known, change.constraints)
            ),
            turns=(*base.turns, *self._turns(base, change.turns)),
            calls=base.calls if change.calls is None else self._calls(known, change.calls),
            variables=(
                base.variables if change.variables is None else self._variables(change.variables)
            ),
            results=(
                base.results if change.results is None else self._results(known, change.results)
            ),
        )

    def _plan(self, plan: Sequence[Step]) -> tuple[Step, ...]:
        return tuple(
            replace(step, text=self.cleaner.text(f"plan[{n}].text", step.text))
            for n, step in enumerate(plan)
        )

    def _constraints(self, known: Slots, texts: Sequence[str]) -> tuple[Constraint, ...]:
        pinned = {constraint.text: constraint for constraint in known.constraints}
        clean = [self.cleaner.text(f"constraints[{n}]", text) for n, text in enumerate(texts)]
        return tuple(pinned.get(text, Constraint(text, self.now, self.by)) for text in clean)

    def _turns(self, base: Slots, turns: Sequence[NewRecentTurn]) -> list[RecentTurn]:
        """Return the turns that are not known by their id."""
        there = {turn.id for turn in base.turns}
        fresh: list[RecentTurn] = []
        for n, turn in enumerate(turns):
            place = f"turns[{n}]"
            name = self.cleaner.name(f"{place}.id", turn.id or f"{self.revision}.{n}")
            if name in there:
                continue
            there.add(name)
            made = RecentTurn(
                id=name,
                role=turn.role,
                text=self.cleaner.text(f"{place}.text", turn.text),
                at=turn.at or self.now,
                speaker=self.cleaner.text(f"{place}.speaker", turn.speaker or "") or None,
                event=turn.event and self.cleaner.name(f"{place}.event", turn.event),
            )
            if (left := self.cleaner.forgotten.turn(made)) is not None:
                fresh.append(left)
        return fresh

    def _calls(self, known: Slots, calls: Sequence[NewCall]) -> tuple[ToolCall, ...]:
        since = {call.id: call.at for call in known.calls}
        return tuple(
            ToolCall(
                id=self.cleaner.name(f"calls[{n}].id", call.id),
                tool=self.cleaner.text(f"calls[{n}].tool", call.tool),
                at=call.at or since.get(call.id, self.now),
                arguments=self.cleaner.text(f"calls[{n}].arguments", call.arguments),
            )
            for n, call in enumerate(calls)
        )

    def _variables(self, variables: Sequence[tuple[str, Scalar]]) -> tuple[tuple[str, Scalar], ...]:
        return tuple(
            (
                self.cleaner.name("variables", name),
                self.cleaner.value(f"variables.{name}", name, value),
            )
            for name, value in variables
        )

    def _results(self, known: Slots, results: Sequence[NewValidated]) -> tuple[Validated, ...]:
        made = [
            Validated(
                name=self.cleaner.text(f"results[{n}].name", result.name),
                text=self.cleaner.text(f"results[{n}].text", result.text),
                at=self.now,
                sources=tuple(
                    self.cleaner.name(f"results[{n}].sources", each) for each in result.sources
                ),
            )
            for n, result in enumerate(results)
        ]
        before = {(r.name, r.text, r.sources): r for r in known.results}
        return tuple(before.get((r.name, r.text, r.sources), r) for r in made)

"""Our condition: the product's use cases in one process, with any recipe of ranking."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from time import perf_counter, process_time

from evaluation.recall.conditions import OURS, WIDE
from evaluation.recall.measures import BUDGET, Answer, Answers, Line
from evaluation.recall.model import Question, Turn
from evaluation.recall.support import stands_in
from local.in_process.memory import InProcessMemory
from muniment.app.extractor import Extractor
from muniment.app.intake import NewTurn
from muniment.app.ports import Encoder
from muniment.app.recall import RecallRequest
from muniment.app.remember import NewMemory
from muniment.app.views import Context, RecalledItem
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.events import Role
from muniment.domain.ranking import RECIPES, Recipes
from muniment.domain.rendering import render_line
from muniment.domain.tokens import tokens

PARTS = (
    "late",
    "surroundings",
    "session",
    "speaker",
    "time",
    "names",
    "asks",
    "stale",
    "recency",
    "importance",
    "confidence",
    "task",
    "contested",
    "within",
    "exact",
)
"""What is taken away, one at a time: all that the recipe for questions consists of."""

_NO_LIMIT = 10**6  # tokens


def _caller(purpose: str | None) -> Caller:
    return ANYBODY if purpose is None else Caller(purpose, frozenset({purpose}))


class Told:
    """The product's memory of one conversation, which every recipe answers from."""

    def __init__(self, folder: Path, encoder: Encoder, extractor: Extractor) -> None:
        self.memory = InProcessMemory(folder / "index.sqlite", encoder, extractor)
        self._turns: dict[str, Turn] = {}
        self._event: dict[str, str] = {}  # of an explicit memory, to its turn

    def learn(self, turns: Sequence[Turn]) -> None:
        """Take in what is not known yet, each session at the time at which it ended."""
        new = [turn for turn in turns if turn.id not in self._turns]
        for (tenant, owner, _, purpose, is_stored), run in groupby(new, _together):
            some = list(run)
            scope, caller = self.memory.scope(owner, tenant), _caller(purpose)
            self.memory.clock.now = some[-1].at + timedelta(seconds=1)
            if is_stored:
                for turn in some:
                    kept = NewMemory(
                        attribute=turn.attribute, value=turn.text, expires_at=turn.expires_at
                    )
                    self._event |= dict.fromkeys(self.memory.keep(scope, kept, caller), turn.id)
            else:
                self.memory.tell(scope, [_new_turn(turn) for turn in some], caller)
            self._turns |= {turn.id: turn for turn in some}
        self.memory.settle()

    def recall(
        self, question: Question, request: RecallRequest, recipes: Recipes, at: datetime
    ) -> Answer:
        """Answer at a time, with what that took."""
        self.memory.clock.now = at
        scope = self.memory.scope(question.owner, question.tenant)
        request = replace(request, caller=_caller(question.purpose))
        began, used = perf_counter(), process_time()
        context = self.memory.recall_by(recipes)(scope, request)
        seconds, cpu = perf_counter() - began, process_time() - used
        shown = {
            id(item): item for item in (*context.facts, *context.procedures, *context.episodes)
        }
        lines = tuple(self._line(item) for item in shown.values())
        return Answer(lines, context.text, context.tokens, seconds, cpu, context.dropped)

    def ranked(
        self, question: Question, request: RecallRequest, recipes: Recipes, at: datetime
    ) -> Answer:
        """Answer with all lines in the order of their scores, whatever their kind."""
        self.memory.clock.now = at
        scope = self.memory.scope(question.owner, question.tenant)
        asked = replace(request, caller=_caller(question.purpose))
        context = self.memory.recall_by(recipes)(scope, asked)
        return Answer(tuple(map(self._line, _by_score(context))), context.text, context.tokens)

    def _line(self, item: RecalledItem) -> Line:
        sources = tuple(self._event.get(event, event) for event in item.sources)
        cost = tokens(render_line(item.line)) if item.line else 0
        said = [self._turns[turn] for turn in sources if turn in self._turns]
        is_supported = stands_in(item.kind.value, item.text, item.value, said)
        return Line(sources, cost, item.kind.value, is_supported)


def _together(turn: Turn) -> tuple[str, str, str, str | None, bool]:
    return turn.tenant, turn.owner, turn.session, turn.purpose, turn.attribute is not None


def _new_turn(turn: Turn) -> NewTurn:
    is_named = turn.speaker not in ("User", "Assistant")
    return NewTurn(
        turn.session, Role(turn.role.value), turn.text, turn.id, turn.position, turn.at,
        turn.speaker if is_named else None, turn.by_owner,
    )  # fmt: skip


def _items(context: Context) -> tuple[RecalledItem, ...]:
    """Return all items in the order in which they are shown."""
    return *context.facts, *context.procedures, *context.episodes


def _by_score(context: Context) -> list[RecalledItem]:
    return sorted(_items(context), key=lambda item: -item.score)


@dataclass(frozen=True, slots=True)
class Ours:
    """Recall with one pair of recipes."""

    told: Told
    name: str = OURS
    recipes: Recipes = RECIPES

    def learn(self, turns: Sequence[Turn]) -> None:
        """See Condition; what another recipe has told the memory is known already."""
        self.told.learn(turns)

    def ask(self, question: Question, at: datetime) -> Answers:
        """See Condition."""
        wide = RecallRequest(question.text, k=WIDE, floor=0, budget=_NO_LIMIT)
        small = RecallRequest(question.text, floor=0, budget=BUDGET)
        served = RecallRequest(question.text)
        return Answers(
            self.told.ranked(question, wide, self.recipes, at),
            self.told.recall(question, small, self.recipes, at),
            self.told.recall(question, served, self.recipes, at),
        )


def without_parts(told: Told) -> Iterator[Ours]:
    """Yield our condition without each of `PARTS`, in both recipes."""
    for part in PARTS:
        recipes = Recipes(RECIPES.question.without(part), RECIPES.message.without(part))
        yield Ours(told, f"{OURS} without {part}", recipes)

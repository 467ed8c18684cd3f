"""The context scheduler: memory and working memory as one prompt section for one model call."""

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.app.errors import SessionCompletedError
from muniment.app.recall import Recall, RecallRequest
from muniment.app.views import Context, RecalledItem
from muniment.app.working.requests import ContextRequest
from muniment.app.working.rooms import Rooms
from muniment.app.working.sessions import GetSession
from muniment.app.working.views import PromptView
from muniment.domain.fence import NewToken
from muniment.domain.packing import fitting_frame, frame_tokens
from muniment.domain.scheduling.filling import allot
from muniment.domain.scheduling.lines import of_memory, of_results, of_task, of_turns, question
from muniment.domain.scheduling.prompt import APART, NOTE, fixed, render
from muniment.domain.scheduling.sections import Part, Section
from muniment.domain.scope import Scope
from muniment.domain.text import normalise
from muniment.domain.tokens import tokens
from muniment.domain.working.session import Slots

LONGEST_QUESTION = 2000
"""Characters of a turn or task that memory is asked by; the encoder's time grows with it."""


@dataclass(frozen=True, slots=True)
class BuildContext:
    """Builds one prompt section."""

    rooms: Rooms
    recall: Recall
    new_token: NewToken

    def __call__(self, scope: Scope, session: str, request: ContextRequest) -> PromptView:
        """Return the section; BudgetTooSmallError if not even what is pinned fits.

        Raises NotFoundError and SessionCompletedError, UnavailableError if the store does not
        answer, and what `domain.access` refuses.
        """
        view = GetSession(self.rooms)(scope, session, request.caller)
        found = view.session
        if found.completed:
            raise SessionCompletedError
        slots = found.slots
        never_dropped = fixed(request.system, slots.constraints)
        room = request.budget.require(never_dropped)
        within = fitting_frame(self.new_token(), NOTE, room)
        room -= tokens(APART) + frame_tokens(within)
        recalled = self._recalled(scope, request, slots, room)
        sections = [
            of_task(found),
            *_memory(recalled, slots),
            of_turns(found),
            of_results(view.results),
        ]
        allotted = allot(sections, room, request.shares)
        text = render(never_dropped, allotted, within)
        return PromptView(
            text=text,
            tokens=tokens(text),
            usable=request.budget.usable,
            budget=request.budget,
            parts=allotted.parts,
            constraints=len(slots.constraints),
            version=found.revision,
            recall_id=recalled.recall_id if recalled else None,
            dropped=recalled.dropped if recalled else {},
            degraded=recalled.degraded if recalled else (),
        )

    def _recalled(
        self, scope: Scope, request: ContextRequest, slots: Slots, room: int
    ) -> Context | None:
        """Ask memory, with all the room there is; what of it is shown is decided afterwards."""
        asked = request.query or question(slots)[:LONGEST_QUESTION]
        if not asked.strip() or room <= 0:
            return None
        return self.recall(
            scope,
            RecallRequest(
                asked,
                request.k,
                request.floor,
                room,
                request.caller,
                request.wanted,
                zone=request.zone,
            ),
        )


def _memory(recalled: Context | None, slots: Slots) -> Sequence[Section]:
    events = {turn.event for turn in slots.turns if turn.event}
    said = {normalise(turn.text) for turn in slots.turns} - {""}

    def repeats(item: RecalledItem) -> bool:
        """Whether an episode is one of the turns: a fact of their words is shown as a fact."""
        return not events.isdisjoint(item.sources) or normalise(item.text) in said

    kinds: Sequence[tuple[Part, Sequence[RecalledItem]]] = (
        (Part.FACTS, recalled.facts if recalled else ()),
        (Part.EPISODES, recalled.episodes if recalled else ()),
        (Part.PROCEDURES, recalled.procedures if recalled else ()),
    )
    sections: list[Section] = []
    for part, items in kinds:
        again = {item.id for item in items if part is Part.EPISODES and repeats(item)}
        lines = [(item.id, item.line) for item in items if item.line is not None]
        sections.append(of_memory(part, lines, again.__contains__))
    return sections

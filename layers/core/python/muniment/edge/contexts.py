"""What the context scheduler is asked, and what it answers."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, StrictFloat, StrictInt, model_validator

from muniment.app.working.requests import ContextRequest
from muniment.app.working.views import PromptView as Prompt
from muniment.domain.access import Caller
from muniment.domain.scheduling.budget import MARGIN, MOST_MARGIN, MOST_TOTAL, TokenBudget
from muniment.domain.scheduling.sections import DEFAULT_SHARES, Part
from muniment.edge.fields import Query, Text, wrong
from muniment.edge.schemas import Asking, Filtered, UseParameters
from muniment.edge.views import View

Share = Annotated[StrictInt, Field(ge=0, le=100)]


class ContextBody(UseParameters, Filtered, Asking):
    """What a prompt section is for, and what it may cost."""

    system: Text | None = Field(None, description="stands first, as it is, and is never dropped")
    query: Query | None = Field(
        None, description="what memory is asked; if left out: the user's last turn, else the task"
    )
    budget: StrictInt = Field(
        4000, ge=50, le=MOST_TOTAL, description="tokens for prompt section and response together"
    )
    reserve: StrictInt | None = Field(
        None, ge=0, description="of it for the response; if left out: a quarter, at most 4096"
    )
    margin: StrictInt = Field(
        MARGIN,
        ge=0,
        le=MOST_MARGIN,
        description="in hundredths, how much more tokens the model may count than the estimate",
    )
    shares: dict[Part, Share] = Field(
        default_factory=dict, description="what a part is sure of, in relation to the others"
    )
    k: StrictInt = Field(10, ge=1, le=50, description="memories of a kind at most")
    floor: StrictFloat = Field(0.5, ge=0, le=1, allow_inf_nan=False)

    @model_validator(mode="after")
    def _something_is_left(self) -> Self:
        if self.reserve is not None and self.reserve >= self.budget:
            raise wrong("has a reserve that leaves nothing", "reserve less than the budget")
        return self

    def request(self, caller: Caller) -> ContextRequest:
        """Return the request as the use case takes it."""
        return ContextRequest(
            budget=TokenBudget.of(self.budget, self.reserve, self.margin),
            system=self.system or "",
            query=self.query,
            shares={**DEFAULT_SHARES, **self.shares},
            k=self.k,
            floor=self.floor,
            caller=caller,
            wanted=self.wanted,
            zone=self.zone,
        )


class PartView(View):
    """One part of the section."""

    part: Part
    shown: int
    tokens: int
    ids: tuple[str, ...]
    """Of what is shown, where it has ids: records, turns, tool results."""
    left_out: Mapping[str, int]
    """How many, by reason."""


class PromptView(View):
    """A prompt section, and what is not in it."""

    text: str
    tokens: int
    """By our estimate."""
    budget: int
    reserve: int
    usable: int
    """The most that `tokens` could be."""
    constraints: int
    """Pinned, all of them shown."""
    session_version: int
    recall_id: str | None = None
    parts: tuple[PartView, ...]
    dropped: Mapping[str, int]
    """What memory held back by itself, by reason."""
    degraded: tuple[str, ...]

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a prompt section."""
        if not isinstance(view, Prompt):
            return super().of(view)
        return cls(
            text=view.text, tokens=view.tokens, budget=view.budget.total,
            reserve=view.budget.reserve, usable=view.usable, constraints=view.constraints,
            session_version=view.version, recall_id=view.recall_id,
            parts=tuple(
                PartView(
                    part=part.part, shown=len(part.lines), tokens=part.tokens, ids=part.ids,
                    left_out=part.left_out,
                )
                for part in view.parts
            ),
            dropped=view.dropped, degraded=view.degraded,
        )  # fmt: skip

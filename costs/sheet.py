"""The sheet: all lines, their sums, and how they stand to the list price beside them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from costs import agentcore, lines_standing, lines_used
from costs.lines import GIB, Case, Line

TARGET: Final = 1 / 3
"""Of the other's list price; what we want to stay below."""
ROOM: Final = 1 / 0.95 / 0.8
"""Of a volume 5 % are the system's and 20 % OpenSearch's reserve, by the service's sizing guide."""


@dataclass(frozen=True)
class Sheet:
    """What a case costs, and what it would elsewhere."""

    case: Case

    @cached_property
    def lines(self) -> Sequence[Line]:
        """All of ours."""
        return (*lines_used.lines(self.case), *lines_standing.lines(self.case))

    @cached_property
    def theirs(self) -> Sequence[Line]:
        """All of AgentCore Memory's."""
        return tuple(agentcore.lines(self.case))

    @property
    def used(self) -> float:
        """US dollars a month for what is used."""
        return sum(line.usd for line in self.lines if not line.fixed)

    @property
    def standing(self) -> float:
        """US dollars a month for what stands there anyway."""
        return sum(line.usd for line in self.lines if line.fixed)

    @property
    def total(self) -> float:
        """US dollars a month."""
        return self.used + self.standing

    @property
    def reference(self) -> float:
        """US dollars a month by the list price of the other."""
        return sum(line.usd for line in self.theirs)

    @property
    def reference_with_own_model(self) -> float:
        """The same with strategies of one's own, without their model."""
        return sum(line.usd for line in agentcore.lines(self.case, own_model=True))

    @property
    def ratio(self) -> float:
        """Ours to theirs."""
        return self.total / self.reference

    @property
    def ratio_of_use(self) -> float:
        """Ours to theirs, without what stands there anyway."""
        return self.used / self.reference

    @property
    def index_gib(self) -> float:
        """What the index takes of the domain's volumes, its replica and their reserve included."""
        work, size = self.case.workload, self.case.stage.domain
        copies = 2 if size.data_nodes > 1 else 1
        records = (work.turns + work.records) * work.months
        return records * self.case.usage.document_bytes * copies * ROOM / GIB

    @property
    def fits(self) -> bool:
        """Whether the index has room on the domain that the stage deploys."""
        return self.index_gib <= self._volumes

    @property
    def is_met(self) -> bool:
        """Whether the target is, by a domain that has room."""
        return self.fits and self.ratio <= TARGET

    @property
    def met_from(self) -> float:
        """How many times this work it takes until the ratio is the target; inf if none does."""
        left = TARGET * self.reference - self.used
        return self.standing / left if left > 0 else math.inf

    @property
    def met_to(self) -> float:
        """How many times this work the domain has room for."""
        return self._volumes / self.index_gib if self.index_gib else math.inf

    @property
    def _volumes(self) -> float:
        size = self.case.stage.domain
        return size.data_nodes * size.volume

    def times(self, factor: float) -> "Sheet":
        """Return the sheet of so many times the work."""
        return Sheet(replace(self.case, workload=self.case.workload.times(factor)))

    def asking(self, model: str | None) -> "Sheet":
        """Return the sheet with another model, or none."""
        return Sheet(replace(self.case, model=model))

"""Asks the models of a route, within a budget, and keeps what they said."""

import re
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ValidationError

from evaluation.judging.cache import Cache, digest
from evaluation.judging.prompts import Prompt, load
from muniment.app.budget import Limit, Purse, Spend
from muniment.app.models import InvalidOutputError, Job, Usage
from muniment.app.routes import OVER_BUDGET, Attempt, Deadline, Route
from muniment.app.structured import parse_object
from muniment.bootstrap.models import route_of
from muniment.domain.fence import ALPHABET, FENCE_NAME, TOKEN_LENGTH
from muniment.domain.identity import Digester
from muniment.domain.scope import Scope

_FENCE = re.compile(rf"{FENCE_NAME}-[{ALPHABET}]{{{TOKEN_LENGTH}}}")
"""Random in each answer of recall: what is asked is the same with another."""

KEPT = "kept"
TOKENS = 5_000_000
"""What a run may spend unless it is told otherwise, in both directions."""


@dataclass
class RunBudget:
    """Implements app.budget.Budget: tokens of one run, whoever spends them."""

    tokens: int
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def reserve(self, scope: Scope, event: str, at: datetime, spend: Spend) -> Limit | None:
        """See the port."""
        del scope, event, at
        with self._lock:
            if spend.tokens > self.tokens:
                return "tenant_day"
            self.tokens -= spend.tokens
            return None

    def settle(self, scope: Scope, event: str, at: datetime, spend: Spend) -> None:
        """See the port."""
        del scope, event, at
        with self._lock:
            self.tokens -= spend.tokens


@dataclass
class Spent:
    """What the calls of one job came to; numbers only."""

    outcomes: Counter[str] = field(default_factory=Counter)
    """How the calls ended, and how many answers were known from an earlier run (`kept`)."""
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    """By the prices of the document."""
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def add(self, attempt: Attempt) -> None:
        """Count a call."""
        with self._lock:
            self.outcomes[attempt.outcome] += 1
            self.usage += attempt.usage
            self.cost += attempt.cost

    def count(self, outcome: str) -> None:
        """Count what was no call."""
        with self._lock:
            self.outcomes[outcome] += 1


class OverBudgetError(Exception):
    """The run has spent what it may."""


@dataclass(frozen=True)
class Asker:
    """One job's route and prompt. Safe to use from several threads."""

    prompt: Prompt
    route: Route
    seconds: float
    budget: RunBudget
    cache: Cache
    spent: Spent

    @classmethod
    def of(cls, job: Job, document: str, budget: RunBudget, cache: Path) -> "Asker | None":
        """Return the asker of a document's route for a job; `None` if it has none."""
        spent = Spent()
        found = route_of(job, document, spent.add)
        if found is None:
            return None
        route, seconds = found
        return cls(load(job), route, seconds, budget, Cache(cache), spent)

    def ask[T: BaseModel](
        self, form: type[T], content: Mapping[str, object], sample: int = 1
    ) -> T | None:
        """Return what a model says, or said before to the same; `None` if none gives an answer.

        `sample` tells judgements of the same thing apart. Raises OverBudgetError.
        """
        job = self.prompt.of(content)
        asked_for = _FENCE.sub(FENCE_NAME, job.content)
        name = digest(self.route.version, self.prompt.version, asked_for, str(sample))
        if (kept := self.cache.get(name)) is not None:
            self.spent.count(KEPT)
            return form.model_validate(kept)
        purse = Purse(self.budget, _SCOPE, name, lambda: datetime.now(UTC))
        until = Deadline.after(self.seconds)
        asked = self.route.ask(job, lambda said: _read(form, said), purse, until)
        if asked.note == OVER_BUDGET:
            raise OverBudgetError
        if asked.value is not None:
            self.cache.put(name, asked.value.model_dump(mode="json"))
        return asked.value


_SCOPE = Scope("evaluation", Digester(b"evaluation" * 4).owner("evaluation"))


def _read[T: BaseModel](form: type[T], said: str) -> T:
    expected = next(iter(form.model_fields))
    try:
        return form.model_validate(parse_object(said, expected))
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise InvalidOutputError(wrong) from None

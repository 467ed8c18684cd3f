"""A whole memory with a route of models: real adapters, a scripted server, budgets in the store."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from muniment.adapters.dynamodb.model_budget import DynamoModelBudget
from muniment.adapters.openai_http import OpenAiEndpoint
from muniment.adapters.openai_model import OpenAiModel
from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.budget import Allowances
from muniment.app.model_extractor import ModelExtractor
from muniment.app.models import Job, Limits, Price
from muniment.app.prompts import load
from muniment.app.routes import Attempt, Leg, Route
from muniment.app.views import Accepted, EventOutcomeView, ModelsView
from tests.support.memory import Memory, Person, turn
from tests.support.model_server import Json, ModelServer, Reply, shown

type Many = Sequence[str]


@dataclass
class Talk:
    """One user who talks to a memory that asks the server's models."""

    memory: Memory
    server: ModelServer
    met: list[Attempt] = field(default_factory=list)

    def route(
        self,
        *models: str,
        seconds: float = 5.0,
        stops: bool = True,
        allowances: Allowances | None = None,
    ) -> "Talk":
        """Configure the route; an unreachable model is named `away`."""
        self.memory.extractor = PatternExtractor()
        self.memory.models = ModelExtractor(
            route=Route(Job.EXTRACT, tuple(self._leg(m, seconds) for m in models), self.met.append),
            prompt=load(Job.EXTRACT, 1),
            budget=DynamoModelBudget(self.memory.records, allowances or Allowances()),
            deterministic=self.memory.extractor,
            keys=self.memory.keys,
            clock=self.memory.clock,
            stops=stops,
        )
        self.memory.__dict__.pop("extract_event", None)
        return self

    def _leg(self, model: str, seconds: float) -> Leg:
        url = "http://127.0.0.1:9/v1" if model == "away" else self.server.url
        limits = Limits(seconds, 500)
        return Leg(OpenAiModel(OpenAiEndpoint(url), model, limits), Price(1.0, 10.0))

    @property
    def ada(self) -> Person:
        return self.memory.of("ada")

    def says(self, *texts: str, session: str = "s1") -> list[EventOutcomeView]:
        """Deliver turns, let everything come to rest and return what became of each."""
        turns = [turn(text, n, session=session) for n, text in enumerate(texts)]
        return self.events(self.ada.tell(*turns))

    def events(self, accepted: Accepted) -> list[EventOutcomeView]:
        return list(self.ada.operation(accepted.operation).events)

    def say(self, text: str) -> tuple[EventOutcomeView, ModelsView]:
        """Deliver one turn; return what became of it, and how models took part."""
        (event,) = self.says(text)
        assert event.models is not None
        return event, event.models


def by_turn(answers: Callable[[str], Sequence[Json]]) -> Callable[[Json], Reply]:
    """Return a script that answers each turn of a request by its text."""

    def script(request: Json) -> Reply:
        from tests.support.model_server import facts

        found = [
            {**entry, "turn": each["turn"]}
            for each in shown(request)["turns"]
            for entry in answers(each["text"])
        ]
        return facts(*found)

    return script

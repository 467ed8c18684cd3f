"""Wires the routes of models; imported by bootstrap only where a route is configured."""

from collections.abc import Callable
from functools import partial

from muniment.adapters.api_keys import ApiKey, SecretKey, from_environment, no_key
from muniment.adapters.dynamodb.model_budget import DynamoModelBudget
from muniment.adapters.dynamodb.table import Table
from muniment.app import prompts
from muniment.app.budget import Allowances, Budget
from muniment.app.extractor import Extractor
from muniment.app.model_extractor import ModelExtractor
from muniment.app.models import Job, Model
from muniment.app.ports import Clock, Keys
from muniment.app.routes import Leg, Meter, Route
from muniment.edge.model_routes import BedrockSpec, ModelRoutes, OpenAiSpec, RouteSpec
from muniment.edge.telemetry import count_model_call


def model_extractor(
    document: str, records: Table, deterministic: Extractor, keys: Keys, clock: Clock
) -> ModelExtractor | None:
    """Return the extractor of the document's route; `None` if extraction has no route there."""
    return routed(document, partial(DynamoModelBudget, records), deterministic, keys, clock)


def routed(  # noqa: PLR0913 what a route is made of
    document: str,
    budget: Callable[[Allowances], Budget],
    deterministic: Extractor,
    keys: Keys,
    clock: Clock,
    *,
    met: Meter = count_model_call,
) -> ModelExtractor | None:
    """Return the same with any budget, for those who measure a route without a store.

    `met` is told of every attempt.
    """
    configured = ModelRoutes.read(document)
    spec = configured.routes.get(Job.EXTRACT)
    if spec is None:
        return None
    return ModelExtractor(
        route=_route(Job.EXTRACT, spec, configured, met),
        prompt=prompts.load(Job.EXTRACT, spec.prompt),
        budget=budget(configured.budget.allowances),
        deterministic=deterministic,
        keys=keys,
        clock=clock,
        seconds=spec.seconds,
        stops=spec.last == "deterministic",
    )


def route_of(job: Job, document: str, met: Meter) -> tuple[Route, float] | None:
    """Return a job's route and its seconds, for who asks models without a store; `None` if none."""
    configured = ModelRoutes.read(document)
    spec = configured.routes.get(job)
    return None if spec is None else (_route(job, spec, configured, met), spec.seconds)


def _route(job: Job, spec: RouteSpec, configured: ModelRoutes, met: Meter) -> Route:
    chosen = [configured.models[name] for name in spec.models]
    return Route(job, tuple(Leg(_model(each), each.price) for each in chosen), met)


def _model(spec: BedrockSpec | OpenAiSpec) -> Model:
    """Return the adapter of one model; its provider's modules are imported for it alone."""
    match spec:
        case BedrockSpec():
            from muniment.adapters.bedrock_model import BedrockModel, connect

            guardrail = (spec.guardrail.id, spec.guardrail.version) if spec.guardrail else None
            client = connect(spec.region, spec.limits)
            return BedrockModel(client, spec.model, spec.limits, guardrail)
        case OpenAiSpec():
            from muniment.adapters.openai_http import OpenAiEndpoint
            from muniment.adapters.openai_model import OpenAiModel

            endpoint = OpenAiEndpoint(spec.url, _key(spec))
            return OpenAiModel(endpoint, spec.model, spec.limits, spec.limit_field)


def _key(spec: OpenAiSpec) -> ApiKey:
    if spec.secret:
        return SecretKey(spec.secret)
    return from_environment(spec.key_variable) if spec.key_variable else no_key

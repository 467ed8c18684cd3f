"""Routes of models in a deployment: what the function is told, may do, and how long it has."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from infra import checks
from infra.config import LONGEST_TIMEOUT, Deployment
from infra.errors import ConfigError
from muniment.edge.model_routes import BedrockSpec, ModelRoutes
from tests.infra.synthesis import Template, make_app, make_stack, synthesise

SECRET = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:models-AbCdEf"
ROUTES: dict[str, Any] = {
    "version": 1,
    "models": {
        "near": {"provider": "bedrock", "model": "amazon.nova-lite-v1:0", "seconds": 15},
        "far": {
            "provider": "bedrock",
            "model": "eu.anthropic.claude-v1:0",
            "regions": ["eu-west-1", "eu-central-1"],
            "guardrail": {"id": "g123", "version": "2"},
        },
        "own": {
            "provider": "openai",
            "model": "small",
            "url": "https://models.example/v1",
            "secret": SECRET,
        },
        "unused": {"provider": "bedrock", "model": "meta.other-v1:0"},
    },
    "routes": {"extract": {"models": ["near", "far", "own"], "seconds": 60}},
    "budget": {"event": {"calls": 12, "tokens": 60000}},
}


def written(folder: Path, document: object) -> str:
    path = folder / "routes.json"
    path.write_text(json.dumps(document))
    return str(path)


@pytest.fixture(scope="module")
def routed(tmp_path_factory: pytest.TempPathFactory) -> Template:
    folder = tmp_path_factory.mktemp("routed")
    return synthesise(folder, stage="prod", models=written(folder, ROUTES))


def test_the_function_reads_the_document_that_was_given(routed: Template) -> None:
    read = ModelRoutes.read(routed.environment("extract")["MUNIMENT_MODEL_ROUTES"])
    assert set(read.models) == set(ROUTES["models"])
    far = read.models["far"]
    assert isinstance(far, BedrockSpec)
    assert far.guardrail is not None
    assert read.budget.allowances.event.calls == 12


def test_without_routes_nobody_may_call_a_model(template: Template) -> None:
    assert template.environment("extract")["MUNIMENT_MODEL_ROUTES"] == "{}"
    for function in template.functions():
        assert template.actions(function, "bedrock") == set()
        assert template.actions(function, "secretsmanager") == set()


def test_only_extraction_may_call_and_only_what_a_route_names(routed: Template) -> None:
    for function in routed.functions():
        if function != "extract":
            assert routed.actions(function, "bedrock") == set()
    found = {s.sid: s for s in routed.statements("extract")}
    assert found["Models"].actions == ("bedrock:InvokeModel",)
    here = "arn:<AWS::Partition>:bedrock:<AWS::Region>"
    assert set(found["Models"].resources) == {
        f"{here}::foundation-model/amazon.nova-lite-v1:0",
        f"{here}:<AWS::AccountId>:inference-profile/eu.anthropic.claude-v1:0",
        "arn:<AWS::Partition>:bedrock:eu-west-1::foundation-model/anthropic.claude-v1:0",
        "arn:<AWS::Partition>:bedrock:eu-central-1::foundation-model/anthropic.claude-v1:0",
    }
    assert found["Guardrails"].resources == (f"{here}:<AWS::AccountId>:guardrail/g123",)
    assert found["ModelKeys"].pair == (("secretsmanager:GetSecretValue",), (SECRET,))


def test_a_batch_has_the_time_that_its_calls_may_take(routed: Template, prod: Template) -> None:
    timeout = routed.functions()["extract"].properties["Timeout"]
    source = routed.all("AWS::Lambda::EventSourceMapping")
    batch = next(
        each.properties["BatchSize"]
        for each in source
        if routed.function_named(each.properties["FunctionName"]["Ref"]) == "extract"
    )
    before = prod.functions()["extract"].properties["Timeout"]
    assert timeout == batch * 60 + before <= LONGEST_TIMEOUT
    queue = routed.one("AWS::SQS::Queue", "QueuesExtractionQueue")
    assert queue.properties["VisibilityTimeout"] == 6 * timeout


def test_the_checks_of_cdk_nag_find_nothing(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    context = {"stage": "prod", "models": written(tmp_path, ROUTES)}
    checks.check(app, make_stack(app, tmp_path, context))
    app.synth()


def changed(*path: str, to: object) -> dict[str, Any]:
    document = copy.deepcopy(ROUTES)
    place = document
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = to
    return document


@pytest.mark.parametrize(
    ("document", "way_out"),
    [
        ({}, "no document of routes"),
        ([], "no document of routes"),
        (changed("routes", "extract", "models", to=["missing"]), "missing"),
        (changed("models", "near", "provider", to="other"), "bedrock or openai"),
        (changed("models", "own", "secret", to="the-key-itself"), "by its ARN"),
        (changed("models", "own", "key_variable", to="KEY"), "only for stage=local"),
        (changed("models", "far", "regions", to=[]), "needs `regions`"),
        (changed("routes", "extract", "seconds", to=500), "168 seconds"),
        (changed("models", "near", "model", to="x" * 4000), "larger than"),
    ],
)
def test_what_cannot_work_is_refused_with_the_way_out(
    tmp_path: Path, document: object, way_out: str
) -> None:
    given = {"issuer": "https://issuer.example", "audience": "a", "stage": "prod"}
    with pytest.raises(ConfigError, match=way_out):
        Deployment.from_context((given | {"models": written(tmp_path, document)}).get)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    given = {"issuer": "https://issuer.example", "audience": "a", "models": str(tmp_path / "none")}
    with pytest.raises(ConfigError, match="none"):
        Deployment.from_context(given.get)

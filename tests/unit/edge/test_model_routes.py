"""The document of routes: read strictly, and never shown when it is wrong."""

import json
import subprocess
import sys
from typing import Any

import pytest

from muniment.app.budget import Allowances
from muniment.app.models import Job, Limits, Price
from muniment.edge.model_routes import ModelRoutes
from muniment.edge.settings import NO_MODELS, SettingsError

BEDROCK: dict[str, Any] = {"provider": "bedrock", "model": "amazon.nova-lite-v1:0"}
OPENAI: dict[str, Any] = {"provider": "openai", "model": "s", "url": "https://models.example/v1"}


def document(models: object, *, named: list[str] | None = None, **more: object) -> str:
    route = {"models": named or ["a"]} | more
    return json.dumps({"version": 1, "models": models, "routes": {"extract": route}})


def test_an_empty_document_has_no_route() -> None:
    read = ModelRoutes.read(NO_MODELS)
    assert read.routes == {}
    assert read.budget.allowances == Allowances()


def test_limits_and_prices_are_each_models_own() -> None:
    read = ModelRoutes.read(
        document(
            {
                "a": BEDROCK
                | {"seconds": 7, "tokens_out": 900, "price_in": 0.06, "price_out": 0.24},
                "b": OPENAI,
            },
            named=["b", "a"],
            last="fail",
            seconds=30,
        )
    )
    assert read.models["a"].limits == Limits(7, 900)
    assert read.models["a"].price == Price(0.06, 0.24)
    assert read.models["b"].limits == Limits()
    route = read.routes[Job.EXTRACT]
    assert (route.models, route.last, route.seconds) == (("b", "a"), "fail", 30)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "not json",
        '{"version": 2}',
        '{"models": {}, "routes": {"extract": {"models": []}}}',
        '{"models": {}, "routes": {"paint": {"models": ["a"]}}}',
        document({"a": BEDROCK}, named=["b"]),
        document({"a": BEDROCK | {"provider": "other"}}),
        document({"a": BEDROCK | {"regions": ["eu-west-1"]}}),
        document({"a": OPENAI | {"url": "http://models.example/v1"}}),
        document({"a": OPENAI | {"secret": "arn", "key_variable": "KEY"}}),
        document({"a": BEDROCK | {"seconds": 0}}),
        document({"a": BEDROCK | {"price_in": -1}}),
        document({"a": BEDROCK}, last="give up"),
    ],
)
def test_what_is_wrong_is_refused(wrong: str) -> None:
    with pytest.raises(SettingsError, match="MUNIMENT_MODEL_ROUTES"):
        ModelRoutes.read(wrong)
    assert ModelRoutes.read(document({"a": BEDROCK})).routes


def test_an_endpoint_without_tls_is_on_this_machine_only() -> None:
    read = ModelRoutes.read(document({"a": OPENAI | {"url": "http://127.0.0.1:8000/v1"}}))
    assert read.models["a"].model == "s"


def test_an_error_shows_no_value() -> None:
    with pytest.raises(SettingsError) as caught:
        ModelRoutes.read(document({"a": OPENAI | {"key": "s3cret"}}))
    assert "s3cret" not in str(caught.value)
    assert caught.value.__cause__ is None


COLD_START = """
import sys
from muniment.bootstrap import extracting
extracting.extract_event()
print(*sorted(m for m in sys.modules if m.startswith("muniment.")))
"""
OF_MODELS = {
    "muniment.adapters.bedrock_model",
    "muniment.adapters.openai_http",
    "muniment.adapters.openai_model",
    "muniment.app.answers",
    "muniment.app.model_extractor",
    "muniment.app.routes",
    "muniment.bootstrap.models",
    "muniment.edge.model_routes",
    "muniment.prompts",
}


def imported(routes: str) -> set[str]:
    environment = {
        "MUNIMENT_MODEL_ROUTES": routes,
        "MUNIMENT_MODEL_DIR": "/nowhere",
        "OPENBLAS_NUM_THREADS": "1",
        "MUNIMENT_STAGE": "test",
        "MUNIMENT_RECORDS_TABLE": "records",
        "MUNIMENT_LEDGER_TABLE": "ledger",
        "MUNIMENT_DIGEST_KEY_ID": "key",
        "MUNIMENT_MAX_RECEIVES": "5",
        "POWERTOOLS_SERVICE_NAME": "extract",
        "POWERTOOLS_METRICS_NAMESPACE": "Muniment",
        "POWERTOOLS_LOG_LEVEL": "INFO",
        "AWS_DEFAULT_REGION": "eu-west-1",
        "PYTHONPATH": ":".join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", COLD_START],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.split())


def test_a_cold_start_without_routes_imports_nothing_of_models() -> None:
    assert imported(NO_MODELS) & OF_MODELS == set()
    on_bedrock = imported(document({"a": BEDROCK}))
    assert OF_MODELS - on_bedrock == {
        "muniment.adapters.openai_http",
        "muniment.adapters.openai_model",
    }

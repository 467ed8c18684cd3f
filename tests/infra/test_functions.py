"""The functions: environment against the settings models, layers, runtime, logs."""

import pytest

from infra.config import API_TIMEOUT_SECONDS, FUNCTIONS, STAGES
from muniment.edge import settings
from tests.infra.synthesis import Template

SETTINGS: dict[str, type[settings.Settings]] = {
    "read": settings.ReadSettings,
    "write": settings.WriteSettings,
    "upload": settings.UploadSettings,
    "extract": settings.ExtractSettings,
    "index": settings.IndexSettings,
    "consolidate": settings.ConsolidateSettings,
    "delete": settings.DeleteSettings,
    "index_setup": settings.IndexSetupSettings,
}
ENCODING = {"read", "write", "extract", "delete"}


def test_every_function_of_the_house_is_deployed(template: Template) -> None:
    directories = {
        folder.name for folder in FUNCTIONS.iterdir() if (folder / "handler.py").exists()
    }
    assert set(template.functions()) == directories == set(SETTINGS)


@pytest.mark.parametrize(("function", "model"), SETTINGS.items())
def test_the_environment_is_what_the_settings_read(
    template: Template, function: str, model: type[settings.Settings]
) -> None:
    assert set(template.environment(function)) == model.variables()


@pytest.mark.parametrize(("function", "model"), SETTINGS.items())
def test_the_settings_accept_the_environment(
    template: Template, function: str, model: type[settings.Settings]
) -> None:
    values = {
        name: value if isinstance(value, str) else "made-at-deploy"
        for name, value in template.environment(function).items()
    }
    model.from_environment(values)
    with pytest.raises(settings.SettingsError):  # none of them has a default
        model.from_environment(dict.fromkeys(values, ""))


def test_the_last_delivery_is_known_to_those_who_record_it(template: Template) -> None:
    queues = STAGES[template.stage].queues
    expected = {
        "extract": queues["extraction"],
        "delete": queues["erasure"],
        "upload": queues["upload"],
    }
    for function, limits in expected.items():
        known = template.environment(function)["MUNIMENT_MAX_RECEIVES"]
        assert known == str(limits.max_receives)


def test_the_index_is_a_file_here_and_the_domain_elsewhere(local: Template, prod: Template) -> None:
    here = local.environment("read")
    assert here["MUNIMENT_INDEX"] == "sqlite"
    assert here["MUNIMENT_INDEX_URL"] == "/somewhere/index.sqlite"
    (domain,) = prod.all("AWS::OpenSearchService::Domain")
    assert prod.environment("read")["MUNIMENT_INDEX_URL"] == {
        "Fn::Join": ["", ["https://", {"Fn::GetAtt": [domain.name, "DomainEndpoint"]}]]
    }


def test_all_run_the_projects_python_and_carry_the_product(template: Template) -> None:
    for name, function in template.functions().items():
        assert function.properties["Runtime"] == "python3.13"
        assert function.properties["Handler"] == "handler.handler"
        assert function.properties["Architectures"] == [STAGES[template.stage].architecture]
        layers = [layer["Ref"] for layer in function.properties["Layers"]]
        assert layers[0].startswith("LayersCore")
        assert len(layers) == (2 if name in ENCODING else 1)


def test_a_function_behind_the_door_answers_before_the_door_gives_up(
    prod: Template, dev: Template
) -> None:
    for template in (prod, dev):  # a busy machine of one's own may take longer
        for name in ("read", "write"):
            assert template.functions()[name].properties["Timeout"] <= API_TIMEOUT_SECONDS < 30


def test_only_jobs_that_go_on_by_a_message_may_call_themselves(template: Template) -> None:
    allowed = {
        name
        for name, function in template.functions().items()
        if function.properties.get("RecursiveLoop") == "Allow"
    }
    assert allowed == {"delete", "consolidate"}


def test_every_log_group_forgets(template: Template) -> None:
    groups = template.all("AWS::Logs::LogGroup")
    assert len(groups) == len(SETTINGS) + 1  # the API's
    days = STAGES[template.stage].log_days
    assert {group.properties["RetentionInDays"] for group in groups} == {days}
    used = {
        function.properties["LoggingConfig"]["LogGroup"]["Ref"]
        for function in template.functions().values()
    }
    assert len(used) == len(SETTINGS)


def test_no_function_is_created_behind_the_scenes(template: Template) -> None:
    """Frameworks of custom resources bring functions with roles that nobody reads."""
    assert len(template.all("AWS::Lambda::Function")) == len(SETTINGS)

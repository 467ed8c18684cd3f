import pytest

from muniment.edge import settings

COMPLETE = {
    "MUNIMENT_STAGE": "dev",
    "MUNIMENT_RECORDS_TABLE": "records",
    "MUNIMENT_LEDGER_TABLE": "ledger",
    "MUNIMENT_DIGEST_KEY_ID": "arn:aws:kms:eu-west-1:123456789012:key/1",
    "MUNIMENT_INDEX": "sqlite",
    "MUNIMENT_INDEX_URL": "/data/index.db",
    "MUNIMENT_INDEX_ALIAS": "muniment",
    "MUNIMENT_MODEL_DIR": "/opt/encoder/e5-small-v2",
    "OPENBLAS_NUM_THREADS": "1",
    "MUNIMENT_EXTRACTION_QUEUE_URL": "https://queue/extraction",
    "MUNIMENT_ERASURE_QUEUE_URL": "https://queue/erasure",
    "MUNIMENT_CONSOLIDATION_QUEUE_URL": "https://queue/consolidation",
    "MUNIMENT_UPLOAD_QUEUE_URL": "https://queue/upload",
    "MUNIMENT_UPLOAD_BUCKET": "uploads",
    "MUNIMENT_MAX_RECEIVES": "5",
    "MUNIMENT_MODEL_ROUTES": "{}",
    "MUNIMENT_EVENT_BUS": "bus",
    "POWERTOOLS_SERVICE_NAME": "read",
    "POWERTOOLS_METRICS_NAMESPACE": "Muniment",
    "POWERTOOLS_LOG_LEVEL": "INFO",
    "PATH": "/usr/bin",
}
MODELS: list[type[settings.Settings]] = [
    settings.ReadSettings,
    settings.WriteSettings,
    settings.UploadSettings,
    settings.ExtractSettings,
    settings.IndexSettings,
    settings.ConsolidateSettings,
    settings.DeleteSettings,
    settings.IndexSetupSettings,
]


@pytest.mark.parametrize("model", MODELS)
def test_complete_environment_is_read(model: type[settings.Settings]) -> None:
    assert model.from_environment(COMPLETE).model_dump(by_alias=True).keys() == model.variables()


@pytest.mark.parametrize(
    ("model", "missing"), [(model, name) for model in MODELS for name in sorted(model.variables())]
)
def test_missing_or_empty_variable_is_named(model: type[settings.Settings], missing: str) -> None:
    without = {name: value for name, value in COMPLETE.items() if name != missing}
    with pytest.raises(settings.SettingsError, match=missing):
        model.from_environment(without)
    if missing != "MUNIMENT_MODEL_DIR":
        with pytest.raises(settings.SettingsError, match=missing):
            model.from_environment({**COMPLETE, missing: ""})


def test_an_error_shows_no_value() -> None:
    with pytest.raises(settings.SettingsError, match="MUNIMENT_INDEX") as caught:
        settings.ReadSettings.from_environment({**COMPLETE, "MUNIMENT_INDEX": "s3cret"})
    assert "s3cret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_only_the_consolidate_function_writes_to_every_queue() -> None:
    queues = {name for name in COMPLETE if name.endswith("QUEUE_URL")}
    held = {model.__name__: model.variables() & queues for model in MODELS}
    assert held["ConsolidateSettings"] == queues
    assert held["WriteSettings"] == {"MUNIMENT_EXTRACTION_QUEUE_URL"}
    assert held["UploadSettings"] == {"MUNIMENT_EXTRACTION_QUEUE_URL"}
    assert held["DeleteSettings"] == {"MUNIMENT_ERASURE_QUEUE_URL"}
    assert not held["ReadSettings"]

"""What each function reads from its environment; a test holds the stack against these models."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Name = Annotated[str, Field(min_length=1)]


class SettingsError(Exception):
    """The environment lacks a variable, or holds one of the wrong form."""


class Settings(BaseModel):
    """Base: every field is a variable, its alias the name; no resource's name has a default."""

    # Built at first use: a function needs one or two of them, and a cold start pays for each.
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the settings, or raise SettingsError with the name of each wrong variable."""
        try:
            return cls.model_validate(dict(environment))
        except ValidationError as error:
            wrong = "; ".join(f"{e['loc'][0]}: {e['msg']}" for e in error.errors())
            # Without the cause, which would print the values.
            raise SettingsError(f"{cls.__name__}, from the environment: {wrong}") from None

    @classmethod
    def variables(cls) -> frozenset[str]:
        """Return the names of all variables that the function reads."""
        return frozenset(field.alias for field in cls.model_fields.values() if field.alias)


class FunctionSettings(Settings):
    """What all functions of the product share."""

    stage: Name = Field(alias="MUNIMENT_STAGE")
    records_table: Name = Field(alias="MUNIMENT_RECORDS_TABLE")
    ledger_table: Name = Field(alias="MUNIMENT_LEDGER_TABLE")
    digest_key_id: Name = Field(alias="MUNIMENT_DIGEST_KEY_ID")
    """The KMS key that wraps the tenants' digest keys."""
    service: Name = Field(alias="POWERTOOLS_SERVICE_NAME")
    metrics_namespace: Name = Field(alias="POWERTOOLS_METRICS_NAMESPACE")
    log_level: Name = Field(alias="POWERTOOLS_LOG_LEVEL")


class _IndexAccess(Settings):
    index: Literal["opensearch", "sqlite"] = Field(alias="MUNIMENT_INDEX")
    index_url: Name = Field(alias="MUNIMENT_INDEX_URL")
    """The engine's endpoint, or the path of the SQLite file."""
    index_alias: Name = Field(alias="MUNIMENT_INDEX_ALIAS")


class _Encoding(Settings):
    model_dir: Path = Field(alias="MUNIMENT_MODEL_DIR")
    """Holds model.onnx and tokenizer.json."""
    blas_threads: int = Field(alias="OPENBLAS_NUM_THREADS", ge=1)
    """Read by numpy's OpenBLAS as it is loaded."""


class _ExtractionSender(Settings):
    extraction_queue_url: Name = Field(alias="MUNIMENT_EXTRACTION_QUEUE_URL")


class _ErasureSender(Settings):
    erasure_queue_url: Name = Field(alias="MUNIMENT_ERASURE_QUEUE_URL")


class TransitSettings(Settings):
    """What every function that sends, reads or removes uploads knows of them."""

    upload_bucket: Name = Field(alias="MUNIMENT_UPLOAD_BUCKET")


class AnnouncingSettings(Settings):
    """What every function that tells other systems of changes knows of them."""

    event_bus: Name = Field(alias="MUNIMENT_EVENT_BUS")
    """The name of the event bus."""


class QueueReaderSettings(Settings):
    """What every function that reads a queue with a dead-letter queue knows of it."""

    max_receives: int = Field(alias="MUNIMENT_MAX_RECEIVES", ge=1)
    """The queue's maxReceiveCount: on the last try the failure is recorded."""


class ReadSettings(_IndexAccess, _Encoding, FunctionSettings):
    """The read function."""


class WriteSettings(_Encoding, _ExtractionSender, TransitSettings, FunctionSettings):
    """The write function."""


NO_MODELS = "{}"
"""The document of a deployment whose only extractor is the deterministic one."""


class ModelSettings(Settings):
    """Which models are asked for what, see edge.model_routes."""

    model_routes: Name = Field(alias="MUNIMENT_MODEL_ROUTES")
    """A JSON document; `NO_MODELS` where there are none."""


class ExtractSettings(ModelSettings, _Encoding, QueueReaderSettings, FunctionSettings):
    """The extract function."""


class UploadSettings(_ExtractionSender, TransitSettings, QueueReaderSettings, FunctionSettings):
    """The upload function."""


class IndexSettings(_IndexAccess, AnnouncingSettings, FunctionSettings):
    """The index function."""


class ConsolidateSettings(_IndexAccess, _ExtractionSender, _ErasureSender, FunctionSettings):
    """The consolidate function."""

    consolidation_queue_url: Name = Field(alias="MUNIMENT_CONSOLIDATION_QUEUE_URL")
    upload_queue_url: Name = Field(alias="MUNIMENT_UPLOAD_QUEUE_URL")


class DeleteSettings(
    _IndexAccess,
    _Encoding,
    _ErasureSender,
    AnnouncingSettings,
    TransitSettings,
    QueueReaderSettings,
    FunctionSettings,
):
    """The delete function."""


class IndexSetupSettings(_IndexAccess):
    """The custom resource that makes the index at deploy; it sees no table."""

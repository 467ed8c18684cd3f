"""The functions: environment, layers and permissions of each."""

from collections.abc import Mapping
from typing import Final

from aws_cdk import aws_events as events
from constructs import Construct

from infra import models, permissions
from infra.bundling import MODEL_IN_LAYER
from infra.config import (
    FUNCTION_NAMES,
    QUEUE_CONSUMERS,
    Deployment,
    FunctionName,
    QueueName,
)
from infra.function import Function
from infra.keys import DigestKey
from infra.layers import FunctionLayers
from infra.queues import Queues
from infra.tables import Tables
from infra.uploads import Uploads

ENCODING: Final[frozenset[FunctionName]] = frozenset({"read", "write", "extract", "delete"})
SEARCHING: Final[frozenset[FunctionName]] = frozenset(permissions.SEARCH)
SENDS: Final[Mapping[FunctionName, tuple[QueueName, ...]]] = {
    "write": ("extraction",),
    "upload": ("extraction",),
    "delete": ("erasure",),
    "consolidate": ("extraction", "erasure", "consolidation", "upload"),
}
ANNOUNCES: Final[frozenset[FunctionName]] = frozenset({"index", "delete"})
COUNTS_RECEIVES: Final[Mapping[FunctionName, QueueName]] = {
    "extract": "extraction",
    "upload": "upload",
    "delete": "erasure",
}
"""Functions that record a failure at the last delivery, and so must know which one is the last."""


class Functions(Construct):
    """All functions by name, each with its own role; the index is connected to them later."""

    def __init__(  # noqa: PLR0913 - keyword-only, as constructs are written
        self,
        scope: Construct,
        construct_id: str,
        *,
        deployment: Deployment,
        tables: Tables,
        digest_key: DigestKey,
        queues: Queues,
        bus: events.EventBus,
        uploads: Uploads,
        layers: FunctionLayers,
    ) -> None:
        super().__init__(scope, construct_id)
        self._deployment = deployment
        self._tables = tables
        self._digest_key = digest_key
        self._queues = queues
        self._bus = bus
        self._uploads = uploads
        self._layers = layers
        self.by_name: Mapping[FunctionName, Function] = {
            name: self._function(name) for name in FUNCTION_NAMES
        }

    def __getitem__(self, name: FunctionName) -> Function:
        return self.by_name[name]

    def _function(self, name: FunctionName) -> Function:
        stage = self._deployment.stage
        layers = [self._layers.core, *([self._layers.encoder] if name in ENCODING else [])]
        function = Function(
            self,
            name.capitalize(),
            name=name,
            size=stage.functions[name],
            stage=stage,
            architecture=self._deployment.architecture,
            layers=layers,
            environment=self._environment(name),
            calls_itself=any(QUEUE_CONSUMERS[queue] == name for queue in SENDS.get(name, ())),
        )
        self._permit(function, name)
        return function

    def _environment(self, name: FunctionName) -> dict[str, str]:
        """Return exactly the variables of the function's settings, but for the index's."""
        stage = self._deployment.stage
        variables = {
            "MUNIMENT_STAGE": stage.name,
            "MUNIMENT_RECORDS_TABLE": self._tables.records.table_name,
            "MUNIMENT_LEDGER_TABLE": self._tables.ledger.table_name,
            "MUNIMENT_DIGEST_KEY_ID": self._digest_key.key.key_arn,
            "POWERTOOLS_SERVICE_NAME": name,
            "POWERTOOLS_METRICS_NAMESPACE": "Muniment",
            "POWERTOOLS_LOG_LEVEL": stage.log_level,
        }
        for queue in SENDS.get(name, ()):
            url = self._queues.work[queue].queue.queue_url
            variables[f"MUNIMENT_{queue.upper()}_QUEUE_URL"] = url
        if name in ANNOUNCES:
            variables["MUNIMENT_EVENT_BUS"] = self._bus.event_bus_name
        if name in permissions.UPLOADS:
            variables["MUNIMENT_UPLOAD_BUCKET"] = self._uploads.bucket.bucket_name
        if name in COUNTS_RECEIVES:
            limits = stage.queues[COUNTS_RECEIVES[name]]
            variables["MUNIMENT_MAX_RECEIVES"] = str(limits.max_receives)
        if name == "extract":
            variables["MUNIMENT_MODEL_ROUTES"] = self._deployment.models.document
        if name in ENCODING:
            variables["MUNIMENT_MODEL_DIR"] = f"/opt/{MODEL_IN_LAYER.as_posix()}"
            # Its products are small: a second thread spins for its share of each for longer than
            # it takes, and what is summed in another order on more cores scores otherwise.
            variables["OPENBLAS_NUM_THREADS"] = "1"
        return variables

    def _permit(self, function: Function, name: FunctionName) -> None:
        function.may("Records", permissions.RECORDS[name], self._tables.records.table_arn)
        if name in permissions.LEDGER:
            function.may("Ledger", permissions.LEDGER[name], self._tables.ledger.table_arn)
        if name in permissions.DIGEST_KEYS:
            self._digest_key.admit(function, permissions.DIGEST_KEYS[name])
        if name in permissions.UPLOADS:
            self._uploads.admit(function, name)
        if name == "extract":
            models.permit(function, self._deployment.models)
        if sends := SENDS.get(name):
            queues = [self._queues.work[queue].queue.queue_arn for queue in sends]
            function.may("Send", ("sqs:SendMessage",), *queues)
        if name in ANNOUNCES:
            function.may("Announce", ("events:PutEvents",), self._bus.event_bus_arn)

"""The stages: sizes, limits, retention and what happens to data when a stack goes.

Two kinds of choice meet in a deployment. A `Stage` is written down here and reviewed like code; a
`Deployment` is what the engineer gives by context (`-c key=value`), because only they know it.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, get_args

from infra.errors import ConfigError
from infra.routes import NO_MODELS, Models

ROOT: Final = Path(__file__).resolve().parents[1]
FUNCTIONS: Final = ROOT / "functions"
MODEL: Final = ROOT / "build" / "model" / "e5-small-v2"

FunctionName = Literal["read", "write", "upload", "extract", "index", "consolidate", "delete"]
FUNCTION_NAMES: Final[tuple[FunctionName, ...]] = get_args(FunctionName)
QueueName = Literal["extraction", "erasure", "consolidation", "upload"]
QUEUE_NAMES: Final[tuple[QueueName, ...]] = get_args(QueueName)
QUEUE_CONSUMERS: Final[Mapping[QueueName, FunctionName]] = {
    "extraction": "extract",
    "erasure": "delete",
    "consolidation": "consolidate",
    "upload": "upload",
}
Architecture = Literal["arm64", "x86_64"]
IndexEngine = Literal["opensearch", "sqlite"]

INDEX_ALIAS: Final = "muniment"
"""Functions know the index by this name only; the generation behind it changes with a rebuild."""
API_TIMEOUT_SECONDS: Final = 29
"""An HTTP API gives up after 30 s; a function that only the API calls must not outlive it."""


@dataclass(frozen=True, slots=True)
class FunctionSize:
    """Memory in MiB (1769 is one whole vCPU), time limit in seconds."""

    memory: int
    timeout: int


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """How one queue is worked off. `visibility` in seconds, at least the consumer's timeout."""

    batch_size: int
    concurrency: int
    """MaximumConcurrency of the event source: it bounds without reserving."""
    visibility: int
    max_receives: int


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """How the records' stream is worked off; what fails for good goes to the index's DLQ."""

    batch_size: int
    parallel_batches: int
    """Batches of one shard at a time; the order within a partition key is kept."""
    retries: int
    max_age: int
    """Seconds; DynamoDB keeps a stream record for 24 hours."""


@dataclass(frozen=True, slots=True)
class DomainSize:
    """Nodes of the search domain; `volume` in GiB for each data node."""

    data_nodes: int
    data_type: str
    zones: int
    master_nodes: int
    master_type: str | None
    volume: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage's choices."""

    name: str
    architecture: Architecture
    keep_data: bool
    """Tables, key and domain outlive the stack and are protected from deletion."""
    log_days: int
    functions: Mapping[FunctionName, FunctionSize]
    queues: Mapping[QueueName, QueueLimits]
    stream: StreamLimits
    domain: DomainSize
    request_rate: int
    """Requests a second that the API takes, all callers together."""
    request_burst: int
    requeue_minutes: int
    log_level: str = "INFO"
    on_this_machine: bool = False
    """The functions run as processes here: the index may be a file, and the issuer plain http."""


def _queues(
    sizes: Mapping[FunctionName, FunctionSize],
    *,
    concurrency: int,
    max_receives: int,
    timeouts_visible: int,
) -> dict[QueueName, QueueLimits]:
    """Limits that fit the consumers: AWS advises a visibility of six times the timeout.

    That leaves room for a batch that is throttled and tried again before its messages reappear.
    """
    batches: dict[QueueName, int] = {
        "extraction": 10, "erasure": 1, "consolidation": 1, "upload": 1,
    }  # fmt: skip
    return {
        queue: QueueLimits(
            batch_size=batches[queue],
            concurrency=concurrency,
            visibility=timeouts_visible * sizes[consumer].timeout,
            max_receives=max_receives,
        )
        for queue, consumer in QUEUE_CONSUMERS.items()
    }


# The functions that encode get a whole vCPU: the encoder's 5 ms a turn were measured on one.
_SIZES: Final[Mapping[FunctionName, FunctionSize]] = {
    "read": FunctionSize(memory=1769, timeout=15),
    "write": FunctionSize(memory=1769, timeout=15),
    # 4 MiB are read for secrets up to three times, at 7 s a megabyte, and stored in 30 commits.
    "upload": FunctionSize(memory=1769, timeout=180),
    "extract": FunctionSize(memory=1769, timeout=60),
    "index": FunctionSize(memory=512, timeout=60),
    "consolidate": FunctionSize(memory=1024, timeout=120),
    "delete": FunctionSize(memory=1769, timeout=120),
}
# Here a cold start unpacks its layers, beside others on the same cores: on a busy machine a batch
# of ten turns took 37 s. Retries should be soon all the same, so a message reappears at once.
_LOCAL_SIZES: Final[Mapping[FunctionName, FunctionSize]] = {
    name: FunctionSize(memory=size.memory, timeout=60) for name, size in _SIZES.items()
}

DEV: Final = Stage(
    name="dev",
    architecture="arm64",
    keep_data=False,
    log_days=14,
    functions=_SIZES,
    queues=_queues(_SIZES, concurrency=5, max_receives=5, timeouts_visible=6),
    stream=StreamLimits(batch_size=100, parallel_batches=1, retries=20, max_age=6 * 3600),
    domain=DomainSize(1, "t3.small.search", zones=1, master_nodes=0, master_type=None, volume=10),
    request_rate=50,
    request_burst=100,
    requeue_minutes=5,
)
PROD: Final = Stage(
    name="prod",
    architecture="arm64",
    keep_data=True,
    log_days=90,
    functions=_SIZES,
    queues=_queues(_SIZES, concurrency=50, max_receives=5, timeouts_visible=6),
    stream=StreamLimits(batch_size=100, parallel_batches=4, retries=60, max_age=12 * 3600),
    domain=DomainSize(
        data_nodes=3,
        data_type="r7g.large.search",
        zones=3,
        master_nodes=3,
        master_type="m7g.large.search",
        volume=100,
    ),
    request_rate=500,
    request_burst=1000,
    requeue_minutes=5,
)
SMALL: Final = replace(
    PROD,
    name="small",
    # Two nodes elect no master while one is away: then recall answers with facts alone.
    domain=DomainSize(
        2, "m7g.medium.search", zones=2, master_nodes=0, master_type=None, volume=100
    ),
)
"""As `prod` in all but the index, which is the larger part of the price of little work. The index
holds nothing that the store does not: docs/decisions/0047."""
LOCAL: Final = Stage(
    name="local",
    architecture="x86_64",
    keep_data=False,
    log_days=1,
    functions=_LOCAL_SIZES,
    queues=_queues(_LOCAL_SIZES, concurrency=2, max_receives=5, timeouts_visible=1),
    stream=StreamLimits(batch_size=100, parallel_batches=1, retries=5, max_age=3600),
    domain=DEV.domain,
    request_rate=1000,
    request_burst=2000,
    requeue_minutes=1,
    on_this_machine=True,
)
STAGES: Final[Mapping[str, Stage]] = {stage.name: stage for stage in (DEV, SMALL, PROD, LOCAL)}

EXTRACTED_AT_ONCE: Final = 5
"""Messages of a batch where models are asked: each may take the whole time of a route."""
LONGEST_TIMEOUT: Final = 900
"""Seconds; Lambda's limit."""


def with_time_for(models: Models, stage: Stage) -> Stage:
    """Return the stage whose extraction has the time that the calls of models may take."""
    if not models.seconds:
        return stage
    size, limits = stage.functions["extract"], stage.queues["extraction"]
    timeout = math.ceil(EXTRACTED_AT_ONCE * models.seconds) + size.timeout
    if timeout > LONGEST_TIMEOUT:
        most = (LONGEST_TIMEOUT - size.timeout) // EXTRACTED_AT_ONCE
        raise ConfigError(f"a route may take {most} seconds a message: a function may not run on")
    visible = limits.visibility // size.timeout
    queue = replace(limits, batch_size=EXTRACTED_AT_ONCE, visibility=visible * timeout)
    return replace(
        stage,
        functions={**stage.functions, "extract": replace(size, timeout=timeout)},
        queues={**stage.queues, "extraction": queue},
    )


Context = Callable[[str], object]
"""Looks a context key up; None where it was not given."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """What this deployment was asked for: a stage, and what only the engineer knows."""

    stage: Stage
    issuer: str
    audience: tuple[str, ...]
    architecture: Architecture
    index: IndexEngine = "opensearch"
    index_url: str | None = None
    """Overrides the domain's endpoint; for SQLite the path of the file."""
    model_dir: Path = field(default=MODEL)
    alarm_topic: str | None = None
    """ARN of the SNS topic that alarms are sent to."""
    models: Models = NO_MODELS
    """The routes of models; without one, extraction is deterministic and calls nobody."""

    @classmethod
    def from_context(cls, context: Context) -> "Deployment":
        """Read and check the context; raises ConfigError with the way out."""
        stage = STAGES.get(_text(context, "stage", "dev"))
        if stage is None:
            raise ConfigError(f"-c stage=… is one of {', '.join(STAGES)}")
        models = _models(_text(context, "models"), stage)
        deployment = cls(
            stage=with_time_for(models, stage),
            issuer=_issuer(context, stage),
            audience=_audience(context),
            architecture=_architecture(_text(context, "arch", stage.architecture)),
            index=_engine(_text(context, "index", "opensearch")),
            index_url=_text(context, "index_url") or None,
            model_dir=Path(_text(context, "model_dir", str(MODEL))).resolve(),
            alarm_topic=_text(context, "alarm_topic") or None,
            models=models,
        )
        deployment.check()
        return deployment

    def check(self) -> None:
        """Refuse what cannot work together."""
        if self.index == "sqlite" and not self.stage.on_this_machine:
            raise ConfigError("index=sqlite is one file on one machine: only for stage=local")
        if self.index == "sqlite" and not self.index_url:
            raise ConfigError("index=sqlite needs -c index_url=/path/of/the/index.sqlite")
        if self.index_url and not self.stage.on_this_machine:
            raise ConfigError(
                "index_url is only for stage=local: elsewhere the index is the stack's own domain, "
                "and the functions' roles reach no other"
            )


def _text(context: Context, key: str, default: str = "") -> str:
    value = context(key)
    return default if value is None else str(value).strip()


def _models(path: str, stage: Stage) -> Models:
    if not path:
        return NO_MODELS
    return Models.read(Path(path), on_this_machine=stage.on_this_machine)


def _issuer(context: Context, stage: Stage) -> str:
    issuer = _text(context, "issuer")
    if not issuer:
        raise ConfigError("-c issuer=https://… is missing: the OIDC issuer whose tokens are taken")
    if not issuer.startswith("https://") and not stage.on_this_machine:
        raise ConfigError(f"the issuer must be an https URL, not {issuer!r}")
    return issuer


def _audience(context: Context) -> tuple[str, ...]:
    names = tuple(n for n in (p.strip() for p in _text(context, "audience").split(",")) if n)
    if not names:
        raise ConfigError("-c audience=… is missing: the `aud` of the tokens, several with commas")
    return names


def _architecture(name: str) -> Architecture:
    match name:
        case "arm64" | "x86_64":
            return name
        case _:
            raise ConfigError(f"-c arch=… is arm64 or x86_64, not {name!r}")


def _engine(name: str) -> IndexEngine:
    match name:
        case "opensearch" | "sqlite":
            return name
        case _:
            raise ConfigError(f"-c index=… is opensearch or sqlite, not {name!r}")

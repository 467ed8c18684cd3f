"""One named stack on this machine: brought up, described, taken down.

    stack = Stack("local")
    described = stack.up(index="sqlite")
    described.api_url, described.token("acme", "ada", "memory:read")
    stack.down()

Each name has a folder of its own under `build/` and ports of its own, so that the tests' stack runs
beside the one a person plays with.
"""

import json
import platform
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, Literal, Self

from local import deployment, model, opensearch, services
from local.deployment import ACCESS_KEY, REGION, SECRET_KEY, Target
from local.errors import SetupError
from local.issuer import AUDIENCE, mint
from local.locks import exclusively, is_held
from local.paths import BUILD, MODEL
from local.processes import Running
from local.progress import Progress
from local.tools import provide

type Engine = Literal["sqlite", "opensearch"]

NOT_RUNNING: Final = "not running"
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,30}")
API_HOST: Final = re.compile(r"//([a-z0-9]+)\.execute-api\.")
ARCHITECTURES: Final = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
"""What `platform.machine()` says, in Lambda's words: functions run on this machine's processor."""


@dataclass(frozen=True)
class Description:
    """Where a stack listens and what it is made of; `build/<name>/stack.json`."""

    name: str
    api_url: str
    issuer: str
    audience: str
    index: str
    index_url: str
    endpoint: str
    region: str
    records_table: str
    ledger_table: str
    queues: Mapping[str, str]
    functions: Mapping[str, str]
    outputs: Mapping[str, str]
    credentials: Mapping[str, str] = field(
        default_factory=lambda: {"access_key": ACCESS_KEY, "secret_key": SECRET_KEY}
    )

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read what `up` wrote. Raises SetupError where no stack is up."""
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as unreadable:
            raise SetupError(f"no stack is described in {path}: call `make up`") from unreadable

    def write(self, path: Path) -> None:
        """Replace the file at once, so that no reader sees half of it."""
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")
        partial.replace(path)

    def token(
        self, tenant: str, subject: str, scope: str, more: Mapping[str, str] | None = None
    ) -> str:
        """Return a token of this stack's issuer, with further claims if there are `more`."""
        return mint(tenant, subject, scope, BUILD / self.name / "stack.json", more)


@dataclass(frozen=True)
class Stack:
    """A stack by its name; nothing of it needs to exist."""

    name: str = "local"

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise SetupError(f"a stack's name is lower-case letters, digits and -: {self.name!r}")

    @property
    def folder(self) -> Path:
        """Everything this stack generates."""
        return BUILD / self.name

    @property
    def description_file(self) -> Path:
        """What others read to find the stack."""
        return self.folder / "stack.json"

    def describe(self) -> Description:
        """Read the description. Raises SetupError where no stack is up."""
        return Description.read(self.description_file)

    def up(
        self,
        index: Engine = "sqlite",
        progress: Progress | None = None,
        *,
        models: Path | None = None,
        bedrock: str = "",
    ) -> Description:
        """Bring the stack up and return its description; quick where nothing changed.

        Raises SetupError with the way out. What had started by then keeps running, and another
        `up` goes on from there. `models` is a file of routes (docs/models.md), `bedrock` the server
        that answers for the models of Bedrock, see services.ensure_emulator.
        """
        progress = progress or Progress()
        with exclusively(self.folder / "stack"):
            with progress.phase("tools"):
                toolbox = provide(progress.say)
            with progress.phase("sentence model"):
                model.provide(progress.say)
            with progress.phase("emulator and issuer"):
                emulator = services.ensure_emulator(self.folder, toolbox.emulator_python, bedrock)
                issuer = services.ensure_issuer(self.folder)
            index_url = self._index_url(index, progress)
            context = _context(issuer.url, index, index_url)
            if models is not None:
                context["models"] = str(models.resolve())
            target = Target(f"http://127.0.0.1:{emulator.port}", self.folder, toolbox)
            outputs = self._deployed(target, context, emulator, progress)
            described = _description(self.name, target.endpoint, context, outputs)
            described.write(self.description_file)
            return described

    def down(self) -> list[str]:
        """Stop every process of the stack; return the names of those that ran."""
        if not self.folder.is_dir():
            return []
        with exclusively(self.folder / "stack"):
            running = (services.emulator(self.folder), services.issuer(self.folder))
            stopped = [service.name for service in running if service.stop()]
            if opensearch.stop(self.folder / services.OPENSEARCH):
                stopped.append(services.OPENSEARCH)
            for generated in ("stack.json", "deployed.json", "bootstrapped"):
                (self.folder / generated).unlink(missing_ok=True)
            services.forget_data(self.folder)
            return stopped

    def is_changing(self) -> bool:
        """Whether another command is bringing it up or taking it down."""
        return is_held(self.folder / "stack")

    def running(self) -> dict[str, str]:
        """Tell of each background process where it listens, or that it does not run."""
        told = {}
        for service in (services.emulator(self.folder), services.issuer(self.folder)):
            found = service.running()
            told[service.name] = f"port {found.port}, pid {found.pid}" if found else NOT_RUNNING
        if engine := opensearch.running(self.folder / services.OPENSEARCH):
            told[services.OPENSEARCH] = engine.url
        return told

    def _index_url(self, index: Engine, progress: Progress) -> str:
        if index == "sqlite":
            return str(self.folder / "index" / "index.sqlite")
        with progress.phase("OpenSearch"):
            found = opensearch.provide(self.folder / services.OPENSEARCH, progress.say)
        if found is None:
            raise SetupError("INDEX=opensearch needs an OpenSearch (see above); INDEX=sqlite none")
        return found.url

    def _deployed(
        self, target: Target, context: Mapping[str, str], emulator: Running, progress: Progress
    ) -> dict[str, str]:
        """Deploy unless the same sources are deployed on the same emulator; return the outputs."""
        marker = self.folder / "deployed.json"
        made_on = f"{emulator.pid} {emulator.created}"
        fingerprint = deployment.fingerprint(context, made_on)
        known = json.loads(marker.read_text()) if marker.exists() else {}
        if known.get("fingerprint") == fingerprint:
            progress.say("[green]✓[/green] deployed already, nothing changed")
            return dict(known["outputs"])
        marker.unlink(missing_ok=True)
        bootstrapped = self.folder / "bootstrapped"
        if not bootstrapped.exists() or bootstrapped.read_text() != made_on:
            deployment.bootstrap(target, progress)
            bootstrapped.write_text(made_on)
        outputs = deployment.deploy(target, context, progress)
        marker.write_text(json.dumps({"fingerprint": fingerprint, "outputs": outputs}))
        return outputs


def _context(issuer: str, index: Engine, index_url: str) -> dict[str, str]:
    """Return what the CDK app is told about this machine."""
    return {
        "stage": "local",
        "arch": ARCHITECTURES.get(platform.machine().lower(), "x86_64"),
        "issuer": issuer,
        "audience": AUDIENCE,
        "index": index,
        "index_url": index_url,
        "model_dir": str(MODEL),
    }


def _description(
    name: str, endpoint: str, context: Mapping[str, str], outputs: Mapping[str, str]
) -> Description:
    """Translate the stack's outputs into where things are on this machine."""
    return Description(
        name=name,
        api_url=_api_url(endpoint, outputs["ApiUrl"]),
        issuer=context["issuer"],
        audience=context["audience"],
        index=context["index"],
        index_url=context["index_url"],
        endpoint=endpoint,
        region=REGION,
        records_table=outputs["RecordsTable"],
        ledger_table=outputs["LedgerTable"],
        queues=_ending_in("QueueUrl", outputs) | _ending_in("DeadLettersUrl", outputs, "-dead"),
        functions=_ending_in("Function", outputs),
        outputs=outputs,
    )


def _api_url(endpoint: str, output: str) -> str:
    """Address an API by a path: the host that AWS would give it does not resolve here."""
    api = API_HOST.search(output)
    if not api:
        raise SetupError(f"the stack's API has an address of unknown form: {output}")
    return f"{endpoint}/_aws/execute-api/{api.group(1)}/$default"


def _ending_in(ending: str, outputs: Mapping[str, str], suffix: str = "") -> dict[str, str]:
    return {
        key.removesuffix(ending).lower() + suffix: value
        for key, value in outputs.items()
        if key.endswith(ending)
    }

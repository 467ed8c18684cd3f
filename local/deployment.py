"""Deploys the CDK app: to the emulator, or to AWS with the caller's own credentials."""

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local import assembly
from local.errors import SetupError
from local.paths import ROOT
from local.processes import environment_without_aws
from local.progress import Progress
from local.tools import Toolbox, run

REGION: Final = "us-east-1"
ACCOUNT: Final = "000000000000"
ACCESS_KEY: Final = "test"
SECRET_KEY: Final = "test"  # noqa: S105 - the emulator's administrator, on the loopback only
DEPLOYED_FROM: Final = ("functions", "layers", "infra", "cdk.json", "uv.lock", "pyproject.toml")
"""What the stack is made of; a change in any of it deploys anew."""


@dataclass(frozen=True)
class Target:
    """One emulator, with the folder of the stack that is deployed to it."""

    endpoint: str
    folder: Path
    toolbox: Toolbox

    def cdk(self) -> tuple[Path, Path]:
        """Return the CDK command line, run by a Node that it does not warn about."""
        return self.toolbox.node, self.toolbox.cdk

    def environment(self) -> dict[str, str]:
        """Return what the CDK command line needs, and nothing of the caller's AWS account."""
        return environment_without_aws(
            {
                "PATH": self.toolbox.search_path(),
                "AWS_ENDPOINT_URL": self.endpoint,
                "AWS_ACCESS_KEY_ID": ACCESS_KEY,
                "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
                "AWS_REGION": REGION,
                "AWS_DEFAULT_REGION": REGION,
                "AWS_EC2_METADATA_DISABLED": "true",
                "CDK_DEFAULT_ACCOUNT": ACCOUNT,
                "CDK_DEFAULT_REGION": REGION,
                # The command line caches accounts by access key, and every emulator's is "test".
                "CDK_HOME": str(self.folder / "cdk-home"),
                "CDK_DISABLE_CLI_TELEMETRY": "true",
                "NO_COLOR": "1",  # its words may end up in an error message
            }
        )


def fingerprint(context: Mapping[str, str], made_on: str) -> str:
    """Digest all that a deployment depends on: sources, context, and the emulator it is on."""
    digest = hashlib.sha256(json.dumps([dict(sorted(context.items())), made_on]).encode())
    if "models" in context:
        digest.update(Path(context["models"]).read_bytes())
    for path in _sources():
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def bootstrap(target: Target, progress: Progress) -> None:
    """Make the emulator's account one that CDK can deploy to; needed once an emulator."""
    with progress.phase("bootstrapping the emulator's account"):
        options = ("bootstrap", f"aws://{ACCOUNT}/{REGION}", "--app", "")
        run((*target.cdk(), *options), "cdk bootstrap", target.environment())


def deploy(target: Target, context: Mapping[str, str], progress: Progress) -> dict[str, str]:
    """Synthesise, strip and deploy; return the stack's outputs.

    Raises SetupError with the last words of the step that failed.
    """
    out = target.folder / "cdk.out"
    with progress.phase("synthesising the stack"):
        shutil.rmtree(out, ignore_errors=True)
        synth = (*target.cdk(), "synth", "--quiet", "--output", out)
        run((*synth, *_options(context)), "cdk synth", target.environment())
    supported = assembly.supported_types(target.toolbox.emulator_python)
    for gone in assembly.strip(out, supported):
        progress.say(f"[yellow]left out, the emulator has none:[/yellow] {gone.type} {gone.name}")
    with progress.phase("deploying"):
        return _deploy_assembly(target, out)


def _deploy_assembly(target: Target, out: Path) -> dict[str, str]:
    outputs = target.folder / "outputs.json"
    options = ("--all", "--require-approval", "never", "--outputs-file", outputs)
    try:
        run((*target.cdk(), "deploy", "--app", out, *options), "cdk deploy", target.environment())
    except SetupError as failure:
        _, _, resources = str(failure).partition("Failed resources:\n")
        causes = resources.partition("\n❌")[0].strip() or str(failure)
        logs = target.folder / "logs"
        raise SetupError(f"cdk deploy failed:\n{causes}\nThe logs are in {logs}") from failure
    found: dict[str, dict[str, str]] = json.loads(outputs.read_text())
    return {name: value for stack in found.values() for name, value in stack.items()}


def deploy_to_aws(toolbox: Toolbox, context: Mapping[str, str]) -> None:
    """Deploy with the caller's credentials; the CDK command line speaks to the terminal itself.

    Raises SetupError when it fails.
    """
    done = subprocess.run(
        [toolbox.node, toolbox.cdk, "deploy", "--all", *_options(context)],
        cwd=ROOT,
        env=os.environ | {"PATH": toolbox.search_path()},
        check=False,
    )
    if done.returncode:
        raise SetupError(
            "cdk deploy failed. In an account that has seen no CDK yet, call `cdk bootstrap` once: "
            f"{toolbox.cdk} bootstrap"
        )


def _options(context: Mapping[str, str]) -> Iterator[str]:
    for key, value in context.items():
        yield from ("--context", f"{key}={value}")


def _sources() -> Iterator[Path]:
    for name in DEPLOYED_FROM:
        path = ROOT / name
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (each for each in found if each.is_file() and "__pycache__" not in each.parts)

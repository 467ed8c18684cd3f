"""OpenSearch in a container, by the compose file beside this module."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from local.errors import SetupError
from local.opensearch.health import Found, answers
from local.ports import free_port

_COMPOSE: Final = Path(__file__).with_name("compose.yml")
_START_SECONDS: Final = 600
"""A first start pulls the image."""


def start(workdir: Path, say: Callable[[str], None]) -> Found:
    """Start the container and return its URL. Raises SetupError where Docker cannot do it."""
    if found := running(workdir):
        return found
    _require_docker()
    port = free_port()
    say("starting OpenSearch in Docker")
    _port_file(workdir).parent.mkdir(parents=True, exist_ok=True)
    _port_file(workdir).write_text(str(port))  # before the start, so that `stop` finds a half one
    try:
        _compose(workdir, port, "up", "--detach", "--wait")
    except SetupError:
        stop(workdir)
        raise
    return _url(port), None


def running(workdir: Path) -> Found | None:
    """Return the container that was started for this folder, if it answers."""
    try:
        url = _url(int(_port_file(workdir).read_text()))
    except (OSError, ValueError):
        return None
    return (url, None) if answers(url) else None


def stop(workdir: Path) -> bool:
    """Remove the container and its data; tell whether there was one."""
    remembered = _port_file(workdir)
    if not remembered.exists():
        return False
    _compose(workdir, int(remembered.read_text()), "down", "--volumes", "--timeout", "5")
    remembered.unlink()
    return True


def _require_docker() -> None:
    if not shutil.which("docker"):
        raise SetupError("Docker is not installed")
    for command, problem in (
        (("docker", "info"), "the Docker client is here but no engine answers it"),
        (("docker", "compose", "version"), "Docker is here without its compose plugin"),
    ):
        if subprocess.run(command, capture_output=True, check=False).returncode:
            raise SetupError(problem)


def _compose(workdir: Path, port: int, *arguments: str) -> None:
    project = f"muniment-opensearch-{port}"
    try:
        done = subprocess.run(
            ["docker", "compose", "-f", str(_COMPOSE), "-p", project, *arguments],
            env=os.environ | {"OPENSEARCH_PORT": str(port)},
            cwd=workdir,
            capture_output=True,
            text=True,
            timeout=_START_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise SetupError("Docker took too long to start OpenSearch") from error
    if done.returncode:
        last = " ".join(done.stderr.strip().splitlines()[-3:])
        raise SetupError(f"Docker could not start OpenSearch ({last})")


def _port_file(workdir: Path) -> Path:
    return workdir / "opensearch.container-port"


def _url(port: int) -> str:
    return f"http://127.0.0.1:{port}"

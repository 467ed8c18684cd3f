"""The background processes of one stack: the emulator and the issuer."""

import hashlib
import shutil
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from local import opensearch
from local.deployment import ACCESS_KEY, REGION, SECRET_KEY
from local.issuer import KEY_FILE, Issuer
from local.paths import ROOT
from local.ports import free_port
from local.processes import Running, Service, clean_environment
from local.tools import EMULATOR_REQUIREMENTS

PREFERRED_PORTS: Final[Mapping[str, Mapping[str, int]]] = {
    "local": {"emulator": 4570, "issuer": 4571}
}
"""So that the addresses in the README are the newcomer's; any other stack takes free ports."""
OPENSEARCH: Final = "opensearch"
"""Where a stack's own OpenSearch keeps its data and its log, below the stack's folder."""
EMULATOR_PATIENCE_SECONDS: Final = 180.0
"""It is there after 2 s; on two cores with a load of 15 it took 40."""
ISSUER_PATIENCE_SECONDS: Final = 90.0


def emulator(folder: Path) -> Service:
    """Return the emulator of the stack in `folder`, running or not."""
    return Service("emulator", folder)


def issuer(folder: Path) -> Service:
    """Return the issuer's process of the stack in `folder`, running or not."""
    return Service("issuer", folder)


def ensure_emulator(folder: Path, python: Path, models: str = "") -> Running:
    """Return the running emulator, started anew where there is none or its own code changed.

    `models` is the base URL, without `/v1`, of the OpenAI-compatible server that answers for the
    models of Bedrock; the emulator answers by itself where it is empty.

    What a stack stores lives in the emulator's memory, and in the index beside it; a new emulator
    therefore begins with neither.
    """
    service = emulator(folder)
    version = _version_of(ROOT / "local" / "emulator", EMULATOR_REQUIREMENTS, Path(__file__))
    version += models
    running = service.running()
    if running and running.made_from == version and emulator_answers(running.port):
        return running
    service.stop()
    forget_data(folder)
    for needed in ("tmp", "index"):
        (folder / needed).mkdir(parents=True)
    port = free_port(_preferred(folder, "emulator"))
    command = (python, "-m", "local.emulator")
    started = service.start(command, _emulator_environment(folder, port, models), port, version)
    service.wait_until(lambda: emulator_answers(port), EMULATOR_PATIENCE_SECONDS)
    return started


def ensure_issuer(folder: Path) -> Issuer:
    """Return the issuer, its process started where there is none.

    The port of an issuer that died is taken again if it is free: its URL is in the deployed stack
    and in the tokens people hold.
    """
    service = issuer(folder)
    running = service.running()
    if running and (found := issuer_at(folder, running.port)).answers():
        return found
    service.stop()
    remembered = folder / "issuer.port"
    last = int(remembered.read_text()) if remembered.exists() else _preferred(folder, "issuer")
    port = free_port(last)
    remembered.write_text(str(port))
    found = issuer_at(folder, port)
    key = ("--key", folder / KEY_FILE)
    command = (sys.executable, "-m", "local.issuer", "--port", str(port), *key)
    service.start(command, clean_environment({}), port, _version_of(ROOT / "local" / "issuer.py"))
    service.wait_until(found.answers, ISSUER_PATIENCE_SECONDS)
    return found


def forget_data(folder: Path) -> None:
    """Remove what a stack without an emulator has no store for: files, indexes, its OpenSearch."""
    opensearch.stop(folder / OPENSEARCH)
    for stale in ("tmp", "index", OPENSEARCH):
        shutil.rmtree(folder / stale, ignore_errors=True)


def issuer_at(folder: Path, port: int) -> Issuer:
    """Return the issuer of a stack that listens on `port`."""
    return Issuer(f"http://127.0.0.1:{port}", folder / KEY_FILE)


def emulator_answers(port: int) -> bool:
    """Tell whether an emulator is ready on this port."""
    try:
        health = f"http://127.0.0.1:{port}/_ministack/health"
        with urllib.request.urlopen(health, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _emulator_environment(folder: Path, port: int, models: str) -> dict[str, str]:
    """Return the environment of the emulator, which its functions' processes inherit."""
    return clean_environment(
        {
            "AUTH": "true",  # each function gets its role's credentials, and policies are enforced
            "BIND_HOST": "127.0.0.1",
            "MINISTACK_HOST": "127.0.0.1",
            "GATEWAY_PORT": str(port),
            "AWS_ACCESS_KEY_ID": ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
            "AWS_DEFAULT_REGION": REGION,
            "MINISTACK_REGION": REGION,
            "LAMBDA_WARM_TTL_SECONDS": "60",
            # A call that waits for a process holds a thread, and the process needs another one for
            # its own calls to AWS: more threads than calls, or everything would wait for itself.
            "LAMBDA_ACCOUNT_CONCURRENCY": "64",
            "MINISTACK_WORKER_THREADS": "256",
            "SFTP_ENABLED": "0",
            "IOT_MTLS_ENABLED": "0",
            "MINISTACK_BEDROCK_PROXY_URL": models,
            "TMPDIR": str(folder / "tmp"),
            "PYTHONUNBUFFERED": "1",
            "MUNIMENT_LOCAL_FUNCTION_LOG": str(folder / "logs" / "functions.log"),
        }
    )


def _preferred(folder: Path, service: str) -> int | None:
    return PREFERRED_PORTS.get(folder.name, {}).get(service)


def _version_of(*paths: Path) -> str:
    digest = hashlib.sha256()
    for path in paths:
        files = sorted(path.glob("*.py")) if path.is_dir() else [path]
        for file in files:
            digest.update(file.read_bytes())
    return digest.hexdigest()

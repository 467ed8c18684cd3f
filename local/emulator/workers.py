"""Runs functions as this machine can bear it: shared layers, few processes, no idle waits.

AWS unpacks a layer once and mounts it at `/opt`. The emulator unpacks every layer again for each
process (230 MB with the encoder) and has no `/opt`; here a layer is unpacked once, by its digest,
and values of the function's environment that begin with `/opt/` point into it.
"""

import copy
import hashlib
import io
import os
import shutil
import tempfile
import threading
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ministack.core import lambda_runtime
from ministack.services import lambda_svc

PROCESSES_EACH: Final = int(os.environ.get("MUNIMENT_LOCAL_PROCESSES", "3"))
"""Processes of one function at most; a call beyond waits. AWS would start another one, but two
cores gain nothing from it and each process that encodes takes about 250 MB."""
LOG: Final = os.environ.get("MUNIMENT_LOCAL_FUNCTION_LOG")
"""The file that gets what the functions log; on AWS that is each function's log group."""
BUSY_POLL_SECONDS: Final = 0.005
STDERR_WAITS: Final = (0.002, 0.002, 0.25)
"""Seconds to wait for a first line of stderr, for the next one, and at most. The emulator's own
first wait, 50 ms, would be most of a warm call; the functions log to stdout."""

_unpacking: Final = threading.Lock()


class LayeredWorker(lambda_runtime.Worker):  # type: ignore[misc]  # the emulator has no types
    """A function's process whose layers are shared with all other processes."""

    config: dict[str, Any]

    def _spawn(self) -> None:
        self.config = with_shared_layers(self.config)
        super()._spawn()

    def invoke(self, *args: Any, **named: Any) -> Any:
        """Run the function, and keep what it logged where a person finds it."""
        try:
            result = super().invoke(*args, **named)
        except RuntimeError as failure:  # its modules could not be imported
            self._keep_log({"status": "error", "error": failure})
            raise
        self._keep_log(result)
        return result

    def _keep_log(self, result: Mapping[str, Any]) -> None:
        lines = (result.get("log") or "").splitlines()
        if result.get("status") == "error":
            lines.append(f"ERROR {result.get('error')}")
        if LOG and lines:
            variables = (self.config.get("Environment") or {}).get("Variables") or {}
            name = variables.get("POWERTOOLS_SERVICE_NAME", self.config.get("FunctionName"))
            with Path(LOG).open("a", encoding="utf-8") as log:
                log.writelines(f"{name}: {line}\n" for line in lines)


def install() -> None:
    """Replace the emulator's worker, its pool's growth and its waits."""
    built_in_class = lambda_runtime._worker_class_for  # noqa: SLF001
    built_in_acquire = lambda_runtime.acquire_worker

    def worker_class(config: Mapping[str, Any]) -> Any:
        chosen = built_in_class(config)
        return LayeredWorker if chosen is lambda_runtime.Worker else chosen

    def acquire(*args: Any, **named: Any) -> Any:
        while True:
            worker, outcome = built_in_acquire(*args, **named)
            if worker is not None:
                return worker, outcome
            time.sleep(BUSY_POLL_SECONDS)

    lambda_runtime._worker_class_for = worker_class  # noqa: SLF001
    lambda_runtime._LOCAL_MAX_WORKERS = PROCESSES_EACH  # noqa: SLF001
    lambda_runtime.Worker._drain_stderr_bounded.__defaults__ = STDERR_WAITS  # noqa: SLF001
    lambda_svc.acquire_worker = acquire


def with_shared_layers(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return a function's configuration that names unpacked layers in place of packed ones."""
    packed = [lambda_svc._resolve_layer_zip(layer) for layer in config.get("Layers", [])]  # noqa: SLF001
    folders = [_unpacked(content) for content in packed if content]
    changed = dict(copy.copy(config))
    variables = dict((config.get("Environment") or {}).get("Variables") or {})
    if not folders:
        return changed
    changed["Layers"] = []
    changed["Environment"] = {
        "Variables": {name: _in_layers(value, folders) for name, value in variables.items()}
        | {"_LAMBDA_LAYERS_DIRS": os.pathsep.join(str(folder) for folder in folders)}
    }
    return changed


def _in_layers(value: str, folders: list[Path]) -> str:
    """Find what AWS would show at `/opt/...`; any other value stays as it is."""
    if not value.startswith("/opt/"):
        return value
    candidates = [folder / value.removeprefix("/opt/") for folder in folders]
    return str(next((path for path in candidates if path.exists()), value))


def _unpacked(content: bytes) -> Path:
    """Unpack a layer once; every process of every function reads the same folder."""
    folder = Path(tempfile.gettempdir()) / f"layer-{hashlib.sha256(content).hexdigest()[:24]}"
    with _unpacking:
        if not folder.exists():
            partial = Path(tempfile.mkdtemp(prefix="layer-"))
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                archive.extractall(partial)
            shutil.move(partial, folder)
    return folder
